#include "base/json.h"
#include "probe/probe_line.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

DeviceProof wholeDevice() {
    DeviceProof device;
    device.index = 1;
    device.name = "NVIDIA GeForce RTX 4070";
    device.computeCapability = "8.9";
    device.memoryBytes = 12'878'086'144;
    device.freeBytes = 11'000'000'000;
    device.verdict = Verdict::Proven;
    device.numbers = NumbersCheck{"x 2x8x13x11", 4576, 1.25e-7, 7.0e-5};
    device.timing = Timing{"x 32x64x224x224", 32, 2, {4.5, 4.25, 4.75}, 4.5, 52.6};
    return device;
}

TEST(ProbeLine, ComesBackAsItWas) {
    const std::vector<ProbeLine> lines{
        StepResult{ProbeStep::VersionChecks, StepState::Running, std::nullopt, "cudnn_ops64_9.dll"},
        StepResult{ProbeStep::Numbers, StepState::Passed, 1U, "4576 of 4576"},
        Finding{ErrorCode::ProbeCreateFailed, Severity::Error, "Stub GPU", {"CUDNN_STATUS_NOT_INITIALIZED", "1001"}, 0},
        ProbeFacts{"PC\\müller", false, Version(12, 8), "C:\\CUDA\\v12.6\\bin", Version(9, 5, 0), Version(12, 6)},
        ProbeFacts{},
        wholeDevice(),
        LoadedModule{"C:\\CUDA\\bin\\cudnn64_9.dll", Version(9, 5, 0, 50)},
        LoadedModule{"C:\\CUDA\\bin\\cudnn_graph64_9.dll", std::nullopt},
        ProbeIteration{1, 4.5},
        ProbeEnd{},
    };
    for (const ProbeLine& line : lines) {
        const std::string text = toText(line);
        SCOPED_TRACE(text);
        EXPECT_EQ(text.find('\n'), std::string::npos);
        const auto read = probeLineFromText(text);
        ASSERT_TRUE(read);
        EXPECT_EQ(*read, line);
    }
}

TEST(ProbeLine, IsRefusedWhenItIsAnythingElse) {
    for (const std::string_view text :
         {"I! CuDNN (v91900 56) function cudnnCreate() called:", "{}", "[]", "null", "{\"end\":{}", R"({"step":{"step":"dance"}})",
          R"({"step":{"step":"load","state":"passed"}})", R"({"step":{"step":"load","state":"glad","detail":""}})",
          R"({"device":{"index":99999,"name":"","compute_capability":"","memory_bytes":0,"free_bytes":0,"verdict":"proven"}})",
          R"({"facts":{"cudnn_version":"nine"}})", R"({"end":{},"step":{}})", R"({"finding":{"code":"no-such-code"}})"}) {
        SCOPED_TRACE(text);
        const auto read = probeLineFromText(text);
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().code, ErrorCode::ProbeProtocol);
        EXPECT_EQ(read.error().arguments.front(), text.substr(0, 200));
    }
    EXPECT_FALSE(probeLineFromText(std::string(1'000'000, ' ')));
}

TEST(Proof, ComesBackFromJsonAsItWas) {
    Proof proof;
    proof.verdict = Verdict::Disproven;
    proof.findings = {Finding{ErrorCode::ProbeDied, Severity::Error, "version-checks", {"0xC0000409", "Could not locate"}, 5}};
    proof.steps = {StepResult{ProbeStep::Load, StepState::Passed, std::nullopt, "C:\\bin"},
                   StepResult{ProbeStep::Handle, StepState::NotRun, 0U, ""}};
    proof.devices = {wholeDevice()};
    proof.modules = {LoadedModule{"C:\\bin\\cudnn64_9.dll", Version(9, 5, 0, 50)}};
    proof.loadedFolder = "C:\\bin";
    proof.cudnnVersion = Version(9, 5, 0);
    proof.runtimeVersion = Version(12, 6);
    proof.driverCuda = Version(12, 8);
    proof.unelevated = false;
    proof.account = "NT AUTHORITY\\SYSTEM";
    proof.exitCode = 0xC000'0409U;
    proof.errorText = "Could not locate cudnn_ops64_9.dll";
    const auto read = proofFromJson(toJson(proof));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, proof);
    const auto empty = proofFromJson(toJson(Proof{}));
    ASSERT_TRUE(empty);
    EXPECT_EQ(*empty, Proof{});
}

TEST(Proof, IsRefusedWithAWrongMember) {
    nlohmann::json json = toJson(Proof{});
    json["exit_code"] = -1;
    EXPECT_FALSE(proofFromJson(json));
    json = toJson(Proof{});
    json["verdict"] = "likely";
    EXPECT_FALSE(proofFromJson(json));
}

}   // namespace
}   // namespace cudnn_setup
