#pragma once
/// @file
/// Headers and section table of a portable executable (Microsoft, "PE Format"): where in the file the interesting parts lie.
#include "pe/pe_facts.h"

#include <vector>

namespace cudnn_setup {

struct FileRange {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};

struct PeSection {
    std::uint32_t address;   ///< relative virtual address
    std::uint32_t virtualSize;
    std::uint32_t fileOffset;
    std::uint32_t fileSize;
};

struct PeHeaders {
    PeMachine machine;
    bool isDll = false;
    std::vector<PeSection> sections;
    std::uint32_t exportAddress = 0;   ///< of the export directory; 0 = none
    std::uint32_t exportSize = 0;
    std::uint32_t resourceAddress = 0;   ///< of the resource directory; 0 = none
    std::uint32_t resourceSize = 0;
    std::uint64_t fileEnd = 0;   ///< a file that ends earlier is cut off (sections and signature)

    /// @return Where the byte at @p address lies in the file; std::nullopt when no section holds it.
    [[nodiscard]] std::optional<std::uint64_t> fileOffset(std::uint32_t address) const;
    [[nodiscard]] FileRange exportRange() const;     // at most 1 MiB
    [[nodiscard]] FileRange resourceRange() const;   // at most 1 MiB
};

/// Bytes that parsePeHeaders() wants to see; more do not help. The linkers' headers take 4 KiB at most.
inline constexpr std::size_t peHeaderBytes = 64UZ * 1024;

/// @param head  The file's first bytes: peHeaderBytes of them, or the whole file when it is shorter.
/// @return std::nullopt when this is no PE image.
[[nodiscard]] std::optional<PeHeaders> parsePeHeaders(std::span<const std::byte> head);

/// The inner name. @param bytes Those of exportRange().
[[nodiscard]] std::string exportNameIn(const PeHeaders& headers, std::span<const std::byte> bytes);

}   // namespace cudnn_setup
