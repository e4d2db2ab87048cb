#pragma once
/// @file
/// Who carries out a plan: this process (it has the rights), or the elevated worker.
#include "workflow/workflow_event.h"

#include <functional>
#include <stop_token>

namespace cudnn_setup {

using OnWorkflowEvent = std::function<void(const WorkflowEvent&)>;

class Applier {
public:
    virtual ~Applier() = default;
    /// Detects and plans again from the staged bytes, refuses with PlanChanged when @p expected is another digest, and applies.
    /// Blocks. Errors are in the outcome. @param onEvent From any thread.
    [[nodiscard]] virtual Outcome apply(const Request& request, const std::optional<Sha256>& expected, const std::stop_token& stop,
                                        const OnWorkflowEvent& onEvent) = 0;
    /// It can get rights that this process has not: ElevationNeeded is then no blocker.
    [[nodiscard]] virtual bool canElevate() const noexcept = 0;
};

/// In this process.
class LocalApplier final : public Applier {
public:
    /// @param system Borrowed.
    explicit LocalApplier(System& system) : m_system(system) {}
    [[nodiscard]] Outcome apply(const Request& request, const std::optional<Sha256>& expected, const std::stop_token& stop,
                                const OnWorkflowEvent& onEvent) override;
    [[nodiscard]] bool canElevate() const noexcept override { return false; }

private:
    System& m_system;
};

}   // namespace cudnn_setup
