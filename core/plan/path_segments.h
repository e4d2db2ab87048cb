#pragma once
/// @file
/// Editing PATH by segment on the raw text. Everybody else's bytes stay as they are: case, order, quotes, unexpanded variables, empty
/// entries, mistakes. What is added can be taken out again without a trace: removeSegment(addSegment(x)) == x.
#include "platform/environment_store.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace cudnn_setup {

/// A segment's place in the raw text, without the separators around it.
struct SegmentView {
    std::size_t offset;
    std::string_view text;
};   // views into the text given to splitPath()

/// At every ';' outside quotes; an empty text has no segment.
[[nodiscard]] std::vector<SegmentView> splitPath(std::string_view raw);
/// For comparing: expanded text without quotes, outer spaces, trailing and doubled separators and \\?\; '/' as '\'; ASCII letters in lower case.
[[nodiscard]] std::string normaliseSegment(std::string_view expanded);

using Expand = std::function<std::string(std::string_view)>;
/// REG_SZ values are not expanded by Windows for new programs: pass the identity for them.
[[nodiscard]] bool containsSegment(std::string_view raw, std::string_view segment, const Expand& expand);
/// @p raw with @p segment behind its end. A segment with ';' is quoted.
[[nodiscard]] std::string addSegment(std::string_view raw, std::string_view segment);
/// Takes out the last segment that equals @p segment as written by addSegment(), with the separator that addSegment() put before it.
[[nodiscard]] std::string removeSegment(std::string_view raw, std::string_view segment);

}   // namespace cudnn_setup
