#include "apply/target_folders.h"

#include "base/path_text.h"

namespace cudnn_setup {
namespace {

std::filesystem::path below(const std::filesystem::path& folder, std::string_view relative) {
    return (folder / pathFromUtf8(relative)).make_preferred();
}

}   // namespace

TargetFolders::TargetFolders(std::string_view root, std::string dllFolder)
    : m_root(pathFromUtf8(root)), m_dllFolder(std::move(dllFolder)), m_state(m_root) {}

std::filesystem::path TargetFolders::inToolkit(std::string_view relative) const {
    return below(m_root, relative);
}
std::filesystem::path TargetFolders::inState(std::string_view relative) const {
    return below(m_state.root, relative);
}

std::vector<std::string> TargetFolders::placeFolders() const {
    std::vector<std::string> folders;
    if (const auto parent = folderOf(m_dllFolder); !parent.empty()) folders.emplace_back(parent);
    folders.push_back(m_dllFolder);
    folders.insert(folders.end(), {"include", "lib", "lib/x64"});
    return folders;
}

std::string_view folderOf(std::string_view relative) {
    const auto slash = relative.rfind('/');
    return slash == std::string_view::npos ? std::string_view{} : relative.substr(0, slash);
}

}   // namespace cudnn_setup
