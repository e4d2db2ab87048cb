#include "platform/windows/wide_text.h"

namespace cudnn_setup::win {
namespace {

ErrorCode codeFor(DWORD why) {
    if (isDiskFull(why)) return ErrorCode::DiskFull;
    switch (why) {
        case ERROR_SHARING_VIOLATION:
        case ERROR_LOCK_VIOLATION:
        case ERROR_USER_MAPPED_FILE: return ErrorCode::FileInUse;
        default: return ErrorCode::SystemCallFailed;
    }
}

std::optional<std::string> convert(std::wstring_view text, DWORD flags) {
    if (text.empty()) return std::string{};
    const int wide = static_cast<int>(text.size());
    const int size = ::WideCharToMultiByte(CP_UTF8, flags, text.data(), wide, nullptr, 0, nullptr, nullptr);
    if (size <= 0) return std::nullopt;
    std::string narrow(static_cast<std::size_t>(size), '\0');
    ::WideCharToMultiByte(CP_UTF8, flags, text.data(), wide, narrow.data(), size, nullptr, nullptr);
    return narrow;
}

}   // namespace

std::wstring toWide(std::string_view text) {
    if (text.empty()) return {};
    const int narrow = static_cast<int>(text.size());
    const int size = ::MultiByteToWideChar(CP_UTF8, 0, text.data(), narrow, nullptr, 0);
    std::wstring wide(static_cast<std::size_t>(size), L'\0');
    ::MultiByteToWideChar(CP_UTF8, 0, text.data(), narrow, wide.data(), size);
    return wide;
}

std::string toUtf8(std::wstring_view text) {
    return convert(text, 0).value_or(std::string{});
}

std::optional<std::string> toUtf8Exactly(std::wstring_view text) {
    return convert(text, WC_ERR_INVALID_CHARS);
}

std::unexpected<Error> failed(const std::filesystem::path& path, DWORD why) {
    return failed(toUtf8(path.native()), why);
}

std::unexpected<Error> failed(std::string subject, DWORD why) {
    return fail(codeFor(why), std::move(subject), why);
}

}   // namespace cudnn_setup::win
