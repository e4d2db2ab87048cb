#include "platform/windows/environment_store_windows.h"

#include "platform/expand_variables.h"
#include "platform/windows/registry_key.h"
#include "platform/windows/token.h"
#include "platform/windows/wide_text.h"

#include <algorithm>

namespace cudnn_setup::win {
namespace {

std::string nameFor(EnvironmentScope scope, std::string_view name) {
    return std::string(scope == EnvironmentScope::Machine ? "machine environment, " : "user environment, ").append(name);
}

}   // namespace

EnvironmentStoreWindows::EnvironmentStoreWindows(std::optional<std::string> userSid) {
    if (userSid && *userSid != ownAccount().sid) m_foreignUser = toWide(*userSid);
}

EnvironmentStoreWindows::Place EnvironmentStoreWindows::placeOf(EnvironmentScope scope) const {
    if (scope == EnvironmentScope::Machine) return {HKEY_LOCAL_MACHINE, LR"(SYSTEM\CurrentControlSet\Control\Session Manager\Environment)"};
    if (m_foreignUser) return {HKEY_USERS, *m_foreignUser + LR"(\Environment)"};
    return {HKEY_CURRENT_USER, L"Environment"};
}

Result<std::optional<RawVariable>> EnvironmentStoreWindows::read(EnvironmentScope scope, std::string_view name) const {
    const auto place = placeOf(scope);
    const auto key = RegistryKey::open(place.root, place.key, KEY_QUERY_VALUE);
    if (!key) return std::unexpected(key.error());
    if (!*key) return std::nullopt;
    return (*key)->read(toWide(name));
}

Result<void> EnvironmentStoreWindows::write(EnvironmentScope scope, std::string_view name, const std::optional<RawVariable>& value) {
    const auto place = placeOf(scope);
    {
        auto key = RegistryKey::create(place.root, place.key);
        if (!key) return std::unexpected(key.error());
        auto done = value ? key->write(toWide(name), *value) : key->remove(toWide(name));
        if (done) done = key->flush();
        if (!done) return done;
    }
    {
        const std::lock_guard guard(m_mutex);
        m_block.reset();
    }
    const auto back = read(scope, name);
    if (!back) return std::unexpected(back.error());
    // Policies and guarding programs may put their own value back at once.
    if (*back != value) return fail(ErrorCode::SystemCallFailed, nameFor(scope, name), ERROR_INVALID_DATA);
    return {};
}

Result<std::vector<std::pair<std::string, RawVariable>>> EnvironmentStoreWindows::all(EnvironmentScope scope) const {
    std::vector<std::pair<std::string, RawVariable>> variables;
    const auto place = placeOf(scope);
    const auto key = RegistryKey::open(place.root, place.key, KEY_QUERY_VALUE);
    if (!key) return std::unexpected(key.error());
    if (!*key) return variables;
    for (const auto& name : (*key)->valueNames()) {
        // Values of other types are in no program's environment.
        if (auto value = (*key)->read(name); value && *value) variables.emplace_back(toUtf8(name), std::move(**value));
    }
    std::ranges::sort(variables, {}, &std::pair<std::string, RawVariable>::first);
    return variables;
}

EnvironmentBlock EnvironmentStoreWindows::blockOfUser() const {
    if (!m_foreignUser) {
        const auto token = ownToken(TOKEN_QUERY | TOKEN_DUPLICATE | TOKEN_IMPERSONATE);
        auto block = token ? EnvironmentBlock::forNewProgram(token->get()) : std::nullopt;
        return block ? std::move(*block) : EnvironmentBlock::ofThisProcess();
    }
    // We have no token of that user: the machine's variables, the profile, what the logon left, then the user's own.
    auto machine = EnvironmentBlock::forNewProgram(nullptr);
    EnvironmentBlock block = machine ? std::move(*machine) : EnvironmentBlock::ofThisProcess();
    const auto lookUp = [&](std::string_view name) -> std::optional<std::string> {
        const auto value = block.find(toWide(name));
        return value ? std::optional(toUtf8(*value)) : std::nullopt;
    };
    const auto add = [&](const std::wstring& name, const RawVariable& value) {
        block.set(name, toWide(value.type == RegistryText::Expandable ? expandVariables(value.text, lookUp) : value.text));
    };
    const auto profiles = RegistryKey::open(
        HKEY_LOCAL_MACHINE, LR"(SOFTWARE\Microsoft\Windows NT\CurrentVersion\ProfileList\)" + *m_foreignUser, KEY_QUERY_VALUE);
    if (profiles && *profiles) {
        if (const auto folder = (*profiles)->read(L"ProfileImagePath"); folder && *folder) add(L"USERPROFILE", **folder);
    }
    for (const auto* const name : {LR"(\Volatile Environment)", LR"(\Environment)"}) {
        const auto key = RegistryKey::open(HKEY_USERS, *m_foreignUser + name, KEY_QUERY_VALUE);
        if (!key || !*key) continue;
        for (const auto& variable : (*key)->valueNames()) {
            if (const auto value = (*key)->read(variable); value && *value) add(variable, **value);
        }
    }
    return block;
}

std::string EnvironmentStoreWindows::expand(std::string_view text) const {
    const std::lock_guard guard(m_mutex);
    if (!m_block) m_block = blockOfUser();
    return expandVariables(text, [this](std::string_view name) -> std::optional<std::string> {
        const auto value = m_block->find(toWide(name));
        return value ? std::optional(toUtf8(*value)) : std::nullopt;
    });
}

Result<void> EnvironmentStoreWindows::announceChange() {
    constexpr UINT patience = 5000;   // milliseconds, for each window
    DWORD_PTR ignored = 0;
    if (::SendMessageTimeoutW(HWND_BROADCAST, WM_SETTINGCHANGE, 0, reinterpret_cast<LPARAM>(L"Environment"), SMTO_ABORTIFHUNG, patience,
                              &ignored) != 0) {
        return {};
    }
    const DWORD why = ::GetLastError();
    return fail(ErrorCode::SystemCallFailed, "WM_SETTINGCHANGE",
                why == 0 ? ERROR_TIMEOUT : why);   // it sets no error when all windows hang
}

}   // namespace cudnn_setup::win
