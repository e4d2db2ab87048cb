#pragma once
/// @file
/// UTF-8 outside, UTF-16 inside this folder.
#include "base/error.h"

#include <windows.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace cudnn_setup::win {

/// Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::wstring toWide(std::string_view text);
/// Lone surrogates become U+FFFD.
[[nodiscard]] std::string toUtf8(std::wstring_view text);
/// @return std::nullopt for lone surrogates: such text would not come back the same.
[[nodiscard]] std::optional<std::string> toUtf8Exactly(std::wstring_view text);

/// No room: the disk, or what this user may use of it (ERROR_DISK_QUOTA_EXCEEDED, which MinGW's winerror.h lacks).
[[nodiscard]] constexpr bool isDiskFull(DWORD why) noexcept {
    return why == ERROR_DISK_FULL || why == ERROR_HANDLE_DISK_FULL || why == 1295;
}

/// The error of a file operation: DiskFull, FileInUse, else SystemCallFailed.
[[nodiscard]] std::unexpected<Error> failed(const std::filesystem::path& path, DWORD why);
/// The same for things without a path.
[[nodiscard]] std::unexpected<Error> failed(std::string subject, DWORD why);

}   // namespace cudnn_setup::win
