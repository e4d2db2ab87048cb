#pragma once
/// @file
/// CRC-32 of one journal line (polynomial 0xEDB88320, as in zip and PNG): it finds a line that a power cut left half written. The archive's
/// CRC runs over gigabytes and has its own, fast one.
#include <array>
#include <cstdint>
#include <string_view>

namespace cudnn_setup {

[[nodiscard]] constexpr std::uint32_t lineChecksum(std::string_view bytes) noexcept {
    constexpr auto table = [] {
        std::array<std::uint32_t, 256> values{};
        for (std::uint32_t index = 0; index < values.size(); ++index) {
            std::uint32_t value = index;
            for (int bit = 0; bit < 8; ++bit) value = (value & 1U) != 0 ? 0xEDB88320U ^ (value >> 1U) : value >> 1U;
            values[index] = value;
        }
        return values;
    }();
    std::uint32_t sum = 0xFFFFFFFFU;
    for (const char byte : bytes) sum = table[(sum ^ static_cast<unsigned char>(byte)) & 0xFFU] ^ (sum >> 8U);
    return ~sum;
}
static_assert(lineChecksum("123456789") == 0xCBF43926U);   // the check value of this CRC

}   // namespace cudnn_setup
