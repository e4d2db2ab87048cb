#pragma once
/// @file
/// Child processes (the probe), processes that use a file, and the lock that only one applying run holds.
#include "base/error.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>

namespace cudnn_setup {

struct ProcessUse {
    std::uint32_t id;
    std::string name;   ///< "python.exe"
    friend bool operator==(const ProcessUse&, const ProcessUse&) = default;
};

struct ChildRequest {
    std::filesystem::path program;
    std::vector<std::string> arguments;
    /// The environment of a new program of the user (CreateEnvironmentBlock) instead of ours.
    bool freshEnvironment = true;
    std::vector<std::pair<std::string, std::string>> extraEnvironment;   ///< set on top of it; an empty value removes
    std::filesystem::path workingFolder;
    bool unelevated = true;   ///< from an elevated parent: with the shell's token; under SYSTEM as it is
    std::chrono::milliseconds timeout{60'000};
};

struct ChildResult {
    std::uint32_t exitCode = 0;   ///< all 32 bits: 0xC0000409 when cuDNN's shim gives up
    bool timedOut = false;        ///< it was ended by us
    std::string errorText;        ///< its stderr, the first 64 KiB
    bool ranUnelevated = true;    ///< it had no administrator's rights; false under SYSTEM and where there is no shell (Wine)
};

/// Ends the lock when it dies.
class RunLock {
public:
    virtual ~RunLock() = default;
    /// The run before ours died while it held it. Windows tells only when somebody else had the mutex open meanwhile: recovery goes by
    /// the journal, not by this.
    [[nodiscard]] virtual bool wasAbandoned() const = 0;
};

/// Calls block; any thread.
class Processes {
public:
    virtual ~Processes() = default;
    /// Runs a child without a window, its error boxes off. @param onLine Each line of its stdout, on this thread, without the line end.
    /// @return Error{ProbeNotStarted | Cancelled}.
    [[nodiscard]] virtual Result<ChildResult> run(const ChildRequest& request, const std::function<void(std::string_view)>& onLine,
                                                  const std::stop_token& stop) = 0;
    /// Programs that use one of @p files, as far as the system tells (Restart Manager; none under Wine).
    [[nodiscard]] virtual Result<std::vector<ProcessUse>> usersOf(std::span<const std::filesystem::path> files) const = 0;
    /// The mutex Global\cudnn-setup. @return Error{AnotherRunActive} at once when somebody else has it.
    [[nodiscard]] virtual Result<std::unique_ptr<RunLock>> acquireRunLock() = 0;
    [[nodiscard]] virtual std::filesystem::path ownProgram() const = 0;
};

}   // namespace cudnn_setup
