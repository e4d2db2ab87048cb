#pragma once
/// @file
/// Files with one fault: the chosen changing operation fails, or the process ends there as if it had been killed. A test runs once to
/// count the operations and then once for each of them, so that no instant of a transaction stays untried.
#include "platform/files.h"

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace cudnn_setup {

enum class FaultEffect {
    Fail,             ///< the operation changes nothing and returns `error`
    FailAfterwards,   ///< the operation is done and returns `error` all the same: a lost answer
    Die,              ///< the process is killed before the operation: SIGKILL, on Windows TerminateProcess with 137
    DieHalfway,       ///< a write or an append puts half of its bytes on the disk, then the process ends; others as Die
};

struct Fault {
    std::size_t operation;   ///< 0-based, counted since construction or restart()
    FaultEffect effect = FaultEffect::Fail;
    Error error{.code = ErrorCode::SystemCallFailed, .subject = "pretended fault", .systemCode = 5};
    bool persistent = false;   ///< Fail: every later operation fails too (a disk that has gone)
};

/// Counted, in this order of the interface: create, each write() and flush() of an output file, appendFlushed, rename, replace, remove,
/// createFolder, createProtectedFolder, setAttributes, setSecurity, inheritSecurity. Reading and isWritable() are not. Any thread.
class FaultyFiles final : public Files {
public:
    /// @param inner  Borrowed; must outlive this and its output files.
    explicit FaultyFiles(Files& inner);
    /// Takes @p inner over.
    explicit FaultyFiles(std::unique_ptr<Files> inner);

    void setFault(Fault fault);
    void heal();                                    ///< no fault any more; the counter goes on
    void restart();                                 ///< counts from 0 again, log emptied
    [[nodiscard]] std::size_t operations() const;   ///< so far, failed ones included
    /// "rename staging/0 -> bin/x.dll" … one line an operation, for the message of a failing test.
    [[nodiscard]] std::vector<std::string> log() const;

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
    friend class FaultyOutput;
    /// Counts one operation. @return What befalls it, or nothing.
    [[nodiscard]] std::optional<Fault> next(std::string line);
    [[nodiscard]] Result<void> guarded(std::string line, const std::function<Result<void>()>& operation);

    std::unique_ptr<Files> m_owned;
    Files& m_inner;
    mutable std::mutex m_mutex;
    std::size_t m_operations = 0;
    std::optional<Fault> m_fault;
    std::vector<std::string> m_log;
};

}   // namespace cudnn_setup
