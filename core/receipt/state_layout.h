#pragma once
/// @file
/// Where the product keeps its state: beside the toolkit's files (same volume, so that commits are renames) and in one index per machine.
#include <filesystem>

namespace cudnn_setup {

/// <toolkit>\.cudnn-setup and what is in it.
struct StateLayout {
    explicit StateLayout(const std::filesystem::path& toolkitRoot);
    std::filesystem::path root;         ///< .cudnn-setup
    std::filesystem::path journal;      ///< journal.jsonl
    std::filesystem::path receipt;      ///< receipt.json
    std::filesystem::path staging;      ///< staging\<n>: new files before their rename
    std::filesystem::path backup;       ///< backup\<n>: what stood there before the first install
    std::filesystem::path superseded;   ///< superseded\<n>: files of ours, replaced or taken out, until the commit
    std::filesystem::path licence;      ///< NVIDIA's licence of what is installed
};

}   // namespace cudnn_setup
