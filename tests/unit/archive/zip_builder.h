#pragma once
/// @file
/// Writes zip files in memory, wrong ones too: every field of an entry can be made to lie.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cudnn_setup {

struct BuiltEntry {
    std::string name;
    std::string data{};
    bool deflated = true;
    std::uint16_t flags = 0;
    std::uint16_t madeBy = 20;
    std::uint32_t externalAttributes = 0;
    std::optional<std::uint16_t> method{};         ///< claimed in both headers
    std::optional<std::uint64_t> size{};           ///< claimed in both headers
    std::optional<std::uint32_t> crc32{};          ///< claimed in both headers
    std::optional<std::string> localName{};        ///< in the local header only
    std::optional<std::uint32_t> headerOffset{};   ///< in the directory only
    bool zip64 = false;                            ///< sizes and offset in the extra field
    bool hasDescriptor = false;                    ///< sizes behind the data
};

[[nodiscard]] std::string buildZip(const std::vector<BuiltEntry>& entries, std::string_view comment = {}, bool zip64End = false);

}   // namespace cudnn_setup
