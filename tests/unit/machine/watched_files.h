#pragma once
/// @file
/// Real files, with what a test needs to pretend about them: folders that never answer, locks, rights; and a count of the bytes read.
#include "platform/files.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>

namespace cudnn_setup {

class WatchedFiles final : public Files {
public:
    explicit WatchedFiles(std::unique_ptr<Files> inner) : m_inner(std::move(inner)) {}
    ~WatchedFiles() override { wakeSilent(); }
    WatchedFiles(const WatchedFiles&) = delete;
    WatchedFiles& operator=(const WatchedFiles&) = delete;

    std::string silentPart;                      ///< info() of a path with this text hangs until wakeSilent()
    std::set<std::filesystem::path> inUse;       ///< files
    std::set<std::filesystem::path> exclusive;   ///< files that cannot be opened, taken after isFree() was asked
    std::set<std::filesystem::path> unwritable, writableByUsers, untrusted;   ///< folders
    mutable std::atomic<std::uint64_t> bytesRead = 0;

    /// Lets hanging calls return and waits until none is left inside.
    void wakeSilent() {
        std::unique_lock lock(m_mutex);
        m_awake = true;
        m_changed.notify_all();
        m_changed.wait(lock, [&] { return m_hanging == 0; });
    }

    [[nodiscard]] Result<std::optional<FileInfo>> info(const std::filesystem::path& path) const override {
        if (!silentPart.empty() && path.string().find(silentPart) != std::string::npos) {
            std::unique_lock lock(m_mutex);
            ++m_hanging;
            m_changed.wait(lock, [&] { return m_awake; });
            --m_hanging;
            m_changed.notify_all();
            return std::nullopt;
        }
        return m_inner->info(path);
    }
    [[nodiscard]] Result<std::vector<std::string>> list(const std::filesystem::path& folder) const override {
        return m_inner->list(folder);
    }
    [[nodiscard]] Result<std::unique_ptr<InputFile>> open(const std::filesystem::path& path, OpenFor purpose) const override {
        if (exclusive.contains(path)) return fail(ErrorCode::FileInUse, path.string(), 32);
        auto file = m_inner->open(path, purpose);
        if (!file) return file;
        return std::make_unique<CountingFile>(std::move(*file), bytesRead);
    }
    [[nodiscard]] Result<bool> isFree(const std::filesystem::path& path) const override { return !inUse.contains(path); }
    [[nodiscard]] Result<std::unique_ptr<OutputFile>> create(const std::filesystem::path& path, std::uint64_t expectedSize) override {
        return m_inner->create(path, expectedSize);
    }
    [[nodiscard]] Result<void> appendFlushed(const std::filesystem::path& path, std::span<const std::byte> bytes) override {
        return m_inner->appendFlushed(path, bytes);
    }
    [[nodiscard]] Result<void> rename(const std::filesystem::path& from, const std::filesystem::path& to) override {
        return m_inner->rename(from, to);
    }
    [[nodiscard]] Result<void> replace(const std::filesystem::path& from, const std::filesystem::path& to) override {
        return m_inner->replace(from, to);
    }
    [[nodiscard]] Result<void> remove(const std::filesystem::path& path) override { return m_inner->remove(path); }
    [[nodiscard]] Result<void> createFolder(const std::filesystem::path& folder) override { return m_inner->createFolder(folder); }
    [[nodiscard]] Result<void> createProtectedFolder(const std::filesystem::path& folder) override {
        return m_inner->createProtectedFolder(folder);
    }
    [[nodiscard]] Result<void> setAttributes(const std::filesystem::path& path, std::uint32_t attributes) override {
        return m_inner->setAttributes(path, attributes);
    }
    [[nodiscard]] Result<FileSecurity> security(const std::filesystem::path& path) const override { return m_inner->security(path); }
    [[nodiscard]] Result<void> setSecurity(const std::filesystem::path& path, const FileSecurity& security) override {
        return m_inner->setSecurity(path, security);
    }
    [[nodiscard]] Result<void> inheritSecurity(const std::filesystem::path& path, const std::filesystem::path& folder) override {
        return m_inner->inheritSecurity(path, folder);
    }
    [[nodiscard]] Result<std::unique_ptr<FolderPin>> pin(std::span<const std::filesystem::path> folders) override {
        return m_inner->pin(folders);
    }
    [[nodiscard]] Result<std::uint64_t> freeSpace(const std::filesystem::path& folder) const override { return m_inner->freeSpace(folder); }
    [[nodiscard]] Result<bool> isWritable(const std::filesystem::path& folder) override { return !unwritable.contains(folder); }
    [[nodiscard]] Result<bool> isWritableByUsers(const std::filesystem::path& folder) const override {
        return writableByUsers.contains(folder);
    }
    [[nodiscard]] Result<bool> isTrustedStateFolder(const std::filesystem::path& folder) const override {
        return !untrusted.contains(folder);
    }

private:
    class CountingFile final : public InputFile {
    public:
        CountingFile(std::unique_ptr<InputFile> inner, std::atomic<std::uint64_t>& bytes) : m_inner(std::move(inner)), m_bytes(bytes) {}
        [[nodiscard]] std::uint64_t size() const override { return m_inner->size(); }
        [[nodiscard]] Result<std::size_t> readAt(std::uint64_t offset, std::span<std::byte> buffer) const override {
            auto read = m_inner->readAt(offset, buffer);
            if (read) m_bytes += *read;
            return read;
        }
        [[nodiscard]] FileInfo info() const override { return m_inner->info(); }

    private:
        std::unique_ptr<InputFile> m_inner;
        std::atomic<std::uint64_t>& m_bytes;
    };

    std::unique_ptr<Files> m_inner;
    mutable std::mutex m_mutex;
    mutable std::condition_variable m_changed;
    mutable int m_hanging = 0;
    bool m_awake = false;
};

}   // namespace cudnn_setup
