#pragma once
/// @file
/// The file operations that the product makes, and no others. Everything that changes a toolkit goes through here, so that a test can
/// let any single operation fail or end the program (tests/doubles/faulty_files.h).
#include "base/error.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

namespace cudnn_setup {

enum class FileKind { Regular, Folder, Other };   // Other: reparse point, device

struct FileInfo {
    FileKind kind;
    std::uint64_t size = 0;         ///< bytes; 0 for folders
    std::uint32_t attributes = 0;   ///< Windows attribute bits (read-only 1, hidden 2, system 4 …); POSIX: 1 when nobody may write
    std::string identity{};         ///< volume and file id: equal for two names of one file; "" when unknown
    std::int64_t modified = 0;      ///< 100 ns since 1601 (FILETIME)
};

/// Positional reads of one open file; any number of threads at once.
class InputFile {
public:
    virtual ~InputFile() = default;
    [[nodiscard]] virtual std::uint64_t size() const = 0;
    /// Fills @p buffer from @p offset. @return Bytes read, less than asked for only at the end.
    [[nodiscard]] virtual Result<std::size_t> readAt(std::uint64_t offset, std::span<std::byte> buffer) const = 0;
    [[nodiscard]] virtual FileInfo info() const = 0;   // of the open file, as it was when opened
};

/// A new file being written from start to end; one thread. The destructor closes it and keeps what was written.
class OutputFile {
public:
    virtual ~OutputFile() = default;
    [[nodiscard]] virtual Result<void> write(std::span<const std::byte> bytes) = 0;
    [[nodiscard]] virtual Result<void> flush() = 0;   // to the disk: FlushFileBuffers
};

/// Holds folders open without following reparse points and without sharing delete, so that nobody swaps them for a junction while we
/// work. Released by the destructor.
class FolderPin {
public:
    virtual ~FolderPin() = default;
};

enum class OpenFor {
    Reading,         ///< shares read only: nobody changes the file while it is open
    ReadingShared,   ///< shares read, write and delete: a look that disturbs nobody
};

/// What a file had besides its bytes, in the system's own form: SDDL text of owner and DACL on Windows, mode on POSIX.
struct FileSecurity {
    std::string text;
    friend bool operator==(const FileSecurity&, const FileSecurity&) = default;
};

/// All calls block; any thread. Errors: SystemCallFailed with path and system code, unless said otherwise.
class Files {
public:
    virtual ~Files() = default;
    /// @return std::nullopt when nothing has that name.
    [[nodiscard]] virtual Result<std::optional<FileInfo>> info(const std::filesystem::path& path) const = 0;
    /// Names of the entries, sorted; an empty list for a missing folder.
    [[nodiscard]] virtual Result<std::vector<std::string>> list(const std::filesystem::path& folder) const = 0;
    /// @return Also FileInUse when another program holds it in a way that forbids this.
    [[nodiscard]] virtual Result<std::unique_ptr<InputFile>> open(const std::filesystem::path& path, OpenFor purpose) const = 0;
    /// Nobody holds the file open or has it loaded: it can be opened for writing and deletion without sharing. @return false when in use.
    /// Where this process may not write (read-only attribute, no rights) a loaded DLL that nobody holds open goes unnoticed.
    [[nodiscard]] virtual Result<bool> isFree(const std::filesystem::path& path) const = 0;
    /// @p path must not exist. @p expectedSize reserves the space (0 = unknown). @return Also DiskFull.
    [[nodiscard]] virtual Result<std::unique_ptr<OutputFile>> create(const std::filesystem::path& path, std::uint64_t expectedSize) = 0;
    /// Appends and flushes through to the disk before it returns; creates the file. The journal's only way to write.
    [[nodiscard]] virtual Result<void> appendFlushed(const std::filesystem::path& path, std::span<const std::byte> bytes) = 0;
    /// Same volume; write-through; fails when @p to exists. Retries errors 5, 32 and 33 for up to two seconds (virus scanners). @return
    /// Also FileInUse.
    [[nodiscard]] virtual Result<void> rename(const std::filesystem::path& from, const std::filesystem::path& to) = 0;
    /// As rename(), but takes the place of an existing file at once (MOVEFILE_REPLACE_EXISTING).
    [[nodiscard]] virtual Result<void> replace(const std::filesystem::path& from, const std::filesystem::path& to) = 0;
    /// A file or an empty folder; a missing one is not an error; the read-only attribute does not protect.
    [[nodiscard]] virtual Result<void> remove(const std::filesystem::path& path) = 0;
    /// Missing parents too; an existing folder is not an error, a reparse point on the way is TargetIsReparsePoint.
    [[nodiscard]] virtual Result<void> createFolder(const std::filesystem::path& folder) = 0;
    /// As createFolder for one folder of ours that only administrators and SYSTEM may write (protected DACL), readable by users; an
    /// unelevated process adds its own user, or it could not work there. @return Also StateFolderUntrusted when somebody else made it
    /// before.
    [[nodiscard]] virtual Result<void> createProtectedFolder(const std::filesystem::path& folder) = 0;
    [[nodiscard]] virtual Result<void> setAttributes(const std::filesystem::path& path, std::uint32_t attributes) = 0;
    [[nodiscard]] virtual Result<FileSecurity> security(const std::filesystem::path& path) const = 0;
    [[nodiscard]] virtual Result<void> setSecurity(const std::filesystem::path& path, const FileSecurity& security) = 0;
    /// Gives @p path what a new file in @p folder would inherit; without it a rename keeps the DACL of staging and users cannot read the
    /// DLL.
    [[nodiscard]] virtual Result<void> inheritSecurity(const std::filesystem::path& path, const std::filesystem::path& folder) = 0;
    [[nodiscard]] virtual Result<std::unique_ptr<FolderPin>> pin(std::span<const std::filesystem::path> folders) = 0;
    /// Bytes that this user may still write on the volume of @p folder (or of its nearest existing parent).
    [[nodiscard]] virtual Result<std::uint64_t> freeSpace(const std::filesystem::path& folder) const = 0;
    /// A file can be created in @p folder and deleted again. @return false without an error for "access denied".
    [[nodiscard]] virtual Result<bool> isWritable(const std::filesystem::path& folder) = 0;
    /// Users that are not administrators may create or change files in @p folder, by its DACL.
    [[nodiscard]] virtual Result<bool> isWritableByUsers(const std::filesystem::path& folder) const = 0;
    /// @p folder is owned by SYSTEM or Administrators (below this user's LocalAppData: by this user too) and no part of its path is a
    /// reparse point. It must exist.
    [[nodiscard]] virtual Result<bool> isTrustedStateFolder(const std::filesystem::path& folder) const = 0;
};

/// The whole of a small file of ours. @return Error{SystemCallFailed} when missing or longer than @p limit bytes.
[[nodiscard]] Result<std::string> readText(const Files& files, const std::filesystem::path& path, std::uint64_t limit);
/// Writes beside @p path, flushes, then replaces it: readers see the old text or the new one.
[[nodiscard]] Result<void> writeTextAtomically(Files& files, const std::filesystem::path& path, std::string_view text);

}   // namespace cudnn_setup
