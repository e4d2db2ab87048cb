#pragma once
/// @file
/// Whose rights a process has.
#include "base/error.h"
#include "platform/machine_facts.h"
#include "platform/windows/unique_handle.h"

#include <string>

namespace cudnn_setup::win {

[[nodiscard]] Result<UniqueObject> ownToken(DWORD access);
/// "S-1-5-21-…" of the token's user.
[[nodiscard]] Result<std::string> sidOf(HANDLE token);
[[nodiscard]] Result<Account> accountOf(HANDLE token);
/// Of this process, asked once; not elevated when the system does not tell.
[[nodiscard]] const Account& ownAccount();
/// Switches a privilege of this process on; false when its token does not have it.
bool enablePrivilege(const wchar_t* name);

}   // namespace cudnn_setup::win
