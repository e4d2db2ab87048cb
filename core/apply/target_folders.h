#pragma once
/// @file
/// One toolkit on disk: where a relative path of the plan or the journal lies.
#include "base/error.h"
#include "receipt/state_layout.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace cudnn_setup {

class TargetFolders {
public:
    /// @param root UTF-8, absolute. @param dllFolder Relative: "bin" or "bin/x64".
    TargetFolders(std::string_view root, std::string dllFolder);
    /// @param relative "bin/cudnn64_9.dll"
    [[nodiscard]] std::filesystem::path inToolkit(std::string_view relative) const;
    /// @param relative "staging/3", "backup/0"
    [[nodiscard]] std::filesystem::path inState(std::string_view relative) const;
    [[nodiscard]] const std::filesystem::path& root() const noexcept { return m_root; }
    [[nodiscard]] const std::string& dllFolder() const noexcept { return m_dllFolder; }
    [[nodiscard]] const StateLayout& state() const noexcept { return m_state; }
    /// The folders that files are placed in, each behind its parent: the DLL folder with its parts, include, lib, lib/x64.
    [[nodiscard]] std::vector<std::string> placeFolders() const;

private:
    std::filesystem::path m_root;
    std::string m_dllFolder;
    StateLayout m_state;
};

/// "bin" of "bin/cudnn64_9.dll".
[[nodiscard]] std::string_view folderOf(std::string_view relative);

}   // namespace cudnn_setup
