#pragma once
/// @file
/// A name that means the same wherever the program's current folder is.
#include <filesystem>

namespace cudnn_setup {

/// @p path from the current folder on, by the system's own rules. On Windows: backslashes, no trailing one (but "C:\"), and
/// \\server\share and \\?\ stay what they are, of which MinGW's std::filesystem::absolute (GCC 12) makes "C:\server\share".
/// @return @p path itself where the system has no answer.
[[nodiscard]] std::filesystem::path absolutePath(const std::filesystem::path& path);

}   // namespace cudnn_setup
