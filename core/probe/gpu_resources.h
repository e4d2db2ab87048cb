#pragma once
/// @file
/// What the trial holds on a GPU, released in reverse order. Releasing after a failed launch fails as well; nobody can act on that.
#include "probe/cudnn_api.h"
#include "probe/driver_api.h"

#include <utility>

namespace cudnn_setup {

/// Owns one thing that a C function gives back to its library.
template <class Raw> class Held {
public:
    Held() = default;
    /// @param release  Called once with @p raw.
    Held(Raw raw, int (*release)(Raw)) noexcept : m_raw(raw), m_release(release) {}
    Held(Held&& other) noexcept : m_raw(other.m_raw), m_release(std::exchange(other.m_release, nullptr)) {}
    Held& operator=(Held other) noexcept {
        std::swap(m_raw, other.m_raw);
        std::swap(m_release, other.m_release);
        return *this;
    }
    ~Held() {
        if (m_release) static_cast<void>(m_release(m_raw));
    }
    [[nodiscard]] Raw get() const noexcept { return m_raw; }

private:
    Raw m_raw{};
    int (*m_release)(Raw) = nullptr;
};

/// Makes one thing by @p create and holds it; @p status is what @p create answered.
template <class Raw, class Create> [[nodiscard]] Held<Raw> hold(int& status, Create create, int (*release)(Raw)) {
    Raw raw{};
    status = create(&raw);
    return status == 0 ? Held<Raw>(raw, release) : Held<Raw>();
}

}   // namespace cudnn_setup
