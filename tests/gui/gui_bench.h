#pragma once
/// @file
/// What tests of the wizard share: a driver that is scripted instead of working, a pretended PC, and a window on top of both.
#include "wizard/main_window.h"
#include "wizard/page.h"
#include "wizard/workflow_model.h"

namespace cudnn_setup {

/// Records what the wizard asks for. Answers come when the test gives them, on the UI thread but queued like real ones.
class ScriptedDriver final : public WorkflowDriver {
public:
    explicit ScriptedDriver(OnWorkflowEvent onEvent) : m_onEvent(std::move(onEvent)) {}
    bool startObserving() override;
    bool startReadingArchive(std::string source) override;
    bool startPlanning(Request request) override;
    bool startApplying(Request request) override;
    bool startProving(Request request) override;
    void cancel() override { ++cancels; }

    /// Emits and lets the window work it off.
    void tell(const WorkflowEvent& event);

    /// What looking, reading and planning answer at once; an empty one leaves the job running.
    std::optional<Snapshot> snapshot;
    std::optional<Archive> archive;
    std::optional<Finding> refusal;
    std::vector<Finding> planFindings;   ///< are added to every plan
    std::vector<std::string> sources;    ///< of startReadingArchive()
    std::vector<Request> planned;
    std::optional<Request> applied;
    std::optional<Request> proven;
    std::optional<Plan> plan;   ///< the last one told
    int cancels = 0;

private:
    OnWorkflowEvent m_onEvent;
};

/// tests/machines/several-toolkits.json with a GPU and an incomplete hand-copied set in CUDA 12.8.
[[nodiscard]] Snapshot samplePc();
/// cuDNN 9.6.0.74 for CUDA 12, as NVIDIA's zip.
[[nodiscard]] Archive sampleArchive();
[[nodiscard]] Proof provenProof();
[[nodiscard]] Outcome outcomeOf(OutcomeKind kind, const ScriptedDriver& driver);

/// A window with its model and driver; looked at this PC already.
class GuiBench {
public:
    explicit GuiBench(Language language = Language::English, Scheme scheme = Scheme::Light, Request request = {});
    ~GuiBench();
    [[nodiscard]] MainWindow& window() { return *m_window; }
    [[nodiscard]] WorkflowModel& model() { return *m_model; }
    [[nodiscard]] ScriptedDriver& driver() { return *m_driver; }
    [[nodiscard]] Appearance& appearance() { return *m_appearance; }
    /// Shows the window and observes.
    void start();
    /// To a page of the plan, by the model; the keyboard has its own test.
    void goTo(MainWindow::Step step);
    /// Every text that can be seen or is spoken, of the shown page, the bar and the rail.
    [[nodiscard]] QStringList texts() const;

private:
    std::unique_ptr<Appearance> m_appearance;
    ScriptedDriver* m_driver = nullptr;
    std::unique_ptr<WorkflowModel> m_model;
    std::unique_ptr<MainWindow> m_window;
};

/// Works off everything that is queued.
void settle();

}   // namespace cudnn_setup
