#pragma once
/// @file
/// Registry, account and known folders of this Windows.
#include "platform/machine_facts.h"

namespace cudnn_setup::win {

class MachineFactsWindows final : public MachineFacts {
public:
    /// @param userSid  Whose LocalAppData and Temp; std::nullopt = the process's own user.
    explicit MachineFactsWindows(std::optional<std::string> userSid);
    [[nodiscard]] std::string systemName() const override;
    [[nodiscard]] Result<Account> account() const override;
    [[nodiscard]] Result<std::vector<RegisteredToolkit>> registeredToolkits() const override;
    [[nodiscard]] Result<std::vector<DisplayAdapter>> displayAdapters() const override;
    [[nodiscard]] Result<std::filesystem::path> folder(KnownFolder which) const override;
    [[nodiscard]] std::string utcNow() const override;

private:
    std::optional<std::string> m_foreignUser;
};

}   // namespace cudnn_setup::win
