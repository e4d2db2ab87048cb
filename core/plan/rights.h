#pragma once
/// @file
/// Whether this process may do what a plan needs.
#include "machine/snapshot.h"

namespace cudnn_setup {

struct NeededRights {
    bool toolkit = false;   ///< files, or the state folder, are written
    bool machinePath = false;
};

/// @param isWritable The toolkit at @p root, by this process.
/// @return ElevationNeeded when more rights would help, TargetNotWritable when an administrator may not write there either.
[[nodiscard]] std::optional<Finding> rightsBlocker(const Account& account, const std::string& root, bool isWritable,
                                                   const NeededRights& needed);

}   // namespace cudnn_setup
