#include "platform/windows/token.h"

#include "platform/windows/wide_text.h"

#include <sddl.h>

#include <array>
#include <cstddef>
#include <vector>

namespace cudnn_setup::win {
namespace {

Result<std::vector<std::byte>> userOf(HANDLE token) {
    DWORD size = 0;
    ::GetTokenInformation(token, TokenUser, nullptr, 0, &size);
    std::vector<std::byte> buffer(size);
    if (::GetTokenInformation(token, TokenUser, buffer.data(), size, &size) == 0) return failed(std::string("token"), ::GetLastError());
    return buffer;
}

PSID sidIn(const std::vector<std::byte>& user) {
    return reinterpret_cast<const TOKEN_USER*>(user.data())->User.Sid;
}

/// In the token and enabled: the filtered token of an administrator has it for denying only.
bool isAdministrator(HANDLE token) {
    std::array<std::byte, SECURITY_MAX_SID_SIZE> administrators{};
    DWORD size = administrators.size();
    if (::CreateWellKnownSid(WinBuiltinAdministratorsSid, nullptr, administrators.data(), &size) == 0) return false;
    UniqueObject impersonation;
    if (::DuplicateTokenEx(token, TOKEN_QUERY, nullptr, SecurityIdentification, TokenImpersonation, impersonation.receive()) == 0)
        return false;
    BOOL member = FALSE;
    return ::CheckTokenMembership(impersonation.get(), administrators.data(), &member) != 0 && member != FALSE;
}

}   // namespace

Result<UniqueObject> ownToken(DWORD access) {
    UniqueObject token;
    if (::OpenProcessToken(::GetCurrentProcess(), access, token.receive()) == 0) return failed(std::string("token"), ::GetLastError());
    return token;
}

Result<std::string> sidOf(HANDLE token) {
    const auto user = userOf(token);
    if (!user) return std::unexpected(user.error());
    wchar_t* text = nullptr;
    if (::ConvertSidToStringSidW(sidIn(*user), &text) == 0) return failed(std::string("token"), ::GetLastError());
    const UniqueLocal owner(text);
    return toUtf8(text);
}

Result<Account> accountOf(HANDLE token) {
    const auto sid = sidOf(token);
    if (!sid) return std::unexpected(sid.error());
    Account account{.name = *sid, .sid = *sid, .elevated = isAdministrator(token), .system = *sid == "S-1-5-18"};
    const auto user = userOf(token);
    std::array<wchar_t, 256> name{};
    std::array<wchar_t, 256> domain{};
    DWORD nameSize = name.size();
    DWORD domainSize = domain.size();
    SID_NAME_USE use{};
    // A name that cannot be looked up (domain controller away) leaves the SID.
    if (user && ::LookupAccountSidW(nullptr, sidIn(*user), name.data(), &nameSize, domain.data(), &domainSize, &use) != 0) {
        account.name = toUtf8(domain.data()) + '\\' + toUtf8(name.data());
    }
    return account;
}

const Account& ownAccount() {
    static const Account account = [] {
        const auto token = ownToken(TOKEN_QUERY | TOKEN_DUPLICATE);
        auto found = token ? accountOf(token->get()) : std::unexpected(token.error());
        return found.value_or(Account{});
    }();
    return account;
}

bool enablePrivilege(const wchar_t* name) {
    const auto token = ownToken(TOKEN_QUERY | TOKEN_ADJUST_PRIVILEGES);
    TOKEN_PRIVILEGES wanted{};
    wanted.PrivilegeCount = 1;
    wanted.Privileges[0].Attributes = SE_PRIVILEGE_ENABLED;
    if (!token || ::LookupPrivilegeValueW(nullptr, name, &wanted.Privileges[0].Luid) == 0) return false;
    // Succeeds with ERROR_NOT_ALL_ASSIGNED when the token lacks it.
    return ::AdjustTokenPrivileges(token->get(), FALSE, &wanted, 0, nullptr, nullptr) != 0 && ::GetLastError() == ERROR_SUCCESS;
}

}   // namespace cudnn_setup::win
