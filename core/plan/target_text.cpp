#include "plan/target_text.h"

#include <algorithm>

namespace cudnn_setup {

bool isWindowsPath(std::string_view path) {
    if (path.starts_with(R"(\\)")) return true;
    const auto isLetter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
    return path.size() >= 2 && isLetter(path[0]) && path[1] == ':';
}

std::string fullPath(std::string_view root, std::string_view relative) {
    const char separator = isWindowsPath(root) ? '\\' : '/';
    std::string path(root);
    if (!path.ends_with(separator)) path += separator;
    std::string tail(relative);
    std::ranges::replace(tail, '/', separator);
    return path + tail;
}

std::size_t charactersOf(std::string_view text) {
    std::size_t units = 0;
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        if ((byte & 0xC0U) != 0x80U) ++units;   // each code point once, at its first byte
        if (byte >= 0xF0) ++units;              // outside the basic plane: two units
    }
    return units;
}

}   // namespace cudnn_setup
