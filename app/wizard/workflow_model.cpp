#include "wizard/workflow_model.h"

#include "plan/path_segments.h"

#include <algorithm>

namespace cudnn_setup {

namespace {

template <class... Visitors> struct Visit : Visitors... {
    using Visitors::operator()...;
};

SetState stateOf(const Verification& verification) {
    if (verification.libraries.found == 0) return SetState::None;
    const auto says = [&](ErrorCode code) {
        return std::ranges::any_of(verification.findings, [code](const Finding& f) { return f.code == code; });
    };
    if (says(ErrorCode::SetMixedVersion) || says(ErrorCode::SetHeaderMismatch) || says(ErrorCode::FileChanged)) return SetState::Mixed;
    if (verification.libraries.found < verification.libraries.expected || says(ErrorCode::SetIncomplete)) return SetState::Incomplete;
    return SetState::Complete;
}

bool isOnPath(const Snapshot& snapshot, const Toolkit& toolkit) {
    const std::string wanted = normaliseSegment(toolkit.dllFolderAbsolute);
    return std::ranges::any_of(snapshot.effectivePath(),
                               [&](const PathSegmentFact& segment) { return normaliseSegment(segment.expanded) == wanted; });
}

}   // namespace

WorkflowModel::WorkflowModel(const MakeDriver& makeDriver, Request request, QObject* parent)
    : QObject(parent), m_request(std::move(request)), m_driver(makeDriver([this](const WorkflowEvent& event) {
          // Called on the workflow's threads; a direct call would touch widgets off the UI thread.
          QMetaObject::invokeMethod(this, [this, event] { take(event); }, Qt::QueuedConnection);
      })) {}

WorkflowModel::~WorkflowModel() = default;

const ToolkitView* WorkflowModel::recommended() const {
    const auto found = std::ranges::find_if(m_toolkits, &ToolkitView::recommended);
    return found == m_toolkits.end() ? nullptr : &*found;
}

const ToolkitView* WorkflowModel::viewOf(const std::string& root) const {
    const auto found = std::ranges::find_if(m_toolkits, [&](const ToolkitView& view) { return view.toolkit->root == root; });
    return found == m_toolkits.end() ? nullptr : &*found;
}

std::vector<Finding> WorkflowModel::blockers() const {
    std::vector<Finding> found;
    const std::vector<Finding>* all = m_plan ? &m_plan->findings : m_planRefusal ? &m_planRefusal->findings : nullptr;
    if (all != nullptr)
        std::ranges::copy_if(*all, std::back_inserter(found), [](const Finding& f) { return f.severity == Severity::Error; });
    return found;
}

bool WorkflowModel::needsElevation() const {
    return m_plan && std::ranges::any_of(m_plan->findings, [](const Finding& f) {
               return f.code == ErrorCode::ElevationNeeded && f.severity != Severity::Error;
           });
}

bool WorkflowModel::canApply() const {
    return m_activity == Activity::Idle && m_plan && m_request.acceptLicence && blockers().empty();
}

void WorkflowModel::observe() {
    m_waiting.push_back(Activity::Observing);
    startNext();
}

void WorkflowModel::readArchive(const std::string& source) {
    m_request.source = source;
    m_request.acceptLicence = false;   // another archive, another licence text
    m_archive.reset();
    m_archiveRefusal.reset();
    m_plan.reset();
    m_planRefusal.reset();
    std::erase_if(m_waiting, [](Activity a) { return a == Activity::Reading || a == Activity::Planning; });
    if (m_activity == Activity::Reading || m_activity == Activity::Planning) m_driver->cancel();
    m_waiting.push_back(Activity::Reading);
    rebuildToolkits();
    startNext();
}

void WorkflowModel::setTarget(const std::string& target) {
    if (m_request.target == target) return;
    m_request.target = target;
    makePlan();
}

void WorkflowModel::setPathChoice(PathChoice choice) {
    if (m_request.path == choice) return;
    m_request.path = choice;
    makePlan();
}

void WorkflowModel::setLicenceAccepted(bool accepted) {
    m_request.acceptLicence = accepted;
    Q_EMIT stateChanged();
}

void WorkflowModel::makePlan() {
    m_plan.reset();
    m_planRefusal.reset();
    // Only the last wish counts.
    std::erase(m_waiting, Activity::Planning);
    if (m_activity == Activity::Planning) m_driver->cancel();
    m_waiting.push_back(Activity::Planning);
    startNext();
}

void WorkflowModel::apply() {
    if (!canApply()) return;
    m_outcome.reset();
    m_phasesSeen.clear();
    m_proofSteps.clear();
    m_iterations.clear();
    m_cancelling = false;
    m_writing = false;
    m_waiting.push_back(Activity::Applying);
    startNext();
}

void WorkflowModel::prove() {
    if (m_activity != Activity::Idle) return;
    m_proofSteps.clear();
    m_iterations.clear();
    m_waiting.push_back(Activity::Proving);
    startNext();
}

void WorkflowModel::cancel() {
    m_waiting.clear();
    if (m_activity == Activity::Idle) return;
    // A proof that is cut short puts nothing back: what is installed stays.
    m_cancelling = m_activity == Activity::Applying && m_phase != Phase::Verifying && m_phase != Phase::Proving;
    m_driver->cancel();
    Q_EMIT stateChanged();
}

void WorkflowModel::startNext() {
    if (m_activity == Activity::Idle && !m_waiting.empty()) {
        m_activity = m_waiting.front();
        m_waiting.pop_front();
        m_phase.reset();
        m_progress.reset();
        m_clock.start();
        Request request = m_request;
        bool started = false;
        switch (m_activity) {
            case Activity::Observing: started = m_driver->startObserving(); break;
            case Activity::Reading: started = m_driver->startReadingArchive(request.source); break;
            case Activity::Planning: started = m_driver->startPlanning(std::move(request)); break;
            case Activity::Applying:
                request.prove = true;
                started = m_driver->startApplying(std::move(request));
                break;
            case Activity::Proving:
                request.action = Action::Prove;
                if (m_plan && !m_plan->toolkits.empty()) request.target = m_plan->toolkits.front().root;
                started = m_driver->startProving(std::move(request));
                break;
            case Activity::Idle: break;
        }
        // The workflow's thread may still be on its way out of the last job although its event is here: try again behind this event.
        if (!started) {
            m_waiting.push_front(m_activity);
            m_activity = Activity::Idle;
            QMetaObject::invokeMethod(this, &WorkflowModel::startNext, Qt::QueuedConnection);
        }
    }
    Q_EMIT stateChanged();
}

void WorkflowModel::ended() {
    m_activity = Activity::Idle;
    m_phase.reset();
    startNext();
}

void WorkflowModel::rebuildToolkits() {
    m_toolkits.clear();
    if (!m_snapshot) return;
    const std::optional<unsigned> major = m_archive ? std::optional(m_archive->cudaMajor) : std::nullopt;
    const auto roots = [&](const std::string& target) {
        Request request = m_request;
        request.action = Action::Install;
        request.target = target;
        return selectTargets(request, *m_snapshot, major).value_or(std::vector<std::string>{});
    };
    const std::vector<std::string> best = roots("");
    const std::vector<std::string> usable = roots("all");
    for (const Toolkit& toolkit : m_snapshot->toolkits) {
        ToolkitView view{.toolkit = &toolkit, .verification = verifyToolkit(*m_snapshot, toolkit, nullptr)};
        view.state = stateOf(view.verification);
        view.onPath = isOnPath(*m_snapshot, toolkit);
        view.usable = std::ranges::find(usable, toolkit.root) != usable.end();
        view.recommended = std::ranges::find(best, toolkit.root) != best.end();
        m_toolkits.push_back(std::move(view));
    }
    // What can be chosen first, and the newest of it first.
    std::ranges::stable_sort(m_toolkits, [](const ToolkitView& a, const ToolkitView& b) {
        return std::pair(a.usable, a.toolkit->version) > std::pair(b.usable, b.toolkit->version);
    });
}

void WorkflowModel::take(const WorkflowEvent& event) {
    std::visit(Visit{
                   [this](const PhaseStarted& e) {
                       m_phase = e.phase;
                       m_progress.reset();
                       if (m_activity == Activity::Applying) {
                           m_phasesSeen.push_back(e.phase);
                           m_writing = m_writing || e.phase == Phase::Placing || e.phase == Phase::Path || e.phase == Phase::Receipt;
                       }
                       Q_EMIT stateChanged();
                   },
                   [this](const PhaseProgress& e) {
                       m_progress = e;
                       Q_EMIT progressed();
                   },
                   [this](const SnapshotTaken& e) {
                       m_snapshot = e.snapshot;
                       rebuildToolkits();
                       if (m_activity == Activity::Observing) ended();
                       else Q_EMIT stateChanged();
                   },
                   [this](const ArchiveRead& e) {
                       if (m_activity != Activity::Reading) return;   // applying reads it again; the pages keep what was looked at
                       m_archive = e.archive;
                       rebuildToolkits();
                       ended();
                   },
                   [this](const ArchiveRefused& e) {
                       if (m_activity != Activity::Reading) return;
                       if (e.finding.code != ErrorCode::Cancelled) m_archiveRefusal = e.finding;
                       ended();
                   },
                   [this](const PlanMade& e) {
                       if (m_activity != Activity::Planning) return;
                       m_plan = e.plan;
                       ended();
                   },
                   [this](const ProofStepChanged& e) {
                       const auto same = [&](const StepResult& s) { return s.step == e.step.step && s.device == e.step.device; };
                       if (const auto known = std::ranges::find_if(m_proofSteps, same); known != m_proofSteps.end()) *known = e.step;
                       else m_proofSteps.push_back(e.step);
                       Q_EMIT proofAdvanced();
                   },
                   [this](const IterationMeasured& e) {
                       m_iterations.push_back(e.milliseconds);
                       Q_EMIT proofAdvanced();
                   },
                   [this](const Finished& e) {
                       switch (m_activity) {
                           case Activity::Applying:
                           case Activity::Proving:
                               m_outcome = e.outcome;
                               if (e.outcome.proof) m_proofSteps = e.outcome.proof->steps;
                               m_cancelling = false;
                               ended();
                               Q_EMIT finished();
                               break;
                           case Activity::Reading:
                               if (!e.outcome.findings.empty() && e.outcome.kind != OutcomeKind::Cancelled)
                                   m_archiveRefusal = e.outcome.findings.front();
                               ended();
                               break;
                           case Activity::Planning:
                               if (e.outcome.kind != OutcomeKind::Cancelled) m_planRefusal = e.outcome;
                               ended();
                               break;
                           case Activity::Observing:
                           case Activity::Idle: ended(); break;
                       }
                   },
               },
               event);
}

}   // namespace cudnn_setup
