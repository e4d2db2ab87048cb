#pragma once
/// @file
/// The one place where the Qt-free workflow meets Qt: events arrive here on the workflow's threads and leave as signals on the UI thread.
/// Pages read its state; none of them keeps a copy.
#include "wizard/workflow_driver.h"

#include <QElapsedTimer>
#include <QObject>

#include <deque>
#include <functional>
#include <memory>

namespace cudnn_setup {

/// What a toolkit holds, in one word; the result file's toolkits[].cudnn.
enum class SetState { None, Incomplete, Mixed, Complete };

struct ToolkitView {
    const Toolkit* toolkit;   ///< into the model's snapshot
    Verification verification;
    SetState state = SetState::None;
    bool onPath = false;
    bool usable = false;        ///< a target for the archive, or any target while there is none
    bool recommended = false;   ///< what an install without /cuda takes
};

enum class Activity { Idle, Observing, Reading, Planning, Applying, Proving };

class WorkflowModel final : public QObject {
    Q_OBJECT
public:
    using MakeDriver = std::function<std::unique_ptr<WorkflowDriver>(OnWorkflowEvent)>;
    /// @param makeDriver  Called once, here. @param request  What the command line already says (/zip, /cuda, /path …).
    WorkflowModel(const MakeDriver& makeDriver, Request request, QObject* parent = nullptr);
    ~WorkflowModel() override;

    [[nodiscard]] const Request& request() const { return m_request; }
    [[nodiscard]] Activity activity() const { return m_activity; }
    [[nodiscard]] const std::optional<Snapshot>& snapshot() const { return m_snapshot; }
    [[nodiscard]] const std::vector<ToolkitView>& toolkits() const { return m_toolkits; }
    [[nodiscard]] const ToolkitView* recommended() const;
    [[nodiscard]] const ToolkitView* viewOf(const std::string& root) const;
    [[nodiscard]] const std::optional<Archive>& archive() const { return m_archive; }
    [[nodiscard]] const std::optional<Finding>& archiveRefusal() const { return m_archiveRefusal; }
    [[nodiscard]] const std::optional<Plan>& plan() const { return m_plan; }
    /// Why there is no plan: an error that planning ended with.
    [[nodiscard]] const std::optional<Outcome>& planRefusal() const { return m_planRefusal; }
    [[nodiscard]] const std::optional<Outcome>& outcome() const { return m_outcome; }

    [[nodiscard]] std::optional<Phase> phase() const { return m_phase; }
    [[nodiscard]] const std::vector<Phase>& phasesSeen() const { return m_phasesSeen; }
    [[nodiscard]] const std::optional<PhaseProgress>& progress() const { return m_progress; }
    [[nodiscard]] bool isUndoing() const { return m_phase == Phase::RollingBack || m_cancelling; }
    /// A file of the target was or may have been moved: from here on a cancel puts things back.
    [[nodiscard]] bool hasStartedWriting() const { return m_writing; }
    [[nodiscard]] double secondsRunning() const { return m_clock.isValid() ? static_cast<double>(m_clock.elapsed()) / 1000.0 : 0.0; }
    [[nodiscard]] const std::vector<StepResult>& proofSteps() const { return m_proofSteps; }
    [[nodiscard]] const std::vector<double>& iterations() const { return m_iterations; }

    /// Errors of the plan. Missing rights are none where somebody asks for them (Workflow).
    [[nodiscard]] std::vector<Finding> blockers() const;
    [[nodiscard]] bool needsElevation() const;
    [[nodiscard]] bool canApply() const;

    // --- what pages ask for; each returns at once
    void observe();
    void readArchive(const std::string& source);
    void setTarget(const std::string& target);   ///< "" = recommended, a root, "all"
    void setPathChoice(PathChoice choice);
    void setLicenceAccepted(bool accepted);
    void makePlan();
    void apply();
    void prove();
    void cancel();

Q_SIGNALS:
    void stateChanged();    ///< snapshot, archive, plan, request, activity, outcome or phase
    void progressed();      ///< progress of the running phase
    void proofAdvanced();   ///< a lamp or a measured iteration
    void finished();        ///< outcome() is new

private:
    void take(const WorkflowEvent& event);
    void startNext();
    void rebuildToolkits();
    void ended();

    Request m_request;
    Activity m_activity = Activity::Idle;
    std::optional<Snapshot> m_snapshot;
    std::vector<ToolkitView> m_toolkits;
    std::optional<Archive> m_archive;
    std::optional<Finding> m_archiveRefusal;
    std::optional<Plan> m_plan;
    std::optional<Outcome> m_planRefusal;
    std::optional<Outcome> m_outcome;
    std::optional<Phase> m_phase;
    std::vector<Phase> m_phasesSeen;
    std::optional<PhaseProgress> m_progress;
    std::vector<StepResult> m_proofSteps;
    std::vector<double> m_iterations;
    QElapsedTimer m_clock;
    bool m_cancelling = false;
    bool m_writing = false;
    std::deque<Activity> m_waiting;             ///< asked for while another job ran
    std::unique_ptr<WorkflowDriver> m_driver;   ///< last: its threads end before the state that they report to
};

}   // namespace cudnn_setup
