#pragma once
/// @file
/// What becomes of each cuDNN file of one toolkit. Paths compare without case, as on NTFS; a file that is there keeps its spelling.
#include "plan/plan.h"

namespace cudnn_setup {

struct FileDecisions {
    std::vector<FileStep> steps;
    std::vector<Finding> findings;
};

/// Exactly the archive's files of its major: one step for each of them in the archive's order (the licence left out), then what must go, by
/// path. Files of another major stay, apart from headers and import libraries of equal names.
[[nodiscard]] FileDecisions planInstallFiles(const Toolkit& toolkit, const Archive& archive);

/// Back to what stood there before the first install, in the receipt's order. A file that somebody changed since stays.
[[nodiscard]] FileDecisions planUninstallFiles(const Toolkit& toolkit, const Receipt& receipt);

/// Files that @p steps change and somebody uses, or that could not be read. Where a DLL of the set changes, a DLL that stays must be free
/// as well: its program loads the others late and would mix versions.
[[nodiscard]] std::vector<Finding> filesInTheWay(const Toolkit& toolkit, std::span<const FileStep> steps,
                                                 std::span<const ProcessUse> processes);

[[nodiscard]] bool changesFile(const FileStep& step);

/// Where a component goes: "include", "lib/x64" or @p dllFolder. Not for the licence.
[[nodiscard]] std::string_view targetFolder(Component component, std::string_view dllFolder);

}   // namespace cudnn_setup
