#pragma once
/// @file
/// Children that are a script: lines and a result, or an error.
#include "platform/processes.h"

#include <atomic>
#include <deque>

namespace cudnn_setup {

class FakeProcesses final : public Processes {
public:
    struct Run {
        std::vector<std::string> lines;
        Result<ChildResult> result = ChildResult{};
    };
    std::deque<Run> runs;                 ///< taken from the front; none left: ProbeNotStarted
    std::vector<ChildRequest> requests;   ///< what was asked for
    std::vector<ProcessUse> users;        ///< of whatever file is asked about
    bool lockIsTaken = false;
    bool lockWasAbandoned = false;
    std::filesystem::path program = "cudnn-setup.exe";

    [[nodiscard]] Result<ChildResult> run(const ChildRequest& request, const std::function<void(std::string_view)>& onLine,
                                          const std::stop_token& stop) override {
        requests.push_back(request);
        if (stop.stop_requested()) return fail(ErrorCode::Cancelled, {});
        if (runs.empty()) return fail(ErrorCode::ProbeNotStarted, request.program.string());
        const Run next = std::move(runs.front());
        runs.pop_front();
        for (const auto& line : next.lines) {
            if (onLine) onLine(line);
        }
        return next.result;
    }
    [[nodiscard]] Result<std::vector<ProcessUse>> usersOf(std::span<const std::filesystem::path> /*files*/) const override { return users; }
    [[nodiscard]] Result<std::unique_ptr<RunLock>> acquireRunLock() override {
        if (lockIsTaken) return fail(ErrorCode::AnotherRunActive, {});
        lockIsTaken = true;
        return std::make_unique<Lock>(*this);
    }
    [[nodiscard]] std::filesystem::path ownProgram() const override { return program; }

private:
    class Lock final : public RunLock {
    public:
        explicit Lock(FakeProcesses& processes) : m_processes(processes) {}
        Lock(const Lock&) = delete;
        Lock& operator=(const Lock&) = delete;
        ~Lock() override { m_processes.lockIsTaken = false; }
        [[nodiscard]] bool wasAbandoned() const override { return m_processes.lockWasAbandoned; }

    private:
        FakeProcesses& m_processes;
    };
};

}   // namespace cudnn_setup
