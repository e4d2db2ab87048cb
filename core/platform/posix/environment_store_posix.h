#pragma once
/// @file
/// The environment keys of the pretended machine (machine_file.h).
#include "platform/environment_store.h"
#include "platform/posix/machine_file.h"

namespace cudnn_setup {

class EnvironmentStorePosix final : public EnvironmentStore {
public:
    EnvironmentStorePosix(std::shared_ptr<MachineFile> machine, std::optional<std::string> userSid);
    [[nodiscard]] Result<std::optional<RawVariable>> read(EnvironmentScope scope, std::string_view name) const override;
    [[nodiscard]] Result<void> write(EnvironmentScope scope, std::string_view name, const std::optional<RawVariable>& value) override;
    [[nodiscard]] Result<std::vector<std::pair<std::string, RawVariable>>> all(EnvironmentScope scope) const override;
    [[nodiscard]] std::string expand(std::string_view text) const override;
    [[nodiscard]] Result<void> announceChange() override;

private:
    /// Where the variables of @p scope lie in machine.json.
    [[nodiscard]] nlohmann::json::json_pointer place(const nlohmann::json& machine, EnvironmentScope scope) const;
    std::shared_ptr<MachineFile> m_machine;
    std::optional<std::string> m_userSid;
};

}   // namespace cudnn_setup
