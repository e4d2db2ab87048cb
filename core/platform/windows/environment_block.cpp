#include "platform/windows/environment_block.h"

#include "platform/expand_variables.h"
#include "platform/windows/registry_key.h"
#include "platform/windows/system_library.h"
#include "platform/windows/wide_text.h"
#include "platform/windows/wine.h"

#include <userenv.h>

#include <algorithm>

namespace cudnn_setup::win {
namespace {

int compare(std::wstring_view a, std::wstring_view b) {
    return ::CompareStringOrdinal(a.data(), static_cast<int>(a.size()), b.data(), static_cast<int>(b.size()), TRUE);
}

/// Windows puts the user's Path behind the machine's. Wine 8's CreateEnvironmentBlock leaves the user's out.
void addUserPath(EnvironmentBlock& block) {
    const auto key = RegistryKey::open(HKEY_CURRENT_USER, L"Environment", KEY_QUERY_VALUE);
    if (!key || !*key) return;
    const auto path = (*key)->read(L"Path");
    if (!path || !*path || (*path)->text.empty()) return;
    const auto text =
        toWide((*path)->type == RegistryText::Plain ? (*path)->text : expandVariables((*path)->text, [&](std::string_view name) {
            const auto value = block.find(toWide(name));
            return value ? std::optional(toUtf8(*value)) : std::nullopt;
        }));
    const auto machine = block.find(L"Path").value_or(L"");
    block.set(L"Path", machine.empty() || machine.ends_with(L';') ? machine + text : machine + L';' + text);
}

}   // namespace

EnvironmentBlock::EnvironmentBlock(const wchar_t* block) {
    while (*block != L'\0') {
        const std::wstring_view entry = block;
        // "=C:=C:\folder" is a drive's current folder: the first character belongs to the name.
        const auto equals = entry.find(L'=', 1);
        if (equals != std::wstring_view::npos) m_variables.emplace_back(entry.substr(0, equals), entry.substr(equals + 1));
        block += entry.size() + 1;
    }
}

std::optional<EnvironmentBlock> EnvironmentBlock::forNewProgram(HANDLE token) {
    static const SystemLibrary userenv(L"userenv.dll");
    static const auto create = userenv.find<decltype(::CreateEnvironmentBlock)>("CreateEnvironmentBlock");
    static const auto destroy = userenv.find<decltype(::DestroyEnvironmentBlock)>("DestroyEnvironmentBlock");
    void* block = nullptr;
    if (create == nullptr || destroy == nullptr || create(&block, token, FALSE) == 0) return std::nullopt;
    EnvironmentBlock result(static_cast<const wchar_t*>(block));
    destroy(block);
    if (token != nullptr && wineVersion()) addUserPath(result);
    return result;
}

EnvironmentBlock EnvironmentBlock::ofThisProcess() {
    wchar_t* const block = ::GetEnvironmentStringsW();
    EnvironmentBlock result(block == nullptr ? L"" : block);
    ::FreeEnvironmentStringsW(block);
    return result;
}

std::optional<std::wstring> EnvironmentBlock::find(std::wstring_view name) const {
    for (const auto& [key, value] : m_variables) {
        if (compare(key, name) == CSTR_EQUAL) return value;
    }
    return std::nullopt;
}

void EnvironmentBlock::set(std::wstring_view name, std::wstring_view value) {
    std::erase_if(m_variables, [&](const auto& variable) { return compare(variable.first, name) == CSTR_EQUAL; });
    if (!value.empty()) m_variables.emplace_back(name, value);
}

std::wstring EnvironmentBlock::text() const {
    auto sorted = m_variables;
    std::ranges::sort(sorted, [](const auto& a, const auto& b) { return compare(a.first, b.first) == CSTR_LESS_THAN; });
    std::wstring block;
    for (const auto& [name, value] : sorted) {
        block += name + L'=' + value;
        block += L'\0';
    }
    block += L'\0';
    return block;
}

}   // namespace cudnn_setup::win
