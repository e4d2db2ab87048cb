#pragma once
/// @file
/// A folder on disk as a value: every entry with its bytes and permissions. Two are compared, one is put back.
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace cudnn_setup {

struct TreeEntry {
    bool isFolder = false;
    std::string bytes;
    std::filesystem::perms permissions = std::filesystem::perms::none;   // of files; Windows: the read-only attribute
    friend bool operator==(const TreeEntry&, const TreeEntry&) = default;
};

using DiskTree = std::map<std::string, TreeEntry>;   // by relative path, forward slashes

[[nodiscard]] DiskTree readTree(const std::filesystem::path& folder);
/// @p folder is what @p tree says afterwards, whatever it was.
void writeTree(const std::filesystem::path& folder, const DiskTree& tree);
/// "+ path" only in @p found, "- path" only in @p expected, "! path" differs.
[[nodiscard]] std::vector<std::string> differences(const DiskTree& expected, const DiskTree& found);

void writeFile(const std::filesystem::path& file, std::string_view bytes);
[[nodiscard]] std::string readFile(const std::filesystem::path& file);

}   // namespace cudnn_setup
