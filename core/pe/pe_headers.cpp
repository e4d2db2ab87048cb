#include "pe/pe_headers.h"

#include "base/little_endian.h"

#include <algorithm>

namespace cudnn_setup {
namespace {

constexpr std::uint64_t rangeLimit = 1024ULL * 1024;
constexpr std::uint16_t mostSections = 96;   // the loader's limit (PE Format, NumberOfSections)

FileRange limitedRange(const PeHeaders& headers, std::uint32_t address, std::uint32_t size) {
    if (address == 0 || size == 0) return {};
    const auto offset = headers.fileOffset(address);
    if (!offset) return {};
    return {*offset, std::min<std::uint64_t>(size, rangeLimit)};
}

}   // namespace

std::optional<std::uint64_t> PeHeaders::fileOffset(std::uint32_t address) const {
    for (const PeSection& section : sections) {
        if (address < section.address || address - section.address >= section.fileSize) continue;
        return std::uint64_t{section.fileOffset} + (address - section.address);
    }
    return std::nullopt;
}

FileRange PeHeaders::exportRange() const {
    return limitedRange(*this, exportAddress, exportSize);
}
FileRange PeHeaders::resourceRange() const {
    return limitedRange(*this, resourceAddress, resourceSize);
}

std::optional<PeHeaders> parsePeHeaders(std::span<const std::byte> head) {
    if (readLittleEndian<std::uint16_t>(head, 0) != 0x5a4d) return std::nullopt;   // "MZ"
    const auto start = readLittleEndian<std::uint32_t>(head, 0x3c);
    if (!start || readLittleEndian<std::uint32_t>(head, *start) != 0x00004550) return std::nullopt;   // "PE\0\0"
    const std::uint64_t coff = std::uint64_t{*start} + 4;
    const auto machine = readLittleEndian<std::uint16_t>(head, coff);
    const auto sectionCount = readLittleEndian<std::uint16_t>(head, coff + 2);
    const auto optionalSize = readLittleEndian<std::uint16_t>(head, coff + 16);
    const auto characteristics = readLittleEndian<std::uint16_t>(head, coff + 18);
    const std::uint64_t optional = coff + 20;
    const auto magic = readLittleEndian<std::uint16_t>(head, optional);
    if (!machine || !sectionCount || !optionalSize || !characteristics || !magic) return std::nullopt;
    if (*sectionCount == 0 || *sectionCount > mostSections) return std::nullopt;
    if (*magic != 0x20b && *magic != 0x10b) return std::nullopt;   // PE32+, PE32

    PeHeaders headers{.machine = static_cast<PeMachine>(*machine), .isDll = (*characteristics & 0x2000U) != 0, .sections = {}};

    // PE32 has three 64-bit members fewer before its data directories.
    const std::uint64_t directoryCountAt = optional + (*magic == 0x20b ? 108 : 92);
    const std::uint64_t optionalEnd = optional + *optionalSize;
    if (directoryCountAt + 4 > optionalEnd) return std::nullopt;
    const auto claimed = readLittleEndian<std::uint32_t>(head, directoryCountAt);
    if (!claimed) return std::nullopt;
    const std::uint64_t directoryCount = std::min<std::uint64_t>(*claimed, (optionalEnd - directoryCountAt - 4) / 8);
    const auto directory = [&](std::uint64_t index, std::uint32_t& address, std::uint32_t& size) {
        if (index >= directoryCount) return;
        address = readLittleEndian<std::uint32_t>(head, directoryCountAt + 4 + index * 8).value_or(0);
        size = readLittleEndian<std::uint32_t>(head, directoryCountAt + 8 + index * 8).value_or(0);
    };
    directory(0, headers.exportAddress, headers.exportSize);
    directory(2, headers.resourceAddress, headers.resourceSize);
    std::uint32_t certificateOffset = 0;   // the one directory that counts in file offsets
    std::uint32_t certificateSize = 0;
    directory(4, certificateOffset, certificateSize);
    headers.fileEnd = std::uint64_t{certificateOffset} + certificateSize;

    for (std::uint64_t index = 0; index < *sectionCount; ++index) {
        const std::uint64_t at = optionalEnd + index * 40;
        const auto virtualSize = readLittleEndian<std::uint32_t>(head, at + 8);
        const auto address = readLittleEndian<std::uint32_t>(head, at + 12);
        const auto fileSize = readLittleEndian<std::uint32_t>(head, at + 16);
        const auto fileOffset = readLittleEndian<std::uint32_t>(head, at + 20);
        if (!virtualSize || !address || !fileSize || !fileOffset) return std::nullopt;
        headers.sections.push_back({*address, *virtualSize, *fileOffset, *fileSize});
        if (*fileSize > 0) headers.fileEnd = std::max(headers.fileEnd, std::uint64_t{*fileOffset} + *fileSize);
    }
    return headers;
}

std::string exportNameIn(const PeHeaders& headers, std::span<const std::byte> bytes) {
    const auto address = readLittleEndian<std::uint32_t>(bytes, 12);
    if (!address || *address < headers.exportAddress) return {};
    // Linkers put the name behind the tables, inside the size that the directory claims.
    const std::uint64_t offset = *address - headers.exportAddress;
    std::string name;
    for (std::uint64_t at = offset; at < bytes.size() && name.size() < 260; ++at) {
        const auto letter = std::to_integer<unsigned char>(bytes[at]);
        if (letter == 0) return name;
        if (letter < 0x20 || letter > 0x7e) return {};
        name.push_back(static_cast<char>(letter));
    }
    return {};
}

}   // namespace cudnn_setup
