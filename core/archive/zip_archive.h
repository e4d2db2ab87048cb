#pragma once
/// @file
/// The directory of a zip file as input: names, limits and methods are checked here, before a byte is unpacked.
#include "base/sha256.h"
#include "platform/files.h"

namespace cudnn_setup {

struct ZipEntry {
    std::uint64_t index;      ///< in the central directory, 0-based
    std::string name;         ///< UTF-8, forward slashes, safe: relative, no "..", no drive, no stream, no device name
    std::uint64_t size = 0;   ///< unpacked bytes, as the directory claims; the reader stops there
    std::uint64_t packedSize = 0;
    std::uint32_t crc32 = 0;
    bool isFolder = false;
};

struct ZipLimits {
    std::uint64_t entries = 4096;                            ///< NVIDIA's archives hold about 40
    std::uint64_t totalBytes = 16ULL * 1024 * 1024 * 1024;   ///< unpacked; the largest known set is about 3 GB
    std::uint64_t ratio = 200;   ///< unpacked : packed of one entry above 1 MiB; NVIDIA's have 1.5, deflate's best is 1032
};

/// One open archive. Opened once, sharing read only, so that what is judged is what is unpacked. Constant after open(): any thread may
/// read, each by positional reads of file().
class ZipArchive {
public:
    /// @param file  Taken over. @param name For messages: the file's name.
    /// Every name is safe to append to a folder, no two entries are one file on Windows, and no two share bytes.
    /// @return Error{ArchiveDamaged | ArchiveUnsafeName | ArchiveEncrypted | ArchiveMethodUnsupported | ArchiveTooLarge | ArchiveUnreadable},
    ///         subject = the entry, or @p name;
    ///         the argument of ArchiveDamaged is a word for the log: empty, cut-off, no-directory, directory, local-header, overlap, …
    [[nodiscard]] static Result<ZipArchive> open(std::unique_ptr<InputFile> file, std::string name, const ZipLimits& limits = {});
    ~ZipArchive();
    ZipArchive(ZipArchive&&) noexcept;
    ZipArchive& operator=(ZipArchive&&) noexcept;
    [[nodiscard]] const std::vector<ZipEntry>& entries() const noexcept;
    [[nodiscard]] const InputFile& file() const noexcept;
    [[nodiscard]] const std::string& name() const noexcept;
    /// Offset of the packed bytes of @p entry in file(); its local header was compared with the directory by open().
    [[nodiscard]] std::uint64_t dataOffset(const ZipEntry& entry) const;
    [[nodiscard]] bool isDeflated(const ZipEntry& entry) const;   // else stored

private:
    struct State;
    explicit ZipArchive(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}   // namespace cudnn_setup
