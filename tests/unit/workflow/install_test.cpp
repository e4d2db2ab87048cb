#include "workflow/workflow_pc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class WorkflowInstall : public ::testing::Test {
protected:
    WorkflowPc pc;
};

TEST_F(WorkflowInstall, PlacesTheSetAndGivesEverythingBackOnUninstall) {
    const auto before = pc.tree();
    const auto pathBefore = pc.machinePath();

    const auto installed = pc.run(pc.install("Z96"));
    ASSERT_THAT(errorIds(installed), IsEmpty());
    EXPECT_EQ(installed.kind, OutcomeKind::Installed);
    EXPECT_EQ(installed.exitCode, 0);
    EXPECT_EQ(installed.filesChanged, 31U);
    EXPECT_FALSE(installed.pathChanged) << "the toolkit's bin is on PATH already";
    ASSERT_EQ(installed.verifications.size(), 1U);
    EXPECT_EQ(installed.verifications.front().libraries.found, 8U);
    EXPECT_EQ(installed.verifications.front().libraries.expected, 8U);
    EXPECT_EQ(installed.verifications.front().importLibraries.found, 16U);
    EXPECT_EQ(pc.tree().size(), before.size() + 31);
    EXPECT_EQ(pc.machinePath(), pathBefore);

    const auto removed = pc.run(pc.request(Action::Uninstall));
    EXPECT_EQ(removed.kind, OutcomeKind::Uninstalled);
    EXPECT_EQ(pc.tree(), before);
    EXPECT_EQ(pc.machinePath(), pathBefore);
    EXPECT_FALSE(pc.hasStateFolder());
}

TEST_F(WorkflowInstall, DoesNothingTheSecondTime) {
    ASSERT_EQ(pc.run(pc.install("Z96")).exitCode, 0);
    const auto before = pc.tree();
    const auto again = pc.run(pc.install("Z96"));
    EXPECT_EQ(again.kind, OutcomeKind::AlreadyInstalled);
    EXPECT_EQ(again.exitCode, 0);
    EXPECT_EQ(again.filesChanged, 0U);
    EXPECT_EQ(pc.tree(), before);
}

TEST_F(WorkflowInstall, UpgradesToExactlyTheNewSet) {
    ASSERT_EQ(pc.run(pc.install("Z91")).exitCode, 0);
    const auto upgraded = pc.run(pc.install("Z923"));
    EXPECT_EQ(upgraded.kind, OutcomeKind::Installed);
    EXPECT_EQ(upgraded.verifications.at(0).libraries.found, 10U);
    EXPECT_THAT(errorIds(upgraded), IsEmpty());
}

TEST_F(WorkflowInstall, RefusesAnOlderReleaseWithoutForce) {
    ASSERT_EQ(pc.run(pc.install("Z96")).exitCode, 0);
    const auto before = pc.tree();
    const auto older = pc.run(pc.install("Z91"));
    EXPECT_EQ(older.exitCode, 1638);
    EXPECT_EQ(older.kind, OutcomeKind::Refused);
    EXPECT_EQ(pc.tree(), before);
}

TEST_F(WorkflowInstall, GoesBackToAnOlderReleaseWithForce) {
    ASSERT_EQ(pc.run(pc.install("Z96")).exitCode, 0);
    auto request = pc.install("Z91");
    request.force = true;
    const auto older = pc.run(request);
    EXPECT_EQ(older.kind, OutcomeKind::Installed);
    EXPECT_EQ(older.verifications.at(0).release->toString(), "9.1.0.70");
    EXPECT_TRUE(hasFinding(older, ErrorCode::ToolkitHasNewer)) << "said all the same";
}

class WorkflowRepair : public WorkflowInstall {
protected:
    Request repair(const std::string& archive = {}) {
        auto request = archive.empty() ? pc.request(Action::Install) : pc.install(archive);
        request.repair = true;
        return request;
    }
};

TEST_F(WorkflowRepair, ReplacesOnlyWhatIsWrong) {
    ASSERT_EQ(pc.run(pc.install("Z96")).exitCode, 0);
    const auto whole = pc.tree();
    pc.write("cuda/v12.8/bin/cudnn_ops64_9.dll", "damaged");
    pc.remove("cuda/v12.8/include/cudnn.h");
    const auto mended = pc.run(repair("Z96"));
    EXPECT_EQ(mended.kind, OutcomeKind::Repaired);
    EXPECT_EQ(mended.filesChanged, 2U);
    EXPECT_EQ(pc.tree(), whole);
    EXPECT_EQ(pc.run(repair("Z96")).kind, OutcomeKind::NothingToDo);
}

TEST_F(WorkflowRepair, CompletesAHandCopiedSet) {
    pc.copyStub("Z96/bin/cudnn64_9.dll", "cuda/v12.8/bin/cudnn64_9.dll");
    pc.copyStub("Z96/bin/cudnn_ops64_9.dll", "cuda/v12.8/bin/cudnn_ops64_9.dll");
    const auto mended = pc.run(repair("Z96"));
    EXPECT_EQ(mended.kind, OutcomeKind::Repaired);
    EXPECT_EQ(mended.verifications.at(0).libraries.found, 8U);
}

TEST_F(WorkflowRepair, AsksForTheArchiveWhenFilesAreWrong) {
    ASSERT_EQ(pc.run(pc.install("Z96")).exitCode, 0);
    pc.write("cuda/v12.8/bin/cudnn_ops64_9.dll", "damaged");
    const auto before = pc.tree();
    const auto refused = pc.run(repair());
    EXPECT_EQ(refused.exitCode, 1603);
    EXPECT_THAT(errorIds(refused), ElementsAre("repair-needs-archive"));
    EXPECT_THAT(refused.findings.front().arguments, ElementsAre("cudnn-windows-x86_64-9.6.0.74_cuda12-archive.zip"));
    EXPECT_EQ(pc.tree(), before);
}

TEST_F(WorkflowRepair, PutsThePathEntryBackWithoutAnArchive) {
    pc.setPath(EnvironmentScope::Machine, "%SystemRoot%");
    ASSERT_EQ(pc.run(pc.install("Z96")).exitCode, 0);
    const auto withEntry = pc.machinePath();
    pc.setPath(EnvironmentScope::Machine, "%SystemRoot%");
    const auto mended = pc.run(repair());
    EXPECT_THAT(errorIds(mended), IsEmpty());
    EXPECT_EQ(mended.kind, OutcomeKind::Repaired);
    EXPECT_TRUE(mended.pathChanged);
    EXPECT_EQ(pc.machinePath(), withEntry);
    EXPECT_EQ(pc.run(repair()).kind, OutcomeKind::NothingToDo);
    EXPECT_EQ(pc.run(pc.request(Action::Uninstall)).exitCode, 0);
    EXPECT_EQ(pc.machinePath().text, "%SystemRoot%");
}

TEST_F(WorkflowRepair, SaysThatNothingIsInstalled) {
    auto request = repair();
    request.target.clear();
    EXPECT_THAT(errorIds(pc.run(request)), ElementsAre("nothing-installed"));
}

class SeveralToolkits : public WorkflowInstall {
protected:
    SeveralToolkits() {
        pc.addToolkit("12.4.1", "cuda/v12.4");
        pc.addToolkit("13.0.0", "cuda/v13.0");
        all = pc.install("Z96");
        all.target = "all";
    }
    bool has(const std::string& root) const { return std::filesystem::exists(pc.path(root + "/bin/cudnn64_9.dll")); }
    Request all;
};

TEST_F(SeveralToolkits, OfTheArchivesMajorAreInstalledInVersionOrderAndNamed) {
    const auto outcome = pc.run(all);
    EXPECT_THAT(errorIds(outcome), IsEmpty());
    EXPECT_EQ(outcome.kind, OutcomeKind::Installed);
    EXPECT_THAT(outcome.toolkitOutcomes, ElementsAre(::testing::Pair(pc.text("cuda/v12.4"), OutcomeKind::Installed),
                                                     ::testing::Pair(pc.text("cuda/v12.8"), OutcomeKind::Installed)));
    EXPECT_EQ(outcome.filesChanged, 62U);
    EXPECT_EQ(outcome.verifications.size(), 2U);
    EXPECT_TRUE(has("cuda/v12.4") && has("cuda/v12.8"));
    EXPECT_FALSE(has("cuda/v13.0"));

    EXPECT_EQ(pc.run(all).kind, OutcomeKind::AlreadyInstalled);

    auto uninstall = pc.request(Action::Uninstall);
    uninstall.target.clear();
    EXPECT_EQ(pc.run(uninstall).kind, OutcomeKind::Uninstalled);
    EXPECT_FALSE(has("cuda/v12.4") || has("cuda/v12.8"));
}

TEST_F(SeveralToolkits, OnlyThoseThatNeedItAreChanged) {
    ASSERT_EQ(pc.run(pc.install("Z96")).exitCode, 0);
    const auto outcome = pc.run(all);
    EXPECT_EQ(outcome.kind, OutcomeKind::Installed);
    EXPECT_EQ(outcome.filesChanged, 31U);
    EXPECT_THAT(outcome.toolkitOutcomes, ElementsAre(::testing::Pair(pc.text("cuda/v12.4"), OutcomeKind::Installed),
                                                     ::testing::Pair(pc.text("cuda/v12.8"), OutcomeKind::AlreadyInstalled)));
}

TEST_F(SeveralToolkits, AreDoneUpToTheOneThatFailsWhichIsPutBack) {
    const auto before = pc.tree();
    Workflow* running = nullptr;
    LocalApplier applier(pc.system);
    int placing = 0;
    Workflow workflow(pc.system, applier, nullptr, [&](const WorkflowEvent& event) {
        const auto* started = std::get_if<PhaseStarted>(&event);
        if (started != nullptr && started->phase == Phase::Placing && ++placing == 2) running->cancel();
    });
    running = &workflow;
    const auto outcome = workflow.run(all);
    EXPECT_EQ(outcome.exitCode, 1602);
    EXPECT_THAT(outcome.toolkitOutcomes, ElementsAre(::testing::Pair(pc.text("cuda/v12.4"), OutcomeKind::Installed),
                                                     ::testing::Pair(pc.text("cuda/v12.8"), OutcomeKind::Cancelled)));
    EXPECT_TRUE(has("cuda/v12.4"));
    EXPECT_EQ(pc.tree(), before);
}

TEST_F(SeveralToolkits, AreAllLeftAloneWhenThePlanOfOneIsBlocked) {
    ASSERT_EQ(pc.run(pc.install("Z923")).exitCode, 0);
    EXPECT_EQ(pc.run(all).exitCode, 1638);
    EXPECT_FALSE(has("cuda/v12.4"));
}

TEST_F(WorkflowInstall, PlansTheSameInWhatIfAsItApplies) {
    auto look = pc.install("Z96");
    look.whatIf = true;
    const auto before = pc.tree();
    const auto planned = pc.run(look);
    EXPECT_EQ(planned.kind, OutcomeKind::Planned);
    EXPECT_EQ(planned.exitCode, 0);
    EXPECT_EQ(pc.tree(), before);
    EXPECT_FALSE(pc.hasStateFolder());
    const auto applied = pc.run(pc.install("Z96"));
    ASSERT_TRUE(planned.plan && applied.plan);
    EXPECT_EQ(planned.plan->digest, applied.plan->digest);
}

TEST_F(WorkflowInstall, RefusesAPlanThatIsNotTheOneShown) {
    LocalApplier applier(pc.system);
    const auto before = pc.tree();
    const auto outcome = applier.apply(pc.install("Z96"), Sha256(Sha256::Bytes{}), {}, [](const WorkflowEvent&) {});
    EXPECT_THAT(errorIds(outcome), ElementsAre("plan-changed"));
    EXPECT_EQ(outcome.exitCode, 1603);
    EXPECT_EQ(pc.tree(), before);
    EXPECT_FALSE(pc.hasStateFolder());
}

TEST_F(WorkflowInstall, RefusesUnsignedFilesUnlessAskedTo) {
    pc.signatures.otherwise = Signature{.state = SignatureState::None, .systemCode = 0x800B0100};
    const auto before = pc.tree();
    const auto refused = pc.run(pc.install("Z96"));
    EXPECT_EQ(refused.exitCode, 13);
    EXPECT_THAT(errorIds(refused), ::testing::AllOf(::testing::SizeIs(8), ::testing::Each("signature-missing")));
    EXPECT_EQ(pc.tree(), before);
    EXPECT_FALSE(pc.hasStateFolder());

    auto allowed = pc.install("Z96");
    allowed.allowUnsigned = true;
    const auto placed = pc.run(allowed);
    EXPECT_EQ(placed.exitCode, 0);
    EXPECT_TRUE(hasFinding(placed, ErrorCode::SignatureIgnored)) << "said all the same";
}

TEST_F(WorkflowInstall, NeedsAdministratorRightsForTheMachinesPath) {
    pc.machine.user.elevated = false;
    pc.setPath(EnvironmentScope::Machine, "%SystemRoot%");
    const auto before = pc.tree();
    const auto refused = pc.run(pc.install("Z96"));
    EXPECT_EQ(refused.exitCode, 740);
    EXPECT_EQ(pc.tree(), before);
    EXPECT_FALSE(pc.hasStateFolder());
}

TEST_F(WorkflowInstall, AddsTheDllFolderToPathAndTakesItOutAgain) {
    pc.setPath(EnvironmentScope::Machine, "%SystemRoot%;D:\\%UNDEFINED%\\x");
    const auto before = pc.machinePath();
    const auto installed = pc.run(pc.install("Z96"));
    EXPECT_TRUE(installed.pathChanged);
    EXPECT_EQ(pc.machinePath().text, before.text + ';' + pc.text("cuda/v12.8/bin"));
    EXPECT_EQ(pc.machinePath().type, before.type);
    ASSERT_EQ(pc.run(pc.request(Action::Uninstall)).exitCode, 0);
    EXPECT_EQ(pc.machinePath(), before);
}

TEST_F(WorkflowInstall, TakesItsPathEntryOutWhenTheToolkitIsGone) {
    pc.setPath(EnvironmentScope::Machine, "%SystemRoot%");
    const auto before = pc.machinePath();
    ASSERT_EQ(pc.run(pc.install("Z96")).exitCode, 0);
    ASSERT_NE(pc.machinePath(), before);
    std::filesystem::remove_all(pc.path("cuda/v12.8"));
    pc.machine.toolkits.clear();
    Request everything;
    everything.action = Action::Uninstall;
    const auto removed = pc.run(everything);
    EXPECT_EQ(removed.exitCode, 0);
    EXPECT_EQ(removed.kind, OutcomeKind::Uninstalled);
    EXPECT_TRUE(hasFinding(removed, ErrorCode::ToolkitVanished));
    EXPECT_EQ(pc.machinePath(), before);
}

TEST_F(WorkflowInstall, PutsEverythingBackWhenCancelledAtAnyPhase) {
    const auto before = pc.tree();
    for (const auto phase : {Phase::Observing, Phase::Unpacking, Phase::CheckingSignatures, Phase::Placing}) {
        SCOPED_TRACE(toText(phase));
        LocalApplier applier(pc.system);
        Workflow* running = nullptr;
        Workflow workflow(pc.system, applier, nullptr, [&](const WorkflowEvent& event) {
            const auto* started = std::get_if<PhaseStarted>(&event);
            if (started != nullptr && started->phase == phase) running->cancel();
        });
        running = &workflow;
        const auto outcome = workflow.run(pc.install("Z96"));
        EXPECT_EQ(outcome.kind, OutcomeKind::Cancelled);
        EXPECT_EQ(outcome.exitCode, 1602);
        EXPECT_EQ(pc.tree(), before);
        EXPECT_FALSE(pc.hasStateFolder());
    }
}

TEST_F(WorkflowInstall, FindsAChangedFileAndSaysSo) {
    ASSERT_EQ(pc.run(pc.install("Z96")).exitCode, 0);
    pc.write("cuda/v12.8/bin/cudnn_ops64_9.dll", "something else");
    const auto verified = pc.run(pc.request(Action::Verify));
    EXPECT_EQ(verified.kind, OutcomeKind::FaultsFound);
    EXPECT_EQ(verified.exitCode, 1);
    EXPECT_THAT(errorIds(verified), ::testing::Not(IsEmpty()));
    EXPECT_EQ(verified.findings.front().subject, "cudnn_ops64_9.dll");
}

TEST_F(WorkflowInstall, RefusesTheArchiveWhoseHashIsNotTheOneAskedFor) {
    auto request = pc.install("Z96");
    request.expectedHash = Sha256(Sha256::Bytes{});
    const auto outcome = pc.run(request);
    EXPECT_EQ(outcome.exitCode, 13);
    EXPECT_THAT(errorIds(outcome), ElementsAre("archive-hash-mismatch"));
    EXPECT_FALSE(pc.hasStateFolder());
}

}   // namespace
}   // namespace cudnn_setup
