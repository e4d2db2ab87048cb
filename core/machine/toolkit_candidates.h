#pragma once
/// @file
/// Folders that may be CUDA toolkits, from everywhere that names one.
#include "machine/observe.h"

namespace cudnn_setup {

struct ToolkitCandidate {
    std::string root;          ///< without a trailing separator
    std::string versionName;   ///< "v12.6" where a registry key says so; else empty
    std::vector<ToolkitSource> sources;
};

/// Registry, then variables, default root, index, command line; one folder once by name, its sources put together.
[[nodiscard]] std::vector<ToolkitCandidate> toolkitCandidates(const System& system, const ObserveOptions& options, Snapshot& snapshot);

/// toolkits.json of administrators' and of this user's installs. One that ordinary users could have written is not believed.
[[nodiscard]] ToolkitIndex readIndex(const System& system, std::vector<Finding>& findings);

}   // namespace cudnn_setup
