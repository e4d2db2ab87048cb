#pragma once
/// @file
/// The plan of one toolkit, as makePlan() puts it together.
#include "plan/path_step.h"

namespace cudnn_setup {

struct ToolkitDecision {
    std::optional<ToolkitPlan> plan;   ///< none where the archive or the state of the toolkit rules every step out
    std::vector<Finding> findings;
};

[[nodiscard]] ToolkitDecision planInstall(const Request& request, const Snapshot& snapshot, const Toolkit& toolkit, const Archive& archive,
                                          const PathValues& values, const Expand& expand);
[[nodiscard]] ToolkitDecision planUninstall(const Snapshot& snapshot, const Toolkit& toolkit, const PathValues& values);

}   // namespace cudnn_setup
