#include "receipt/toolkit_index.h"

#include "base/json.h"

#include <algorithm>

namespace cudnn_setup {
namespace {

constexpr std::uint64_t formatNumber = 1;

Result<IndexedToolkit> toolkitFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    IndexedToolkit toolkit{.root = reader.text("root"),
                           .pathScope = std::nullopt,
                           .pathSegment = reader.textOr("path_segment", ""),
                           .journalOpen = reader.booleanOr("journal_open", false)};
    if (const auto scope = reader.optionalText("path_scope")) {
        if (*scope == "machine") toolkit.pathScope = EnvironmentScope::Machine;
        else if (*scope == "user") toolkit.pathScope = EnvironmentScope::User;
        else reader.reject("path_scope");
    }
    if (toolkit.root.empty()) reader.reject("root");
    if (toolkit.pathScope.has_value() == toolkit.pathSegment.empty()) reader.reject("path_segment");   // both or none
    if (reader.error()) return fail(ErrorCode::ReceiptDamaged, reader.error()->subject);
    return toolkit;
}

}   // namespace

nlohmann::json toJson(const ToolkitIndex& index) {
    auto toolkits = nlohmann::json::array();
    for (const auto& toolkit : index.toolkits) {
        nlohmann::json json{{"root", toolkit.root}, {"journal_open", toolkit.journalOpen}};
        if (toolkit.pathScope) {
            json["path_scope"] = toText(*toolkit.pathScope);
            json["path_segment"] = toolkit.pathSegment;
        }
        toolkits.push_back(std::move(json));
    }
    return {{"format", formatNumber}, {"toolkits", std::move(toolkits)}};
}

Result<ToolkitIndex> parseToolkitIndex(std::string_view text) {
    const auto json = parseJson(text, "toolkits.json");
    if (!json) return fail(ErrorCode::ReceiptDamaged, json.error().subject);
    JsonReader reader(*json);
    if (reader.unsignedNumber("format") != formatNumber) reader.reject("format");
    ToolkitIndex index;
    for (const auto& item : reader.array("toolkits")) {
        auto toolkit = toolkitFromJson(item);
        if (!toolkit) return std::unexpected(toolkit.error());
        index.toolkits.push_back(std::move(*toolkit));
    }
    if (reader.error()) return fail(ErrorCode::ReceiptDamaged, reader.error()->subject);
    std::ranges::sort(index.toolkits, {}, &IndexedToolkit::root);
    if (const auto twice = std::ranges::adjacent_find(index.toolkits, {}, &IndexedToolkit::root); twice != index.toolkits.end()) {
        return fail(ErrorCode::ReceiptDamaged, twice->root);
    }
    return index;
}

}   // namespace cudnn_setup
