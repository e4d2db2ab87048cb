#pragma once
/// @file
/// The folders that a transaction works in, held open so that nobody swaps one for a junction.
#include "platform/files.h"

#include <map>

namespace cudnn_setup {

/// One thread.
class PinnedFolders {
public:
    /// @return TargetIsReparsePoint, SystemCallFailed. A folder that is pinned already is not an error.
    [[nodiscard]] Result<void> add(Files& files, const std::filesystem::path& folder);
    /// Before a folder of ours is removed: a held one cannot be.
    void release(const std::filesystem::path& folder);
    void releaseAll();

private:
    std::map<std::filesystem::path, std::unique_ptr<FolderPin>> m_pins;
};

}   // namespace cudnn_setup
