#pragma once
/// @file
/// The journal of one toolkit's transaction as types. One line a record: byte length, CRC-32 and JSON; a torn last line is ignored, a
/// damaged line before it is JournalDamaged.
#include "receipt/receipt.h"

#include <variant>

namespace cudnn_setup {

/// Written first: from here on the toolkit has an open transaction.
struct JournalBegin {
    std::string toolVersion;
    std::string startedAt;   ///< UTC
    std::string action;      ///< "install", "uninstall", "repair"
    std::string dllFolder;
    bool stateFolderExisted;   ///< false: rolling back removes .cudnn-setup
    friend bool operator==(const JournalBegin&, const JournalBegin&) = default;
};

/// The plan that is about to be carried out; nothing was renamed before this record.
struct JournalPlan {
    Sha256 digest;
    std::size_t steps;
    friend bool operator==(const JournalPlan&, const JournalPlan&) = default;
};

/// Intent to make a folder that is missing, or (uninstall) to remove one that an install made. Undo removes a made one when it is empty; a
/// folder to remove goes after the commit, when it is empty.
struct JournalFolder {
    std::string path;   ///< relative to the toolkit: "include", "lib", "lib/x64" or a part of the DLL folder
    bool creates;
    friend bool operator==(const JournalFolder&, const JournalFolder&) = default;
};

/// Intent to move one file: first `path` to `aside`, then `from` to `path`. Flushed before the first rename.
struct JournalFile {
    std::size_t index;
    std::string path;                    ///< relative to the toolkit
    std::string aside;                   ///< relative to .cudnn-setup ("backup/0", "superseded/3"); empty: nothing stood there
    std::optional<Sha256> asideSha256;   ///< of what goes aside
    std::string from;                    ///< relative to .cudnn-setup ("staging/7", "backup/0"); empty: nothing is placed
    std::optional<Sha256> fromSha256;    ///< of what is placed
    friend bool operator==(const JournalFile&, const JournalFile&) = default;
};

/// Intent to change PATH.
struct JournalPath {
    EnvironmentScope scope;
    std::string segment;
    std::optional<RawVariable> before;
    std::optional<RawVariable> after;
    friend bool operator==(const JournalPath&, const JournalPath&) = default;
};

/// Intent to replace receipt.json: the text before and after; std::nullopt: no receipt.
struct JournalReceipt {
    std::optional<std::string> before;
    std::optional<std::string> after;
    friend bool operator==(const JournalReceipt&, const JournalReceipt&) = default;
};

/// The new state is the truth: what is left is tidying, and recovery completes instead of undoing.
struct JournalCommit {
    bool removeStateFolder = false;   ///< an uninstall that gave everything back
    friend bool operator==(const JournalCommit&, const JournalCommit&) = default;
};

using JournalRecord = std::variant<JournalBegin, JournalPlan, JournalFolder, JournalFile, JournalPath, JournalReceipt, JournalCommit>;

[[nodiscard]] std::string toLine(const JournalRecord& record);   // with the line end
struct JournalContents {
    std::vector<JournalRecord> records;
    bool tornTail = false;
};
/// Order: begin first and once; plan once, before anything that changes something; file indices differ; path and receipt once, no file after
/// the receipt; nothing after commit. A line without its end was never acted on. Do not append behind a torn tail: it would be one damaged line.
/// @return Error{JournalDamaged, "journal.jsonl", {line number}}: a damaged line that is not the last one, an impossible order, a path outside
///         the allowed folders.
[[nodiscard]] Result<JournalContents> parseJournal(std::string_view text);

}   // namespace cudnn_setup
