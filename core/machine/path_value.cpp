#include "machine/path_value.h"

#include "base/path_text.h"

#include <algorithm>

namespace cudnn_setup {
namespace {

bool isSeparator(char c) {
    return c == '/' || c == '\\';
}

}   // namespace

std::vector<SegmentView> splitPath(std::string_view value) {
    std::vector<SegmentView> segments;
    if (value.empty()) return segments;
    bool quoted = false;
    std::size_t start = 0;
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (value[i] == '"') quoted = !quoted;
        if (value[i] != ';' || quoted) continue;
        segments.push_back({start, value.substr(start, i - start)});
        start = i + 1;
    }
    segments.push_back({start, value.substr(start)});
    return segments;
}

std::string folderOfSegment(std::string_view segment) {
    std::string folder;
    std::ranges::copy_if(segment, std::back_inserter(folder), [](char c) { return c != '"'; });
    const auto first = folder.find_first_not_of(" \t");
    if (first == std::string::npos) return {};
    return folder.substr(first, folder.find_last_not_of(" \t") - first + 1);
}

std::string segmentFor(std::string_view folder) {
    return folder.contains(';') ? '"' + std::string(folder) + '"' : std::string(folder);
}

bool namesVariable(std::string_view segment) {
    const auto first = segment.find('%');
    return first != std::string_view::npos && segment.find('%', first + 2) != std::string_view::npos;
}

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

std::string folderKey(std::string_view folder) {
    std::string key;
    for (std::size_t i = 0; i < folder.size(); ++i) {
        const char c = folder[i] == '/' ? '\\' : folder[i];
        // The first two separators of \\server belong to the name.
        if (c == '\\' && i > 1 && key.ends_with('\\')) continue;
        key.push_back(c);
    }
    while (key.size() > 1 && key.ends_with('\\')) key.pop_back();
    key = lowerCase(key);
    constexpr std::string_view longServer = R"(\\?\unc\)";
    constexpr std::string_view longName = R"(\\?\)";
    if (key.starts_with(longServer)) key.replace(0, longServer.size(), R"(\\)");
    else if (key.starts_with(longName)) key.erase(0, longName.size());
    return key;
}

std::string normaliseSegment(std::string_view expanded) {
    return folderKey(folderOfSegment(expanded));
}

bool isAbsoluteFolder(std::string_view folder) {
    if (folder.size() >= 2 && isSeparator(folder[0]) && isSeparator(folder[1])) return true;
    return pathFromUtf8(folder).is_absolute();
}

std::string withoutTrailingSeparators(std::string_view folder) {
    // "C:\" and "/" stay: without their separator they name something else.
    while (folder.size() > 1 && isSeparator(folder.back()) && folder[folder.size() - 2] != ':') folder.remove_suffix(1);
    return std::string(folder);
}

std::string joinFolder(std::string_view folder, std::string_view relative) {
    return toUtf8((pathFromUtf8(folder) / pathFromUtf8(relative)).make_preferred());
}

}   // namespace cudnn_setup
