#pragma once
/// @file
/// Child processes by posix_spawn, the run lock by flock in the pretended machine's folder.
#include "platform/posix/machine_file.h"
#include "platform/processes.h"

namespace cudnn_setup {

/// A fresh environment is ours with LD_LIBRARY_PATH set to the segments of the pretended machine's and user's Path, since that is what
/// PATH does for DLLs on Windows. A child ended by signal n has exit code 128 + n.
class ProcessesPosix final : public Processes {
public:
    ProcessesPosix(std::shared_ptr<MachineFile> machine, std::optional<std::string> userSid);
    [[nodiscard]] Result<ChildResult> run(const ChildRequest& request, const std::function<void(std::string_view)>& onLine,
                                          const std::stop_token& stop) override;
    [[nodiscard]] Result<std::vector<ProcessUse>> usersOf(std::span<const std::filesystem::path> files) const override;
    [[nodiscard]] Result<std::unique_ptr<RunLock>> acquireRunLock() override;
    [[nodiscard]] std::filesystem::path ownProgram() const override;

private:
    [[nodiscard]] std::vector<std::string> environmentFor(const ChildRequest& request) const;
    std::shared_ptr<MachineFile> m_machine;
    std::optional<std::string> m_userSid;
};

}   // namespace cudnn_setup
