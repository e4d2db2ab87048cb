/// @file
/// The parent's side against children that are a script.
#include "doubles/fake_processes.h"
#include "platform/system.h"
#include "probe/probe_line.h"
#include "probe/prove.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace cudnn_setup {
namespace {

class Parent : public ::testing::Test {
protected:
    System system = makeSystem();
    FakeProcesses* processes = nullptr;
    void SetUp() override {
        auto fake = std::make_unique<FakeProcesses>();
        processes = fake.get();
        system.processes = std::move(fake);
    }
};

TEST_F(Parent, ProvesNothingWhenTheChildCannotBeStarted) {
    const auto proof = prove(system, {});
    ASSERT_TRUE(proof);
    EXPECT_EQ(proof->verdict, Verdict::NotProven);
    EXPECT_EQ(proof->findings.at(0).code, ErrorCode::ProbeNotStarted);
    EXPECT_EQ(proof->steps.size(), 11U);
}

TEST_F(Parent, AsksForAFreshUnelevatedChildOfItsOwnProgram) {
    ProveOptions options;
    options.extraEnvironment = {{"PATH", "here"}};
    ASSERT_TRUE(prove(system, options));
    ASSERT_EQ(processes->requests.size(), 1U);
    const ChildRequest& request = processes->requests[0];
    EXPECT_EQ(request.program, processes->program);
    EXPECT_EQ(request.arguments, std::vector<std::string>{"--probe"});
    EXPECT_TRUE(request.freshEnvironment);
    EXPECT_TRUE(request.unelevated);
    const auto has = [&](std::string_view name, std::string_view value) {
        return std::ranges::find(request.extraEnvironment, std::pair(std::string(name), std::string(value))) !=
               request.extraEnvironment.end();
    };
    EXPECT_TRUE(has("PATH", "here"));
    EXPECT_TRUE(has("CUDNN_LOGDEST_DBG", ""));   // logs of cuDNN would hide the line that matters
}

TEST_F(Parent, IsCancelledAsAnError) {
    std::stop_source source;
    source.request_stop();
    ProveOptions options;
    options.stop = source.get_token();
    const auto proof = prove(system, options);
    ASSERT_FALSE(proof);
    EXPECT_EQ(proof.error().code, ErrorCode::Cancelled);
}

TEST_F(Parent, CallsGarbageGarbage) {
    processes->runs.push_back({{"Segmentation fault (not really)", toText(ProbeEnd{})}, ChildResult{}});
    const auto proof = prove(system, {});
    ASSERT_TRUE(proof);
    EXPECT_EQ(proof->verdict, Verdict::Disproven);
    EXPECT_EQ(proof->findings.at(0).code, ErrorCode::ProbeProtocol);
}

TEST_F(Parent, PassesStepsAndIterationsOn) {
    const StepResult step{ProbeStep::Speed, StepState::Running, 0U, "x"};
    processes->runs.push_back({{toText(step), toText(ProbeIteration{0, 4.5}), toText(ProbeEnd{})}, ChildResult{}});
    std::vector<StepResult> steps;
    std::vector<double> times;
    ProveOptions options;
    options.onStep = [&](const StepResult& one) { steps.push_back(one); };
    options.onIteration = [&](unsigned, double milliseconds) { times.push_back(milliseconds); };
    ASSERT_TRUE(prove(system, options));
    EXPECT_EQ(steps.at(0), step);
    EXPECT_EQ(times, std::vector{4.5});
}

TEST_F(Parent, KnowsAFolderByAnotherSpelling) {
    const auto here = std::filesystem::temp_directory_path();
    DeviceProof gpu;
    gpu.verdict = Verdict::Proven;
    ProbeFacts facts;
    facts.loadedFolder = here.string();
    const FakeProcesses::Run run{{toText(facts), toText(gpu), toText(ProbeEnd{})}, ChildResult{}};
    ProveOptions options;
    processes->runs = {run, run, run};
#ifdef _WIN32
    options.expectedFolder = here.string();
    std::ranges::transform(options.expectedFolder, options.expectedFolder.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    EXPECT_EQ(prove(system, options)->verdict, Verdict::Proven);
#endif
    options.expectedFolder = (here / "x" / "..").string() + "/";
    EXPECT_EQ(prove(system, options)->verdict, Verdict::Proven);
    options.expectedFolder = (here / "other").string();
    const auto other = prove(system, options);
    EXPECT_EQ(other->verdict, Verdict::NotProven);
    EXPECT_EQ(other->findings.at(0).code, ErrorCode::ProbeOtherFolder);
}

}   // namespace
}   // namespace cudnn_setup
