#pragma once
/// @file
/// The value type of a SHA-256. Computing one is core/platform/hasher.h's business.
#include "base/error.h"

#include <array>
#include <compare>
#include <cstddef>

namespace cudnn_setup {

class Sha256 {
public:
    using Bytes = std::array<std::uint8_t, 32>;
    constexpr explicit Sha256(const Bytes& bytes) : m_bytes(bytes) {}
    /// @return Error{Sha256Malformed, hex} unless it is exactly 64 hexadecimal digits, of either case.
    [[nodiscard]] static Result<Sha256> parse(std::string_view hex);
    [[nodiscard]] std::string toString() const;   // 64 lower-case digits
    [[nodiscard]] constexpr const Bytes& bytes() const noexcept { return m_bytes; }
    friend constexpr auto operator<=>(const Sha256&, const Sha256&) = default;

private:
    Bytes m_bytes;
};

}   // namespace cudnn_setup
