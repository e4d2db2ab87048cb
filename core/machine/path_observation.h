#pragma once
/// @file
/// PATH as a new program would get it, and the cuDNN DLLs that lie on it.
#include "machine/folder_reach.h"
#include "machine/snapshot.h"
#include "platform/system.h"

namespace cudnn_setup {

/// Value and segments; kinds are still unknown (Folder): see lookAtSegments().
[[nodiscard]] PathFacts readPath(const System& system, EnvironmentScope scope, std::vector<Finding>& findings);

/// Fills the kind of every segment. Relative ones are Missing: they depend on the program's current folder.
void lookAtSegments(const Files& files, const FolderReach& reach, PathFacts& path);

/// System32 first, then the folders of snapshot's PATH that are no toolkit's DLL folder, each with its cuDNN DLLs; folders without one are left out.
[[nodiscard]] std::vector<CudnnCopy> cudnnCopies(const System& system, const Snapshot& snapshot, std::vector<Finding>& findings);

}   // namespace cudnn_setup
