#pragma once
/// @file
/// Paths as the file calls need them: absolute, of any length, and not through a junction.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cudnn_setup::win {

/// Absolute, backslashes, no trailing one (but "C:\").
[[nodiscard]] std::filesystem::path fullPath(const std::filesystem::path& path);
/// fullPath() with \\?\ before it (\\?\UNC\ for \\server\share), so that MAX_PATH does not count.
[[nodiscard]] std::wstring extendedPath(const std::filesystem::path& path);

/// Whether attributes and tag mean another place: symbolic links and junctions, not deduplicated or compressed files, whose tags have
/// no name-surrogate bit (IsReparseTagNameSurrogate). Tag 0 is Wine's, which shows a Unix link to a folder as a reparse point.
[[nodiscard]] bool isElsewhere(unsigned long attributes, unsigned long reparseTag) noexcept;

/// Each folder below the volume's root, down to @p path itself.
[[nodiscard]] std::vector<std::filesystem::path> foldersOnTheWay(const std::filesystem::path& path);

/// The first of @p path and the folders above it that leads elsewhere; missing ones do not.
[[nodiscard]] std::optional<std::filesystem::path> linkOnTheWay(const std::filesystem::path& path);

}   // namespace cudnn_setup::win
