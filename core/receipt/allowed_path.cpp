#include "receipt/receipt.h"

#include <algorithm>
#include <array>

namespace cudnn_setup {
namespace {

char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool equalsIgnoringCase(std::string_view left, std::string_view right) {
    return std::ranges::equal(left, right, {}, lower, lower);
}

/// Names that Windows takes for a device in every folder, whatever extension follows (Microsoft, "Naming Files, Paths, and Namespaces").
bool isDeviceName(std::string_view name) {
    std::string_view stem = name.substr(0, name.find('.'));
    while (stem.ends_with(' ')) stem.remove_suffix(1);
    for (const std::string_view device : {"con", "prn", "aux", "nul", "conin$", "conout$", "clock$"}) {
        if (equalsIgnoringCase(stem, device)) return true;
    }
    if (stem.size() < 4) return false;
    const auto port = stem.substr(0, 3);
    if (!equalsIgnoringCase(port, "com") && !equalsIgnoringCase(port, "lpt")) return false;
    const auto number = stem.substr(3);
    return (number.size() == 1 && number[0] >= '0' && number[0] <= '9') || number == "\xC2\xB9" || number == "\xC2\xB2" ||
           number == "\xC2\xB3";   // superscript 1, 2, 3 count as digits there
}

bool isPlainName(std::string_view name) {
    if (name.empty() || name.ends_with('.') || name.ends_with(' ')) return false;   // Windows drops these ends: another file
    const bool hasForbidden = std::ranges::any_of(
        name, [](char letter) { return static_cast<unsigned char>(letter) < 0x20 || std::string_view("<>:\"/\\|?*").contains(letter); });
    return !hasForbidden && !isDeviceName(name);
}

}   // namespace

bool isAllowedPath(std::string_view path, std::string_view dllFolder) {
    if (!isAllowedDllFolder(dllFolder)) return false;
    const auto slash = path.rfind('/');
    if (slash == std::string_view::npos || !isPlainName(path.substr(slash + 1))) return false;
    const auto folder = path.substr(0, slash);
    return folder == dllFolder || folder == "include" || folder == "lib/x64";
}

bool isAllowedDllFolder(std::string_view folder) {
    return folder == "bin" || folder == "bin/x64";
}

bool isAllowedFolder(std::string_view folder, std::string_view dllFolder) {
    if (folder == "include" || folder == "lib" || folder == "lib/x64") return true;
    return isAllowedDllFolder(dllFolder) && (folder == dllFolder || (folder == "bin" && dllFolder == "bin/x64"));
}

bool isStateFileName(std::string_view name) {
    return !name.empty() && name.size() <= 64 && name.front() != '.' && name.back() != '.' && !isDeviceName(name) &&
           std::ranges::all_of(name, [](char letter) {
               return (letter >= '0' && letter <= '9') || (lower(letter) >= 'a' && lower(letter) <= 'z') || letter == '.' ||
                      letter == '-' || letter == '_';
           });
}

}   // namespace cudnn_setup
