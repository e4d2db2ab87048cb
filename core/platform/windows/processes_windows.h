#pragma once
/// @file
/// Child processes with only the handles they need, Restart Manager, the mutex Global\cudnn-setup.
#include "platform/processes.h"

namespace cudnn_setup::win {

class ProcessesWindows final : public Processes {
public:
    [[nodiscard]] Result<ChildResult> run(const ChildRequest& request, const std::function<void(std::string_view)>& onLine,
                                          const std::stop_token& stop) override;
    [[nodiscard]] Result<std::vector<ProcessUse>> usersOf(std::span<const std::filesystem::path> files) const override;
    [[nodiscard]] Result<std::unique_ptr<RunLock>> acquireRunLock() override;
    [[nodiscard]] std::filesystem::path ownProgram() const override;
};

/// One command line that CommandLineToArgvW and the C run time split into @p arguments again; the first is the program.
[[nodiscard]] std::wstring commandLineFor(const std::filesystem::path& program, std::span<const std::string> arguments);

}   // namespace cudnn_setup::win
