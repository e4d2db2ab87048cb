#include "worker/worker_role.h"

#include "base/log.h"
#include "worker/protocol.h"

#include <spdlog/sinks/base_sink.h>

#include <thread>

namespace cudnn_setup {
namespace {

constexpr auto requestPatience = std::chrono::seconds(30);

/// Log lines become messages.
class MessageSink final : public spdlog::sinks::base_sink<std::mutex> {
public:
    explicit MessageSink(MessageStream& messages) : m_messages(&messages) {}
    /// The stream ends before the log does.
    void detach() {
        const std::scoped_lock guard(mutex_);
        m_messages = nullptr;
    }

protected:
    void sink_it_(const spdlog::details::log_msg& message) override {
        if (m_messages == nullptr) return;
        const WorkerLogLine line{message.level, std::string(message.payload.begin(), message.payload.end())};
        static_cast<void>(m_messages->send(toMessage(MessageFromWorker(line))));   // a lost client is the reader's to notice
    }
    void flush_() override {}

private:
    MessageStream* m_messages;
};

/// Listens for a cancel while the work runs. A client that is gone, or that says anything else, is a cancel too.
class CancelListener {
public:
    explicit CancelListener(MessageStream& messages)
        : m_thread([this, &messages](const std::stop_token& ended) {
              const auto text = messages.receive(ended, std::nullopt);
              if (!text && text.error().code == ErrorCode::Cancelled) return;   // the work is done
              m_cancel.request_stop();
          }) {}
    [[nodiscard]] std::stop_token token() const { return m_cancel.get_token(); }

private:
    std::stop_source m_cancel;
    std::jthread m_thread;   // last: joined before the source goes
};

Result<StartWork> receiveWork(MessageStream& messages) {
    const auto text = messages.receive({}, std::chrono::steady_clock::now() + requestPatience);
    if (!text) return std::unexpected(text.error());
    const auto message = messageToWorker(*text);
    if (!message) return std::unexpected(message.error());
    const auto* const work = std::get_if<StartWork>(&*message);
    if (work == nullptr) return fail(ErrorCode::WorkerProtocol, "order");
    return *work;
}

Outcome perform(const StartWork& work, RequestingPeer& requester, System& system, MessageStream& messages) {
    LocalApplier applier(system, [&](const Request& request) -> Result<ZipArchive> {
        auto file = requester.takeFile(work.archive, request.source);
        if (!file) return std::unexpected(file.error());
        return openArchive(std::move(*file), request.source);
    });
    const CancelListener cancel(messages);
    return applier.apply(work.request, work.digest, cancel.token(), [&](const WorkflowEvent& event) {
        // Only what the other side shows; a message that cannot be sent is noticed by the listener.
        if (const auto* const started = std::get_if<PhaseStarted>(&event))
            static_cast<void>(messages.send(toMessage(MessageFromWorker(*started))));
        else if (const auto* const progress = std::get_if<PhaseProgress>(&event))
            static_cast<void>(messages.send(toMessage(MessageFromWorker(*progress))));
    });
}

WorkDone doneWith(Outcome outcome) {
    return {.kind = outcome.kind,
            .findings = std::move(outcome.findings),
            .selectedRoots = std::move(outcome.selectedRoots),
            .toolkitOutcomes = std::move(outcome.toolkitOutcomes),
            .filesChanged = outcome.filesChanged,
            .pathChanged = outcome.pathChanged};
}

}   // namespace

int serveRequest(MessageStream& messages, RequestingPeer& requester, System& system) {
    const auto work = receiveWork(messages);
    if (!work) {
        // Somebody who speaks another language gets an answer in ours, once.
        static_cast<void>(messages.send(toMessage(MessageFromWorker(WorkDone{.findings = {toFinding(work.error())}}))));
        return codeInfo(work.error().code).exitCode;
    }
    Outcome outcome = perform(*work, requester, system, messages);
    const int exitCode = outcome.exitCode;
    static_cast<void>(messages.send(toMessage(MessageFromWorker(doneWith(std::move(outcome))))));
    return exitCode;
}

int runWorker(const std::vector<std::string>& arguments) {
    if (arguments.size() != 1) return codeInfo(ErrorCode::WorkerProtocol).exitCode;
    System own = makeSystem();
    const auto requester = connectToPeer(arguments.front(), own.processes->ownProgram());
    if (!requester) return codeInfo(requester.error().code).exitCode;
    System system = makeSystem((*requester)->userSid());
    MessageStream messages((*requester)->stream());
    const auto sink = std::make_shared<MessageSink>(messages);
    addLogSink(sink);
    const int exitCode = serveRequest(messages, **requester, system);
    sink->detach();
    return exitCode;
}

}   // namespace cudnn_setup
