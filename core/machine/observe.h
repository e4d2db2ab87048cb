#pragma once
/// @file
/// Looks at the machine and changes nothing.
#include "machine/snapshot.h"
#include "platform/system.h"

#include <stop_token>

namespace cudnn_setup {

struct ObserveOptions {
    std::vector<std::string> extraRoots;   ///< toolkit folders named on the command line
    std::stop_token stop;
};

/// Toolkits from registry, variables, default root and index; PATH; cuDNN copies; GPUs; rights. Reads headers of files, never whole ones.
/// What cannot be read becomes a finding in the snapshot. @return Error{Cancelled} only.
[[nodiscard]] Result<Snapshot> observe(System& system, const ObserveOptions& options);

/// Makes the toolkits with these roots targets: hashes their cuDNN files, tries whether they can be written and are in use, finds processes.
/// @param onProgress Bytes hashed since the last call.
[[nodiscard]] Result<void> observeTargets(System& system, Snapshot& snapshot, std::span<const std::string> roots, const std::stop_token& stop,
                                          const std::function<void(std::uint64_t)>& onProgress);

/// The index folder: %ProgramData%\cudnn-setup for administrators' installs, %LocalAppData%\cudnn-setup per user.
[[nodiscard]] Result<std::filesystem::path> indexFolder(const System& system, EnvironmentScope scope);

}   // namespace cudnn_setup
