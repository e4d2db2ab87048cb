#pragma once
/// @file
/// The one PATH segment of ours: written last before the receipt, undone without touching what somebody else wrote meanwhile.
#include "platform/environment_store.h"
#include "receipt/journal_record.h"

namespace cudnn_setup {

/// Name of the variable in both scopes.
inline constexpr std::string_view pathVariable = "Path";

/// The record adds or takes out exactly its segment, and that is the toolkit's DLL folder. Everything else would let a forged journal
/// write any PATH it likes with our rights.
[[nodiscard]] bool changesOnlyItsSegment(const JournalPath& change, std::string_view dllFolderAbsolute);

/// @return Error{PlanChanged, "Path"} when the value is no longer the one that the plan was made for.
[[nodiscard]] Result<void> writePath(EnvironmentStore& environment, const JournalPath& change);

/// Value equals after → before; equals before → nothing; else only our segment goes (or, after an uninstall, comes back).
/// @return true: PATH was written.
[[nodiscard]] Result<bool> undoPath(EnvironmentStore& environment, const JournalPath& change);

}   // namespace cudnn_setup
