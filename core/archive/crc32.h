#pragma once
/// @file
/// CRC-32 as zip files use it.
#include <cstddef>
#include <cstdint>
#include <span>

namespace cudnn_setup {

/// @param before  Of the bytes so far; 0 at the start.
[[nodiscard]] std::uint32_t crc32Of(std::uint32_t before, std::span<const std::byte> bytes);

}   // namespace cudnn_setup
