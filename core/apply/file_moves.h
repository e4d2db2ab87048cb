#pragma once
/// @file
/// The file steps of a plan as moves between staging, toolkit and backup: looked at as a whole first, then carried out one by one with the
/// intent of each on the disk before its first rename.
#include "apply/journal.h"
#include "apply/known_files.h"
#include "apply/pinned_folders.h"
#include "apply/staging.h"
#include "apply/target_folders.h"
#include "plan/plan.h"
#include "platform/system.h"

#include <functional>
#include <map>
#include <stop_token>

namespace cudnn_setup {

struct FileMove {
    JournalFile record;
    std::uint64_t sizePlaced = 0;
    std::optional<PriorFile> restores;   ///< attributes and security to give back
};

struct PreparedMoves {
    std::vector<FileMove> moves;               ///< in the plan's order; files that are kept are not among them
    std::map<std::string, PriorFile> kept;     ///< what goes to the backup, by path
    std::vector<std::string> missingFolders;   ///< relative, parents first
};

/// Looks whether the plan still fits the disk, and changes nothing in the toolkit: every old file is free and has the planned bytes, nothing
/// stands where a new one goes, staged files and backups are there.
/// @param old    The receipt: names of backups that are taken.
/// @param known  Learns the files that it looked at.
/// @return Error{FileInUse, full path, process names | PlanChanged, full path | FileVanished | BackupMissing | Cancelled}.
[[nodiscard]] Result<PreparedMoves> prepareMoves(System& system, const TargetFolders& target, const ToolkitPlan& plan,
                                                 const StagedFiles& staged, const std::optional<Receipt>& old, KnownFiles& known,
                                                 const std::stop_token& stop);

/// Makes the missing folders and does the moves. @param onFile Before each: number, total, relative path.
/// @return Error{Cancelled}: asked before each file. The caller undoes.
[[nodiscard]] Result<void> carryOut(Files& files, const TargetFolders& target, const PreparedMoves& prepared, Journal& journal,
                                    PinnedFolders& pins, const std::stop_token& stop,
                                    const std::function<void(std::size_t, std::size_t, std::string_view)>& onFile);

/// Security software takes files away right after they were placed.
/// @return Error{FileVanished, full path}: a placed file is gone or has another size.
[[nodiscard]] Result<void> lookThatAllStand(const Files& files, const TargetFolders& target, const PreparedMoves& prepared);

}   // namespace cudnn_setup
