#include "worker/remote_applier.h"

#include "base/log.h"
#include "worker/message_stream.h"
#include "worker/protocol.h"
#include "workflow/archive_source.h"

#include <algorithm>

namespace cudnn_setup {
namespace {

constexpr auto startPatience = std::chrono::seconds(30);   // from the answered prompt to the connection

/// The worker's lines stand in our log, which it never opens itself.
void take(const WorkerLogLine& line) {
    log().log(static_cast<spdlog::level::level_enum>(line.level), "worker: {}", line.text);
}

Outcome outcomeOf(WorkDone done) {
    Outcome outcome;
    outcome.kind = done.kind;
    addFindings(outcome.findings, done.findings);
    outcome.selectedRoots = std::move(done.selectedRoots);
    outcome.toolkitOutcomes = std::move(done.toolkitOutcomes);
    outcome.filesChanged = done.filesChanged;
    outcome.pathChanged = done.pathChanged;
    outcome.exitCode = exitCodeOf(outcome.kind, outcome.findings, std::nullopt);
    return outcome;
}

/// Until the worker has said that it is done. A cancel is passed on and then waited for: it may be putting files back.
Result<Outcome> follow(MessageStream& messages, const std::stop_token& stop, const OnWorkflowEvent& onEvent) {
    const std::stop_callback onStop(stop, [&messages] {
        // A worker that is gone shows in receive().
        static_cast<void>(messages.send(toMessage(MessageToWorker(CancelWork{}))));
    });
    for (;;) {
        const auto text = messages.receive({}, std::nullopt);
        if (!text) return std::unexpected(text.error());
        auto message = messageFromWorker(*text);
        if (!message) return std::unexpected(message.error());
        if (auto* const done = std::get_if<WorkDone>(&*message)) return outcomeOf(std::move(*done));
        if (const auto* const line = std::get_if<WorkerLogLine>(&*message)) take(*line);
        else if (const auto* const started = std::get_if<PhaseStarted>(&*message)) onEvent(*started);
        else if (const auto* const progress = std::get_if<PhaseProgress>(&*message)) onEvent(*progress);
    }
}

Outcome failedOutcome(const Request& request, const Error& error, bool begun) {
    Outcome outcome;
    outcome.request = request;
    outcome.kind = begun ? OutcomeKind::Failed : error.code == ErrorCode::Cancelled ? OutcomeKind::Cancelled : OutcomeKind::Refused;
    outcome.findings.push_back(toFinding(error));
    outcome.exitCode = exitCodeOf(outcome.kind, outcome.findings, std::nullopt);
    log().error("{} {} (system code {})", codeInfo(error.code).id, error.subject, error.systemCode);
    return outcome;
}

}   // namespace

Outcome RemoteApplier::apply(const Request& request, const std::optional<Sha256>& expected, const std::stop_token& stop,
                             const OnWorkflowEvent& onEvent) {
    const auto refused = [&](const Error& error) { return failedOutcome(request, error, false); };
    if (!expected) return refused(Error{ErrorCode::PlanChanged, request.target});

    StartWork work{.request = request, .digest = *expected, .archive = 0};
    std::optional<ZipArchive> archive;   // stays open until the worker is done with it
    if (request.action == Action::Install) {
        auto opened = openSource(*m_system.files, request.source);
        if (!opened) return refused(opened.error());
        archive = std::move(*opened);
        work.archive = handleNumber(archive->file());
        work.request.source = archive->name();
    } else {
        work.request.source.clear();
    }

    const auto listener = listenForPeer();
    if (!listener) return refused(listener.error());
    const auto worker = m_start(m_system.processes->ownProgram(), {"--worker", (*listener)->name()});
    if (!worker) return refused(worker.error());
    const auto stream = (*listener)->accept(**worker, std::chrono::steady_clock::now() + startPatience, stop);
    if (!stream) return refused(stream.error());
    MessageStream messages(**stream);
    if (const auto sent = messages.send(toMessage(MessageToWorker(work))); !sent) return refused(sent.error());

    auto outcome = follow(messages, stop, onEvent);
    if (!outcome) return failedOutcome(request, outcome.error(), true);
    outcome->request = request;
    return std::move(*outcome);
}

}   // namespace cudnn_setup
