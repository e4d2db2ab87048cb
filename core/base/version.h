#pragma once
/// @file
/// Dotted version numbers of cuDNN, CUDA and drivers, compared number by number: 9.10 is newer than 9.9.
#include "base/error.h"

#include <array>
#include <compare>

namespace cudnn_setup {

/// Up to four numbers, "9.5" to "9.5.0.50"; missing ones count as 0 in comparisons.
class Version {
public:
    /// @return Error{VersionMalformed, text} for signs, spaces, empty parts, more than four parts or overflow.
    [[nodiscard]] static Result<Version> parse(std::string_view text);
    constexpr explicit Version(std::uint32_t a, std::uint32_t b = 0, std::uint32_t c = 0, std::uint32_t d = 0) : m_parts{a, b, c, d} {}
    [[nodiscard]] constexpr std::uint32_t part(std::size_t index) const { return m_parts.at(index); }
    [[nodiscard]] constexpr std::uint32_t major() const { return m_parts[0]; }
    [[nodiscard]] constexpr std::uint32_t minor() const { return m_parts[1]; }
    /// All four numbers, "9.5.0.50": cuDNN's way of writing a release.
    [[nodiscard]] std::string toString() const;
    /// The first @p parts numbers, "12.6" for 2: CUDA's way of writing a toolkit.
    [[nodiscard]] std::string toString(std::size_t parts) const;
    friend constexpr auto operator<=>(const Version&, const Version&) = default;

private:
    std::array<std::uint32_t, 4> m_parts;
};

}   // namespace cudnn_setup
