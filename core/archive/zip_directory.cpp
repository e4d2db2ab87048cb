#include "archive/zip_directory.h"

#include "base/little_endian.h"

#include <algorithm>
#include <cstring>

namespace cudnn_setup {
namespace {

constexpr std::uint32_t endSignature = 0x06054b50;
constexpr std::uint32_t end64Signature = 0x06064b50;
constexpr std::uint32_t locator64Signature = 0x07064b50;
constexpr std::uint32_t recordSignature = 0x02014b50;
constexpr std::uint32_t localSignature = 0x04034b50;
constexpr std::uint64_t endBytes = 22;
constexpr std::uint64_t locator64Bytes = 20;
constexpr std::uint64_t end64Bytes = 56;
constexpr std::uint64_t recordBytes = 46;
constexpr std::uint64_t localBytes = 30;
constexpr std::uint64_t directoryLimit = 16ULL * 1024 * 1024;
constexpr std::uint32_t in64 = 0xffffffffU;         // "see the Zip64 extra field"
constexpr std::uint16_t hasDescriptor = 1U << 3U;   // sizes and CRC stand behind the data, not in the local header

struct Directory {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t entries = 0;
};

class Reader {
public:
    Reader(const InputFile& file, std::string_view name) : m_file(file), m_name(name) {}

    [[nodiscard]] std::unexpected<Error> damaged(std::string_view subject, std::string reason) const {
        return fail(ErrorCode::ArchiveDamaged, std::string(subject), 0, {std::move(reason)});
    }
    [[nodiscard]] std::unexpected<Error> damaged(std::string reason) const { return damaged(m_name, std::move(reason)); }

    [[nodiscard]] Result<std::vector<std::byte>> read(std::uint64_t offset, std::uint64_t size) const {
        if (offset > m_file.size() || m_file.size() - offset < size) return damaged("cut-off");
        std::vector<std::byte> bytes(size);
        const auto count = m_file.readAt(offset, bytes);
        if (!count) return fail(ErrorCode::ArchiveUnreadable, std::string(m_name), count.error().systemCode);
        if (*count != size) return damaged("cut-off");
        return bytes;
    }

    [[nodiscard]] Result<Directory> findDirectory() const {
        const std::uint64_t tailSize = std::min<std::uint64_t>(m_file.size(), endBytes + 0xffff);
        const std::uint64_t tailAt = m_file.size() - tailSize;
        const auto tail = read(tailAt, tailSize);
        if (!tail) return std::unexpected(tail.error());
        for (std::uint64_t left = tailSize >= endBytes ? tailSize - endBytes + 1 : 0; left > 0; --left) {
            const std::uint64_t at = left - 1;
            if (readLittleEndian<std::uint32_t>(*tail, at) != endSignature) continue;
            if (at + endBytes + *readLittleEndian<std::uint16_t>(*tail, at + 20) != tailSize)
                continue;   // no end record, or not the last thing
            return directoryOf(std::span(*tail).subspan(at), tailAt + at);
        }
        return damaged("no-directory");
    }

private:
    [[nodiscard]] Result<Directory> directoryOf(std::span<const std::byte> end, std::uint64_t endAt) const {
        Directory directory{.offset = *readLittleEndian<std::uint32_t>(end, 16),
                            .size = *readLittleEndian<std::uint32_t>(end, 12),
                            .entries = *readLittleEndian<std::uint16_t>(end, 10)};
        std::uint64_t directoryEnd = endAt;
        const bool needs64 = directory.offset == in64 || directory.size == in64 || directory.entries == 0xffff;
        bool found64 = false;
        if (endAt >= locator64Bytes) {
            const auto locator = read(endAt - locator64Bytes, locator64Bytes);
            if (!locator) return std::unexpected(locator.error());
            if (readLittleEndian<std::uint32_t>(*locator, 0) == locator64Signature) {
                const std::uint64_t at = *readLittleEndian<std::uint64_t>(*locator, 8);
                const auto end64 = read(at, end64Bytes);
                if (!end64) return damaged("directory");
                if (readLittleEndian<std::uint32_t>(*end64, 0) != end64Signature) return damaged("directory");
                directory = {.offset = *readLittleEndian<std::uint64_t>(*end64, 48),
                             .size = *readLittleEndian<std::uint64_t>(*end64, 40),
                             .entries = *readLittleEndian<std::uint64_t>(*end64, 32)};
                directoryEnd = at;
                found64 = true;
            }
        }
        if (needs64 && !found64) return damaged("directory");
        const std::uint64_t endDisk = *readLittleEndian<std::uint16_t>(end, 4);
        if (endDisk != 0 && endDisk != 0xffff) return damaged("several-parts");
        // Bytes before the archive (a self-extractor) or between its parts would make offsets a matter of opinion.
        if (directory.size > directoryEnd || directory.offset != directoryEnd - directory.size) return damaged("directory");
        return directory;
    }

    const InputFile& m_file;
    std::string_view m_name;
};

/// Replaces the members of @p record that say "see there" by those of the Zip64 extra field.
bool applyZip64(std::span<const std::byte> extra, ZipRecord& record) {
    if (record.size != in64 && record.packedSize != in64 && record.headerOffset != in64) return true;
    for (std::uint64_t at = 0; at + 4 <= extra.size();) {
        const std::uint16_t id = *readLittleEndian<std::uint16_t>(extra, at);
        const std::uint16_t size = *readLittleEndian<std::uint16_t>(extra, at + 2);
        at += 4;
        if (size > extra.size() - at) return false;
        if (id != 1) {
            at += size;
            continue;
        }
        const auto field = extra.subspan(at, size);
        std::uint64_t next = 0;
        for (std::uint64_t* member : {&record.size, &record.packedSize, &record.headerOffset}) {
            if (*member != in64) continue;
            const auto value = readLittleEndian<std::uint64_t>(field, next);
            if (!value) return false;
            *member = *value;
            next += 8;
        }
        return true;
    }
    return false;
}

/// Sets dataOffset.
Result<void> readLocalHeader(const Reader& reader, std::string_view subject, ZipRecord& record, std::uint64_t directoryOffset) {
    if (record.headerOffset > directoryOffset || directoryOffset - record.headerOffset < localBytes)
        return reader.damaged(subject, "directory");
    const auto fixed = reader.read(record.headerOffset, localBytes);
    if (!fixed) return std::unexpected(fixed.error());
    if (readLittleEndian<std::uint32_t>(*fixed, 0) != localSignature) return reader.damaged(subject, "local-header");
    const auto flags = *readLittleEndian<std::uint16_t>(*fixed, 6);
    const auto method = *readLittleEndian<std::uint16_t>(*fixed, 8);
    const auto crc32 = *readLittleEndian<std::uint32_t>(*fixed, 14);
    const auto packedSize = *readLittleEndian<std::uint32_t>(*fixed, 18);
    const auto size = *readLittleEndian<std::uint32_t>(*fixed, 22);
    const std::uint64_t nameSize = *readLittleEndian<std::uint16_t>(*fixed, 26);
    const std::uint64_t extraSize = *readLittleEndian<std::uint16_t>(*fixed, 28);
    if (method != record.method || ((flags ^ record.flags) & 1U) != 0 || nameSize != record.rawName.size())
        return reader.damaged(subject, "local-header");
    if ((flags & hasDescriptor) == 0) {
        const auto differs = [](std::uint32_t local, std::uint64_t central) { return local != in64 && local != central; };
        if (crc32 != record.crc32 || differs(size, record.size) || differs(packedSize, record.packedSize))
            return reader.damaged(subject, "local-header");
    }
    const auto localName = reader.read(record.headerOffset + localBytes, nameSize);
    if (!localName) return std::unexpected(localName.error());
    if (std::memcmp(localName->data(), record.rawName.data(), record.rawName.size()) != 0) return reader.damaged(subject, "local-header");
    record.dataOffset = record.headerOffset + localBytes + nameSize + extraSize;
    if (record.dataOffset > directoryOffset || directoryOffset - record.dataOffset < record.packedSize)
        return reader.damaged(subject, "directory");
    return {};
}

}   // namespace

Result<std::vector<ZipRecord>> readZipDirectory(const InputFile& file, std::string_view name, std::uint64_t mostEntries) {
    const Reader reader(file, name);
    if (file.size() == 0) return reader.damaged("empty");
    const auto directory = reader.findDirectory();
    if (!directory) return std::unexpected(directory.error());
    if (directory->entries > mostEntries || directory->size > directoryLimit)
        return fail(ErrorCode::ArchiveTooLarge, std::string(name), 0, {"entries"});
    const auto bytes = reader.read(directory->offset, directory->size);
    if (!bytes) return std::unexpected(bytes.error());

    std::vector<ZipRecord> records;
    std::uint64_t at = 0;
    for (std::uint64_t index = 0; index < directory->entries; ++index) {
        if (at > bytes->size() || bytes->size() - at < recordBytes) return reader.damaged("directory");
        const auto fixed = std::span(*bytes).subspan(at, recordBytes);
        if (readLittleEndian<std::uint32_t>(fixed, 0) != recordSignature) return reader.damaged("directory");
        ZipRecord record{.rawName = {},
                         .size = *readLittleEndian<std::uint32_t>(fixed, 24),
                         .packedSize = *readLittleEndian<std::uint32_t>(fixed, 20),
                         .crc32 = *readLittleEndian<std::uint32_t>(fixed, 16),
                         .method = *readLittleEndian<std::uint16_t>(fixed, 10),
                         .flags = *readLittleEndian<std::uint16_t>(fixed, 8),
                         .madeBy = *readLittleEndian<std::uint16_t>(fixed, 4),
                         .externalAttributes = *readLittleEndian<std::uint32_t>(fixed, 38),
                         .headerOffset = *readLittleEndian<std::uint32_t>(fixed, 42)};
        const std::uint64_t nameSize = *readLittleEndian<std::uint16_t>(fixed, 28);
        const std::uint64_t extraSize = *readLittleEndian<std::uint16_t>(fixed, 30);
        const std::uint64_t commentSize = *readLittleEndian<std::uint16_t>(fixed, 32);
        at += recordBytes;
        if (bytes->size() - at < nameSize + extraSize + commentSize) return reader.damaged("directory");
        record.rawName.assign(reinterpret_cast<const char*>(bytes->data() + at), nameSize);
        if (!applyZip64(std::span(*bytes).subspan(at + nameSize, extraSize), record)) return reader.damaged("directory");
        at += nameSize + extraSize + commentSize;
        if (auto checked = readLocalHeader(reader, record.rawName, record, directory->offset); !checked)
            return std::unexpected(checked.error());
        records.push_back(std::move(record));
    }
    if (at != bytes->size()) return reader.damaged("directory");

    // Entries that share bytes are how a few kilobytes become terabytes (D. Fifield, "A better zip bomb", 2019).
    std::vector<const ZipRecord*> byPlace;
    for (const ZipRecord& record : records) byPlace.push_back(&record);
    std::ranges::sort(byPlace, {}, [](const ZipRecord* record) { return record->headerOffset; });
    for (std::size_t index = 1; index < byPlace.size(); ++index) {
        const ZipRecord& before = *byPlace[index - 1];
        if (byPlace[index]->headerOffset < before.dataOffset + before.packedSize) return reader.damaged(byPlace[index]->rawName, "overlap");
    }
    return records;
}

}   // namespace cudnn_setup
