#pragma once
/// @file
/// Registry, account and folders of the pretended machine (machine_file.h).
#include "platform/machine_facts.h"
#include "platform/posix/machine_file.h"

namespace cudnn_setup {

class MachineFactsPosix final : public MachineFacts {
public:
    explicit MachineFactsPosix(std::shared_ptr<MachineFile> machine);
    [[nodiscard]] std::string systemName() const override;
    [[nodiscard]] Result<Account> account() const override;
    [[nodiscard]] Result<std::vector<RegisteredToolkit>> registeredToolkits() const override;
    [[nodiscard]] Result<std::vector<DisplayAdapter>> displayAdapters() const override;
    [[nodiscard]] Result<std::filesystem::path> folder(KnownFolder which) const override;
    [[nodiscard]] std::string utcNow() const override;

private:
    std::shared_ptr<MachineFile> m_machine;
};

}   // namespace cudnn_setup
