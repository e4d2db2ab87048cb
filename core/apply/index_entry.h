#pragma once
/// @file
/// This toolkit's entry in toolkits.json, the list of toolkits that commands without /cuda mean. It is derived: the receipt is the truth.
#include "apply/target_folders.h"
#include "platform/system.h"

namespace cudnn_setup {

/// Before the first step: the entry (a new one if need be) says that a journal is open. Creates the folder: protected for the machine's
/// index, plain for a user's own.
/// @return Error{StateFolderUntrusted, folder}.
[[nodiscard]] Result<void> openIndexEntry(System& system, const std::filesystem::path& indexFolder, const std::string& root);

/// After the last step: no journal is open; with a receipt the entry says its PATH segment, without one it goes. Writes only what changes.
[[nodiscard]] Result<void> settleIndexEntry(System& system, const std::filesystem::path& indexFolder, const std::string& root,
                                            const TargetFolders& target);

/// Takes the entry out, for a toolkit that is gone.
[[nodiscard]] Result<void> removeIndexEntry(System& system, const std::filesystem::path& indexFolder, const std::string& root);

/// The text of receipt.json. @return std::nullopt when there is none.
[[nodiscard]] Result<std::optional<std::string>> readReceiptText(const Files& files, const TargetFolders& target);

}   // namespace cudnn_setup
