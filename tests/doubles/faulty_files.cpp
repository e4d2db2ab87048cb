#include "doubles/faulty_files.h"

#include "base/path_text.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <csignal>
#include <unistd.h>
#endif

namespace cudnn_setup {
namespace {

namespace fs = std::filesystem;

/// No destructor, no flush of streams: what a kill leaves.
[[noreturn]] void die() {
#ifdef _WIN32
    ::TerminateProcess(::GetCurrentProcess(), 137);
    for (;;) ::Sleep(INFINITE);   // never reached: the call above does not return for the own process
#else
    ::kill(::getpid(), SIGKILL);
    for (;;) ::pause();
#endif
}

}   // namespace

class FaultyOutput final : public OutputFile {
public:
    FaultyOutput(FaultyFiles& files, std::unique_ptr<OutputFile> inner, std::string name)
        : m_files(files), m_inner(std::move(inner)), m_name(std::move(name)) {}
    [[nodiscard]] Result<void> write(std::span<const std::byte> bytes) override {
        const auto fault = m_files.next("write " + m_name);
        if (!fault) return m_inner->write(bytes);
        if (fault->effect == FaultEffect::DieHalfway) {
            if (m_inner->write(bytes.first(bytes.size() / 2))) die();
        }
        if (fault->effect == FaultEffect::Die) die();
        if (fault->effect == FaultEffect::FailAfterwards) {
            if (auto done = m_inner->write(bytes); !done) return done;
        }
        return std::unexpected(fault->error);
    }
    [[nodiscard]] Result<void> flush() override {
        return m_files.guarded("flush " + m_name, [this] { return m_inner->flush(); });
    }

private:
    FaultyFiles& m_files;
    std::unique_ptr<OutputFile> m_inner;
    std::string m_name;
};

FaultyFiles::FaultyFiles(Files& inner) : m_inner(inner) {}
FaultyFiles::FaultyFiles(std::unique_ptr<Files> inner) : m_owned(std::move(inner)), m_inner(*m_owned) {}

void FaultyFiles::setFault(Fault fault) {
    const std::lock_guard guard(m_mutex);
    m_fault = std::move(fault);
}

void FaultyFiles::heal() {
    const std::lock_guard guard(m_mutex);
    m_fault.reset();
}

void FaultyFiles::restart() {
    const std::lock_guard guard(m_mutex);
    m_operations = 0;
    m_log.clear();
}

std::size_t FaultyFiles::operations() const {
    const std::lock_guard guard(m_mutex);
    return m_operations;
}

std::vector<std::string> FaultyFiles::log() const {
    const std::lock_guard guard(m_mutex);
    return m_log;
}

std::optional<Fault> FaultyFiles::next(std::string line) {
    const std::lock_guard guard(m_mutex);
    const auto number = m_operations++;
    m_log.push_back(std::move(line));
    if (!m_fault) return std::nullopt;
    const bool hit = number == m_fault->operation || (m_fault->persistent && number > m_fault->operation);
    return hit ? m_fault : std::nullopt;
}

Result<void> FaultyFiles::guarded(std::string line, const std::function<Result<void>()>& operation) {
    const auto fault = next(std::move(line));
    if (!fault) return operation();
    if (fault->effect == FaultEffect::Die || fault->effect == FaultEffect::DieHalfway) die();
    if (fault->effect == FaultEffect::FailAfterwards) {
        if (auto done = operation(); !done) return done;
    }
    return std::unexpected(fault->error);
}

Result<std::optional<FileInfo>> FaultyFiles::info(const fs::path& path) const {
    return m_inner.info(path);
}
Result<std::vector<std::string>> FaultyFiles::list(const fs::path& folder) const {
    return m_inner.list(folder);
}
Result<std::unique_ptr<InputFile>> FaultyFiles::open(const fs::path& path, OpenFor purpose) const {
    return m_inner.open(path, purpose);
}
Result<bool> FaultyFiles::isFree(const fs::path& path) const {
    return m_inner.isFree(path);
}
Result<FileSecurity> FaultyFiles::security(const fs::path& path) const {
    return m_inner.security(path);
}
Result<std::unique_ptr<FolderPin>> FaultyFiles::pin(std::span<const fs::path> folders) {
    return m_inner.pin(folders);
}
Result<std::uint64_t> FaultyFiles::freeSpace(const fs::path& folder) const {
    return m_inner.freeSpace(folder);
}
Result<bool> FaultyFiles::isWritable(const fs::path& folder) {
    return m_inner.isWritable(folder);
}
Result<bool> FaultyFiles::isWritableByUsers(const fs::path& folder) const {
    return m_inner.isWritableByUsers(folder);
}
Result<bool> FaultyFiles::isTrustedStateFolder(const fs::path& folder) const {
    return m_inner.isTrustedStateFolder(folder);
}

Result<std::unique_ptr<OutputFile>> FaultyFiles::create(const fs::path& path, std::uint64_t expectedSize) {
    std::unique_ptr<OutputFile> file;
    const auto done = guarded("create " + toUtf8(path), [&]() -> Result<void> {
        auto created = m_inner.create(path, expectedSize);
        if (!created) return std::unexpected(created.error());
        file = std::move(*created);
        return {};
    });
    if (!done) return std::unexpected(done.error());
    return std::make_unique<FaultyOutput>(*this, std::move(file), toUtf8(path));
}

Result<void> FaultyFiles::appendFlushed(const fs::path& path, std::span<const std::byte> bytes) {
    const auto fault = next("append " + toUtf8(path));
    if (!fault) return m_inner.appendFlushed(path, bytes);
    if (fault->effect == FaultEffect::DieHalfway) {
        if (m_inner.appendFlushed(path, bytes.first(bytes.size() / 2))) die();
    }
    if (fault->effect == FaultEffect::Die) die();
    if (fault->effect == FaultEffect::FailAfterwards) {
        if (auto done = m_inner.appendFlushed(path, bytes); !done) return done;
    }
    return std::unexpected(fault->error);
}

Result<void> FaultyFiles::rename(const fs::path& from, const fs::path& to) {
    return guarded("rename " + toUtf8(from) + " -> " + toUtf8(to), [&] { return m_inner.rename(from, to); });
}

Result<void> FaultyFiles::replace(const fs::path& from, const fs::path& to) {
    return guarded("replace " + toUtf8(from) + " -> " + toUtf8(to), [&] { return m_inner.replace(from, to); });
}

Result<void> FaultyFiles::remove(const fs::path& path) {
    return guarded("remove " + toUtf8(path), [&] { return m_inner.remove(path); });
}

Result<void> FaultyFiles::createFolder(const fs::path& folder) {
    return guarded("create folder " + toUtf8(folder), [&] { return m_inner.createFolder(folder); });
}

Result<void> FaultyFiles::createProtectedFolder(const fs::path& folder) {
    return guarded("create protected folder " + toUtf8(folder), [&] { return m_inner.createProtectedFolder(folder); });
}

Result<void> FaultyFiles::setAttributes(const fs::path& path, std::uint32_t attributes) {
    return guarded("set attributes " + toUtf8(path), [&] { return m_inner.setAttributes(path, attributes); });
}

Result<void> FaultyFiles::setSecurity(const fs::path& path, const FileSecurity& security) {
    return guarded("set security " + toUtf8(path), [&] { return m_inner.setSecurity(path, security); });
}

Result<void> FaultyFiles::inheritSecurity(const fs::path& path, const fs::path& folder) {
    return guarded("inherit security " + toUtf8(path), [&] { return m_inner.inheritSecurity(path, folder); });
}

}   // namespace cudnn_setup
