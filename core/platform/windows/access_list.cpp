#include "platform/windows/access_list.h"

#include "platform/windows/full_path.h"
#include "platform/windows/token.h"
#include "platform/windows/wide_text.h"
#include "platform/windows/wine.h"

#include <aclapi.h>
#include <sddl.h>

#include <algorithm>
#include <array>

namespace cudnn_setup::win {
namespace {

constexpr SECURITY_INFORMATION ownerAndDacl = OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION;

struct Descriptor {
    UniqueLocal memory;
    [[nodiscard]] PSECURITY_DESCRIPTOR get() const { return memory.get(); }
    [[nodiscard]] PSID owner() const {
        PSID sid = nullptr;
        BOOL defaulted = FALSE;
        return ::GetSecurityDescriptorOwner(get(), &sid, &defaulted) != 0 ? sid : nullptr;
    }
    [[nodiscard]] PACL dacl() const {
        PACL list = nullptr;
        BOOL present = FALSE;
        BOOL defaulted = FALSE;
        return ::GetSecurityDescriptorDacl(get(), &present, &list, &defaulted) != 0 && present != FALSE ? list : nullptr;
    }
};

Result<Descriptor> descriptorOf(const std::filesystem::path& path) {
    const auto file = openForSecurity(path, READ_CONTROL);
    if (!file) return std::unexpected(file.error());
    PSECURITY_DESCRIPTOR descriptor = nullptr;
    const DWORD why = ::GetSecurityInfo(file->get(), SE_FILE_OBJECT, ownerAndDacl, nullptr, nullptr, nullptr, nullptr, &descriptor);
    if (why != ERROR_SUCCESS) return failed(path, why);
    return Descriptor{UniqueLocal(descriptor)};
}

Result<Descriptor> descriptorFrom(std::wstring_view sddl) {
    PSECURITY_DESCRIPTOR descriptor = nullptr;
    if (::ConvertStringSecurityDescriptorToSecurityDescriptorW(std::wstring(sddl).c_str(), SDDL_REVISION_1, &descriptor, nullptr) == 0) {
        const DWORD why = ::GetLastError();
        return failed(toUtf8(sddl), why);
    }
    return Descriptor{UniqueLocal(descriptor)};
}

bool isWellKnown(PSID sid, WELL_KNOWN_SID_TYPE type) {
    return ::IsWellKnownSid(sid, type) != 0;
}

std::string textOf(PSID sid) {
    wchar_t* text = nullptr;
    if (::ConvertSidToStringSidW(sid, &text) == 0) return {};
    const UniqueLocal owner(text);
    return toUtf8(text);
}

bool mayWrite(const Descriptor& descriptor, std::string_view alsoTrusted) {
    const auto isTrusted = [&](PSID sid) { return isAdministrative(sid) || (!alsoTrusted.empty() && textOf(sid) == alsoTrusted); };
    // The owner may always change the list.
    if (PSID owner = descriptor.owner(); owner != nullptr && !isTrusted(owner)) return true;
    const PACL list = descriptor.dacl();
    if (list == nullptr) return true;   // no list at all: everybody may do everything

    constexpr ACCESS_MASK writing =
        FILE_WRITE_DATA | FILE_DELETE_CHILD | WRITE_DAC | WRITE_OWNER | GENERIC_WRITE | GENERIC_ALL;   // FILE_WRITE_DATA is FILE_ADD_FILE
    std::vector<std::pair<PSID, ACCESS_MASK>> denied;
    for (DWORD index = 0; index < list->AceCount; ++index) {
        void* entry = nullptr;
        if (::GetAce(list, index, &entry) == 0) continue;
        const auto* const header = static_cast<const ACE_HEADER*>(entry);
        // Entries for subfolders only say nothing about this folder and its files.
        if ((header->AceFlags & INHERIT_ONLY_ACE) != 0 && (header->AceFlags & OBJECT_INHERIT_ACE) == 0) continue;
        // Allowing and denying entries have one layout.
        auto* const ace = static_cast<ACCESS_ALLOWED_ACE*>(entry);
        PSID sid = &ace->SidStart;
        if (header->AceType == ACCESS_DENIED_ACE_TYPE) {
            denied.emplace_back(sid, ace->Mask);
        } else if (header->AceType == ACCESS_ALLOWED_ACE_TYPE && !isTrusted(sid)) {
            // "Creator" stands for whoever makes a file, and who may make one is said by the other entries.
            if (isWellKnown(sid, WinCreatorOwnerSid) || isWellKnown(sid, WinCreatorGroupSid) || isWellKnown(sid, WinCreatorOwnerRightsSid))
                continue;
            ACCESS_MASK left = ace->Mask & writing;
            for (const auto& [who, mask] : denied) {
                if (isWellKnown(who, WinWorldSid) || ::EqualSid(who, sid) != 0) left &= ~mask;
            }
            if (left != 0) return true;
        }
    }
    return false;
}

}   // namespace

Result<UniqueFile> openForSecurity(const std::filesystem::path& path, DWORD access) {
    UniqueFile file(::CreateFileW(extendedPath(path).c_str(), access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                  OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, nullptr));
    if (!file) {
        const DWORD why = ::GetLastError();
        return failed(path, why);
    }
    return file;
}

Result<FileSecurity> securityOf(const std::filesystem::path& path) {
    const auto descriptor = descriptorOf(path);
    if (!descriptor) return std::unexpected(descriptor.error());
    wchar_t* text = nullptr;
    if (::ConvertSecurityDescriptorToStringSecurityDescriptorW(descriptor->get(), SDDL_REVISION_1, ownerAndDacl, &text, nullptr) == 0) {
        const DWORD why = ::GetLastError();
        return failed(path, why);
    }
    const UniqueLocal owner(text);
    return FileSecurity{toUtf8(text)};
}

Result<void> applySecurity(const std::filesystem::path& path, const FileSecurity& security) {
    const auto wanted = descriptorFrom(toWide(security.text));
    if (!wanted) return std::unexpected(wanted.error());
    const auto present = securityOf(path);
    if (present && *present == security) return {};
    SECURITY_DESCRIPTOR_CONTROL control = 0;
    DWORD revision = 0;
    ::GetSecurityDescriptorControl(wanted->get(), &control, &revision);
    const SECURITY_INFORMATION inheritance =
        (control & SE_DACL_PROTECTED) != 0 ? PROTECTED_DACL_SECURITY_INFORMATION : UNPROTECTED_DACL_SECURITY_INFORMATION;
    const auto apply = [&](DWORD access, SECURITY_INFORMATION which) -> Result<void> {
        const auto file = openForSecurity(path, access);
        if (!file) return std::unexpected(file.error());
        const DWORD why = ::SetSecurityInfo(file->get(), SE_FILE_OBJECT, which, wanted->owner(), nullptr, wanted->dacl(), nullptr);
        if (why != ERROR_SUCCESS) return failed(path, why);
        return {};
    };
    // The owner first: it may be the one who gives us the right to change the list. Giving a file to somebody else (TrustedInstaller,
    // another
    // user) needs a privilege that administrators have, switched off.
    if (PSID owner = wanted->owner(); owner != nullptr) {
        const auto now = descriptorOf(path);
        const bool same = now && now->owner() != nullptr && ::EqualSid(now->owner(), owner) != 0;
        if (!same) {
            enablePrivilege(L"SeTakeOwnershipPrivilege");
            enablePrivilege(L"SeRestorePrivilege");
            if (auto given = apply(WRITE_OWNER, OWNER_SECURITY_INFORMATION); !given && !wineVersion()) return given;
        }
    }
    return apply(WRITE_DAC | READ_CONTROL, DACL_SECURITY_INFORMATION | inheritance);
}

Result<void> inheritFrom(const std::filesystem::path& folder, const std::filesystem::path& path) {
    // Wine 8 knows modes only, and CreatePrivateObjectSecurityEx is a stub there: staging's mode is what a new file gets anyway.
    if (wineVersion()) return {};
    const auto parent = descriptorOf(folder);
    if (!parent) return std::unexpected(parent.error());
    const auto token = ownToken(TOKEN_QUERY);
    if (!token) return std::unexpected(token.error());
    GENERIC_MAPPING mapping{.GenericRead = FILE_GENERIC_READ,
                            .GenericWrite = FILE_GENERIC_WRITE,
                            .GenericExecute = FILE_GENERIC_EXECUTE,
                            .GenericAll = FILE_ALL_ACCESS};
    PSECURITY_DESCRIPTOR inherited = nullptr;
    if (::CreatePrivateObjectSecurityEx(parent->get(), nullptr, &inherited, nullptr, FALSE, SEF_DACL_AUTO_INHERIT, token->get(),
                                        &mapping) == 0) {
        const DWORD why = ::GetLastError();
        return failed(folder, why);
    }
    const auto file = openForSecurity(path, WRITE_DAC);
    DWORD why = ERROR_SUCCESS;
    if (file) {
        // The low-level call: SetSecurityInfo would compute the inherited entries anew, from staging, where the file still lies. The
        // request bit
        // makes NTFS keep "auto-inherited", as for a file made in place (SECURITY_DESCRIPTOR_CONTROL, Microsoft).
        constexpr SECURITY_DESCRIPTOR_CONTROL autoInherited = SE_DACL_AUTO_INHERITED | SE_DACL_AUTO_INHERIT_REQ;
        ::SetSecurityDescriptorControl(inherited, autoInherited, autoInherited);
        if (::SetKernelObjectSecurity(file->get(), DACL_SECURITY_INFORMATION, inherited) == 0) why = ::GetLastError();
    }
    ::DestroyPrivateObjectSecurity(&inherited);
    if (!file) return std::unexpected(file.error());
    if (why != ERROR_SUCCESS) return failed(path, why);
    return {};
}

bool isAdministrative(PSID sid) {
    if (isWellKnown(sid, WinLocalSystemSid) || isWellKnown(sid, WinBuiltinAdministratorsSid)) return true;
    const auto text = textOf(sid);
    // NT SERVICE\TrustedInstaller, who owns Windows' own folders (Microsoft, well-known SIDs).
    if (text == "S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464") return true;
    // The built-in Administrator, Domain Admins, Enterprise Admins: relative ids 500, 512, 519 of a machine or domain (same source).
    return text.starts_with("S-1-5-21-") && (text.ends_with("-500") || text.ends_with("-512") || text.ends_with("-519"));
}

Result<bool> isOwnedByAdministrators(const std::filesystem::path& path, bool ownUserToo) {
    const auto descriptor = descriptorOf(path);
    if (!descriptor) return std::unexpected(descriptor.error());
    PSID owner = descriptor->owner();
    if (owner == nullptr) return false;
    return isAdministrative(owner) || (ownUserToo && textOf(owner) == ownAccount().sid);
}

Result<bool> othersMayWrite(const std::filesystem::path& folder) {
    const auto descriptor = descriptorOf(folder);
    if (!descriptor) return std::unexpected(descriptor.error());
    return mayWrite(*descriptor, wineVersion() ? ownAccount().sid : std::string{});
}

Result<bool> othersMayWrite(std::wstring_view sddl, std::string_view alsoTrusted) {
    const auto descriptor = descriptorFrom(sddl);
    if (!descriptor) return std::unexpected(descriptor.error());
    return mayWrite(*descriptor, alsoTrusted);
}

std::wstring protectedFolderSddl() {
    const auto& own = ownAccount();
    // The owner is named, since a policy can make an administrator's folders his own, and then we would not trust them the next time.
    std::wstring sddl = own.elevated && !wineVersion() ? L"O:BA" : L"";
    sddl += L"D:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)";
    // Under Wine the administrator's rights are those of the Unix user, who has a SID of his own.
    if ((!own.elevated || wineVersion()) && !own.sid.empty()) sddl += L"(A;OICI;FA;;;" + toWide(own.sid) + L")";
    return sddl;
}

}   // namespace cudnn_setup::win
