#include "platform/windows/machine_facts_windows.h"

#include "platform/windows/registry_key.h"
#include "platform/windows/token.h"
#include "platform/windows/wide_text.h"
#include "platform/windows/wine.h"

#include <knownfolders.h>
#include <objbase.h>
#include <shlobj.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <tuple>

namespace cudnn_setup::win {
namespace {

/// Text of a value, or "" when it is missing or something else.
std::string textOf(const RegistryKey& key, const wchar_t* name) {
    const auto value = key.read(name);
    return value && *value ? (*value)->text : std::string{};
}

/// GetVersionEx answers what the manifest asks for; this one tells the truth.
RTL_OSVERSIONINFOW realVersion() {
    RTL_OSVERSIONINFOW version{};
    version.dwOSVersionInfoSize = sizeof version;
    const FARPROC address = ::GetProcAddress(::GetModuleHandleW(L"ntdll.dll"), "RtlGetVersion");
    if (address != nullptr) reinterpret_cast<LONG(WINAPI*)(RTL_OSVERSIONINFOW*)>(reinterpret_cast<void*>(address))(&version);
    return version;
}

Result<std::filesystem::path> knownFolder(const GUID& id) {
    wchar_t* text = nullptr;
    const HRESULT why = ::SHGetKnownFolderPath(id, KF_FLAG_DONT_VERIFY, nullptr, &text);
    std::filesystem::path folder = SUCCEEDED(why) ? std::filesystem::path(text) : std::filesystem::path{};
    ::CoTaskMemFree(text);
    if (FAILED(why)) return fail(ErrorCode::SystemCallFailed, "known folder", static_cast<std::uint32_t>(why));
    return folder;
}

template <class Ask>
Result<std::filesystem::path> systemFolder(Ask ask) {
    std::array<wchar_t, MAX_PATH + 1> text{};
    const UINT size = ask(text.data(), static_cast<UINT>(text.size()));
    if (size == 0 || size >= text.size()) return fail(ErrorCode::SystemCallFailed, "system folder", ::GetLastError());
    return std::filesystem::path(std::wstring_view(text.data(), size));
}

/// Another user's folder, without a token: as the profile list has it. A redirected AppData is not seen there, which is why only the
/// elevated worker of another account asks this way.
Result<std::filesystem::path> localAppDataOf(const std::string& sid) {
    const auto key = RegistryKey::open(HKEY_LOCAL_MACHINE, LR"(SOFTWARE\Microsoft\Windows NT\CurrentVersion\ProfileList\)" + toWide(sid),
                                       KEY_QUERY_VALUE);
    if (!key) return std::unexpected(key.error());
    const auto profile = *key ? textOf(**key, L"ProfileImagePath") : std::string{};
    if (profile.empty()) return fail(ErrorCode::SystemCallFailed, sid, ERROR_FILE_NOT_FOUND);
    std::array<wchar_t, 1024> expanded{};   // %SystemDrive%\Users\…: machine variables only
    const DWORD size = ::ExpandEnvironmentStringsW(toWide(profile).c_str(), expanded.data(), static_cast<DWORD>(expanded.size()));
    if (size == 0 || size > expanded.size()) return fail(ErrorCode::SystemCallFailed, profile, ERROR_INSUFFICIENT_BUFFER);
    return std::filesystem::path(expanded.data()) / L"AppData" / L"Local";
}

}   // namespace

MachineFactsWindows::MachineFactsWindows(std::optional<std::string> userSid) {
    if (userSid && *userSid != ownAccount().sid) m_foreignUser = std::move(userSid);
}

std::string MachineFactsWindows::systemName() const {
    const auto version = realVersion();
    constexpr DWORD firstBuildOf11 = 22000;   // "ProductName" in the registry still says Windows 10 there
    std::string name =
        "Windows " + std::to_string(version.dwMajorVersion == 10 && version.dwBuildNumber >= firstBuildOf11 ? 11 : version.dwMajorVersion);
    const auto key = RegistryKey::open(HKEY_LOCAL_MACHINE, LR"(SOFTWARE\Microsoft\Windows NT\CurrentVersion)", KEY_QUERY_VALUE);
    if (key && *key) {
        if (textOf(**key, L"ProductName").find("Server") != std::string::npos) name = textOf(**key, L"ProductName");
        if (const auto release = textOf(**key, L"DisplayVersion"); !release.empty()) name += ' ' + release;
    }
    name += " (" + std::to_string(version.dwMajorVersion) + '.' + std::to_string(version.dwMinorVersion) + '.' +
            std::to_string(version.dwBuildNumber) + ')';
    return wineVersion() ? "Wine " + *wineVersion() + " as " + name : name;
}

Result<Account> MachineFactsWindows::account() const {
    const auto token = ownToken(TOKEN_QUERY | TOKEN_DUPLICATE);
    if (!token) return std::unexpected(token.error());
    return accountOf(token->get());
}

Result<std::vector<RegisteredToolkit>> MachineFactsWindows::registeredToolkits() const {
    std::vector<RegisteredToolkit> toolkits;
    const std::wstring base = LR"(SOFTWARE\NVIDIA Corporation\GPU Computing Toolkit\CUDA)";
    const auto all = RegistryKey::open(HKEY_LOCAL_MACHINE, base, KEY_ENUMERATE_SUB_KEYS);
    if (!all) return std::unexpected(all.error());
    if (!*all) return toolkits;
    for (const auto& name : (*all)->keyNames()) {
        const auto key = RegistryKey::open(HKEY_LOCAL_MACHINE, base + L'\\' + name, KEY_QUERY_VALUE);
        if (!key || !*key) continue;
        const auto folder = textOf(**key, L"InstallDir");
        if (!folder.empty()) toolkits.push_back({.keyName = toUtf8(name), .installDir = folder});
    }
    return toolkits;
}

Result<std::vector<DisplayAdapter>> MachineFactsWindows::displayAdapters() const {
    std::vector<DisplayAdapter> adapters;
    const std::wstring base = LR"(SYSTEM\CurrentControlSet\Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318})";
    const auto all = RegistryKey::open(HKEY_LOCAL_MACHINE, base, KEY_ENUMERATE_SUB_KEYS);
    if (!all) return std::unexpected(all.error());
    if (!*all) return adapters;
    for (const auto& name : (*all)->keyNames()) {
        // "0000", "0001" …; "Properties" and "Configuration" may not be opened by users.
        if (name.empty() || !std::ranges::all_of(name, [](wchar_t letter) { return letter >= L'0' && letter <= L'9'; })) continue;
        const auto key = RegistryKey::open(HKEY_LOCAL_MACHINE, base + L'\\' + name, KEY_QUERY_VALUE);
        if (!key || !*key) continue;
        auto device = textOf(**key, L"MatchingDeviceId");
        std::ranges::transform(device, device.begin(),
                               [](char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; });
        const bool isNvidia = device.find("ven_10de") != std::string::npos || textOf(**key, L"ProviderName") == "NVIDIA";
        if (isNvidia) adapters.push_back({.name = textOf(**key, L"DriverDesc"), .driverVersion = textOf(**key, L"DriverVersion")});
    }
    return adapters;
}

Result<std::filesystem::path> MachineFactsWindows::folder(KnownFolder which) const {
    switch (which) {
        case KnownFolder::ProgramFiles: return knownFolder(FOLDERID_ProgramFiles);
        case KnownFolder::ProgramData: return knownFolder(FOLDERID_ProgramData);
        case KnownFolder::LocalAppData: return m_foreignUser ? localAppDataOf(*m_foreignUser) : knownFolder(FOLDERID_LocalAppData);
        case KnownFolder::System32: return systemFolder([](wchar_t* text, UINT size) { return ::GetSystemDirectoryW(text, size); });
        case KnownFolder::Windows: return systemFolder([](wchar_t* text, UINT size) { return ::GetSystemWindowsDirectoryW(text, size); });
        case KnownFolder::Temp: {
            if (!m_foreignUser) return systemFolder([](wchar_t* text, UINT size) { return ::GetTempPathW(size, text); });
            auto local = localAppDataOf(*m_foreignUser);
            if (local) *local /= L"Temp";
            return local;
        }
    }
    return fail(ErrorCode::InternalError, "known folder");
}

std::string MachineFactsWindows::utcNow() const {
    SYSTEMTIME now{};
    ::GetSystemTime(&now);
    char text[32];
    std::snprintf(text, sizeof text, "%04u-%02u-%02uT%02u:%02u:%02uZ", static_cast<unsigned>(now.wYear), static_cast<unsigned>(now.wMonth),
                  static_cast<unsigned>(now.wDay), static_cast<unsigned>(now.wHour), static_cast<unsigned>(now.wMinute),
                  static_cast<unsigned>(now.wSecond));
    return text;
}

}   // namespace cudnn_setup::win
