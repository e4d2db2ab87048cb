#pragma once
/// @file
/// Little-endian numbers out of bytes that nobody has checked yet: PE images and zip directories.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace cudnn_setup {

/// @return std::nullopt when @p bytes end before the number does; @p offset may be anything.
template <class Number> [[nodiscard]] std::optional<Number> readLittleEndian(std::span<const std::byte> bytes, std::uint64_t offset) {
    if (offset > bytes.size() || bytes.size() - offset < sizeof(Number)) return std::nullopt;
    Number value = 0;
    for (std::size_t index = sizeof(Number); index-- > 0;)
        value = static_cast<Number>((static_cast<std::uint64_t>(value) << 8U) | std::to_integer<std::uint64_t>(bytes[offset + index]));
    return value;
}

}   // namespace cudnn_setup
