#include "archive/unpack.h"

#include "archive/entry_name.h"
#include "archive/entry_stream.h"
#include "base/log.h"
#include "platform/hasher.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <system_error>
#include <thread>

namespace cudnn_setup {
namespace {

constexpr std::uint64_t textLimit = 256ULL * 1024;
constexpr std::size_t readBytes = 256UZ * 1024;
constexpr auto progressInterval = std::chrono::milliseconds(50);
/// SHA-256 of a packed byte costs this part of what inflating, hashing and writing an unpacked byte costs: 0.34 s for 550 MB against
/// 2.4 s for 836 MB (measured on the 9.5.0.50 archive, SHA-NI).
constexpr double hashCost = 0.2;

std::string bareName(std::string_view entry) {
    const std::size_t slash = entry.rfind('/');
    return foldedName(slash == std::string_view::npos ? entry : entry.substr(slash + 1));
}

bool isImageName(std::string_view bare) {
    return bare.ends_with(".dll") || bare.ends_with(".exe");
}
bool isTextName(std::string_view bare) {
    return bare == "cudnn_version.h" || bare.starts_with("license") || bare.starts_with("licence");
}

/// One pass over the archive, shared by its threads.
class Pass {
public:
    Pass(const ZipArchive& archive, UnpackSink* sink, const UnpackOptions& options)
        : m_archive(archive), m_sink(sink), m_options(options), m_forwardStop(options.stop, [this] { m_stop.request_stop(); }) {
        for (const ZipEntry& entry : archive.entries()) {
            if (entry.isFolder) continue;
            m_tasks.push_back({&entry, static_cast<double>(entry.size)});
            m_total += entry.size;
        }
        m_results.resize(archive.entries().size());
        m_tasks.push_back({nullptr, static_cast<double>(archive.file().size()) * hashCost});
        // Costliest first keeps the threads busy to the end; the archive's own hash is one task among them.
        std::ranges::stable_sort(m_tasks, std::ranges::greater{}, &Task::cost);
    }

    void work() {
        EntryStream stream;
        for (;;) {
            const std::size_t next = m_next.fetch_add(1);
            if (next >= m_tasks.size() || m_stop.stop_requested()) return;
            const ZipEntry* entry = m_tasks[next].entry;
            const auto done = entry == nullptr ? hashArchive() : unpackEntry(*entry, stream);
            if (!done) return giveUp(done.error());
        }
    }

    [[nodiscard]] Result<ArchiveContents> finish() {
        if (m_error) return std::unexpected(*m_error);
        if (m_stop.stop_requested() || !m_hash) return fail(ErrorCode::Cancelled, m_archive.name());
        if (m_options.onProgress) m_options.onProgress(m_total, m_total, {});
        ArchiveContents contents{.name = m_archive.name(), .size = m_archive.file().size(), .sha256 = *m_hash, .entries = {}};
        for (auto& result : m_results)
            if (result) contents.entries.push_back(std::move(*result));
        return contents;
    }

private:
    struct Task {
        const ZipEntry* entry;   // nullptr: the hash of the archive
        double cost;
    };

    [[nodiscard]] Result<void> cancelled() const { return fail(ErrorCode::Cancelled, m_archive.name()); }

    void giveUp(const Error& error) {
        const std::scoped_lock lock(m_errorMutex);
        if (error.code != ErrorCode::Cancelled && !m_error) m_error = error;
        m_stop.request_stop();
    }

    void advance(std::uint64_t bytes, std::string_view entry) {
        m_done += bytes;
        if (!m_options.onProgress) return;
        const std::unique_lock lock(m_progressMutex, std::try_to_lock);   // another thread is reporting: it will do
        if (!lock) return;
        const auto now = std::chrono::steady_clock::now();
        if (now - m_reported < progressInterval) return;
        m_reported = now;
        m_options.onProgress(m_done, m_total, entry);
    }

    [[nodiscard]] Result<void> hashArchive() {
        const InputFile& file = m_archive.file();
        std::vector<std::byte> buffer(readBytes);
        Hasher hasher;
        for (std::uint64_t offset = 0; offset < file.size();) {
            if (m_stop.stop_requested()) return cancelled();
            const auto count = file.readAt(offset, buffer);
            if (!count) return fail(ErrorCode::ArchiveUnreadable, m_archive.name(), count.error().systemCode);
            if (*count == 0) return fail(ErrorCode::ArchiveUnreadable, m_archive.name());
            hasher.update(std::span(buffer).first(*count));
            offset += *count;
        }
        auto hash = hasher.finish();
        if (!hash) return std::unexpected(hash.error());
        m_hash = *hash;
        return {};
    }

    [[nodiscard]] Result<void> unpackEntry(const ZipEntry& entry, EntryStream& stream) {
        bool isWanted = false;
        if (m_sink != nullptr) {
            const auto wanted = m_sink->begin(entry);
            if (!wanted) return std::unexpected(wanted.error());
            isWanted = *wanted;
        }
        const std::string bare = bareName(entry.name);
        const bool keepsText = entry.size <= textLimit && isTextName(bare);
        std::optional<PeScanner> scanner;
        if (isImageName(bare)) scanner.emplace();
        std::string text;
        Hasher hasher;
        stream.start(m_archive, entry);
        for (;;) {
            if (m_stop.stop_requested()) return cancelled();
            const auto bytes = stream.next();
            if (!bytes) return std::unexpected(bytes.error());
            if (bytes->empty()) break;
            hasher.update(*bytes);
            if (scanner) scanner->feed(*bytes);
            if (keepsText) text.append(reinterpret_cast<const char*>(bytes->data()), bytes->size());
            if (isWanted)
                if (auto written = m_sink->write(entry, *bytes); !written) return written;
            advance(bytes->size(), entry.name);
        }
        const auto sha256 = hasher.finish();
        if (!sha256) return std::unexpected(sha256.error());
        UnpackedEntry result{.entry = entry, .sha256 = *sha256, .pe = std::nullopt, .peError = std::nullopt, .text = std::move(text)};
        if (scanner) {
            auto facts = scanner->finish(entry.name);
            if (facts) result.pe = std::move(*facts);
            else result.peError = facts.error();
        }
        m_results[entry.index] = std::move(result);
        if (isWanted) return m_sink->end(entry);
        return {};
    }

    const ZipArchive& m_archive;
    UnpackSink* m_sink;
    const UnpackOptions& m_options;
    std::vector<Task> m_tasks;
    std::atomic<std::size_t> m_next = 0;
    std::vector<std::optional<UnpackedEntry>> m_results;   // by index; each slot is one thread's
    std::optional<Sha256> m_hash;
    std::uint64_t m_total = 0;
    std::atomic<std::uint64_t> m_done = 0;
    std::mutex m_progressMutex;
    std::chrono::steady_clock::time_point m_reported;
    std::mutex m_errorMutex;
    std::optional<Error> m_error;
    std::stop_source m_stop;                                   // asked for by the caller, or by the first error
    std::stop_callback<std::function<void()>> m_forwardStop;   // last: may run at once
};

}   // namespace

Result<ArchiveContents> unpack(const ZipArchive& archive, UnpackSink* sink, const UnpackOptions& options) {
    Pass pass(archive, sink, options);
    {
        std::vector<std::jthread> threads;
        try {
            for (unsigned extra = 1; extra < options.workers; ++extra) threads.emplace_back([&pass] { pass.work(); });
        } catch (const std::system_error&) {
            log().warn("The system gives {} threads, not {}", threads.size() + 1, options.workers);   // those that run do all of it
        }
        pass.work();
    }
    return pass.finish();
}

Result<std::string> readEntry(const ZipArchive& archive, const ZipEntry& entry, std::uint64_t limit) {
    if (entry.size > limit) return fail(ErrorCode::ArchiveTooLarge, entry.name, 0, {"bytes"});
    EntryStream stream;
    stream.start(archive, entry);
    std::string text;
    for (;;) {
        const auto bytes = stream.next();
        if (!bytes) return std::unexpected(bytes.error());
        if (bytes->empty()) return text;
        text.append(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    }
}

}   // namespace cudnn_setup
