#pragma once
/// @file
/// Which folders can be asked without waiting. A dead server holds a file call for up to a minute, so everything that may be on the network
/// is asked once, in parallel, with one deadline for all.
#include "platform/files.h"

#include <chrono>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudnn_setup {

class FolderReach {
public:
    /// Asks each server share and each drive of @p folders that is not among those of @p localFolders. Blocks up to @p budget.
    /// @param files Borrowed, and by threads of shares that never answer until they do: see observe().
    FolderReach(const Files& files, std::span<const std::string> folders, std::span<const std::string> localFolders,
                std::chrono::milliseconds budget);
    /// false: its drive or share did not answer in time or with an error; do not touch it.
    [[nodiscard]] bool answers(std::string_view folder) const;

private:
    std::set<std::string> m_silent;   // volumes
};

/// What @p folder lies on, as a folder that can be asked, in lower case: "\\server\share\", "d:\"; empty for paths without drive or server.
[[nodiscard]] std::string volumeOf(std::string_view folder);

}   // namespace cudnn_setup
