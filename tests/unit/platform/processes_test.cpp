#include "platform/processes.h"

#include "temporary_machine.h"

#include <gmock/gmock.h>

#include <thread>

namespace cudnn_setup {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ProcessesTest : public TemporaryMachine {
protected:
    [[nodiscard]] ChildRequest child(std::vector<std::string> arguments) const {
#ifdef _WIN32
        constexpr auto name = "platform_test_child.exe";
#else
        constexpr auto name = "platform_test_child";
#endif
        return {.program = processes.ownProgram().parent_path() / name,
                .arguments = std::move(arguments),
                .freshEnvironment = true,
                .extraEnvironment = {},
                .workingFolder = {},
                .unelevated = true,
                .timeout = 30'000ms};
    }
    Result<ChildResult> run(const ChildRequest& request, const std::stop_token& stop = {}) {
        return processes.run(request, [this](std::string_view line) { lines.emplace_back(line); }, stop);
    }
    Processes& processes = *system.processes;
    std::vector<std::string> lines;
};

TEST_F(ProcessesTest, DeliversLinesAndErrorTextAndExitCode) {
    const auto result = run(child({"say", "one", "two"}));
    ASSERT_TRUE(result.has_value());
    EXPECT_THAT(lines, ElementsAre("one", "two"));
    EXPECT_EQ(result->exitCode, 0U);
    EXPECT_FALSE(result->timedOut);
    const auto complained = run(child({"complain", "no such thing", "7"}));
    ASSERT_TRUE(complained.has_value());
    EXPECT_THAT(complained->errorText, HasSubstr("no such thing"));
    EXPECT_EQ(complained->exitCode, 7U);
}

TEST_F(ProcessesTest, PassesArgumentsUnchanged) {
    const std::vector<std::string> odd{"a b", "", R"(C:\dir\)", R"("quoted")", R"(x\"y)", R"(\\)", "\xE6\xB5\x8B", "%PATH%", "a\tb"};
    std::vector<std::string> arguments{"say"};
    arguments.insert(arguments.end(), odd.begin(), odd.end());
    ASSERT_TRUE(run(child(arguments)).has_value());
    EXPECT_EQ(lines, odd);
}

TEST_F(ProcessesTest, ReportsAViolentDeathWithItsWholeCode) {
    const auto result = run(child({"die"}));
    ASSERT_TRUE(result.has_value());
    EXPECT_THAT(lines, ElementsAre("last words"));   // what was flushed before arrives
#ifdef _WIN32
    EXPECT_EQ(result->exitCode, 0xC0000409U);   // as cuDNN's shim ends a process
#else
    EXPECT_EQ(result->exitCode, 128U + 6U);
#endif
    EXPECT_FALSE(result->timedOut);
}

TEST_F(ProcessesTest, EndsAChildThatHangs) {
    auto request = child({"hang"});
    request.timeout = 300ms;
    const auto began = std::chrono::steady_clock::now();
    const auto result = run(request);
    ASSERT_TRUE(result.has_value());
    EXPECT_TRUE(result->timedOut);
    EXPECT_THAT(lines, ElementsAre("hanging"));
    EXPECT_LT(std::chrono::steady_clock::now() - began, 10s);
}

TEST_F(ProcessesTest, EndsAChildThatNeverStopsTalking) {
    auto request = child({"babble"});
    request.timeout = 500ms;
    const auto result = run(request);
    ASSERT_TRUE(result.has_value());
    EXPECT_TRUE(result->timedOut);
}

TEST_F(ProcessesTest, WaitsForNoGrandchildThatHoldsThePipes) {
    const auto began = std::chrono::steady_clock::now();
    const auto result = run(child({"leave-grandchild"}));
    ASSERT_TRUE(result.has_value());
    EXPECT_FALSE(result->timedOut);
    EXPECT_LT(std::chrono::steady_clock::now() - began, 20s);
}

TEST_F(ProcessesTest, CancelsAtOnce) {
    std::stop_source stop;
    const auto result = processes.run(child({"hang"}), [&](std::string_view) { stop.request_stop(); }, stop.get_token());
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, ErrorCode::Cancelled);
}

TEST_F(ProcessesTest, KeepsMuchOutputAndTheBeginningOfMuchErrorText) {
    const auto result = run(child({"flood"}));
    ASSERT_TRUE(result.has_value());
    EXPECT_EQ(lines.size(), 20'000U);
    EXPECT_EQ(result->errorText.size(), 64U * 1024U);
    EXPECT_TRUE(result->errorText.starts_with("error 0\n") || result->errorText.starts_with("error 0\r\n"));
}

TEST_F(ProcessesTest, SaysThatAProgramCouldNotBeStarted) {
    auto request = child({});
    request.program = folder / "missing.exe";
    const auto result = run(request);
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, ErrorCode::ProbeNotStarted);
    EXPECT_NE(result.error().systemCode, 0U);
}

TEST_F(ProcessesTest, SetsAndRemovesVariables) {
    auto request = child({"environment", "CUDNN_SETUP_A", "CUDNN_SETUP_B"});
    request.extraEnvironment = {{"CUDNN_SETUP_A", "one two"}, {"CUDNN_SETUP_B", ""}};
    ASSERT_TRUE(run(request).has_value());
    EXPECT_THAT(lines, ElementsAre("CUDNN_SETUP_A=one two", "CUDNN_SETUP_B is not set"));
}

TEST_F(ProcessesTest, GivesTheEnvironmentOfANewProgram) {
    // What the registry says now, not what we were started with.
    ASSERT_TRUE(
        system.environment->write(EnvironmentScope::User, "Path", RawVariable{.text = R"(X:\fresh)", .type = RegistryText::Expandable})
            .has_value());
#ifdef _WIN32
    const auto result = run(child({"environment", "Path"}));
#else
    const auto result = run(child({"environment", "LD_LIBRARY_PATH"}));
#endif
    EXPECT_TRUE(system.environment->write(EnvironmentScope::User, "Path", std::nullopt).has_value());
    ASSERT_TRUE(result.has_value());
    EXPECT_THAT(lines, ElementsAre(::testing::EndsWith("fresh")));   // the user's behind the machine's
    lines.clear();
    auto request = child({"environment", "Path"});
    request.freshEnvironment = false;
    ASSERT_TRUE(run(request).has_value());
    EXPECT_THAT(lines, ElementsAre(::testing::Not(HasSubstr("fresh"))));
}

TEST_F(ProcessesTest, StartsInTheFolderAskedFor) {
    auto request = child({"folder"});
    request.workingFolder = folder;
    ASSERT_TRUE(run(request).has_value());
    EXPECT_THAT(lines, ElementsAre(HasSubstr(folder.filename().string())));
}

TEST_F(ProcessesTest, LetsOneRunHoldTheLock) {
    {
        const auto lock = processes.acquireRunLock();
        ASSERT_TRUE(lock.has_value());
        EXPECT_FALSE((*lock)->wasAbandoned());
        EXPECT_EQ(processes.acquireRunLock().error().code, ErrorCode::AnotherRunActive);   // the same thread of the same process
        ASSERT_TRUE(run(child({"lock"})).has_value());
        EXPECT_THAT(lines, ElementsAre("another-run-active"));
    }
    lines.clear();
    ASSERT_TRUE(run(child({"lock"})).has_value());
    EXPECT_THAT(lines, ElementsAre("held"));
}

TEST_F(ProcessesTest, GivesTheLockBackOnWhateverThread) {
    auto lock = processes.acquireRunLock();
    ASSERT_TRUE(lock.has_value());
    std::jthread([&] { lock->reset(); }).join();
    EXPECT_TRUE(processes.acquireRunLock().has_value());
}

TEST_F(ProcessesTest, TakesTheLockOfADeadRun) {
    auto request = child({"lock-and-die"});
    ASSERT_TRUE(run(request).has_value());
    EXPECT_THAT(lines, ElementsAre("held"));
    const auto lock = processes.acquireRunLock();
    ASSERT_TRUE(lock.has_value());
#ifndef _WIN32   // Windows forgets a mutex that nobody has open: the journal tells, not the lock
    EXPECT_TRUE((*lock)->wasAbandoned());
#endif
}

TEST_F(ProcessesTest, KnowsItsOwnProgram) {
    EXPECT_THAT(processes.ownProgram().filename().string(), HasSubstr("platform_processes_test"));
}

}   // namespace
}   // namespace cudnn_setup
