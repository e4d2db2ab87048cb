#include "apply/journal.h"

#include "base/path_text.h"

namespace cudnn_setup {
namespace {

// Two receipts are the longest records, about 200 bytes a file; anything near this size is not ours.
constexpr std::uint64_t journalLimit = 64ULL * 1024 * 1024;

}   // namespace

Journal::Journal(Files& files, std::filesystem::path file) : m_files(files), m_file(std::move(file)) {}

Result<void> Journal::append(JournalRecord record) {
    const std::string line = toLine(record);
    if (auto written = m_files.appendFlushed(m_file, std::as_bytes(std::span(line))); !written) return written;
    m_records.push_back(std::move(record));
    return {};
}

Result<void> Journal::rewrite() {
    std::string text;
    for (const auto& record : m_records) text += toLine(record);
    return writeTextAtomically(m_files, m_file, text);
}

Result<std::optional<JournalContents>> readJournal(const Files& files, const std::filesystem::path& file) {
    const auto info = files.info(file);
    if (!info) return std::unexpected(info.error());
    if (!*info) return std::nullopt;
    if ((*info)->kind != FileKind::Regular || (*info)->size > journalLimit) return fail(ErrorCode::JournalDamaged, toUtf8(file));
    const auto text = readText(files, file, journalLimit);
    if (!text) return std::unexpected(text.error());
    auto contents = parseJournal(*text);
    if (!contents) return std::unexpected(contents.error());
    return std::move(*contents);
}

}   // namespace cudnn_setup
