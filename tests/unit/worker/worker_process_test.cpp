/// The worker as a process of its own, on this machine's real files, registry and signatures (natively: a machine.json).
#include "base/path_text.h"
#include "plain_start.h"
#include "worker/remote_applier.h"
#include "workflow/workflow_pc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#ifndef _WIN32
#include <unistd.h>
#endif

#include <cstdlib>
#include <fstream>

namespace cudnn_setup {
namespace {

class WorkerProcess : public ::testing::Test {
protected:
    WorkerProcess() {
#ifndef _WIN32
        std::ofstream(pc.path("machine.json")) << R"({"account": {"name": "u", "sid": ")" << ::getuid() << R"(", "elevated": true},
            "environment": {"user": {"Path": {"type": "expandable", "text": "%HOME%"}}}})";
        ::setenv("CUDNN_SETUP_MACHINE", pc.path("").c_str(), 1);
#endif
        system.emplace(makeSystem());
        pathBefore = system->environment->read(EnvironmentScope::User, "Path").value();
        request = pc.install("Z96");
        request.allowUnsigned = true;
        request.path = PathChoice::User;
    }
    ~WorkerProcess() override { static_cast<void>(system->environment->write(EnvironmentScope::User, "Path", pathBefore)); }

    StartPeer start(PlainlyStartedPeer** started) {
        return [started](const std::filesystem::path& program,
                         const std::vector<std::string>& arguments) -> Result<std::unique_ptr<StartedPeer>> {
            auto made = startPlainly(program, arguments);
            if (!made) return std::unexpected(made.error());
            if (started != nullptr) *started = made->get();
            return std::unique_ptr<StartedPeer>(std::move(*made));
        };
    }
    Outcome run(const Request& wanted, const StartPeer* starter, OnWorkflowEvent onEvent = {}) {
        LocalApplier local(*system);
        Workflow look(*system, local, nullptr, {});
        if (starter == nullptr) return look.run(wanted);
        auto whatIf = wanted;
        whatIf.whatIf = true;
        const auto planned = look.run(whatIf);
        RemoteApplier remote(*system, *starter);
        if (!onEvent) onEvent = [](const WorkflowEvent&) {};
        return remote.apply(wanted, planned.plan.value().digest, {}, onEvent);
    }

    WorkflowPc pc;
    std::optional<System> system;   // the machine's, not the pretended one
    std::optional<RawVariable> pathBefore;
    Request request;
};

TEST_F(WorkerProcess, InstallsForTheRequestingUserAndGivesEverythingBack) {
    const auto before = pc.tree();
    const auto starter = start(nullptr);
    const auto installed = run(request, &starter);
    EXPECT_THAT(errorIds(installed), ::testing::IsEmpty());
    EXPECT_EQ(installed.kind, OutcomeKind::Installed);
    EXPECT_EQ(pc.tree().size(), before.size() + 31);
    const auto path = system->environment->read(EnvironmentScope::User, "Path").value();
    ASSERT_TRUE(path);
    EXPECT_TRUE(path->text.ends_with(toUtf8(pc.path("cuda/v12.8/bin")))) << path->text;

    const auto removed = run(pc.request(Action::Uninstall), &starter);
    EXPECT_EQ(removed.kind, OutcomeKind::Uninstalled);
    EXPECT_EQ(pc.tree(), before);
    EXPECT_EQ(system->environment->read(EnvironmentScope::User, "Path").value(), pathBefore);
}

TEST_F(WorkerProcess, KilledWhileItPlacesFilesIsSaidAndSettledByTheNextRun) {
    const auto before = pc.tree();
    PlainlyStartedPeer* worker = nullptr;
    const auto starter = start(&worker);
    const auto lost = run(request, &starter, [&](const WorkflowEvent& event) {
        const auto* const started = std::get_if<PhaseStarted>(&event);
        if (started == nullptr || started->phase != Phase::Placing) return;
        worker->kill();
        worker->wait();
    });
    EXPECT_EQ(lost.kind, OutcomeKind::Failed);
    EXPECT_THAT(errorIds(lost), ::testing::ElementsAre("worker-lost"));
    EXPECT_TRUE(pc.hasStateFolder());

    const auto settled = run(request, nullptr);
    EXPECT_EQ(settled.exitCode, 0);
    EXPECT_EQ(pc.tree().size(), before.size() + 31);
    ASSERT_EQ(run(pc.request(Action::Uninstall), nullptr).exitCode, 0);
    EXPECT_EQ(pc.tree(), before);
}

}   // namespace
}   // namespace cudnn_setup
