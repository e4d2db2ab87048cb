#pragma once
/// @file
/// Reading PATH: its segments, and a form of a folder's name that compares equal for equal folders. plan/path_segments.h edits it.
#include <string>
#include <string_view>
#include <vector>

namespace cudnn_setup {

/// A segment's place in the value, without the separators around it; a view into the text given to splitPath().
struct SegmentView {
    std::size_t offset;
    std::string_view text;
};

/// The segments as written: split at every ';' outside quotes. An empty value has none.
[[nodiscard]] std::vector<SegmentView> splitPath(std::string_view value);
/// @p segment without quotes and outer spaces: the folder that it names.
[[nodiscard]] std::string folderOfSegment(std::string_view segment);
/// As it stands in a value, so that splitPath() and folderOfSegment() give @p folder again: quoted where it holds a ';'.
[[nodiscard]] std::string segmentFor(std::string_view folder);
/// Windows would replace something in it if the value were Expandable: two percent signs with something between them.
[[nodiscard]] bool namesVariable(std::string_view segment);
/// For comparing absolute folders: '/' as '\', no doubled or trailing separators (those of \\server stay), without the \\?\ of long
/// names, ASCII letters in lower case.
[[nodiscard]] std::string folderKey(std::string_view folder);
/// folderKey() of the folder that an expanded segment names.
[[nodiscard]] std::string normaliseSegment(std::string_view expanded);
/// Names one place whatever the current folder is: "C:\x", "\\server\share"; natively "/x". std::filesystem does not know \\server as a root name
/// in MinGW's library (GCC 12): is_absolute() is false for it and absolute() makes C:\server of it.
[[nodiscard]] bool isAbsoluteFolder(std::string_view folder);
/// ASCII letters in lower case: file names compare without case on Windows, and NVIDIA's are ASCII.
[[nodiscard]] std::string lowerCase(std::string_view text);
/// As the system writes it, without trailing separators.
[[nodiscard]] std::string withoutTrailingSeparators(std::string_view folder);
/// @p folder and @p relative (forward slashes) with the system's separators.
[[nodiscard]] std::string joinFolder(std::string_view folder, std::string_view relative);

}   // namespace cudnn_setup
