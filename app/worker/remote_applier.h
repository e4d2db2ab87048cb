#pragma once
/// @file
/// Applies plans through an elevated process of this program, which it starts for one plan and which ends with it.
#include "platform/peer.h"
#include "workflow/applier.h"

namespace cudnn_setup {

class RemoteApplier final : public Applier {
public:
    /// @param system Borrowed. @param start How the worker is started: startElevated; tests start one without asking.
    RemoteApplier(System& system, StartPeer start) : m_system(system), m_start(std::move(start)) {}
    /// Asks the user for the rights, then blocks until the worker has done or undone everything. Without @p expected nothing is started: the
    /// worker does only what somebody saw. Errors in the outcome, beside the worker's own: ElevationRefused, WorkerNotStarted,
    /// WorkerImpostor, WorkerLost, WorkerProtocol. After the last two the toolkit's journal tells what was done; the next run settles it.
    [[nodiscard]] Outcome apply(const Request& request, const std::optional<Sha256>& expected, const std::stop_token& stop,
                                const OnWorkflowEvent& onEvent) override;

private:
    System& m_system;
    StartPeer m_start;
};

}   // namespace cudnn_setup
