#include "plan/path_segments.h"

#include <algorithm>

namespace cudnn_setup {

bool containsSegment(std::string_view raw, std::string_view segment, const Expand& expand) {
    const auto wanted = normaliseSegment(segment);
    // Windows expands the whole value and a program splits it then: a variable may hold several folders. Expanding first would lose which
    // quotes were the value's own, so each segment is expanded and split again.
    return std::ranges::any_of(splitPath(raw), [&](const SegmentView& written) {
        const auto expanded = expand(written.text);
        return std::ranges::any_of(splitPath(expanded), [&](const SegmentView& part) { return normaliseSegment(part.text) == wanted; });
    });
}

std::string addSegment(std::string_view raw, std::string_view segment) {
    std::string text(raw);
    if (!text.empty()) text += ';';
    return text + segmentFor(segment);
}

std::string removeSegment(std::string_view raw, std::string_view segment) {
    const auto written = segmentFor(segment);
    if (raw == written) return {};
    // At the very end it is what addSegment() left there, even behind somebody's open quote, which makes it no segment of its own.
    if (raw.ends_with(written) && raw[raw.size() - written.size() - 1] == ';')
        return std::string(raw.substr(0, raw.size() - written.size() - 1));
    const auto segments = splitPath(raw);
    const auto found = std::find_if(segments.rbegin(), segments.rend(), [&](const SegmentView& each) { return each.text == written; });
    std::string text(raw);
    if (found == segments.rend()) return text;
    return text.erase(found->offset, written.size() + 1);   // something stands behind it: one of the two separators goes as well
}

}   // namespace cudnn_setup
