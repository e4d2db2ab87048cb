// Promise 2, at every instant: each changing operation of each transaction fails once, is the last one of a dying process, and is the last
// one of a recovery that dies in turn. Whole trees are compared, .cudnn-setup included.
#include "changes.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

#ifdef _WIN32
constexpr bool everyOne = false;   // all of them take eleven minutes under Wine 8, where each passed once; a sample stays
#else
constexpr bool everyOne = true;
#endif
constexpr std::size_t stride = everyOne ? 1 : 6;          // of cuts
constexpr std::size_t nestedStride = everyOne ? 1 : 41;   // of cuts whose recovery is cut as well

class EveryInstant : public ::testing::TestWithParam<Change> {
protected:
    void SetUp() override {
        GetParam().prepare(scene);
        ASSERT_FALSE(HasFatalFailure());
        before = scene.state();
        scene.restore(before);   // the counter starts here
        const auto done = GetParam().run(scene);
        ASSERT_TRUE(done) << done.error().subject;
        after = scene.state();
        log = scene.files->log();
        commitAt = commitRecordOf(log);
        ASSERT_GT(commitAt, 10U);
        ASSERT_NE(differences(before.toolkit, after.toolkit).size(), 0U);
    }

    /// The process ends before operation @p at: everything behind it does nothing, rollback by destructors included.
    void dieAt(std::size_t at) {
        scene.restore(before);
        scene.files->setFault({.operation = at, .persistent = true});
        EXPECT_EQ(GetParam().run(scene).has_value(), at > commitAt);
        scene.files->heal();
        scene.files->restart();
    }

    void expectState(const SceneState& expected) const {
        const auto found = scene.state();
        EXPECT_EQ(differences(expected.toolkit, found.toolkit), std::vector<std::string>{});
        EXPECT_EQ(found.machine, expected.machine);
        EXPECT_EQ(found.index, expected.index);
    }

    Scene scene;
    SceneState before;
    SceneState after;
    std::vector<std::string> log;   // of the undisturbed run
    std::size_t commitAt = 0;       // the operation that writes the commit record
};

TEST_P(EveryInstant, OneFailedOperationGivesTheOldStateBack) {
    for (const auto effect : {FaultEffect::Fail, FaultEffect::FailAfterwards}) {
        for (std::size_t at = 0; at < log.size(); at += stride) {
            SCOPED_TRACE(std::to_string(at) + ": " + log[at] + (effect == FaultEffect::Fail ? "" : " (answer lost)"));
            scene.restore(before);
            scene.files->setFault({.operation = at, .effect = effect});
            const auto result = GetParam().run(scene);
            ASSERT_EQ(result.has_value(), at > commitAt);
            if (!result) {
                expectState(before);
            } else {
                // What could not be tidied up after the commit is the next command's.
                scene.files->heal();
                ASSERT_TRUE(scene.recover());
                expectState(after);
            }
            if (HasFailure()) return;
        }
    }
}

TEST_P(EveryInstant, AfterAKillRecoveryGivesTheOldStateOrTheNewOne) {
    for (std::size_t at = 0; at <= log.size(); at += stride) {
        SCOPED_TRACE(at < log.size() ? std::to_string(at) + ": " + log[at] : "after the last");
        dieAt(at);
        const auto recovered = scene.recover();
        ASSERT_TRUE(recovered) << recovered.error().subject;
        expectState(at <= commitAt ? before : after);
        if (HasFailure()) return;
        scene.files->restart();
        EXPECT_EQ(scene.recover(), Recovery::NothingToDo);
        EXPECT_EQ(scene.files->operations(), 0U) << "a second recovery writes";
        if (HasFailure()) return;
    }
}

TEST_P(EveryInstant, AJournalLineThatWasHalfWrittenCountsAsNotWritten) {
    for (std::size_t at = 0; at < log.size(); ++at) {
        if (!log[at].starts_with("append ")) continue;
        SCOPED_TRACE(std::to_string(at) + ": " + log[at]);
        dieAt(at + 1);
        const auto journal = scene.stateFolder() / "journal.jsonl";
        const auto text = readFile(journal);
        const auto lastLine = text.rfind('\n', text.size() - 2) + 1;   // npos + 1 = 0: the first line
        writeFile(journal, text.substr(0, lastLine + (text.size() - lastLine) / 2));
        ASSERT_TRUE(scene.recover());
        expectState(before);   // a torn commit record did not commit either
        if (HasFailure()) return;
    }
}

TEST_P(EveryInstant, ARecoveryThatIsKilledItselfIsFinishedByTheNext) {
    for (std::size_t at = 0; at <= log.size(); at += nestedStride) {
        for (std::size_t recoveryAt = 0;; ++recoveryAt) {
            SCOPED_TRACE((at < log.size() ? std::to_string(at) + ": " + log[at] : "after the last") + ", recovery at " +
                         std::to_string(recoveryAt));
            dieAt(at);
            scene.files->setFault({.operation = recoveryAt, .persistent = true});
            const bool undisturbed = scene.recover().has_value();
            const bool reached = scene.files->operations() > recoveryAt;
            scene.files->heal();
            ASSERT_EQ(undisturbed, !reached);
            ASSERT_TRUE(scene.recover());
            expectState(at <= commitAt ? before : after);
            if (HasFailure()) return;
            if (!reached) break;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Transactions, EveryInstant, ::testing::ValuesIn(everyChange()),
                         [](const ::testing::TestParamInfo<Change>& tested) { return tested.param.name; });

}   // namespace
}   // namespace cudnn_setup
