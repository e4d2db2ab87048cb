#include "platform/windows/files_windows.h"

#include "platform/windows/access_list.h"
#include "platform/windows/full_path.h"
#include "platform/windows/token.h"
#include "platform/windows/wide_text.h"
#include "platform/windows/wine.h"

#include <knownfolders.h>
#include <objbase.h>
#include <sddl.h>
#include <shlobj.h>

#include <algorithm>
#include <atomic>
#include <cstdio>

namespace cudnn_setup::win {
namespace {

namespace fs = std::filesystem;

constexpr DWORD shareAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
constexpr DWORD largestTransfer = 64U * 1024U * 1024U;   // one call takes 32-bit sizes; networks dislike the largest

bool isMissing(DWORD why) {
    return why == ERROR_FILE_NOT_FOUND || why == ERROR_PATH_NOT_FOUND;
}

std::int64_t ticks(const FILETIME& time) {
    return static_cast<std::int64_t>((static_cast<std::uint64_t>(time.dwHighDateTime) << 32U) | time.dwLowDateTime);
}

FileKind kindOf(DWORD attributes, DWORD reparseTag) {
    if (isElsewhere(attributes, reparseTag) || (attributes & FILE_ATTRIBUTE_DEVICE) != 0) return FileKind::Other;
    return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? FileKind::Folder : FileKind::Regular;
}

std::string hex(const std::uint8_t* bytes, std::size_t count) {
    std::string text;
    for (std::size_t index = 0; index < count; ++index) {
        char digits[3];
        std::snprintf(digits, sizeof digits, "%02x", bytes[index]);
        text += digits;
    }
    return text;
}

Result<FileInfo> infoOf(HANDLE file, const fs::path& path) {
    BY_HANDLE_FILE_INFORMATION facts{};
    if (::GetFileInformationByHandle(file, &facts) == 0) {
        const DWORD why = ::GetLastError();
        return failed(path, why);
    }
    FILE_ATTRIBUTE_TAG_INFO tag{};
    if ((facts.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0)
        ::GetFileInformationByHandleEx(file, FileAttributeTagInfo, &tag, sizeof tag);
    FileInfo info{.kind = kindOf(facts.dwFileAttributes, tag.ReparseTag),
                  .attributes = facts.dwFileAttributes,
                  .modified = ticks(facts.ftLastWriteTime)};
    if (info.kind != FileKind::Folder) info.size = (static_cast<std::uint64_t>(facts.nFileSizeHigh) << 32U) | facts.nFileSizeLow;
    // ReFS has 128-bit file ids; the old 64-bit ones are not unique there.
    FILE_ID_INFO id{};
    if (::GetFileInformationByHandleEx(file, FileIdInfo, &id, sizeof id) != 0) {
        info.identity = hex(reinterpret_cast<const std::uint8_t*>(&id.VolumeSerialNumber), sizeof id.VolumeSerialNumber) + ':' +
                        hex(id.FileId.Identifier, sizeof id.FileId.Identifier);
    } else {
        info.identity = std::to_string(facts.dwVolumeSerialNumber) + ':' + std::to_string(facts.nFileIndexHigh) + '.' +
                        std::to_string(facts.nFileIndexLow);
    }
    return info;
}

Result<void> writeAll(HANDLE file, std::span<const std::byte> bytes, const fs::path& path) {
    while (!bytes.empty()) {
        DWORD written = 0;
        const auto piece = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), largestTransfer));
        if (::WriteFile(file, bytes.data(), piece, &written, nullptr) == 0) {
            const DWORD why = ::GetLastError();
            return failed(path, why);
        }
        bytes = bytes.subspan(written);
    }
    return {};
}

class InputFileWindows final : public InputFile {
public:
    InputFileWindows(UniqueFile file, fs::path path, FileInfo info)
        : m_file(std::move(file)), m_path(std::move(path)), m_info(std::move(info)) {}
    [[nodiscard]] std::uint64_t size() const override { return m_info.size; }
    [[nodiscard]] Result<std::size_t> readAt(std::uint64_t offset, std::span<std::byte> buffer) const override {
        std::size_t done = 0;
        while (done < buffer.size()) {
            // With an offset in OVERLAPPED a synchronous handle reads there whatever its own position: any number of threads.
            OVERLAPPED where{};
            where.Offset = static_cast<DWORD>((offset + done) & 0xFFFFFFFFU);
            where.OffsetHigh = static_cast<DWORD>((offset + done) >> 32U);
            DWORD read = 0;
            const auto piece = static_cast<DWORD>(std::min<std::size_t>(buffer.size() - done, largestTransfer));
            if (::ReadFile(m_file.get(), buffer.data() + done, piece, &read, &where) == 0) {
                const DWORD why = ::GetLastError();
                if (why == ERROR_HANDLE_EOF) break;
                return failed(m_path, why);
            }
            if (read == 0) break;
            done += read;
        }
        return done;
    }
    [[nodiscard]] FileInfo info() const override { return m_info; }
    [[nodiscard]] HANDLE handle() const noexcept { return m_file.get(); }

private:
    UniqueFile m_file;
    fs::path m_path;
    FileInfo m_info;
};

class OutputFileWindows final : public OutputFile {
public:
    OutputFileWindows(UniqueFile file, fs::path path) : m_file(std::move(file)), m_path(std::move(path)) {}
    [[nodiscard]] Result<void> write(std::span<const std::byte> bytes) override { return writeAll(m_file.get(), bytes, m_path); }
    [[nodiscard]] Result<void> flush() override {
        if (::FlushFileBuffers(m_file.get()) != 0) return {};
        const DWORD why = ::GetLastError();
        return failed(m_path, why);
    }

private:
    UniqueFile m_file;   // closing frees what was reserved behind the end
    fs::path m_path;
};

class FolderPinWindows final : public FolderPin {
public:
    explicit FolderPinWindows(std::vector<UniqueFile> folders) : m_folders(std::move(folders)) {}

private:
    std::vector<UniqueFile> m_folders;
};

/// Virus scanners and indexers open new files for a moment, and the call fails with one of these.
bool mayPass(DWORD why) {
    return why == ERROR_ACCESS_DENIED || why == ERROR_SHARING_VIOLATION || why == ERROR_LOCK_VIOLATION;
}

/// @param call  Gives 0 or the system's error. @return The last one, after two seconds at most.
template <class Call>
DWORD patiently(Call call) {
    constexpr ULONGLONG patience = 2000;   // milliseconds
    constexpr DWORD pause = 50;
    const ULONGLONG began = ::GetTickCount64();
    for (;;) {
        const DWORD why = call();
        if (!mayPass(why) || ::GetTickCount64() - began >= patience) return why;
        ::Sleep(pause);
    }
}

DWORD outcome(BOOL done) {
    return done != 0 ? ERROR_SUCCESS : ::GetLastError();
}

Result<void> move(const Files& files, const fs::path& from, const fs::path& to, DWORD flags) {
    const auto source = extendedPath(from);
    const auto target = extendedPath(to);
    const DWORD why = patiently([&] { return outcome(::MoveFileExW(source.c_str(), target.c_str(), flags | MOVEFILE_WRITE_THROUGH)); });
    if (why == ERROR_SUCCESS) return {};
    if (why == ERROR_ACCESS_DENIED) {
        // A loaded DLL in the way is "access denied", not a sharing violation.
        for (const auto& path : {from, to}) {
            if (const auto free = files.isFree(path); free && !*free) return fail(ErrorCode::FileInUse, toUtf8(path.native()), why);
        }
    }
    return failed(why == ERROR_ALREADY_EXISTS || why == ERROR_FILE_EXISTS ? to : from, why);
}

bool isBelow(const fs::path& path, const fs::path& folder) {
    const auto inner = fullPath(path).native();
    const auto outer = fullPath(folder).native();
    return inner.size() > outer.size() && inner[outer.size()] == L'\\' &&
           ::CompareStringOrdinal(inner.c_str(), static_cast<int>(outer.size()), outer.c_str(), static_cast<int>(outer.size()), TRUE) ==
               CSTR_EQUAL;
}

bool isInOwnAppData(const fs::path& folder) {
    wchar_t* text = nullptr;
    const HRESULT found = ::SHGetKnownFolderPath(FOLDERID_LocalAppData, 0, nullptr, &text);
    const bool below = SUCCEEDED(found) && isBelow(folder, text);
    ::CoTaskMemFree(text);
    return below;
}

}   // namespace

Result<std::optional<FileInfo>> FilesWindows::info(const fs::path& path) const {
    const auto name = extendedPath(path);
    const UniqueFile file(::CreateFileW(name.c_str(), FILE_READ_ATTRIBUTES, shareAll, nullptr, OPEN_EXISTING,
                                        FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, nullptr));
    if (file) {
        auto info = infoOf(file.get(), path);
        if (!info) return std::unexpected(info.error());
        return std::optional(std::move(*info));
    }
    const DWORD why = ::GetLastError();
    if (isMissing(why)) return std::nullopt;
    // What may not be opened can still be listed by its folder.
    WIN32_FIND_DATAW entry{};
    const UniqueFind found(::FindFirstFileW(name.c_str(), &entry));
    if (!found) return failed(path, why);
    FileInfo info{.kind =
                      kindOf(entry.dwFileAttributes, (entry.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 ? entry.dwReserved0 : 0),
                  .attributes = entry.dwFileAttributes,
                  .modified = ticks(entry.ftLastWriteTime)};
    if (info.kind != FileKind::Folder) info.size = (static_cast<std::uint64_t>(entry.nFileSizeHigh) << 32U) | entry.nFileSizeLow;
    return std::optional(std::move(info));
}

Result<std::vector<std::string>> FilesWindows::list(const fs::path& folder) const {
    std::vector<std::string> names;
    WIN32_FIND_DATAW entry{};
    const UniqueFind found(::FindFirstFileExW((extendedPath(folder) + LR"(\*)").c_str(), FindExInfoBasic, &entry, FindExSearchNameMatch,
                                              nullptr, FIND_FIRST_EX_LARGE_FETCH));
    if (!found) {
        const DWORD why = ::GetLastError();
        if (isMissing(why)) return names;
        return failed(folder, why);
    }
    do {
        const std::wstring_view name = entry.cFileName;
        if (name != L"." && name != L"..") names.push_back(toUtf8(name));
    } while (::FindNextFileW(found.get(), &entry) != 0);
    if (const DWORD why = ::GetLastError(); why != ERROR_NO_MORE_FILES) return failed(folder, why);
    std::ranges::sort(names);
    return names;
}

Result<std::unique_ptr<InputFile>> FilesWindows::open(const fs::path& path, OpenFor purpose) const {
    UniqueFile file(::CreateFileW(extendedPath(path).c_str(), GENERIC_READ, purpose == OpenFor::Reading ? FILE_SHARE_READ : shareAll,
                                  nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
    if (!file) {
        const DWORD why = ::GetLastError();
        return failed(path, why);
    }
    return inputFileFrom(std::move(file), path);
}

Result<bool> FilesWindows::isFree(const fs::path& path) const {
    const auto name = extendedPath(path);
    const auto tryWith = [&](DWORD access) {
        const UniqueFile file(::CreateFileW(name.c_str(), access, 0, nullptr, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, nullptr));
        return file ? ERROR_SUCCESS : ::GetLastError();
    };
    // Opening for writing also fails for a DLL that is loaded although nobody has a handle to it.
    DWORD why = tryWith(GENERIC_READ | GENERIC_WRITE | DELETE);
    // Read-only, or no right to write: other handles still show; a loaded DLL without one does not.
    if (why == ERROR_ACCESS_DENIED) why = tryWith(GENERIC_READ);
    if (why == ERROR_SUCCESS || isMissing(why)) return true;
    if (why == ERROR_SHARING_VIOLATION || why == ERROR_LOCK_VIOLATION || why == ERROR_USER_MAPPED_FILE) return false;
    return failed(path, why);
}

Result<std::unique_ptr<OutputFile>> FilesWindows::create(const fs::path& path, std::uint64_t expectedSize) {
    const auto name = extendedPath(path);
    UniqueFile file(
        ::CreateFileW(name.c_str(), GENERIC_WRITE | DELETE, FILE_SHARE_READ, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr));
    if (!file) {
        const DWORD why = ::GetLastError();
        return failed(path, why);
    }
    if (expectedSize > 0) {
        FILE_ALLOCATION_INFO wanted{};
        wanted.AllocationSize.QuadPart = static_cast<LONGLONG>(expectedSize);
        // Reserves clusters without writing them. A file system that cannot (Wine's among them) is no reason to stop; a full disk is.
        if (::SetFileInformationByHandle(file.get(), FileAllocationInfo, &wanted, sizeof wanted) == 0) {
            const DWORD why = ::GetLastError();
            if (isDiskFull(why)) {
                file = {};
                ::DeleteFileW(name.c_str());
                return failed(path, why);
            }
        }
    }
    return std::make_unique<OutputFileWindows>(std::move(file), path);
}

Result<void> FilesWindows::appendFlushed(const fs::path& path, std::span<const std::byte> bytes) {
    const UniqueFile file(::CreateFileW(extendedPath(path).c_str(), FILE_APPEND_DATA | SYNCHRONIZE, FILE_SHARE_READ, nullptr, OPEN_ALWAYS,
                                        FILE_ATTRIBUTE_NORMAL | FILE_FLAG_WRITE_THROUGH, nullptr));
    if (!file) {
        const DWORD why = ::GetLastError();
        return failed(path, why);
    }
    if (auto written = writeAll(file.get(), bytes, path); !written) return written;
    // Write-through is for the bytes; the new length and a new name in its folder need the flush.
    if (::FlushFileBuffers(file.get()) == 0) {
        const DWORD why = ::GetLastError();
        return failed(path, why);
    }
    return {};
}

Result<void> FilesWindows::rename(const fs::path& from, const fs::path& to) {
    return move(*this, from, to, 0);
}

Result<void> FilesWindows::replace(const fs::path& from, const fs::path& to) {
    return move(*this, from, to, MOVEFILE_REPLACE_EXISTING);
}

Result<void> FilesWindows::remove(const fs::path& path) {
    const auto name = extendedPath(path);
    const DWORD attributes = ::GetFileAttributesW(name.c_str());
    if (attributes == INVALID_FILE_ATTRIBUTES) {
        const DWORD why = ::GetLastError();
        if (isMissing(why)) return {};
        return failed(path, why);
    }
    const bool isFolder = (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    const bool isReadOnly = (attributes & FILE_ATTRIBUTE_READONLY) != 0;
    if (isReadOnly) ::SetFileAttributesW(name.c_str(), attributes & ~static_cast<DWORD>(FILE_ATTRIBUTE_READONLY));
    const DWORD why = patiently([&] { return outcome(isFolder ? ::RemoveDirectoryW(name.c_str()) : ::DeleteFileW(name.c_str())); });
    if (why == ERROR_SUCCESS || isMissing(why)) return {};
    const auto free = isFolder ? Result<bool>(true) : isFree(path);
    if (isReadOnly) ::SetFileAttributesW(name.c_str(), attributes);
    if (why == ERROR_ACCESS_DENIED && free && !*free) return fail(ErrorCode::FileInUse, toUtf8(path.native()), why);
    return failed(path, why);
}

Result<void> FilesWindows::createFolder(const fs::path& folder) {
    if (const auto link = linkOnTheWay(folder)) return fail(ErrorCode::TargetIsReparsePoint, toUtf8(link->native()));
    for (const auto& sofar : foldersOnTheWay(folder)) {
        if (::CreateDirectoryW(extendedPath(sofar).c_str(), nullptr) != 0) continue;
        const DWORD why = ::GetLastError();
        const DWORD attributes = ::GetFileAttributesW(extendedPath(sofar).c_str());
        // Folders that we may not create are there already, mostly: C:\Program Files answers "access denied" to a user.
        if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0) continue;
        return failed(sofar, why);
    }
    // Somebody may have put a link there meanwhile.
    if (const auto link = linkOnTheWay(folder)) return fail(ErrorCode::TargetIsReparsePoint, toUtf8(link->native()));
    return {};
}

Result<void> FilesWindows::createProtectedFolder(const fs::path& folder) {
    const auto full = fullPath(folder);
    if (auto parents = createFolder(full.parent_path()); !parents) return parents;
    PSECURITY_DESCRIPTOR descriptor = nullptr;
    const auto sddl = protectedFolderSddl();
    if (::ConvertStringSecurityDescriptorToSecurityDescriptorW(sddl.c_str(), SDDL_REVISION_1, &descriptor, nullptr) == 0) {
        const DWORD why = ::GetLastError();
        return failed(folder, why);
    }
    const UniqueLocal owner(descriptor);
    SECURITY_ATTRIBUTES attributes{.nLength = sizeof(SECURITY_ATTRIBUTES), .lpSecurityDescriptor = descriptor, .bInheritHandle = FALSE};
    if (::CreateDirectoryW(extendedPath(full).c_str(), &attributes) != 0) return {};
    if (const DWORD why = ::GetLastError(); why != ERROR_ALREADY_EXISTS) return failed(folder, why);
    // It may have been made by somebody who wants us to trust what he put there.
    if (const auto link = linkOnTheWay(full)) return fail(ErrorCode::TargetIsReparsePoint, toUtf8(link->native()));
    const auto trusted = isOwnedByAdministrators(full, !ownAccount().elevated || wineVersion().has_value());
    if (!trusted) return std::unexpected(trusted.error());
    if (!*trusted) return fail(ErrorCode::StateFolderUntrusted, toUtf8(folder.native()));
    return applySecurity(full, FileSecurity{toUtf8(sddl)});
}

Result<void> FilesWindows::setAttributes(const fs::path& path, std::uint32_t attributes) {
    // The rest (folder, compressed, reparse point …) are facts, not settings.
    constexpr DWORD settable = FILE_ATTRIBUTE_READONLY | FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM | FILE_ATTRIBUTE_ARCHIVE |
                               FILE_ATTRIBUTE_NOT_CONTENT_INDEXED | FILE_ATTRIBUTE_OFFLINE | FILE_ATTRIBUTE_TEMPORARY;
    const DWORD wanted = attributes & settable;
    if (::SetFileAttributesW(extendedPath(path).c_str(), wanted == 0 ? FILE_ATTRIBUTE_NORMAL : wanted) != 0) return {};
    const DWORD why = ::GetLastError();
    return failed(path, why);
}

Result<FileSecurity> FilesWindows::security(const fs::path& path) const {
    return securityOf(path);
}

Result<void> FilesWindows::setSecurity(const fs::path& path, const FileSecurity& security) {
    return applySecurity(path, security);
}

Result<void> FilesWindows::inheritSecurity(const fs::path& path, const fs::path& folder) {
    return inheritFrom(folder, path);
}

Result<std::unique_ptr<FolderPin>> FilesWindows::pin(std::span<const fs::path> folders) {
    std::vector<UniqueFile> pinned;
    for (const auto& folder : folders) {
        UniqueFile file(::CreateFileW(extendedPath(folder).c_str(), FILE_LIST_DIRECTORY | FILE_READ_ATTRIBUTES,
                                      FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr, OPEN_EXISTING,
                                      FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, nullptr));
        if (!file) {
            const DWORD why = ::GetLastError();
            return failed(folder, why);
        }
        // Now that it is open neither it nor a folder above it can be renamed, so what is seen here stays true.
        if (const auto link = linkOnTheWay(folder)) return fail(ErrorCode::TargetIsReparsePoint, toUtf8(link->native()));
        const auto info = infoOf(file.get(), folder);
        if (!info) return std::unexpected(info.error());
        if (info->kind != FileKind::Folder) return failed(folder, ERROR_DIRECTORY);
        pinned.push_back(std::move(file));
    }
    return std::make_unique<FolderPinWindows>(std::move(pinned));
}

Result<std::uint64_t> FilesWindows::freeSpace(const fs::path& folder) const {
    fs::path at = fullPath(folder);
    for (;;) {
        ULARGE_INTEGER available{};
        if (::GetDiskFreeSpaceExW((extendedPath(at) + L'\\').c_str(), &available, nullptr, nullptr) != 0) return available.QuadPart;
        const DWORD why = ::GetLastError();
        if (!isMissing(why) || at == at.parent_path()) return failed(folder, why);
        at = at.parent_path();
    }
}

Result<bool> FilesWindows::isWritable(const fs::path& folder) {
    static std::atomic<unsigned> count{0};
    const auto name =
        fullPath(folder) / (L".cudnn-setup-" + std::to_wstring(::GetCurrentProcessId()) + L'-' + std::to_wstring(++count) + L".tmp");
    const UniqueFile file(::CreateFileW(extendedPath(name).c_str(), GENERIC_WRITE | DELETE, 0, nullptr, CREATE_NEW,
                                        FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr));
    if (file) return true;
    const DWORD why = ::GetLastError();
    if (why == ERROR_ACCESS_DENIED || why == ERROR_WRITE_PROTECT) return false;
    // Controlled Folder Access answers "file not found" in a folder that is there (reported by several projects).
    if (why == ERROR_FILE_NOT_FOUND && ::GetFileAttributesW(extendedPath(folder).c_str()) != INVALID_FILE_ATTRIBUTES) return false;
    return failed(folder, why);
}

Result<bool> FilesWindows::isWritableByUsers(const fs::path& folder) const {
    return othersMayWrite(folder);
}

Result<bool> FilesWindows::isTrustedStateFolder(const fs::path& folder) const {
    const auto owned = isOwnedByAdministrators(folder, wineVersion().has_value() || isInOwnAppData(folder));
    if (!owned) return std::unexpected(owned.error());
    return *owned && !linkOnTheWay(folder);
}

Result<std::unique_ptr<InputFile>> inputFileFrom(UniqueFile handle, const fs::path& name) {
    auto info = infoOf(handle.get(), name);
    if (!info) return std::unexpected(info.error());
    return std::make_unique<InputFileWindows>(std::move(handle), name, std::move(*info));
}

HANDLE handleOf(const InputFile& file) noexcept {
    const auto* const ours = dynamic_cast<const InputFileWindows*>(&file);
    return ours != nullptr ? ours->handle() : nullptr;
}

}   // namespace cudnn_setup::win
