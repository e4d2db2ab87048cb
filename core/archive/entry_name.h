#pragma once
/// @file
/// Names of archive entries as input: what may become a path on Windows, and what would leave its folder or name something else there.
#include "base/error.h"

namespace cudnn_setup {

/// @param name  UTF-8, as the archive writes it; backslashes separate as well.
/// @return The name with forward slashes and without "." parts and doubled slashes, a trailing slash kept;
///         Error{ArchiveUnsafeName, name} for absolute names, drives, "..", streams, control and wildcard characters, device names
///         (Microsoft, "Naming Files, Paths, and Namespaces") and parts that end in a dot or a space, which Windows takes off.
[[nodiscard]] Result<std::string> safeEntryName(std::string_view name);

/// Equal for names that are one file on Windows. Letters outside ASCII count as different: such files are never placed.
[[nodiscard]] std::string foldedName(std::string_view name);

}   // namespace cudnn_setup
