#pragma once
/// @file
/// Texts about a target that do not depend on the system we run on: a snapshot from Windows is planned on Linux as well.
#include <string>
#include <string_view>

namespace cudnn_setup {

/// "C:\…" or "\\server\…".
[[nodiscard]] bool isWindowsPath(std::string_view path);
/// @p root and @p relative (forward slashes) with the separators of @p root's system.
[[nodiscard]] std::string fullPath(std::string_view root, std::string_view relative);
/// As Windows counts: UTF-16 code units. @param text UTF-8.
[[nodiscard]] std::size_t charactersOf(std::string_view text);

}   // namespace cudnn_setup
