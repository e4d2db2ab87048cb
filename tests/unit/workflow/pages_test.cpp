/// The workflow page by page, as the wizard drives it.
#include "workflow/workflow_pc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <future>

namespace cudnn_setup {
namespace {

/// Collects events and waits for the one that ends a job.
class Pages : public ::testing::Test {
protected:
    Pages() : applier(pc.system), workflow(pc.system, applier, nullptr, [this](const WorkflowEvent& event) { take(event); }) {}

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

/// Remembers what it was asked for and says that it was done.
class Elevating final : public Applier {
public:
    Outcome apply(const Request&, const std::optional<Sha256>& expected, const std::stop_token&, const OnWorkflowEvent&) override {
        digest = expected;
        Outcome outcome;
        outcome.kind = OutcomeKind::Installed;
        outcome.selectedRoots = {root};
        return outcome;
    }
    std::string root;
    std::optional<Sha256> digest;
};

class PagesWithoutRights : public Pages {
protected:
    PagesWithoutRights() {
        elevating.root = pc.root;
        pc.machine.user.elevated = false;
    }
    Elevating elevating;
};

TEST_F(PagesWithoutRights, AskForThemAndHoldThemToThePlanThatWasShown) {
    pc.setPath(EnvironmentScope::Machine, "%SystemRoot%");
    std::promise<Plan> made;
    std::promise<Outcome> ended;
    Workflow asking(pc.system, applier, &elevating, [&](const WorkflowEvent& event) {
        if (const auto* plan = std::get_if<PlanMade>(&event)) made.set_value(plan->plan);
        if (const auto* finished = std::get_if<Finished>(&event)) ended.set_value(finished->outcome);
    });
    ASSERT_TRUE(asking.startPlanning(pc.install("Z96")));
    const auto shown = made.get_future().get();
    EXPECT_FALSE(shown.isBlocked());
    ASSERT_TRUE(asking.startApplying(pc.install("Z96")));
    const auto outcome = ended.get_future().get();
    EXPECT_EQ(elevating.digest, shown.digest);
    EXPECT_EQ(outcome.kind, OutcomeKind::Installed);
    EXPECT_EQ(outcome.verifications.size(), 1U) << "what the worker says is looked at from here";
    EXPECT_TRUE(outcome.archive && outcome.plan) << "for the result file";
}

TEST_F(PagesWithoutRights, AreNotAskedForWhereNoneAreNeeded) {
    auto request = pc.install("Z96");
    request.path = PathChoice::None;
    Workflow asking(pc.system, applier, &elevating, {});
    const auto outcome = asking.run(request);
    EXPECT_EQ(outcome.kind, OutcomeKind::Installed);
    EXPECT_FALSE(elevating.digest);
    EXPECT_TRUE(pc.hasStateFolder());
}

}   // namespace
}   // namespace cudnn_setup
