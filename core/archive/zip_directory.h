#pragma once
/// @file
/// Where the entries of a zip file lie. libzip tells all about an entry but its place in the file, which parallel positional reads
/// need; so the records are walked here a second time (PKWARE APPNOTE 6.3, sections 4.3 and 4.5), and zip_archive.cpp refuses an archive
/// that libzip reads differently.
#include "base/error.h"
#include "platform/files.h"

#include <vector>

namespace cudnn_setup {

struct ZipRecord {
    std::string rawName;   ///< bytes as written
    std::uint64_t size = 0;
    std::uint64_t packedSize = 0;
    std::uint32_t crc32 = 0;
    std::uint16_t method = 0;
    std::uint16_t flags = 0;
    std::uint16_t madeBy = 0;   ///< high byte: system that wrote externalAttributes
    std::uint32_t externalAttributes = 0;
    std::uint64_t headerOffset = 0;   ///< of the local header
    std::uint64_t dataOffset = 0;     ///< of the packed bytes
};

/// @param name        For errors about the archive as a whole.
/// @param mostEntries More are ArchiveTooLarge.
/// @return In directory order; Error{ArchiveDamaged} when the directory is missing, contradicts itself or a local header, when entries
///         overlap, or when anything follows the archive. Zip64 is understood; archives in several parts are not.
[[nodiscard]] Result<std::vector<ZipRecord>> readZipDirectory(const InputFile& file, std::string_view name, std::uint64_t mostEntries);

}   // namespace cudnn_setup
