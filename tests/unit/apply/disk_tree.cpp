#include "disk_tree.h"

#include "base/path_text.h"

#include <fstream>
#include <iterator>

namespace cudnn_setup {

namespace fs = std::filesystem;

DiskTree readTree(const fs::path& folder) {
    DiskTree tree;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const auto relative = entry.path().lexically_relative(folder).generic_string();
        if (entry.is_directory()) tree.emplace(relative, TreeEntry{.isFolder = true, .bytes = {}});
        else
            tree.emplace(relative,
                         TreeEntry{.isFolder = false, .bytes = readFile(entry.path()), .permissions = entry.status().permissions()});
    }
    return tree;
}

void writeTree(const fs::path& folder, const DiskTree& tree) {
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) fs::permissions(entry.path(), fs::perms::owner_write, fs::perm_options::add);
    fs::remove_all(folder);
    fs::create_directories(folder);
    for (const auto& [relative, entry] : tree) {   // parents sort before their children
        const auto path = folder / pathFromUtf8(relative);
        if (entry.isFolder) {
            fs::create_directory(path);
            continue;
        }
        writeFile(path, entry.bytes);
        fs::permissions(path, entry.permissions);
    }
}

std::vector<std::string> differences(const DiskTree& expected, const DiskTree& found) {
    std::vector<std::string> lines;
    for (const auto& [path, entry] : expected) {
        const auto other = found.find(path);
        if (other == found.end()) lines.push_back("- " + path);
        else if (other->second != entry) lines.push_back("! " + path);
    }
    for (const auto& [path, entry] : found)
        if (!expected.contains(path)) lines.push_back("+ " + path);
    return lines;
}

void writeFile(const fs::path& file, std::string_view bytes) {
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << bytes;
}

std::string readFile(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}   // namespace cudnn_setup
