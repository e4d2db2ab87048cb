#include "worker/remote_applier.h"

#include "plain_start.h"
#include "worker/protocol.h"
#include "worker/worker_role.h"
#include "workflow/workflow_pc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <thread>

namespace cudnn_setup {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// The worker's part, on a thread of this process: the same pipe, the same bytes, and a pretended PC below it.
class WorkerThread final : public StartedPeer {
public:
    explicit WorkerThread(std::function<void()> work) : m_thread(std::move(work)) {}
    [[nodiscard]] std::uint32_t id() const override { return ownProcessId(); }
    [[nodiscard]] bool hasEnded() const override { return false; }

private:
    std::jthread m_thread;
};

std::filesystem::path testProgram() {
    return makeSystem().processes->ownProgram();
}

class Remote : public ::testing::Test {
protected:
    Remote() { pc.setPath(EnvironmentScope::Machine, "%SystemRoot%"); }

    /// A worker that does its work as the real one does.
    StartPeer honestWorker() {
        return workerThat([this](RequestingPeer& requester) {
            MessageStream messages(requester.stream());
            exitCode = serveRequest(messages, requester, pc.system);
        });
    }
    StartPeer workerThat(std::function<void(RequestingPeer&)> work) {
        return [this, work = std::move(work)](const std::filesystem::path&, const std::vector<std::string>& arguments) {
            given = arguments;
            return Result<std::unique_ptr<StartedPeer>>(std::make_unique<WorkerThread>([work, name = arguments.at(1)] {
                const auto requester = connectToPeer(name, testProgram());
                if (requester) work(**requester);
            }));
        };
    }
    Outcome apply(const Request& request, const StartPeer& start, const std::stop_token& stop = {}, OnWorkflowEvent onEvent = {}) {
        RemoteApplier applier(client, start);
        if (!onEvent) onEvent = [](const WorkflowEvent&) {};
        return applier.apply(request, digestOf(request), stop, onEvent);
    }
    Sha256 digestOf(const Request& request) {
        auto look = request;
        look.whatIf = true;
        return pc.run(look).plan.value().digest;
    }

    WorkflowPc pc;   // as the worker sees it
    System client = makeSystem();
    std::vector<std::string> given;
    std::optional<int> exitCode;
};

TEST_F(Remote, InstallsWhatALocalRunInstallsAndGivesItBack) {
    WorkflowPc other;
    other.setPath(EnvironmentScope::Machine, "%SystemRoot%");
    ASSERT_EQ(other.run(other.install("Z96")).exitCode, 0);
    const auto before = pc.tree();
    const auto pathBefore = pc.machinePath();

    std::vector<Phase> phases;
    const auto installed = apply(pc.install("Z96"), honestWorker(), {}, [&](const WorkflowEvent& event) {
        if (const auto* const started = std::get_if<PhaseStarted>(&event)) phases.push_back(started->phase);
    });
    EXPECT_THAT(errorIds(installed), IsEmpty());
    EXPECT_EQ(installed.kind, OutcomeKind::Installed);
    EXPECT_EQ(installed.filesChanged, 31U);
    EXPECT_TRUE(installed.pathChanged);
    EXPECT_THAT(installed.selectedRoots, ElementsAre(pc.root));
    EXPECT_EQ(exitCode, 0);
    EXPECT_EQ(pc.tree(), other.tree());
    EXPECT_THAT(phases, ::testing::IsSupersetOf({Phase::Unpacking, Phase::Placing, Phase::Path}));
    EXPECT_THAT(given, ElementsAre("--worker", ::testing::StartsWith("cudnn-setup-")));

    const auto removed = apply(pc.request(Action::Uninstall), honestWorker());
    EXPECT_EQ(removed.kind, OutcomeKind::Uninstalled);
    EXPECT_EQ(pc.tree(), before);
    EXPECT_EQ(pc.machinePath(), pathBefore);
}

TEST_F(Remote, WritesNothingWhenThePlanIsNotTheOneThatWasSeen) {
    const auto before = pc.tree();
    RemoteApplier applier(client, honestWorker());
    const auto outcome = applier.apply(pc.install("Z96"), Sha256(Sha256::Bytes{}), {}, [](const WorkflowEvent&) {});
    EXPECT_THAT(errorIds(outcome), ElementsAre("plan-changed"));
    EXPECT_EQ(pc.tree(), before);
    EXPECT_FALSE(pc.hasStateFolder());
}

TEST_F(Remote, StartsNothingForAPlanThatNobodySaw) {
    RemoteApplier applier(client, honestWorker());
    EXPECT_THAT(errorIds(applier.apply(pc.install("Z96"), std::nullopt, {}, [](const WorkflowEvent&) {})), ElementsAre("plan-changed"));
    EXPECT_THAT(given, IsEmpty());
}

TEST_F(Remote, SaysThatTheUserRefusedThePrompt) {
    const auto outcome = apply(pc.install("Z96"), [](const std::filesystem::path&, const std::vector<std::string>&) {
        return Result<std::unique_ptr<StartedPeer>>(fail(ErrorCode::ElevationRefused, "", 1223));
    });
    EXPECT_THAT(errorIds(outcome), ElementsAre("elevation-refused"));
    EXPECT_EQ(outcome.kind, OutcomeKind::Refused);
    EXPECT_FALSE(pc.hasStateFolder());
}

TEST_F(Remote, RefusesAnotherProcessInTheWorkersPlace) {
    class SomebodyElse final : public StartedPeer {
    public:
        explicit SomebodyElse(std::unique_ptr<StartedPeer> worker) : m_worker(std::move(worker)) {}
        [[nodiscard]] std::uint32_t id() const override { return ownProcessId() + 1; }
        [[nodiscard]] bool hasEnded() const override { return false; }

    private:
        std::unique_ptr<StartedPeer> m_worker;
    };
    const auto outcome = apply(
        pc.install("Z96"), [worker = honestWorker()](const std::filesystem::path& program, const std::vector<std::string>& arguments) {
            return Result<std::unique_ptr<StartedPeer>>(std::make_unique<SomebodyElse>(std::move(worker(program, arguments).value())));
        });
    EXPECT_THAT(errorIds(outcome), ElementsAre("worker-impostor"));
    EXPECT_FALSE(pc.hasStateFolder());
}

TEST_F(Remote, TheWorkerServesOnlyItsOwnProgram) {
    const auto listener = listenForPeer();
    ASSERT_TRUE(listener);
    const auto requester = connectToPeer((*listener)->name(), testProgram().parent_path() / "other.exe");
    ASSERT_FALSE(requester);
    EXPECT_EQ(requester.error().code, ErrorCode::WorkerImpostor);
}

TEST_F(Remote, SaysThatTheWorkerEndedBeforeItConnected) {
    class Ended final : public StartedPeer {
    public:
        [[nodiscard]] std::uint32_t id() const override { return 1; }
        [[nodiscard]] bool hasEnded() const override { return true; }
    };
    const auto outcome = apply(pc.install("Z96"), [](const std::filesystem::path&, const std::vector<std::string>&) {
        return Result<std::unique_ptr<StartedPeer>>(std::make_unique<Ended>());
    });
    EXPECT_THAT(errorIds(outcome), ElementsAre("worker-not-started"));
}

TEST_F(Remote, SaysThatTheWorkerDied) {
    const auto outcome = apply(pc.install("Z96"), workerThat([](RequestingPeer& requester) {
                                   MessageStream messages(requester.stream());
                                   static_cast<void>(messages.receive({}, std::nullopt));
                               }));
    EXPECT_EQ(outcome.kind, OutcomeKind::Failed);
    EXPECT_THAT(errorIds(outcome), ElementsAre("worker-lost"));
}

TEST_F(Remote, DoesNotBelieveAWorkerThatSaysSomethingElse) {
    for (const std::string answer : {"hello", R"({"protocol": 9, "type": "done"})", R"({"protocol": 1, "type": "run", "what": "cmd"})"}) {
        const auto outcome = apply(pc.install("Z96"), workerThat([&answer](RequestingPeer& requester) {
                                       MessageStream messages(requester.stream());
                                       static_cast<void>(messages.receive({}, std::nullopt));
                                       static_cast<void>(messages.send(answer));
                                   }));
        EXPECT_EQ(outcome.kind, OutcomeKind::Failed) << answer;
        EXPECT_THAT(errorIds(outcome), ElementsAre("worker-protocol")) << answer;
    }
}

TEST_F(Remote, PutsEverythingBackWhenTheUserCancels) {
    const auto before = pc.tree();
    int cancelled = 0;
    for (const auto phase : {Phase::Observing, Phase::Unpacking, Phase::CheckingSignatures, Phase::Placing}) {
        SCOPED_TRACE(toText(phase));
        std::stop_source stop;
        const auto outcome = apply(pc.install("Z96"), honestWorker(), stop.get_token(), [&](const WorkflowEvent& event) {
            const auto* const started = std::get_if<PhaseStarted>(&event);
            if (started != nullptr && started->phase == phase) stop.request_stop();
        });
        // The worker may have been done before the word reached it; then all of it is there.
        if (outcome.kind == OutcomeKind::Installed) {
            ASSERT_EQ(pc.run(pc.request(Action::Uninstall)).exitCode, 0);
        } else {
            EXPECT_EQ(outcome.kind, OutcomeKind::Cancelled);
            EXPECT_EQ(outcome.exitCode, 1602);
            ++cancelled;
        }
        EXPECT_EQ(pc.tree(), before);
        EXPECT_FALSE(pc.hasStateFolder());
    }
    EXPECT_GT(cancelled, 0) << "the word never reached the worker";
}

/// The wizard is killed: nobody reads what the worker says, and nobody wants what it does any more.
TEST_F(Remote, PutsEverythingBackWhenTheOtherSideIsGone) {
    const auto before = pc.tree();
    const auto request = pc.install("Z96");
    StartWork work{.request = request, .digest = digestOf(request), .archive = 0};
    const auto source = client.files->open(request.source, OpenFor::Reading);
    ASSERT_TRUE(source);
    work.archive = handleNumber(**source);
    work.request.source = std::filesystem::path(request.source).filename().string();

    const auto listener = listenForPeer();
    ASSERT_TRUE(listener);
    std::optional<int> code;
    {
        const std::jthread worker([&] {
            const auto requester = connectToPeer((*listener)->name(), testProgram());
            ASSERT_TRUE(requester);
            MessageStream messages((*requester)->stream());
            code = serveRequest(messages, **requester, pc.system);
        });
        const WorkerThread self([] {});
        auto stream = (*listener)->accept(self, std::chrono::steady_clock::now() + std::chrono::seconds(30), {});
        ASSERT_TRUE(stream);
        MessageStream messages(**stream);
        ASSERT_TRUE(messages.send(toMessage(MessageToWorker(work))));
        ASSERT_TRUE(messages.receive({}, std::nullopt)) << "it has begun";
        stream->reset();
    }
    EXPECT_EQ(code, 1602);
    EXPECT_EQ(pc.tree(), before);
    EXPECT_FALSE(pc.hasStateFolder());
}

TEST_F(Remote, TheWorkerTakesNoHandleThatIsNoFile) {
    const auto before = pc.tree();
    const auto request = pc.install("Z96");
    StartWork work{.request = request, .digest = digestOf(request), .archive = 999'996};
    work.request.source = "cudnn-windows-x86_64-9.6.0.74_cuda12-archive.zip";
    std::optional<WorkDone> done;
    const auto listener = listenForPeer();
    ASSERT_TRUE(listener);
    {
        const std::jthread worker([&] {
            const auto requester = connectToPeer((*listener)->name(), testProgram());
            ASSERT_TRUE(requester);
            MessageStream messages((*requester)->stream());
            exitCode = serveRequest(messages, **requester, pc.system);
        });
        const WorkerThread self([] {});
        const auto stream = (*listener)->accept(self, std::chrono::steady_clock::now() + std::chrono::seconds(30), {});
        ASSERT_TRUE(stream);
        MessageStream messages(**stream);
        ASSERT_TRUE(messages.send(toMessage(MessageToWorker(work))));
        while (!done) {
            const auto text = messages.receive({}, std::nullopt);
            ASSERT_TRUE(text);
            const auto message = messageFromWorker(*text);
            ASSERT_TRUE(message);
            if (const auto* const last = std::get_if<WorkDone>(&*message)) done = *last;
        }
    }
    ASSERT_EQ(done->findings.size(), 1U);
    EXPECT_EQ(done->findings.front().code, ErrorCode::WorkerProtocol);
    EXPECT_EQ(pc.tree(), before);
}

}   // namespace
}   // namespace cudnn_setup
