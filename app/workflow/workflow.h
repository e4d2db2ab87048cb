#pragma once
/// @file
/// One request from start to end: request → detect → plan → apply → verify → prove → report. Every front end drives this object and nothing
/// else; it knows no window and no console.
///
/// Threads: one job at a time, on the workflow's own thread. startX() returns at once and is refused (false) while a job runs; events come
/// on the workflow's threads, in order. Destroying the workflow cancels the job and waits for its rollback.
#include "workflow/applier.h"

#include <memory>

namespace cudnn_setup {

class Workflow {
public:
    /// All borrowed but @p onEvent, which is called from the workflow's threads. @param applier Applies what this process has the rights for.
    /// @param elevated Applies what needs administrator rights that this process has not, after asking for them; nullptr: nobody asks, and
    /// ElevationNeeded is a blocker.
    Workflow(System& system, Applier& applier, Applier* elevated, OnWorkflowEvent onEvent);
    ~Workflow();
    Workflow(const Workflow&) = delete;
    Workflow& operator=(const Workflow&) = delete;

    /// The whole of @p request at once, blocking: what /quiet does. Also emits all events.
    [[nodiscard]] Outcome run(const Request& request);

    // --- the same, page by page. The answer comes as an event.
    bool startObserving();                          ///< → SnapshotTaken
    bool startReadingArchive(std::string source);   ///< look pass → ArchiveRead or ArchiveRefused
    bool startPlanning(Request request);            ///< needs a read archive for installs → PlanMade, or Finished when refused
    bool startApplying(Request request);    ///< the plan of the last PlanMade, by its digest → Finished; verifies and proves after it
    bool startProving(Request request);     ///< → Finished
    bool startVerifying(Request request);   ///< → Finished
    /// Asks the running job to stop; what was changed is put back. Finished comes when that is done.
    void cancel();
    [[nodiscard]] bool isBusy() const;
    void wait();   ///< until the running job has ended

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}   // namespace cudnn_setup
