#pragma once
/// @file
/// The end of a transaction, committed or undone: what it needed on the way is removed, the journal last.
#include "apply/pinned_folders.h"
#include "apply/target_folders.h"
#include "receipt/journal_record.h"

namespace cudnn_setup {

/// NVIDIA's licence text waits here until the commit, so that a completing recovery has it too.
inline constexpr std::string_view stagedLicence = "staging/licence";

/// After undo(): staging goes, then the journal; .cudnn-setup as well where the transaction had made it and nothing else is in it.
[[nodiscard]] Result<void> tidyUndone(Files& files, const TargetFolders& target, bool stateFolderExisted, PinnedFolders& pins);

/// After the commit record: superseded files go, the licence takes its place, folders that uninstall gives back are removed, the journal
/// goes; after an uninstall that gave everything back .cudnn-setup too.
/// @param records  The committed journal.
[[nodiscard]] Result<void> tidyCommitted(Files& files, const TargetFolders& target, std::span<const JournalRecord> records,
                                         PinnedFolders& pins);

/// Without a journal: an empty .cudnn-setup of a run that ended before its first record or behind its last step.
[[nodiscard]] Result<void> removeEmptyStateFolder(Files& files, const TargetFolders& target, PinnedFolders& pins);

}   // namespace cudnn_setup
