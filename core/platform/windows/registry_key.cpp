#include "platform/windows/registry_key.h"

#include "platform/windows/wide_text.h"

#include <array>

namespace cudnn_setup::win {
namespace {

std::wstring nameOf(HKEY root, const std::wstring& name) {
    const wchar_t* const base = root == HKEY_LOCAL_MACHINE ? L"HKLM" : root == HKEY_CURRENT_USER ? L"HKCU" : L"HKU";
    return std::wstring(base) + L'\\' + name;
}

std::unexpected<Error> failedFor(const std::wstring& name, LSTATUS why) {
    return fail(ErrorCode::SystemCallFailed, toUtf8(name), static_cast<std::uint32_t>(why));
}

}   // namespace

Result<std::optional<RegistryKey>> RegistryKey::open(HKEY root, const std::wstring& name, REGSAM access) {
    UniqueRegistryKey key;
    const LSTATUS why = ::RegOpenKeyExW(root, name.c_str(), 0, access | KEY_WOW64_64KEY, key.receive());
    if (why == ERROR_FILE_NOT_FOUND) return std::nullopt;
    if (why != ERROR_SUCCESS) return failedFor(nameOf(root, name), why);
    return std::optional(RegistryKey(std::move(key), nameOf(root, name)));
}

Result<RegistryKey> RegistryKey::create(HKEY root, const std::wstring& name) {
    UniqueRegistryKey key;
    const LSTATUS why =
        ::RegCreateKeyExW(root, name.c_str(), 0, nullptr, 0, KEY_READ | KEY_WRITE | KEY_WOW64_64KEY, nullptr, key.receive(), nullptr);
    if (why != ERROR_SUCCESS) return failedFor(nameOf(root, name), why);
    return RegistryKey(std::move(key), nameOf(root, name));
}

std::unexpected<Error> RegistryKey::failedAt(const std::wstring& value, LSTATUS why) const {
    return failedFor(m_name + L'\\' + value, why);
}

Result<std::optional<RawVariable>> RegistryKey::read(const std::wstring& name) const {
    std::vector<wchar_t> text(512);
    DWORD type = 0;
    DWORD size = 0;
    LSTATUS why = ERROR_MORE_DATA;
    while (why == ERROR_MORE_DATA) {   // the value may grow between two calls
        size = static_cast<DWORD>(text.size() * sizeof(wchar_t));
        why = ::RegQueryValueExW(m_key.get(), name.c_str(), nullptr, &type, reinterpret_cast<BYTE*>(text.data()), &size);
        if (why == ERROR_MORE_DATA) text.resize(size / sizeof(wchar_t) + 256);
    }
    if (why == ERROR_FILE_NOT_FOUND) return std::nullopt;
    if (why != ERROR_SUCCESS) return failedAt(name, why);
    if (type != REG_SZ && type != REG_EXPAND_SZ) return failedAt(name, ERROR_INVALID_DATA);
    std::wstring_view value(text.data(), size / sizeof(wchar_t));
    if (value.ends_with(L'\0')) value.remove_suffix(1);
    auto narrow = toUtf8Exactly(value);
    if (!narrow) return failedAt(name, ERROR_NO_UNICODE_TRANSLATION);
    return RawVariable{.text = std::move(*narrow), .type = type == REG_EXPAND_SZ ? RegistryText::Expandable : RegistryText::Plain};
}

Result<void> RegistryKey::write(const std::wstring& name, const RawVariable& value) {
    const std::wstring text = toWide(value.text);
    const DWORD type = value.type == RegistryText::Expandable ? REG_EXPAND_SZ : REG_SZ;
    const auto* const bytes = reinterpret_cast<const BYTE*>(text.c_str());
    const LSTATUS why =
        ::RegSetValueExW(m_key.get(), name.c_str(), 0, type, bytes, static_cast<DWORD>((text.size() + 1) * sizeof(wchar_t)));
    if (why != ERROR_SUCCESS) return failedAt(name, why);
    return {};
}

Result<void> RegistryKey::remove(const std::wstring& name) {
    const LSTATUS why = ::RegDeleteValueW(m_key.get(), name.c_str());
    if (why != ERROR_SUCCESS && why != ERROR_FILE_NOT_FOUND) return failedAt(name, why);
    return {};
}

Result<void> RegistryKey::flush() {
    const LSTATUS why = ::RegFlushKey(m_key.get());
    if (why != ERROR_SUCCESS) return failedAt({}, why);
    return {};
}

std::vector<std::wstring> RegistryKey::valueNames() const {
    std::vector<std::wstring> names;
    std::vector<wchar_t> name(16384);   // the longest that a value's name may be, with its zero (Microsoft, registry element size limits)
    for (DWORD index = 0;; ++index) {
        auto size = static_cast<DWORD>(name.size());
        if (::RegEnumValueW(m_key.get(), index, name.data(), &size, nullptr, nullptr, nullptr, nullptr) != ERROR_SUCCESS) return names;
        names.emplace_back(name.data(), size);
    }
}

std::vector<std::wstring> RegistryKey::keyNames() const {
    std::vector<std::wstring> names;
    std::array<wchar_t, 256> name{};   // 255 characters are the most for a key (same source)
    for (DWORD index = 0;; ++index) {
        auto size = static_cast<DWORD>(name.size());
        if (::RegEnumKeyExW(m_key.get(), index, name.data(), &size, nullptr, nullptr, nullptr, nullptr) != ERROR_SUCCESS) return names;
        names.emplace_back(name.data(), size);
    }
}

}   // namespace cudnn_setup::win
