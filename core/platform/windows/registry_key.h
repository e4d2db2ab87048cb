#pragma once
/// @file
/// One registry key, in the 64-bit view. A missing key or value is an answer, not an error.
#include "platform/environment_store.h"
#include "platform/windows/unique_handle.h"

#include <string>
#include <vector>

namespace cudnn_setup::win {

class RegistryKey {
public:
    /// @return std::nullopt when there is no such key.
    [[nodiscard]] static Result<std::optional<RegistryKey>> open(HKEY root, const std::wstring& name, REGSAM access);
    [[nodiscard]] static Result<RegistryKey> create(HKEY root, const std::wstring& name);

    /// REG_SZ or REG_EXPAND_SZ as it is, one terminating zero taken off. @return Error{SystemCallFailed, 13} for another type and 1113 for
    /// text that is not UTF-16: it could not be put back the same.
    [[nodiscard]] Result<std::optional<RawVariable>> read(const std::wstring& name) const;
    [[nodiscard]] Result<void> write(const std::wstring& name, const RawVariable& value);
    [[nodiscard]] Result<void> remove(const std::wstring& name);
    [[nodiscard]] Result<void> flush();
    [[nodiscard]] std::vector<std::wstring> valueNames() const;
    [[nodiscard]] std::vector<std::wstring> keyNames() const;

private:
    RegistryKey(UniqueRegistryKey key, std::wstring name) : m_key(std::move(key)), m_name(std::move(name)) {}
    [[nodiscard]] std::unexpected<Error> failedAt(const std::wstring& value, LSTATUS why) const;
    UniqueRegistryKey m_key;
    std::wstring m_name;   // for messages
};

}   // namespace cudnn_setup::win
