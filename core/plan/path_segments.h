#pragma once
/// @file
/// Editing PATH by segment on the raw text. Everybody else's bytes stay as they are: case, order, quotes, unexpanded variables, empty
/// entries, mistakes. What is added can be taken out again without a trace: removeSegment(addSegment(x)) == x.
#include "machine/path_value.h"

#include <functional>
#include <string>
#include <string_view>

namespace cudnn_setup {

using Expand = std::function<std::string(std::string_view)>;
/// REG_SZ values are not expanded by Windows for new programs: pass the identity for them.
[[nodiscard]] bool containsSegment(std::string_view raw, std::string_view segment, const Expand& expand);
/// @p raw with @p segment behind its end. It is written as segmentFor() writes it.
[[nodiscard]] std::string addSegment(std::string_view raw, std::string_view segment);
/// Takes out the last segment that equals @p segment as written by addSegment(), with the separator that addSegment() put before it.
[[nodiscard]] std::string removeSegment(std::string_view raw, std::string_view segment);

}   // namespace cudnn_setup
