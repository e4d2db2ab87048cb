#include "archive/zip_archive.h"

#include "archive/entry_name.h"
#include "archive/zip_directory.h"

#include <zip.h>

#include <algorithm>
#include <map>
#include <set>

namespace cudnn_setup {
namespace {

/// What libzip calls while it reads the directory; lives as long as the zip_t.
struct SourceState {
    const InputFile* file;
    std::uint64_t offset = 0;
    zip_error_t error{};
    std::uint32_t systemCode = 0;   // of a read that failed
};

zip_int64_t serveSource(void* user, void* data, zip_uint64_t length, zip_source_cmd_t command) {
    auto& state = *static_cast<SourceState*>(user);
    switch (command) {
        case ZIP_SOURCE_OPEN: state.offset = 0; return 0;
        case ZIP_SOURCE_CLOSE: return 0;
        case ZIP_SOURCE_FREE: return 0;
        case ZIP_SOURCE_TELL: return static_cast<zip_int64_t>(state.offset);
        case ZIP_SOURCE_READ: {
            const auto count = state.file->readAt(state.offset, std::span(static_cast<std::byte*>(data), length));
            if (!count) {
                state.systemCode = count.error().systemCode;
                zip_error_set(&state.error, ZIP_ER_READ, 0);
                return -1;
            }
            state.offset += *count;
            return static_cast<zip_int64_t>(*count);
        }
        case ZIP_SOURCE_SEEK: {
            const zip_int64_t offset = zip_source_seek_compute_offset(state.offset, state.file->size(), data, length, &state.error);
            if (offset < 0) return -1;
            state.offset = static_cast<std::uint64_t>(offset);
            return 0;
        }
        case ZIP_SOURCE_STAT: {
            auto* stat = static_cast<zip_stat_t*>(data);
            zip_stat_init(stat);
            stat->size = state.file->size();
            stat->valid = ZIP_STAT_SIZE;
            return static_cast<zip_int64_t>(sizeof *stat);
        }
        case ZIP_SOURCE_ERROR: return zip_error_to_data(&state.error, data, length);
        case ZIP_SOURCE_SUPPORTS:
            return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
                                                  ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS, -1);
        default: zip_error_set(&state.error, ZIP_ER_OPNOTSUPP, 0); return -1;
    }
}

struct ZipCloser {
    void operator()(zip_t* zip) const { zip_discard(zip); }
};
using UniqueZip = std::unique_ptr<zip_t, ZipCloser>;

constexpr std::uint16_t encryptedFlag = 1U << 0U;
constexpr std::uint16_t strongEncryptionFlag = 1U << 6U;
constexpr std::uint16_t maskedDirectoryFlag = 1U << 13U;
constexpr std::uint64_t ratioCountsFrom = 1024ULL * 1024;

/// A plain file or a folder: no symbolic link, device or reparse point.
bool isFileOrFolder(const ZipRecord& record) {
    constexpr std::uint32_t reparsePoint = 0x400;   // FILE_ATTRIBUTE_REPARSE_POINT
    const unsigned system = record.madeBy >> 8U;
    if (system == 3) {   // Unix: the mode stands in the upper half
        const std::uint32_t type = (record.externalAttributes >> 16U) & 0170000U;
        return type == 0 || type == 0100000U || type == 0040000U;
    }
    return (record.externalAttributes & reparsePoint) == 0;
}

}   // namespace

struct ZipArchive::State {
    std::unique_ptr<InputFile> file;
    std::string name;
    std::vector<ZipEntry> entries;
    std::vector<ZipRecord> records;   // by index
};

ZipArchive::ZipArchive(std::unique_ptr<State> state) : m_state(std::move(state)) {}
ZipArchive::~ZipArchive() = default;
ZipArchive::ZipArchive(ZipArchive&&) noexcept = default;
ZipArchive& ZipArchive::operator=(ZipArchive&&) noexcept = default;
const std::vector<ZipEntry>& ZipArchive::entries() const noexcept {
    return m_state->entries;
}
const InputFile& ZipArchive::file() const noexcept {
    return *m_state->file;
}
const std::string& ZipArchive::name() const noexcept {
    return m_state->name;
}
std::uint64_t ZipArchive::dataOffset(const ZipEntry& entry) const {
    return m_state->records.at(entry.index).dataOffset;
}
bool ZipArchive::isDeflated(const ZipEntry& entry) const {
    return m_state->records.at(entry.index).method == ZIP_CM_DEFLATE;
}

Result<ZipArchive> ZipArchive::open(std::unique_ptr<InputFile> file, std::string name, const ZipLimits& limits) {
    auto records = readZipDirectory(*file, name, limits.entries);
    if (!records) return std::unexpected(records.error());

    SourceState source{.file = file.get()};
    zip_error_t error;
    zip_error_init(&error);
    zip_error_init(&source.error);
    zip_source_t* zipSource = zip_source_function_create(serveSource, &source, &error);
    if (zipSource == nullptr) return fail(ErrorCode::InternalError, std::move(name));
    const UniqueZip zip(zip_open_from_source(zipSource, ZIP_RDONLY, &error));
    if (!zip) {
        zip_source_free(zipSource);
        if (source.systemCode != 0) return fail(ErrorCode::ArchiveUnreadable, std::move(name), source.systemCode);
        return fail(ErrorCode::ArchiveDamaged, std::move(name), 0, {"directory"});
    }
    if (static_cast<std::uint64_t>(zip_get_num_entries(zip.get(), 0)) != records->size())
        return fail(ErrorCode::ArchiveDamaged, std::move(name), 0, {"directory"});

    auto state = std::make_unique<State>();
    std::uint64_t total = 0;
    std::map<std::string, bool> seen;   // folded name without a trailing slash -> is a folder
    std::set<std::string> parents;      // folders that files lie in
    for (std::uint64_t index = 0; index < records->size(); ++index) {
        const ZipRecord& record = (*records)[index];
        const char* raw = zip_get_name(zip.get(), index, ZIP_FL_ENC_RAW);
        const char* text = zip_get_name(zip.get(), index, 0);   // UTF-8, from CP437 where the entry does not say that it is UTF-8
        zip_stat_t stat;
        if (raw == nullptr || text == nullptr || zip_stat_index(zip.get(), index, 0, &stat) != 0)
            return fail(ErrorCode::ArchiveDamaged, record.rawName, 0, {"directory"});
        const std::string shownName(text);
        // Two readers that see two archives in one file are an attack, or damage. A zero byte in a name shows here as well.
        if (record.rawName != raw || stat.size != record.size || stat.comp_size != record.packedSize || stat.crc != record.crc32 ||
            stat.comp_method != record.method)
            return fail(ErrorCode::ArchiveDamaged, shownName, 0, {"directory"});
        if ((record.flags & (encryptedFlag | strongEncryptionFlag | maskedDirectoryFlag)) != 0)
            return fail(ErrorCode::ArchiveEncrypted, shownName);
        if (record.method != ZIP_CM_STORE && record.method != ZIP_CM_DEFLATE)
            return fail(ErrorCode::ArchiveMethodUnsupported, shownName, 0, {std::to_string(record.method)});
        auto safe = safeEntryName(shownName);
        if (!safe) return std::unexpected(safe.error());
        if (!isFileOrFolder(record)) return fail(ErrorCode::ArchiveUnsafeName, shownName, 0, {"link"});

        const bool isFolder = safe->ends_with('/');
        if ((isFolder && record.size != 0) || (record.method == ZIP_CM_STORE && record.size != record.packedSize))
            return fail(ErrorCode::ArchiveDamaged, shownName, 0, {"directory"});
        if (record.size > ratioCountsFrom && record.size / limits.ratio > record.packedSize)
            return fail(ErrorCode::ArchiveTooLarge, shownName, 0, {"ratio"});
        if (record.size > limits.totalBytes - total) return fail(ErrorCode::ArchiveTooLarge, std::move(name), 0, {"bytes"});
        total += record.size;

        std::string folded = foldedName(*safe);
        if (isFolder) folded.pop_back();
        const auto [known, isNew] = seen.emplace(folded, isFolder);
        if (!isNew && !(isFolder && known->second)) return fail(ErrorCode::ArchiveUnsafeName, shownName, 0, {"twice"});
        for (std::size_t slash = folded.find('/'); slash != std::string::npos; slash = folded.find('/', slash + 1))
            parents.insert(folded.substr(0, slash));
        state->entries.push_back({.index = index,
                                  .name = std::move(*safe),
                                  .size = record.size,
                                  .packedSize = record.packedSize,
                                  .crc32 = record.crc32,
                                  .isFolder = isFolder});
    }
    for (const ZipEntry& entry : state->entries)
        if (!entry.isFolder && parents.contains(foldedName(entry.name)))
            return fail(ErrorCode::ArchiveUnsafeName, entry.name, 0, {"twice"});

    state->file = std::move(file);
    state->name = std::move(name);
    state->records = std::move(*records);
    return ZipArchive(std::move(state));
}

}   // namespace cudnn_setup
