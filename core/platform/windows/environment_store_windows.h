#pragma once
/// @file
/// HKLM\SYSTEM\CurrentControlSet\Control\Session Manager\Environment and the user's Environment key.
#include "platform/environment_store.h"
#include "platform/windows/environment_block.h"

#include <mutex>

namespace cudnn_setup::win {

class EnvironmentStoreWindows final : public EnvironmentStore {
public:
    /// @param userSid  std::nullopt or the own one: HKCU; else HKEY_USERS\<SID>.
    explicit EnvironmentStoreWindows(std::optional<std::string> userSid);
    [[nodiscard]] Result<std::optional<RawVariable>> read(EnvironmentScope scope, std::string_view name) const override;
    [[nodiscard]] Result<void> write(EnvironmentScope scope, std::string_view name, const std::optional<RawVariable>& value) override;
    [[nodiscard]] Result<std::vector<std::pair<std::string, RawVariable>>> all(EnvironmentScope scope) const override;
    [[nodiscard]] std::string expand(std::string_view text) const override;
    [[nodiscard]] Result<void> announceChange() override;

private:
    struct Place {
        HKEY root;
        std::wstring key;
    };
    [[nodiscard]] Place placeOf(EnvironmentScope scope) const;
    [[nodiscard]] EnvironmentBlock blockOfUser() const;

    std::optional<std::wstring> m_foreignUser;   // a SID that is not this process's
    mutable std::mutex m_mutex;
    mutable std::optional<EnvironmentBlock> m_block;   // for expand(): a PATH has dozens of segments
};

}   // namespace cudnn_setup::win
