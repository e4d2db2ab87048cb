#include "platform/windows/full_path.h"

#include "platform/absolute_path.h"
#include "platform/windows/unique_handle.h"

#include <algorithm>

namespace cudnn_setup {

std::filesystem::path absolutePath(const std::filesystem::path& path) {
    return win::fullPath(path);
}

}   // namespace cudnn_setup

namespace cudnn_setup::win {
namespace {

/// Length of what names the volume, its last backslash included: "C:\", "\\server\share\", "\\?\C:\", "\\?\UNC\server\share\".
/// std::filesystem::path::root_path() is "\" for all but the first (MinGW, GCC 12).
std::size_t rootLength(std::wstring_view full) {
    const auto behind = [&](std::size_t from, int parts) {
        for (; parts > 0 && from < full.size(); --parts) from = std::min(full.find(L'\\', from), full.size() - 1) + 1;
        return from;
    };
    if (full.starts_with(LR"(\\?\UNC\)")) return behind(8, 2);
    if (full.starts_with(LR"(\\?\)") || full.starts_with(LR"(\\.\)")) return behind(4, 1);
    if (full.starts_with(LR"(\\)")) return behind(2, 2);
    return behind(0, 1);
}

}   // namespace

std::filesystem::path fullPath(const std::filesystem::path& path) {
    std::wstring full(MAX_PATH, L'\0');
    for (;;) {
        const DWORD size = ::GetFullPathNameW(path.c_str(), static_cast<DWORD>(full.size()), full.data(), nullptr);
        if (size == 0) return path;
        const bool fits = size < full.size();
        full.resize(size);
        if (fits) break;
    }
    while (full.size() > 3 && full.ends_with(L'\\') && full[full.size() - 2] != L':') full.pop_back();
    return full;
}

std::wstring extendedPath(const std::filesystem::path& path) {
    const std::wstring full = fullPath(path).native();
    if (full.starts_with(LR"(\\?\)") || full.starts_with(LR"(\\.\)")) return full;
    if (full.starts_with(LR"(\\)")) return LR"(\\?\UNC\)" + full.substr(2);
    return LR"(\\?\)" + full;
}

std::vector<std::filesystem::path> foldersOnTheWay(const std::filesystem::path& path) {
    const std::wstring full = fullPath(path).native();
    std::vector<std::filesystem::path> folders;
    for (std::size_t at = rootLength(full); at < full.size();) {
        at = std::min(full.find(L'\\', at), full.size());
        folders.emplace_back(full.substr(0, at++));
    }
    return folders;
}

bool isElsewhere(unsigned long attributes, unsigned long reparseTag) noexcept {
    return (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 && (reparseTag == 0 || IsReparseTagNameSurrogate(reparseTag));
}

std::optional<std::filesystem::path> linkOnTheWay(const std::filesystem::path& path) {
    for (const auto& sofar : foldersOnTheWay(path)) {
        const auto name = extendedPath(sofar);
        const DWORD attributes = ::GetFileAttributesW(name.c_str());
        if (attributes == INVALID_FILE_ATTRIBUTES) return std::nullopt;   // nothing there, so nothing below it
        if ((attributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0) continue;
        const UniqueFile point(::CreateFileW(name.c_str(), FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                             nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, nullptr));
        FILE_ATTRIBUTE_TAG_INFO tag{};
        if (!point || ::GetFileInformationByHandleEx(point.get(), FileAttributeTagInfo, &tag, sizeof tag) == 0) return sofar;
        if (isElsewhere(attributes, tag.ReparseTag)) return sofar;
    }
    return std::nullopt;
}

}   // namespace cudnn_setup::win
