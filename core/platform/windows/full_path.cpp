#include "platform/windows/full_path.h"

#include "platform/windows/unique_handle.h"

namespace cudnn_setup::win {

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

bool isElsewhere(unsigned long attributes, unsigned long reparseTag) noexcept {
    return (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 && (reparseTag == 0 || IsReparseTagNameSurrogate(reparseTag));
}

std::optional<std::filesystem::path> linkOnTheWay(const std::filesystem::path& path) {
    const auto full = fullPath(path);
    std::filesystem::path sofar = full.root_path();
    for (const auto& part : full.relative_path()) {
        sofar /= part;
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
