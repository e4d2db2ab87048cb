// Promise 2 with real processes: a child runs the change and is killed at each of its changing operations; this process, which has none of
// the child's memory, then runs the next command's recovery. cut_test.cpp does the same within one process, with more kinds of faults.
#include "base/json.h"
#include "changes.h"

#include <gtest/gtest.h>

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

namespace cudnn_setup {
namespace {

/// How a child ended.
enum class Ended { Done, Failed, Killed, Otherwise };

class Killed : public ::testing::TestWithParam<Change> {
protected:
    void SetUp() override {
        GetParam().prepare(scene);
        ASSERT_FALSE(HasFatalFailure());
        scene.environment->onWritten = [this] { keepPath(); };
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
    void TearDown() override { std::filesystem::remove(pathFile()); }

    /// The registry outlives a process: PATH's is a file that the child writes and the parent reads.
    [[nodiscard]] std::filesystem::path pathFile() const { return scene.indexFolder().parent_path() / "path.json"; }
    void keepPath() const {
        const auto path = scene.path();
        nlohmann::json json = nullptr;
        if (path) json = {{"text", path->text}, {"expandable", path->type == RegistryText::Expandable}};
        const auto fresh = pathFile().native() + ".new";
        writeFile(fresh, json.dump());
        std::filesystem::rename(fresh, pathFile());
    }
    void rememberPath() const {
        const auto json = nlohmann::json::parse(readFile(pathFile()));
        scene.environment->store.machine.erase("Path");
        if (!json.is_null()) scene.setPath(json.at("text"), json.at("expandable") ? RegistryText::Expandable : RegistryText::Plain);
    }

    /// Runs @p work in a child that is killed by @p fault.
    Ended runInChild(const std::function<bool()>& work, const Fault& fault) const {
        keepPath();
        const pid_t child = ::fork();
        if (child == 0) {
            scene.files->restart();
            scene.files->setFault(fault);
            ::_exit(work() ? 0 : 1);   // no test of this process goes on in the child
        }
        int status = 0;
        if (child < 0 || ::waitpid(child, &status, 0) != child) return Ended::Otherwise;
        rememberPath();
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) return Ended::Killed;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return Ended::Done;
        return WIFEXITED(status) && WEXITSTATUS(status) == 1 ? Ended::Failed : Ended::Otherwise;
    }
    Ended change(const Fault& fault) {
        return runInChild([this] { return GetParam().run(scene).has_value(); }, fault);
    }
    Ended recovery(const Fault& fault) {
        return runInChild([this] { return scene.recover().has_value(); }, fault);
    }

    void expectRecovered(std::size_t killedAt) {
        const auto recovered = scene.recover();
        ASSERT_TRUE(recovered) << recovered.error().subject;
        const auto& expected = killedAt <= commitAt ? before : after;
        const auto found = scene.state();
        EXPECT_EQ(differences(expected.toolkit, found.toolkit), std::vector<std::string>{});   // the receipt is one of the files
        EXPECT_EQ(found.machine, expected.machine);
        EXPECT_EQ(found.index, expected.index);
    }

    Scene scene;
    SceneState before;
    SceneState after;
    std::vector<std::string> log;   // of the undisturbed run
    std::size_t commitAt = 0;       // the operation that writes the commit record
};

TEST_P(Killed, AtEachOperationLeavesTheOldStateOrTheNewOne) {
    for (std::size_t at = 0; at < log.size(); ++at) {
        for (const auto effect : {FaultEffect::Die, FaultEffect::DieHalfway}) {
            const bool hasHalf = log[at].starts_with("append ") || log[at].starts_with("write ");
            if (effect == FaultEffect::DieHalfway && !hasHalf) continue;
            SCOPED_TRACE(std::to_string(at) + ": " + log[at] + (effect == FaultEffect::Die ? "" : " (half of it)"));
            scene.restore(before);
            ASSERT_EQ(change({.operation = at, .effect = effect}), Ended::Killed);
            expectRecovered(at);
            if (HasFailure()) return;
        }
    }
}

TEST_P(Killed, AfterTheLastOperationLeavesTheNewState) {
    scene.restore(before);
    ASSERT_EQ(change({.operation = log.size(), .effect = FaultEffect::Die}), Ended::Done);
    expectRecovered(log.size());
}

TEST_P(Killed, WhileRecoveringLeavesTheSame) {
    // The two longest recoveries: everything is to be undone; everything is to be tidied.
    for (const auto at : {commitAt, commitAt + 1}) {
        for (std::size_t recoveryAt = 0;; ++recoveryAt) {
            SCOPED_TRACE(std::to_string(at) + ", recovery at " + std::to_string(recoveryAt));
            scene.restore(before);
            ASSERT_EQ(change({.operation = at, .effect = FaultEffect::Die}), Ended::Killed);
            const auto ended = recovery({.operation = recoveryAt, .effect = FaultEffect::Die});
            expectRecovered(at);
            if (HasFailure()) return;
            if (ended == Ended::Done) {
                EXPECT_GT(recoveryAt, 3U);
                break;
            }
            ASSERT_EQ(ended, Ended::Killed);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Changes, Killed, ::testing::ValuesIn(everyChange()),
                         [](const ::testing::TestParamInfo<Change>& tested) { return tested.param.name; });

}   // namespace
}   // namespace cudnn_setup
