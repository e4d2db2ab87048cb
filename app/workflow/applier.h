#pragma once
/// @file
/// Who carries out a plan: this process, or the elevated worker (app/worker).
#include "cudnn/archive.h"
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
};

/// Opens the archive of a request.
using OpenArchive = std::function<Result<ZipArchive>(const Request&)>;

/// In this process.
class LocalApplier final : public Applier {
public:
    /// Opens archives by their path. @param system Borrowed.
    explicit LocalApplier(System& system);
    /// The elevated worker's: the archive is one that another process has open.
    LocalApplier(System& system, OpenArchive openArchive) : m_system(system), m_openArchive(std::move(openArchive)) {}
    [[nodiscard]] Outcome apply(const Request& request, const std::optional<Sha256>& expected, const std::stop_token& stop,
                                const OnWorkflowEvent& onEvent) override;

private:
    System& m_system;
    OpenArchive m_openArchive;
};

}   // namespace cudnn_setup
