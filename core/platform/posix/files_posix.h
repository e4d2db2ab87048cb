#pragma once
/// @file
/// Real files over POSIX; who holds a file and what may be written can be pretended (machine_file.h).
#include "platform/files.h"
#include "platform/posix/machine_file.h"

namespace cudnn_setup {

/// Differences from Windows: security is the mode in octal, attributes know the read-only bit only, flushing folders is left out (a
/// rename is atomic against a kill, not against a power cut: this is no product).
class FilesPosix final : public Files {
public:
    explicit FilesPosix(std::shared_ptr<MachineFile> machine);
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

private:
    /// Listed in "in_use".
    [[nodiscard]] bool isInUse(const std::filesystem::path& path) const;
    std::shared_ptr<MachineFile> m_machine;
};

/// The descriptor below a file of FilesPosix; borrowed, valid as long as @p file. -1 for files of another make.
[[nodiscard]] int descriptorOf(const InputFile& file) noexcept;

}   // namespace cudnn_setup
