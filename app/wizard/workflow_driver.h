#pragma once
/// @file
/// What the wizard asks of a workflow. The real one is app/workflow's; tests script a fake that answers with events.
#include "workflow/workflow.h"

namespace cudnn_setup {

/// The functions mean what they mean in Workflow; answers come through the OnWorkflowEvent given to whoever made the driver.
class WorkflowDriver {
public:
    virtual ~WorkflowDriver() = default;
    virtual bool startObserving() = 0;
    virtual bool startReadingArchive(std::string source) = 0;
    virtual bool startPlanning(Request request) = 0;
    virtual bool startApplying(Request request) = 0;
    virtual bool startProving(Request request) = 0;
    virtual void cancel() = 0;
};

/// Workflow behind the seam.
class RealWorkflowDriver final : public WorkflowDriver {
public:
    RealWorkflowDriver(System& system, Applier& applier, Applier* elevated, OnWorkflowEvent onEvent)
        : m_workflow(system, applier, elevated, std::move(onEvent)) {}
    bool startObserving() override { return m_workflow.startObserving(); }
    bool startReadingArchive(std::string source) override { return m_workflow.startReadingArchive(std::move(source)); }
    bool startPlanning(Request request) override { return m_workflow.startPlanning(std::move(request)); }
    bool startApplying(Request request) override { return m_workflow.startApplying(std::move(request)); }
    bool startProving(Request request) override { return m_workflow.startProving(std::move(request)); }
    void cancel() override { m_workflow.cancel(); }

private:
    Workflow m_workflow;
};

}   // namespace cudnn_setup
