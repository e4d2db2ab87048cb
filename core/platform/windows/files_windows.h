#pragma once
/// @file
/// Files over Win32. Paths of any length; nothing here follows a junction where the header of the seam says so.
#include "platform/files.h"
#include "platform/windows/unique_handle.h"

namespace cudnn_setup::win {

class FilesWindows final : public Files {
public:
    [[nodiscard]] Result<std::optional<FileInfo>> info(const std::filesystem::path& path) const override;
    [[nodiscard]] Result<std::vector<std::string>> list(const std::filesystem::path& folder) const override;
    [[nodiscard]] Result<std::unique_ptr<InputFile>> open(const std::filesystem::path& path, OpenFor purpose) const override;
    [[nodiscard]] Result<bool> isFree(const std::filesystem::path& path) const override;
    [[nodiscard]] Result<std::unique_ptr<OutputFile>> create(const std::filesystem::path& path, std::uint64_t expectedSize) override;
    [[nodiscard]] Result<void> appendFlushed(const std::filesystem::path& path, std::span<const std::byte> bytes) override;
    [[nodiscard]] Result<void> rename(const std::filesystem::path& from, const std::filesystem::path& to) override;
    [[nodiscard]] Result<void> replace(const std::filesystem::path& from, const std::filesystem::path& to) override;
    [[nodiscard]] Result<void> remove(const std::filesystem::path& path) override;
    [[nodiscard]] Result<void> createFolder(const std::filesystem::path& folder) override;
    [[nodiscard]] Result<void> createProtectedFolder(const std::filesystem::path& folder) override;
    [[nodiscard]] Result<void> setAttributes(const std::filesystem::path& path, std::uint32_t attributes) override;
    [[nodiscard]] Result<FileSecurity> security(const std::filesystem::path& path) const override;
    [[nodiscard]] Result<void> setSecurity(const std::filesystem::path& path, const FileSecurity& security) override;
    [[nodiscard]] Result<void> inheritSecurity(const std::filesystem::path& path, const std::filesystem::path& folder) override;
    [[nodiscard]] Result<std::unique_ptr<FolderPin>> pin(std::span<const std::filesystem::path> folders) override;
    [[nodiscard]] Result<std::uint64_t> freeSpace(const std::filesystem::path& folder) const override;
    [[nodiscard]] Result<bool> isWritable(const std::filesystem::path& folder) override;
    [[nodiscard]] Result<bool> isWritableByUsers(const std::filesystem::path& folder) const override;
    [[nodiscard]] Result<bool> isTrustedStateFolder(const std::filesystem::path& folder) const override;
};

/// An input file over a handle that somebody else opened for reading (the archive, duplicated into the elevated worker). Taken over.
/// @param name  For messages.
[[nodiscard]] Result<std::unique_ptr<InputFile>> inputFileFrom(UniqueFile handle, const std::filesystem::path& name);
/// The handle below a file of FilesWindows, to duplicate it; borrowed, valid as long as @p file. nullptr for files of another make.
[[nodiscard]] HANDLE handleOf(const InputFile& file) noexcept;

}   // namespace cudnn_setup::win
