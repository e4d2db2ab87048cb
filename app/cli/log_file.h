#pragma once
/// @file
/// Where the log of a run goes.
#include "platform/system.h"

namespace cudnn_setup {

/// Makes the folder when it is missing. @return The file's path, absolute; empty when it could not be written: a run must not fail for want of a log.
[[nodiscard]] std::string openLog(System& system, const std::string& file);

/// logs\<UTC time>.log beside the index: the machine's for administrators, else the user's. The oldest are deleted beyond fifty.
[[nodiscard]] std::string openDefaultLog(System& system);

}   // namespace cudnn_setup
