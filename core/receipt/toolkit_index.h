#pragma once
/// @file
/// toolkits.json: every toolkit with an installation or an open journal. /verify, /repair and /uninstall without /cuda mean all of them.
#include "receipt/receipt.h"

namespace cudnn_setup {

struct IndexedToolkit {
    std::string root;
    std::optional<EnvironmentScope> pathScope;   ///< where our segment was added
    std::string pathSegment;                     ///< empty: none was added
    bool journalOpen = false;
    friend bool operator==(const IndexedToolkit&, const IndexedToolkit&) = default;
};

struct ToolkitIndex {
    std::vector<IndexedToolkit> toolkits;   ///< by root
    friend bool operator==(const ToolkitIndex&, const ToolkitIndex&) = default;
};

[[nodiscard]] nlohmann::json toJson(const ToolkitIndex& index);
/// @return Error{ReceiptDamaged, member}.
[[nodiscard]] Result<ToolkitIndex> parseToolkitIndex(std::string_view text);

}   // namespace cudnn_setup
