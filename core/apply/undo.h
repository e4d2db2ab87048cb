#pragma once
/// @file
/// Takes back what a journal's records intended, last first, from whatever point they were carried out to, any number of times. Only files
/// with recorded bytes are moved or deleted.
#include "apply/known_files.h"
#include "apply/pinned_folders.h"
#include "apply/target_folders.h"
#include "platform/system.h"
#include "receipt/journal_record.h"

#include <functional>

namespace cudnn_setup {

struct Undone {
    bool pathWritten = false;
    std::vector<std::string> lost;   ///< relative paths whose old file is gone from where it was kept: nothing can bring it back
};

/// @param pins    Folders that are removed are released from it.
/// @param onFile  Files done, files in all, relative path.
/// @return Error{RollbackIncomplete, path}: a call failed, or somebody else's file stands in the way. Everything else was put back; calling
///         again goes on.
[[nodiscard]] Result<Undone> undo(System& system, const TargetFolders& target, std::span<const JournalRecord> records,
                                  const KnownFiles& known, PinnedFolders& pins,
                                  const std::function<void(std::size_t, std::size_t, std::string_view)>& onFile);

}   // namespace cudnn_setup
