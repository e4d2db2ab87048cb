/// The workflow page by page, as the wizard drives it.
#include "workflow/workflow_pc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>

namespace cudnn_setup {
namespace {

/// Collects events and waits for the one that ends a job.
class Pages : public ::testing::Test {
protected:
    Pages() : applier(pc.system), workflow(pc.system, applier, [this](const WorkflowEvent& event) { take(event); }) {}

    void take(const WorkflowEvent& event) {
        const std::scoped_lock guard(mutex);
        events.push_back(event);
        changed.notify_all();
    }
    /// The last event of that kind, waiting until there is one since the last call.
    template <class Event> Event next() {
        std::unique_lock guard(mutex);
        const Event* found = nullptr;
        changed.wait(guard, [&] {
            for (const auto& event : events) {
                if (const auto* one = std::get_if<Event>(&event)) found = one;
            }
            return found != nullptr;
        });
        Event copy = *found;
        events.clear();
        return copy;
    }

    WorkflowPc pc;
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<WorkflowEvent> events;
    LocalApplier applier;
    Workflow workflow;
};

TEST_F(Pages, LeadFromTheMachineToAnInstalledAndVerifiedSet) {
    ASSERT_TRUE(workflow.startObserving());
    EXPECT_EQ(next<SnapshotTaken>().snapshot.toolkits.size(), 1U);

    ASSERT_TRUE(workflow.startReadingArchive(WorkflowPc::archive("Z96")));
    EXPECT_EQ(next<ArchiveRead>().archive.release, Version(9, 6, 0, 74));

    ASSERT_TRUE(workflow.startPlanning(pc.install("Z96")));
    EXPECT_FALSE(next<PlanMade>().plan.isBlocked());
    EXPECT_FALSE(pc.hasStateFolder()) << "nothing is written before the plan was shown";

    ASSERT_TRUE(workflow.startApplying(pc.install("Z96")));
    const auto finished = next<Finished>();
    EXPECT_EQ(finished.outcome.kind, OutcomeKind::Installed);
    EXPECT_EQ(finished.outcome.verifications.at(0).libraries.found, 8U);
}

TEST_F(Pages, SayWhyAnArchiveIsRefused) {
    ASSERT_TRUE(workflow.startReadingArchive(WorkflowPc::archive("Z897")));
    EXPECT_EQ(next<ArchiveRefused>().finding.code, ErrorCode::ArchiveOtherMajor);
}

TEST_F(Pages, ApplyNothingBeforeAPlanWasShown) {
    ASSERT_TRUE(workflow.startApplying(pc.install("Z96")));
    EXPECT_EQ(next<Finished>().outcome.kind, OutcomeKind::Refused);
    EXPECT_FALSE(pc.hasStateFolder());
}

TEST_F(Pages, RefuseWhatChangedSinceThePlanWasShown) {
    ASSERT_TRUE(workflow.startPlanning(pc.install("Z96")));
    static_cast<void>(next<PlanMade>());
    pc.write("cuda/v12.8/bin/cudnn64_9.dll", "somebody copied this meanwhile");
    ASSERT_TRUE(workflow.startApplying(pc.install("Z96")));
    EXPECT_THAT(errorIds(next<Finished>().outcome), ::testing::ElementsAre("plan-changed"));
}

TEST_F(Pages, GiveTheRightsToAskForThemInsteadOfBlocking) {
    class Elevating final : public Applier {
    public:
        Outcome apply(const Request&, const std::optional<Sha256>&, const std::stop_token&, const OnWorkflowEvent&) override { return {}; }
        bool canElevate() const noexcept override { return true; }
    } elevating;
    pc.machine.user.elevated = false;
    pc.setPath(EnvironmentScope::Machine, "%SystemRoot%");
    std::optional<Plan> plan;
    {
        Workflow asking(pc.system, elevating, [&](const WorkflowEvent& event) {
            if (const auto* made = std::get_if<PlanMade>(&event)) plan = made->plan;
        });
        ASSERT_TRUE(asking.startPlanning(pc.install("Z96")));
        asking.wait();
    }
    ASSERT_TRUE(plan);
    EXPECT_FALSE(plan->isBlocked());
}

}   // namespace
}   // namespace cudnn_setup
