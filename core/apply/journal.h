#pragma once
/// @file
/// The journal file of one open transaction. Every record is on the disk before append() returns, so after a power cut the journal may
/// claim more than was done, never less.
#include "platform/files.h"
#include "receipt/journal_record.h"

namespace cudnn_setup {

/// One thread.
class Journal {
public:
    Journal(Files& files, std::filesystem::path file);
    [[nodiscard]] Result<void> append(JournalRecord record);
    /// Writes the records that were appended with success anew, as a whole. After a failed append nobody knows how much of its line
    /// reached the disk; where that decides (the commit record), this settles it.
    [[nodiscard]] Result<void> rewrite();
    [[nodiscard]] const std::vector<JournalRecord>& records() const noexcept { return m_records; }

private:
    Files& m_files;
    std::filesystem::path m_file;
    std::vector<JournalRecord> m_records;
};

/// @return Error{JournalDamaged} when the file is no journal of ours; std::nullopt when there is none.
[[nodiscard]] Result<std::optional<JournalContents>> readJournal(const Files& files, const std::filesystem::path& file);

/// The record of that type; nullptr when there is none. The pointer is good as long as @p records stay unchanged.
template <class Record> [[nodiscard]] const Record* findRecord(std::span<const JournalRecord> records) {
    for (const auto& record : records)
        if (const auto* found = std::get_if<Record>(&record)) return found;
    return nullptr;
}

}   // namespace cudnn_setup
