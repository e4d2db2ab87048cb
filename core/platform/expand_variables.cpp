#include "platform/expand_variables.h"

#include <algorithm>

namespace cudnn_setup {

std::string expandVariables(std::string_view text, const std::function<std::optional<std::string>(std::string_view name)>& lookUp) {
    std::string expanded;
    std::size_t at = 0;
    while (at < text.size()) {
        const auto open = text.find('%', at);
        if (open == std::string_view::npos) break;
        const auto close = text.find('%', open + 1);
        if (close == std::string_view::npos) break;
        expanded += text.substr(at, open - at);
        const auto name = text.substr(open + 1, close - open - 1);
        if (const auto value = name.empty() ? std::nullopt : lookUp(name)) {
            expanded += *value;
            at = close + 1;
        } else {
            // The second percent sign may open the next name.
            expanded += text.substr(open, close - open);
            at = close;
        }
    }
    expanded += text.substr(std::min(at, text.size()));
    return expanded;
}

bool isSameVariable(std::string_view a, std::string_view b) noexcept {
    const auto fold = [](char letter) { return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter; };
    return std::ranges::equal(a, b, [&](char left, char right) { return fold(left) == fold(right); });
}

}   // namespace cudnn_setup
