#pragma once
/// @file
/// Owns one file descriptor and closes it once.
#include <unistd.h>

#include <utility>

namespace cudnn_setup {

class UniqueDescriptor {
public:
    UniqueDescriptor() = default;
    explicit UniqueDescriptor(int raw) noexcept : m_raw(raw) {}
    UniqueDescriptor(UniqueDescriptor&& other) noexcept : m_raw(std::exchange(other.m_raw, -1)) {}
    UniqueDescriptor& operator=(UniqueDescriptor other) noexcept {
        std::swap(m_raw, other.m_raw);
        return *this;
    }
    ~UniqueDescriptor() {
        if (m_raw >= 0) ::close(m_raw);
    }
    explicit operator bool() const noexcept { return m_raw >= 0; }
    [[nodiscard]] int get() const noexcept { return m_raw; }

private:
    int m_raw = -1;
};

}   // namespace cudnn_setup
