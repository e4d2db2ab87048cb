#include "platform/posix/files_posix.h"

#include "base/path_text.h"
#include "platform/posix/unique_descriptor.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>

namespace cudnn_setup {
namespace {

namespace fs = std::filesystem;

constexpr mode_t anyWrite = S_IWUSR | S_IWGRP | S_IWOTH;

std::unexpected<Error> failed(const fs::path& path, int why) {
    const bool full = why == ENOSPC || why == EDQUOT;
    return fail(full ? ErrorCode::DiskFull : ErrorCode::SystemCallFailed, toUtf8(path), static_cast<std::uint32_t>(why));
}

FileInfo infoFrom(const struct stat& status) {
    constexpr std::int64_t secondsFrom1601To1970 = 11'644'473'600;
    FileInfo info{.kind = S_ISREG(status.st_mode) ? FileKind::Regular : S_ISDIR(status.st_mode) ? FileKind::Folder : FileKind::Other};
    if (info.kind == FileKind::Regular) info.size = static_cast<std::uint64_t>(status.st_size);
    info.attributes = (status.st_mode & anyWrite) == 0 ? 1U : 0U;
    info.identity = std::to_string(status.st_dev) + ':' + std::to_string(status.st_ino);
    info.modified = (static_cast<std::int64_t>(status.st_mtim.tv_sec) + secondsFrom1601To1970) * 10'000'000 + status.st_mtim.tv_nsec / 100;
    return info;
}

Result<void> writeAll(int descriptor, std::span<const std::byte> bytes, const fs::path& path) {
    while (!bytes.empty()) {
        const auto written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0) {
            if (errno == EINTR) continue;
            return failed(path, errno);
        }
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

class InputFilePosix final : public InputFile {
public:
    InputFilePosix(UniqueDescriptor descriptor, fs::path path, FileInfo info)
        : m_descriptor(std::move(descriptor)), m_path(std::move(path)), m_info(std::move(info)) {}
    [[nodiscard]] std::uint64_t size() const override { return m_info.size; }
    [[nodiscard]] Result<std::size_t> readAt(std::uint64_t offset, std::span<std::byte> buffer) const override {
        std::size_t done = 0;
        while (done < buffer.size()) {
            const auto read = ::pread(m_descriptor.get(), buffer.data() + done, buffer.size() - done, static_cast<off_t>(offset + done));
            if (read < 0) {
                if (errno == EINTR) continue;
                return failed(m_path, errno);
            }
            if (read == 0) break;
            done += static_cast<std::size_t>(read);
        }
        return done;
    }
    [[nodiscard]] FileInfo info() const override { return m_info; }
    [[nodiscard]] int descriptor() const noexcept { return m_descriptor.get(); }

private:
    UniqueDescriptor m_descriptor;
    fs::path m_path;
    FileInfo m_info;
};

class OutputFilePosix final : public OutputFile {
public:
    OutputFilePosix(UniqueDescriptor descriptor, fs::path path, bool reserved)
        : m_descriptor(std::move(descriptor)), m_path(std::move(path)), m_reserved(reserved) {}
    OutputFilePosix(const OutputFilePosix&) = delete;
    OutputFilePosix& operator=(const OutputFilePosix&) = delete;
    ~OutputFilePosix() override {
        // Reserved space behind the end stays allocated until the file is cut to its length.
        if (m_reserved && ::ftruncate(m_descriptor.get(), m_written) != 0) m_reserved = false;
    }
    [[nodiscard]] Result<void> write(std::span<const std::byte> bytes) override {
        auto written = writeAll(m_descriptor.get(), bytes, m_path);
        if (written) m_written += static_cast<off_t>(bytes.size());
        return written;
    }
    [[nodiscard]] Result<void> flush() override {
        if (::fsync(m_descriptor.get()) != 0) return failed(m_path, errno);
        return {};
    }

private:
    UniqueDescriptor m_descriptor;
    fs::path m_path;
    bool m_reserved;
    off_t m_written = 0;
};

class FolderPinPosix final : public FolderPin {
public:
    explicit FolderPinPosix(std::vector<UniqueDescriptor> descriptors) : m_descriptors(std::move(descriptors)) {}

private:
    std::vector<UniqueDescriptor> m_descriptors;
};

/// The first symbolic link among @p path and the folders above it, or nothing.
std::optional<fs::path> linkOnTheWay(const fs::path& path) {
    fs::path sofar;
    for (const auto& part : fs::absolute(path).lexically_normal()) {
        sofar /= part;
        struct stat status{};
        if (::lstat(sofar.c_str(), &status) == 0 && S_ISLNK(status.st_mode)) return sofar;
    }
    return std::nullopt;
}

}   // namespace

FilesPosix::FilesPosix(std::shared_ptr<MachineFile> machine) : m_machine(std::move(machine)) {}

bool FilesPosix::isInUse(const fs::path& path) const {
    const auto machine = m_machine->read();
    if (!machine) return false;
    const auto list = (*machine)->find("in_use");
    if (list == (*machine)->end() || !list->is_array()) return false;
    const auto asked = m_machine->resolve(path);
    return std::ranges::any_of(*list,
                               [&](const nlohmann::json& use) { return m_machine->resolve(pathFromUtf8(use.value("file", ""))) == asked; });
}

Result<std::optional<FileInfo>> FilesPosix::info(const fs::path& path) const {
    struct stat status{};
    if (::lstat(path.c_str(), &status) == 0) return infoFrom(status);
    if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
    return failed(path, errno);
}

Result<std::vector<std::string>> FilesPosix::list(const fs::path& folder) const {
    std::vector<std::string> names;
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(::opendir(folder.c_str()), &::closedir);
    if (stream == nullptr) {
        if (errno == ENOENT) return names;
        return failed(folder, errno);
    }
    for (errno = 0; const dirent* entry = ::readdir(stream.get()); errno = 0) {   // NOLINT(concurrency-mt-unsafe): one stream a call
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") names.emplace_back(name);
    }
    if (errno != 0) return failed(folder, errno);
    std::ranges::sort(names);
    return names;
}

Result<std::unique_ptr<InputFile>> FilesPosix::open(const fs::path& path, OpenFor /*purpose*/) const {
    UniqueDescriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status{};
    if (!descriptor || ::fstat(descriptor.get(), &status) != 0) return failed(path, errno);
    if (!S_ISREG(status.st_mode)) return failed(path, S_ISDIR(status.st_mode) ? EISDIR : EINVAL);
    return std::make_unique<InputFilePosix>(std::move(descriptor), path, infoFrom(status));
}

Result<bool> FilesPosix::isFree(const fs::path& path) const {
    return !isInUse(path);
}

Result<std::unique_ptr<OutputFile>> FilesPosix::create(const fs::path& path, std::uint64_t expectedSize) {
    UniqueDescriptor descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!descriptor) return failed(path, errno);
    bool reserved = false;
    if (expectedSize > 0) {
        // ext4 takes all that is left before it notices that it is not enough, so the sizes are compared first.
        struct statvfs volume{};
        const bool fits =
            ::fstatvfs(descriptor.get(), &volume) != 0 || expectedSize <= static_cast<std::uint64_t>(volume.f_bavail) * volume.f_frsize;
        // fallocate, not posix_fallocate: where the file system cannot, the latter writes every block and the bytes are written twice.
        reserved = fits && ::fallocate(descriptor.get(), FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(expectedSize)) == 0;
        if (const int why = !fits ? ENOSPC : reserved ? 0 : errno; why == ENOSPC || why == EDQUOT) {
            ::unlink(path.c_str());
            return failed(path, why);
        }
    }
    return std::make_unique<OutputFilePosix>(std::move(descriptor), path, reserved);
}

Result<void> FilesPosix::appendFlushed(const fs::path& path, std::span<const std::byte> bytes) {
    const UniqueDescriptor descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (!descriptor) return failed(path, errno);
    if (auto written = writeAll(descriptor.get(), bytes, path); !written) return written;
    if (::fdatasync(descriptor.get()) != 0) return failed(path, errno);
    return {};
}

Result<void> FilesPosix::rename(const fs::path& from, const fs::path& to) {
    if (isInUse(from)) return fail(ErrorCode::FileInUse, toUtf8(from), EBUSY);
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return {};
    const int why = errno;
    if (why != EINVAL && why != ENOSYS) return failed(why == EEXIST ? to : from, why);
    // A file system without RENAME_NOREPLACE.
    struct stat status{};
    if (::lstat(to.c_str(), &status) == 0) return failed(to, EEXIST);
    if (::rename(from.c_str(), to.c_str()) != 0) return failed(from, errno);
    return {};
}

Result<void> FilesPosix::replace(const fs::path& from, const fs::path& to) {
    for (const auto& path : {from, to}) {
        if (isInUse(path)) return fail(ErrorCode::FileInUse, toUtf8(path), EBUSY);
    }
    if (::rename(from.c_str(), to.c_str()) != 0) return failed(from, errno);
    return {};
}

Result<void> FilesPosix::remove(const fs::path& path) {
    if (isInUse(path)) return fail(ErrorCode::FileInUse, toUtf8(path), EBUSY);
    if (::remove(path.c_str()) == 0 || errno == ENOENT || errno == ENOTDIR) return {};
    return failed(path, errno);
}

Result<void> FilesPosix::createFolder(const fs::path& folder) {
    if (const auto link = linkOnTheWay(folder)) return fail(ErrorCode::TargetIsReparsePoint, toUtf8(*link));
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return failed(folder, error.value());
    return {};
}

Result<void> FilesPosix::createProtectedFolder(const fs::path& folder) {
    if (auto created = createFolder(folder); !created) return created;
    const auto trusted = isTrustedStateFolder(folder);
    if (!trusted) return std::unexpected(trusted.error());
    if (!*trusted) return fail(ErrorCode::StateFolderUntrusted, toUtf8(folder));
    if (::chmod(folder.c_str(), 0755) != 0) return failed(folder, errno);
    return {};
}

Result<void> FilesPosix::setAttributes(const fs::path& path, std::uint32_t attributes) {
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) return failed(path, errno);
    mode_t mode = status.st_mode & 07777U;
    if ((attributes & 1U) != 0) mode &= ~anyWrite;
    else if ((mode & anyWrite) == 0) mode |= S_IWUSR;
    if (::chmod(path.c_str(), mode) != 0) return failed(path, errno);
    return {};
}

Result<FileSecurity> FilesPosix::security(const fs::path& path) const {
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) return failed(path, errno);
    char text[16];
    const int length = std::snprintf(text, sizeof text, "%04o", status.st_mode & 07777U);
    return FileSecurity{std::string(text, static_cast<std::size_t>(length))};
}

Result<void> FilesPosix::setSecurity(const fs::path& path, const FileSecurity& security) {
    mode_t mode = 0;
    const auto* const end = security.text.data() + security.text.size();
    const auto parsed = std::from_chars(security.text.data(), end, mode, 8);
    if (parsed.ec != std::errc{} || parsed.ptr != end || mode > 07777U) return failed(path, EINVAL);
    if (::chmod(path.c_str(), mode) != 0) return failed(path, errno);
    return {};
}

Result<void> FilesPosix::inheritSecurity(const fs::path& path, const fs::path& folder) {
    struct stat status{};
    if (::stat(folder.c_str(), &status) != 0) return failed(folder, errno);
    if (::chmod(path.c_str(), 0644) != 0) return failed(path, errno);
    return {};
}

Result<std::unique_ptr<FolderPin>> FilesPosix::pin(std::span<const fs::path> folders) {
    std::vector<UniqueDescriptor> descriptors;
    for (const auto& folder : folders) {
        if (const auto link = linkOnTheWay(folder)) return fail(ErrorCode::TargetIsReparsePoint, toUtf8(*link));
        UniqueDescriptor descriptor(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!descriptor) return failed(folder, errno);
        descriptors.push_back(std::move(descriptor));
    }
    return std::make_unique<FolderPinPosix>(std::move(descriptors));
}

Result<std::uint64_t> FilesPosix::freeSpace(const fs::path& folder) const {
    const auto machine = m_machine->read();
    if (!machine) return std::unexpected(machine.error());
    if (const auto given = (*machine)->find("free_space"); given != (*machine)->end()) return given->get<std::uint64_t>();
    struct statvfs status{};
    for (fs::path at = fs::absolute(folder); ::statvfs(at.c_str(), &status) != 0; at = at.parent_path()) {
        if ((errno != ENOENT && errno != ENOTDIR) || at == at.parent_path()) return failed(folder, errno);
    }
    return static_cast<std::uint64_t>(status.f_bavail) * status.f_frsize;
}

Result<bool> FilesPosix::isWritable(const fs::path& folder) {
    if (m_machine->isListed("unwritable", folder)) return false;
    std::string name = (folder / ".cudnn-setup-XXXXXX").string();
    const UniqueDescriptor probe(::mkostemp(name.data(), O_CLOEXEC));
    if (probe) {
        ::unlink(name.c_str());
        return true;
    }
    if (errno == EACCES || errno == EPERM || errno == EROFS) return false;
    return failed(folder, errno);
}

Result<bool> FilesPosix::isWritableByUsers(const fs::path& folder) const {
    if (m_machine->isListed("writable_by_users", folder)) return true;
    struct stat status{};
    if (::stat(folder.c_str(), &status) != 0) return failed(folder, errno);
    return (status.st_mode & S_IWOTH) != 0;
}

Result<bool> FilesPosix::isTrustedStateFolder(const fs::path& folder) const {
    struct stat status{};
    if (::lstat(folder.c_str(), &status) != 0) return failed(folder, errno);
    if (linkOnTheWay(folder) || m_machine->isListed("untrusted", folder)) return false;
    return status.st_uid == 0 || status.st_uid == ::geteuid();
}

int descriptorOf(const InputFile& file) noexcept {
    const auto* const ours = dynamic_cast<const InputFilePosix*>(&file);
    return ours != nullptr ? ours->descriptor() : -1;
}

}   // namespace cudnn_setup
