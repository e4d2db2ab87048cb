#include "workflow/workflow.h"

#include "base/json.h"
#include "base/log.h"
#include "base/path_text.h"
#include "machine/observe.h"
#include "probe/prove.h"
#include "workflow/archive_source.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace cudnn_setup {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// What was looked at, so that the same file is not read again: file id, size and time.
struct LookedAt {
    std::string source;
    FileInfo info;
    Archive archive;
};

bool sameFile(const FileInfo& left, const FileInfo& right) {
    return left.identity == right.identity && left.size == right.size && left.modified == right.modified;
}

}   // namespace

struct Workflow::State {
    State(System& systemOfRun, Applier& applierOfRun, Applier* elevatedOfRun, OnWorkflowEvent handler)
        : system(systemOfRun), applier(applierOfRun), elevated(elevatedOfRun), onEvent(std::move(handler)) {}

    System& system;
    Applier& applier;
    Applier* elevated;
    OnWorkflowEvent onEvent;

    std::mutex mutex;   // guards the three below
    std::condition_variable idle;
    bool busy = false;
    std::stop_source stop;

    // Used by the running job only; jobs never overlap.
    std::optional<LookedAt> looked;
    std::optional<Plan> plan;
    Clock::time_point started;
    std::mutex phaseMutex;   // events come from worker threads too
    std::vector<std::pair<std::string, double>> phaseSeconds;
    std::optional<std::pair<Phase, Clock::time_point>> phase;

    std::jthread thread;   // last member: joined first, before the next job and by the destructor

    std::stop_token stopToken() {
        const std::scoped_lock guard(mutex);
        return stop.get_token();
    }

    void emit(const WorkflowEvent& event) {
        if (const auto* begun = std::get_if<PhaseStarted>(&event)) {
            log().info("phase {}", toText(begun->phase));
            endPhase();
            const std::scoped_lock guard(phaseMutex);
            phase = {begun->phase, Clock::now()};
        }
        if (onEvent) onEvent(event);
    }

    void endPhase() {
        const std::scoped_lock guard(phaseMutex);
        if (!phase) return;
        const auto name = std::string(toText(phase->first));
        const auto found = std::ranges::find(phaseSeconds, name, &std::pair<std::string, double>::first);
        if (found != phaseSeconds.end()) found->second += secondsSince(phase->second);
        else phaseSeconds.emplace_back(name, secondsSince(phase->second));
        phase.reset();
    }

    OnWorkflowEvent emitter() {
        return [this](const WorkflowEvent& event) { emit(event); };
    }

    void beginJob() {
        started = Clock::now();
        const std::scoped_lock guard(phaseMutex);
        phaseSeconds.clear();
        phase.reset();
    }

    Outcome finish(Outcome outcome) {
        endPhase();
        outcome.seconds = secondsSince(started);
        outcome.phaseSeconds = phaseSeconds;
        outcome.logFile = logFile();
        outcome.exitCode = exitCodeOf(outcome.kind, outcome.findings, outcome.proof);
        log().info("outcome {}, exit code {}, {:.2f} s", toText(outcome.kind), outcome.exitCode, outcome.seconds);
        for (const Finding& finding : outcome.findings) log().info("finding {}: {}", toText(finding.severity), dumpJson(toJson(finding)));
        return outcome;
    }

    Outcome refused(const Request& request, const Error& error) {
        Outcome outcome;
        outcome.request = request;
        outcome.kind = error.code == ErrorCode::Cancelled ? OutcomeKind::Cancelled : OutcomeKind::Refused;
        outcome.findings.push_back(toFinding(error));
        return outcome;
    }

    Result<Archive> lookAt(const Request& request) {
        const auto path = pathFromUtf8(request.source);
        if (looked && looked->source == request.source) {
            const auto now = system.files->info(path);
            const bool unchanged = now && *now && sameFile(**now, looked->info);
            const bool asExpected = !request.expectedHash || *request.expectedHash == looked->archive.sha256;
            if (unchanged && asExpected) return looked->archive;
        }
        looked.reset();
        const auto source = openSource(*system.files, request.source);
        if (!source) return std::unexpected(source.error());
        auto archive = lookAtArchive(*source, request, stopToken(), emitter());
        if (!archive) return archive;
        looked = LookedAt{request.source, source->file().info(), *archive};
        return archive;
    }

    Result<Snapshot> look(const Request& request) {
        emit(PhaseStarted{Phase::Observing});
        return observe(system, {.extraRoots = namedFolders(request), .stop = stopToken()});
    }

    std::function<void(std::uint64_t)> hashProgress(const Snapshot& snapshot, const std::vector<std::string>& roots) {
        std::uint64_t total = 0;
        for (const Toolkit& toolkit : snapshot.toolkits) {
            if (std::ranges::find(roots, toolkit.root) == roots.end()) continue;
            for (const CudnnFile& file : toolkit.cudnnFiles) total += file.size;
        }
        return [this, total, done = std::uint64_t{0}](std::uint64_t bytes) mutable {
            done += bytes;
            emit(PhaseProgress{Phase::Verifying, done, total, ""});
        };
    }

    /// What would happen, without doing it. The applier plans again from staged bytes and compares digests.
    Outcome planOnly(const Request& request) {
        Outcome outcome;
        outcome.request = request;
        std::optional<unsigned> cudaMajor;
        if (request.action == Action::Install) {
            auto archive = lookAt(request);
            if (!archive) return refused(request, archive.error());
            emit(ArchiveRead{*archive});
            cudaMajor = archive->cudaMajor;
            outcome.archive = std::move(*archive);
        }
        auto snapshot = look(request);
        if (!snapshot) return refused(request, snapshot.error());
        outcome.snapshot = std::move(*snapshot);
        auto roots = selectTargets(request, *outcome.snapshot, cudaMajor);
        if (!roots) {
            outcome.findings.push_back(toFinding(roots.error()));
            outcome.kind = OutcomeKind::Refused;
            return outcome;
        }
        outcome.selectedRoots = std::move(*roots);
        emit(PhaseStarted{Phase::Planning});
        const auto observed = observeTargets(system, *outcome.snapshot, outcome.selectedRoots, stopToken(), [](std::uint64_t) {});
        if (!observed) return refused(request, observed.error());
        outcome.plan = makePlan(request, *outcome.snapshot, outcome.archive ? &*outcome.archive : nullptr, outcome.selectedRoots,
                                [this](std::string_view text) { return system.environment->expand(text); });
        if (elevated != nullptr) {
            // Not a blocker for a front end that can ask for the rights; the worker plans again with them.
            for (Finding& finding : outcome.plan->findings) {
                if (finding.code == ErrorCode::ElevationNeeded) finding.severity = Severity::Info;
            }
        }
        addFindings(outcome.findings, outcome.plan->findings);
        emit(SnapshotTaken{*outcome.snapshot});
        if (outcome.plan->isBlocked()) outcome.kind = OutcomeKind::Refused;
        else outcome.kind = OutcomeKind::Planned;
        return outcome;
    }

    void verifyInto(Outcome& outcome) {
        emit(PhaseStarted{Phase::Verifying});
        auto snapshot = look(outcome.request);
        emit(PhaseStarted{Phase::Verifying});
        if (!snapshot) return addFindings(outcome.findings, std::vector{toFinding(snapshot.error())});
        const auto observed =
            observeTargets(system, *snapshot, outcome.selectedRoots, stopToken(), hashProgress(*snapshot, outcome.selectedRoots));
        if (!observed) return addFindings(outcome.findings, std::vector{toFinding(observed.error())});
        for (const Toolkit& toolkit : snapshot->toolkits) {
            if (std::ranges::find(outcome.selectedRoots, toolkit.root) == outcome.selectedRoots.end()) continue;
            outcome.verifications.push_back(verifyToolkit(*snapshot, toolkit, outcome.archive ? &*outcome.archive : nullptr));
            addFindings(outcome.findings, outcome.verifications.back().findings);
        }
        outcome.snapshot = std::move(*snapshot);
    }

    Outcome verifyOnly(const Request& request) {
        Outcome outcome;
        outcome.request = request;
        if (!request.source.empty()) {
            auto archive = lookAt(request);
            if (!archive) return refused(request, archive.error());
            outcome.archive = std::move(*archive);
        }
        const auto snapshot = look(request);
        if (!snapshot) return refused(request, snapshot.error());
        outcome.snapshot = *snapshot;
        auto roots = selectTargets(request, *snapshot, outcome.archive ? std::optional(outcome.archive->cudaMajor) : std::nullopt);
        if (!roots) return refused(request, roots.error());
        outcome.selectedRoots = std::move(*roots);
        verifyInto(outcome);
        for (const Toolkit& toolkit : outcome.snapshot->toolkits) {
            if (std::ranges::find(outcome.selectedRoots, toolkit.root) == outcome.selectedRoots.end()) continue;
            const bool known = toolkit.receipt && toolkit.receipt->archive.origin == toText(ArchiveOrigin::Nvidia);
            auto signatures = verifySignatures(system, toolkit, known, stopToken());
            if (request.allowUnsigned) {
                for (Finding& finding : signatures) finding.severity = std::min(finding.severity, Severity::Warning);
            }
            addFindings(outcome.findings, signatures);
        }
        if (stopToken().stop_requested()) return refused(request, Error{ErrorCode::Cancelled, ""});
        const bool healthy =
            std::ranges::none_of(outcome.findings, [](const Finding& finding) { return finding.severity == Severity::Error; });
        outcome.kind = healthy ? OutcomeKind::Healthy : OutcomeKind::FaultsFound;
        return outcome;
    }

    void proveInto(Outcome& outcome) {
        emit(PhaseStarted{Phase::Proving});
        ProveOptions options{
            .stop = stopToken(),
            .onStep = [this](const StepResult& step) { emit(ProofStepChanged{step}); },
            .onIteration = [this](unsigned device, double milliseconds) { emit(IterationMeasured{device, milliseconds}); }};
        if (outcome.snapshot && !outcome.selectedRoots.empty()) {
            const auto found = std::ranges::find(outcome.snapshot->toolkits, outcome.selectedRoots.front(), &Toolkit::root);
            if (found != outcome.snapshot->toolkits.end()) options.expectedFolder = found->dllFolderAbsolute;
        }
        auto proof = prove(system, options);
        if (!proof) return addFindings(outcome.findings, std::vector{toFinding(proof.error())});
        addFindings(outcome.findings, proof->findings);
        outcome.proof = std::move(*proof);
    }

    Outcome proveOnly(const Request& request) {
        Outcome outcome;
        outcome.request = request;
        const auto snapshot = look(request);
        if (!snapshot) return refused(request, snapshot.error());
        outcome.snapshot = *snapshot;
        // A proof without a target is fine as long as none was named: whichever cuDNN a new program finds.
        if (auto roots = selectTargets(request, *snapshot, std::nullopt)) outcome.selectedRoots = std::move(*roots);
        else if (!request.target.empty()) return refused(request, roots.error());
        proveInto(outcome);
        if (!outcome.proof) {
            outcome.kind = OutcomeKind::Cancelled;
            return outcome;
        }
        switch (outcome.proof->verdict) {
            case Verdict::Proven: outcome.kind = OutcomeKind::Proven; break;
            case Verdict::Disproven: outcome.kind = OutcomeKind::Disproven; break;
            case Verdict::NotProven: outcome.kind = OutcomeKind::NotProven; break;
        }
        return outcome;
    }

    /// @param shown  The plan that the user saw; std::nullopt: he saw none and trusts whichever is made (/quiet).
    Outcome applyAndCheck(const Request& request, const std::optional<Plan>& shown) {
        Applier& who = shown && needsRights(*shown) ? *elevated : applier;
        Outcome outcome = who.apply(request, shown ? std::optional(shown->digest) : std::nullopt, stopToken(), emitter());
        outcome.request = request;
        // What the worker did is the plan that was shown, by its digest, made from the archive that was looked at.
        if (!outcome.plan) outcome.plan = shown;
        if (!outcome.archive && looked && looked->source == request.source) outcome.archive = looked->archive;
        const bool installed = outcome.kind == OutcomeKind::Installed || outcome.kind == OutcomeKind::AlreadyInstalled ||
                               outcome.kind == OutcomeKind::Repaired || outcome.kind == OutcomeKind::NothingToDo;
        if (!installed) return outcome;
        verifyInto(outcome);
        if (request.prove) proveInto(outcome);
        else if (outcome.snapshot && outcome.snapshot->gpus.empty())
            addFindings(outcome.findings, std::vector{Finding{ErrorCode::NoGpu, Severity::Info}});
        return outcome;
    }

    Outcome perform(const Request& request) {
        switch (request.action) {
            case Action::Verify: return verifyOnly(request);
            case Action::Prove: return proveOnly(request);
            case Action::Install:
            case Action::Uninstall: break;
        }
        if (request.whatIf) return planOnly(request);
        if (elevated == nullptr) return applyAndCheck(request, std::nullopt);
        Outcome planned = planOnly(request);   // whether rights must be asked for, and what the worker is held to
        if (planned.kind != OutcomeKind::Planned) return planned;
        return applyAndCheck(request, planned.plan);
    }

    bool needsRights(const Plan& made) const {
        return elevated != nullptr && std::ranges::find(made.findings, ErrorCode::ElevationNeeded, &Finding::code) != made.findings.end();
    }

    /// @param job  Gives the event that ends it. It is emitted when the workflow is free again, so that its receiver may start the next job.
    bool start(std::function<WorkflowEvent()> job) {
        {
            const std::scoped_lock guard(mutex);
            if (busy) return false;
            busy = true;
            stop = std::stop_source();
        }
        thread = std::jthread([this, job = std::move(job)] {
            beginJob();
            const WorkflowEvent last = job();
            {
                const std::scoped_lock guard(mutex);
                busy = false;
                idle.notify_all();
            }
            emit(last);
        });
        return true;
    }
};

Workflow::Workflow(System& system, Applier& applier, Applier* elevated, OnWorkflowEvent onEvent)
    : m_state(std::make_unique<State>(system, applier, elevated, std::move(onEvent))) {}

Workflow::~Workflow() {
    cancel();
    wait();
}

Outcome Workflow::run(const Request& request) {
    Outcome outcome;
    m_state->start([&] {
        outcome = m_state->finish(m_state->perform(request));
        return Finished{outcome};
    });
    m_state->thread.join();
    return outcome;
}

bool Workflow::startObserving() {
    return m_state->start([state = m_state.get()]() -> WorkflowEvent {
        auto snapshot = state->look({});
        if (!snapshot) return Finished{state->finish(state->refused({}, snapshot.error()))};
        return SnapshotTaken{std::move(*snapshot)};
    });
}

bool Workflow::startReadingArchive(std::string source) {
    return m_state->start([state = m_state.get(), source = std::move(source)]() -> WorkflowEvent {
        Request request;
        request.source = source;
        const auto archive = state->lookAt(request);
        if (!archive) return ArchiveRefused{toFinding(archive.error())};
        return ArchiveRead{*archive};
    });
}

bool Workflow::startPlanning(Request request) {
    return m_state->start([state = m_state.get(), request = std::move(request)]() -> WorkflowEvent {
        state->plan.reset();
        auto outcome = state->planOnly(request);
        if (!outcome.plan) return Finished{state->finish(std::move(outcome))};
        state->plan = outcome.plan;
        return PlanMade{*outcome.plan};
    });
}

bool Workflow::startApplying(Request request) {
    return m_state->start([state = m_state.get(), request = std::move(request)]() -> WorkflowEvent {
        if (!state->plan) return Finished{state->finish(state->refused(request, Error{ErrorCode::PlanChanged, request.target}))};
        return Finished{state->finish(state->applyAndCheck(request, state->plan))};
    });
}

bool Workflow::startProving(Request request) {
    return m_state->start([state = m_state.get(), request = std::move(request)]() -> WorkflowEvent {
        return Finished{state->finish(state->proveOnly(request))};
    });
}

bool Workflow::startVerifying(Request request) {
    return m_state->start([state = m_state.get(), request = std::move(request)]() -> WorkflowEvent {
        return Finished{state->finish(state->verifyOnly(request))};
    });
}

void Workflow::cancel() {
    const std::scoped_lock guard(m_state->mutex);
    m_state->stop.request_stop();
}

bool Workflow::isBusy() const {
    const std::scoped_lock guard(m_state->mutex);
    return m_state->busy;
}

void Workflow::wait() {
    std::unique_lock guard(m_state->mutex);
    m_state->idle.wait(guard, [this] { return !m_state->busy; });
}

}   // namespace cudnn_setup
