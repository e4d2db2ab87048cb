#pragma once
/// @file
/// Looks at the machine and changes nothing.
#include "machine/snapshot.h"
#include "platform/system.h"

#include <chrono>
#include <stop_token>

namespace cudnn_setup {

struct ObserveOptions {
    std::vector<std::string> extraRoots{};   ///< toolkit folders named on the command line
    std::stop_token stop{};
    /// What all network folders (on PATH, in variables) may cost together; a drive or server that has not answered by then is Unreachable.
    std::chrono::milliseconds networkBudget{2'000};
};

/// Toolkits from registry, variables, default root and index; PATH; cuDNN copies; GPUs; rights. Reads headers of files, never whole ones.
/// What cannot be read becomes a finding in the snapshot. @return Error{Cancelled} only.
/// @param system Borrowed. A network folder that never answers keeps a detached thread inside Files::info(): the Files object must then live
///               until the process ends.
[[nodiscard]] Result<Snapshot> observe(System& system, const ObserveOptions& options);

/// Makes the toolkits with these roots targets: hashes their cuDNN files, tries whether they can be written and are in use, finds processes.
/// @param onProgress Bytes hashed since the last call, at most 1 MiB apart, on this thread.
/// @return Error{Cancelled}, or TargetNotAToolkit for a root that observe() did not find. A file that cannot be read keeps no sha256 and is a
///         finding of the snapshot, or inUse.
[[nodiscard]] Result<void> observeTargets(System& system, Snapshot& snapshot, std::span<const std::string> roots,
                                          const std::stop_token& stop, const std::function<void(std::uint64_t)>& onProgress);

/// The index folder: %ProgramData%\cudnn-setup for administrators' installs, %LocalAppData%\cudnn-setup per user.
[[nodiscard]] Result<std::filesystem::path> indexFolder(const System& system, EnvironmentScope scope);

}   // namespace cudnn_setup
