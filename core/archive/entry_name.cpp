#include "archive/entry_name.h"

#include <algorithm>
#include <array>

namespace cudnn_setup {
namespace {

constexpr std::size_t longestName = 1024;
constexpr std::size_t longestPart = 255;   // NTFS

bool isDeviceName(std::string_view part) {
    std::string stem = foldedName(part.substr(0, part.find('.')));
    while (stem.ends_with(' ')) stem.pop_back();
    constexpr std::array<std::string_view, 7> devices{"con", "prn", "aux", "nul", "conin$", "conout$", "clock$"};
    if (std::ranges::find(devices, stem) != devices.end()) return true;
    if (!stem.starts_with("com") && !stem.starts_with("lpt")) return false;
    const std::string_view number = std::string_view(stem).substr(3);
    // The superscript digits one to three count as well.
    return (number.size() == 1 && number[0] >= '0' && number[0] <= '9') || number == "\xc2\xb9" || number == "\xc2\xb2" ||
           number == "\xc2\xb3";
}

bool isSafePart(std::string_view part) {
    if (part.size() > longestPart || part.ends_with('.') || part.ends_with(' ')) return false;   // ".." ends in a dot
    const auto isForbidden = [](char letter) {
        const auto value = static_cast<unsigned char>(letter);
        return value < 0x20 || value == 0x7f || std::string_view(":<>\"|?*").find(letter) != std::string_view::npos;
    };
    return std::ranges::none_of(part, isForbidden) && !isDeviceName(part);
}

}   // namespace

Result<std::string> safeEntryName(std::string_view name) {
    const auto refused = [name] { return fail(ErrorCode::ArchiveUnsafeName, std::string(name)); };
    if (name.empty() || name.size() > longestName) return refused();
    std::string slashed(name);
    std::ranges::replace(slashed, '\\', '/');
    if (slashed.starts_with('/')) return refused();
    std::string safe;
    for (std::string_view rest = slashed; !rest.empty();) {
        const std::size_t slash = rest.find('/');
        const std::string_view part = rest.substr(0, slash);
        rest.remove_prefix(slash == std::string_view::npos ? rest.size() : slash + 1);
        if (part.empty() || part == ".") continue;
        if (!isSafePart(part)) return refused();
        safe += part;
        if (slash != std::string_view::npos) safe += '/';
    }
    if (safe.empty()) return refused();
    return safe;
}

std::string foldedName(std::string_view name) {
    std::string folded(name);
    for (char& letter : folded)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return folded;
}

}   // namespace cudnn_setup
