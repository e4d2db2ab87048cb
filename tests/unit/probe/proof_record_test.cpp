/// @file
/// What a verdict follows from. The risk covered: a proof that is claimed although something was missing or wrong.
#include "probe/library.h"
#include "probe/proof_record.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

using namespace std::chrono_literals;

#ifdef _WIN32
const std::string folder = R"(C:\CUDA\bin)";
const std::string otherFolder = R"(C:\Other\bin)";
const std::string separator = "\\";
#else
const std::string folder = "/cuda/bin";
const std::string otherFolder = "/other/bin";
const std::string separator = "/";
#endif

LoadedModule moduleIn(const std::string& where, std::string_view part, std::optional<Version> version = Version(9, 5, 0, 50)) {
    return LoadedModule{where + separator + cudnnLibraryName(part), version};
}

DeviceProof gpu(unsigned index, Verdict verdict) {
    DeviceProof device;
    device.index = index;
    device.name = "GPU";
    device.verdict = verdict;
    return device;
}

class Record : public ::testing::Test {
protected:
    ProofRecord record;
    void takeAGoodRun() {
        record.take(moduleIn(folder, "cudnn"));
        record.take(moduleIn(folder, "cudnn_ops"));
        record.take(moduleIn(folder, "cudnn_graph", std::nullopt));
        record.take(gpu(0, Verdict::Proven));
        record.take(ProbeEnd{});
    }
    Proof judged(const ChildResult& child = {}) {
        static_cast<void>(record.finish(child, 60s));
        return std::move(record).judge();
    }
};

TEST_F(Record, ProvesAGoodRun) {
    takeAGoodRun();
    const Proof proof = judged();
    EXPECT_EQ(proof.verdict, Verdict::Proven);
    EXPECT_TRUE(proof.findings.empty());
}

TEST_F(Record, ProvesNothingWithoutAGpu) {
    record.take(ProbeEnd{});
    EXPECT_EQ(judged().verdict, Verdict::NotProven);
}

TEST_F(Record, ProvesNothingWhenOneGpuIsNotProven) {
    takeAGoodRun();
    record.take(gpu(1, Verdict::NotProven));
    EXPECT_EQ(judged().verdict, Verdict::NotProven);
}

TEST_F(Record, AWarningKeepsItFromBeingAProof) {
    takeAGoodRun();
    record.add(Finding{ErrorCode::ProbeOtherFolder, Severity::Warning, otherFolder, {folder}});
    EXPECT_EQ(judged().verdict, Verdict::NotProven);
}

TEST_F(Record, AnErrorDisprovesAndComesFirst) {
    record.take(Finding{ErrorCode::NoGpu, Severity::Info});
    record.take(Finding{ErrorCode::ProbeNoDriver, Severity::Warning, "nvcuda.dll"});
    record.take(Finding{ErrorCode::ProbeVersionMismatch, Severity::Error, "cudnn_ops64_9.dll"});
    takeAGoodRun();
    const Proof proof = judged();
    EXPECT_EQ(proof.verdict, Verdict::Disproven);
    ASSERT_EQ(proof.findings.size(), 3U);
    EXPECT_EQ(proof.findings[0].code, ErrorCode::ProbeVersionMismatch);
    EXPECT_EQ(proof.findings[2].code, ErrorCode::NoGpu);
}

TEST_F(Record, FindsModulesOfTwoFolders) {
    takeAGoodRun();
    record.take(moduleIn(otherFolder, "cudnn_adv"));
    const Proof proof = judged();
    EXPECT_EQ(proof.verdict, Verdict::Disproven);
    ASSERT_EQ(proof.findings.size(), 1U);
    EXPECT_EQ(proof.findings[0].code, ErrorCode::ProbeModulesMixed);
    EXPECT_EQ(proof.findings[0].arguments[0], folder + ", " + otherFolder);
}

TEST_F(Record, FindsAForeignShimWhoseNumbersAreRight) {
    takeAGoodRun();
    record.take(moduleIn(folder, "cudnn", Version(9, 28, 0, 42)));
    const Proof proof = judged();
    EXPECT_EQ(proof.verdict, Verdict::Disproven);
    ASSERT_EQ(proof.findings.size(), 1U);
    EXPECT_EQ(proof.findings[0].code, ErrorCode::SetMixedVersion);
    EXPECT_EQ(proof.findings[0].arguments, (std::vector<std::string>{"9.5.0.50", "9.28.0.42"}));
}

TEST_F(Record, SaysWhereAndWhyTheProcessDied) {
    record.take(StepResult{ProbeStep::Load, StepState::Running, std::nullopt, "cudnn64_9.dll"});
    record.take(StepResult{ProbeStep::Load, StepState::Passed, std::nullopt, folder});
    record.take(StepResult{ProbeStep::VersionChecks, StepState::Running, std::nullopt, "cudnn_ops64_9.dll"});
    ChildResult child;
    child.exitCode = 0xC000'0409U;
    child.errorText = "some noise\r\nCould not locate cudnn_ops64_9.dll. Please make sure it is in your library path!\r\n"
                      "Invalid handle. Cannot load symbol cudnnOpsVersionCheck\r\n";
    const Proof proof = judged(child);
    EXPECT_EQ(proof.verdict, Verdict::Disproven);
    ASSERT_EQ(proof.findings.size(), 1U);
    EXPECT_EQ(proof.findings[0].code, ErrorCode::ProbeDied);
    EXPECT_EQ(proof.findings[0].subject, "version-checks");
    EXPECT_EQ(proof.findings[0].arguments[0], "0xC0000409");
    EXPECT_EQ(proof.findings[0].arguments[1], "Could not locate cudnn_ops64_9.dll. Please make sure it is in your library path!");
    EXPECT_EQ(proof.steps[5].state, StepState::Failed);
    EXPECT_EQ(proof.steps[6].state, StepState::NotRun);
}

TEST_F(Record, TakesADeathAfterTheEndForADeath) {
    takeAGoodRun();
    ChildResult child;
    child.exitCode = 0xC000'0005U;
    EXPECT_EQ(judged(child).verdict, Verdict::Disproven);
}

TEST_F(Record, TakesAMissingEndForABrokenProtocol) {
    record.take(gpu(0, Verdict::Proven));
    const Proof proof = judged();
    EXPECT_EQ(proof.verdict, Verdict::Disproven);
    EXPECT_EQ(proof.findings[0].code, ErrorCode::ProbeProtocol);
}

TEST_F(Record, BelievesNothingBehindABrokenLine) {
    record.takeBroken(Error{ErrorCode::ProbeProtocol, "probe", 0, {"garbage"}});
    takeAGoodRun();
    const Proof proof = judged();
    EXPECT_EQ(proof.verdict, Verdict::Disproven);
    ASSERT_EQ(proof.findings.size(), 1U);
    EXPECT_EQ(proof.findings[0].subject, "garbage");
    EXPECT_TRUE(proof.devices.empty());
}

TEST_F(Record, KeepsOneLampForEachGpuAndStep) {
    for (const unsigned device : {0U, 1U}) {
        record.take(StepResult{ProbeStep::Handle, StepState::Running, device, {}});
        record.take(StepResult{ProbeStep::Handle, StepState::Passed, device, {}});
    }
    const Proof proof = judged();
    ASSERT_EQ(proof.steps.size(), 12U);
    EXPECT_EQ(proof.steps[7], (StepResult{ProbeStep::Handle, StepState::Passed, 0U, {}}));
    EXPECT_EQ(proof.steps[8], (StepResult{ProbeStep::Handle, StepState::Passed, 1U, {}}));
    EXPECT_EQ(proof.steps[9].step, ProbeStep::Convolution);
}

TEST(DecisiveLine, IsTheLastOneWhenNobodyComplainsAboutALibrary) {
    EXPECT_EQ(decisiveLine("first\nterminate called\n\n"), "terminate called");
    EXPECT_EQ(decisiveLine(""), "");
    EXPECT_EQ(decisiveLine("Could not load library cudnn_ops64_9.dll. Error code 193\nmore"),
              "Could not load library cudnn_ops64_9.dll. Error code 193");
}

}   // namespace
}   // namespace cudnn_setup
