#pragma once
/// @file
/// Owner and DACL of files: as text, to compare and to inherit. Wine 8 derives them from Unix modes and keeps no others, so every rule
/// that is
/// about other accounts than the own one is judged there by its answer for "Everyone" only.
#include "platform/files.h"
#include "platform/windows/unique_handle.h"

namespace cudnn_setup::win {

/// Opened with the rights asked for, not through a reparse point.
[[nodiscard]] Result<UniqueFile> openForSecurity(const std::filesystem::path& path, DWORD access);

[[nodiscard]] Result<FileSecurity> securityOf(const std::filesystem::path& path);
[[nodiscard]] Result<void> applySecurity(const std::filesystem::path& path, const FileSecurity& security);
/// What a new file in @p folder would inherit becomes the DACL of @p path (owner kept).
[[nodiscard]] Result<void> inheritFrom(const std::filesystem::path& folder, const std::filesystem::path& path);

/// SYSTEM, Administrators, TrustedInstaller, the domain's and the machine's administrators.
[[nodiscard]] bool isAdministrative(PSID sid);
/// Owned by SYSTEM or Administrators, or by this process's own user where @p ownUserToo says so.
[[nodiscard]] Result<bool> isOwnedByAdministrators(const std::filesystem::path& path, bool ownUserToo);
/// Somebody who is not administrative may create or change files in @p folder, by owner and allowing entries. Entries for groups count
/// whoever is in them; denying entries count only for the very same SID or Everyone.
[[nodiscard]] Result<bool> othersMayWrite(const std::filesystem::path& folder);
/// The decision of othersMayWrite() on SDDL text. @p alsoTrusted is counted as administrative. @return Error{SystemCallFailed} for
/// malformed text.
[[nodiscard]] Result<bool> othersMayWrite(std::wstring_view sddl, std::string_view alsoTrusted);

/// For folders of ours: SYSTEM and Administrators everything, users read; a process that is not elevated adds itself, or it could not
/// work in its own folder.
[[nodiscard]] std::wstring protectedFolderSddl();

}   // namespace cudnn_setup::win
