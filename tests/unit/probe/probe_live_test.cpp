/// @file
/// The probe in a child of its own, against doubles of driver and cuDNN: every way of failing has its name.
#include "library_set.h"

#include <algorithm>

namespace cudnn_setup {
namespace {

namespace fs = std::filesystem;

// Too little for the classic shape, enough for the small one: most tests are not about speed.
constexpr std::string_view littleMemory = "gpu0.free_mib = 4\ngpu1.free_mib = 4\n";

class Live : public ::testing::Test {
protected:
    LibraryFolder set{fs::temp_directory_path(), "set"};
    LibraryFolder driver{fs::temp_directory_path(), "driver"};
    ProveOptions options;

    void SetUp() override {
        fs::copy(CUDNN_DOUBLE_SET, set.path());
        fs::copy(CUDNN_DOUBLE_DRIVER, driver.path());
        driver.write("cudnn_double.txt", littleMemory);
    }
    void script(std::string_view text) const { set.write("cudnn_double.txt", text); }
    void scriptDriver(std::string_view text) const { driver.write("cudnn_double.txt", text); }
    [[nodiscard]] fs::path library(std::string_view part) const { return set.path() / cudnnLibraryName(part); }
    Proof probe() { return proveIn({set.path(), driver.path()}, options); }
    Proof probeWithoutDriver() { return proveIn({set.path()}, options); }
};

StepState stateOf(const Proof& proof, ProbeStep step) {
    const auto found = std::ranges::find(proof.steps, step, &StepResult::step);
    return found == proof.steps.end() ? StepState::NotRun : found->state;
}

const Finding& onlyFinding(const Proof& proof) {
    static const Finding none{ErrorCode::InternalError};
    EXPECT_EQ(proof.findings.size(), 1U) << dumpJson(toJson(proof), 1);
    return proof.findings.empty() ? none : proof.findings.front();
}

TEST_F(Live, ProvesARightConvolution) {
    const Proof proof = probe();
    EXPECT_EQ(proof.verdict, Verdict::Proven) << dumpJson(toJson(proof), 1);
    EXPECT_TRUE(proof.findings.empty());
    ASSERT_EQ(proof.devices.size(), 1U);
    EXPECT_EQ(proof.devices[0].name, "Stub GPU");
    EXPECT_EQ(proof.devices[0].computeCapability, "8.6");
    EXPECT_EQ(proof.devices[0].memoryBytes, std::uint64_t{8} << 30);
    ASSERT_TRUE(proof.devices[0].numbers);
    EXPECT_EQ(proof.devices[0].numbers->outputs, 4576U);
    EXPECT_LE(proof.devices[0].numbers->largestError, proof.devices[0].numbers->tolerance);
    EXPECT_EQ(proof.driverCuda, Version(12, 8));
    EXPECT_EQ(proof.cudnnVersion, Version(9, 6, 0));
    EXPECT_EQ(proof.runtimeVersion, Version(12, 6));
    EXPECT_EQ(proof.modules.size(), 8U);
    EXPECT_TRUE(fs::equivalent(pathFromUtf8(proof.loadedFolder), set.path()));
    EXPECT_FALSE(proof.account.empty());
    EXPECT_EQ(stateOf(proof, ProbeStep::Numbers), StepState::Passed);
    // Too little memory takes the time away, not the proof.
    EXPECT_EQ(stateOf(proof, ProbeStep::Speed), StepState::NotRun);
}

TEST_F(Live, TimesTheClassicShapeAtTheBatchThatFits) {
    scriptDriver("gpu0.free_mib = 64\n");
    script("teraflops = 20\noverhead_ms = 0.5\n");
    std::vector<double> iterations;
    options.onIteration = [&](unsigned, double milliseconds) { iterations.push_back(milliseconds); };
    const Proof proof = probe();
    EXPECT_EQ(proof.verdict, Verdict::Proven);
    ASSERT_EQ(proof.devices.size(), 1U);
    ASSERT_TRUE(proof.devices[0].timing) << dumpJson(toJson(proof), 1);
    const Timing& timing = *proof.devices[0].timing;
    EXPECT_EQ(timing.batch, 1U);
    EXPECT_EQ(timing.milliseconds, iterations);
    EXPECT_EQ(iterations.size(), 100U);
    const double modelled = 0.5 + 236'760'072'192.0 / 32.0 / 20e9;
    EXPECT_NEAR(timing.medianMilliseconds, modelled, modelled / 1000.0);
    EXPECT_NEAR(timing.teraflops, 236'760'072'192.0 / 32.0 / modelled / 1e9, 0.1);
}

TEST_F(Live, TimesASlowGpuFiveTimesAtLeast) {
    scriptDriver("gpu0.free_mib = 64\n");
    script("overhead_ms = 3000\n");
    const Proof proof = probe();
    ASSERT_EQ(proof.devices.size(), 1U);
    ASSERT_TRUE(proof.devices[0].timing);
    EXPECT_EQ(proof.devices[0].timing->milliseconds.size(), 5U);
}

struct StatusCase {
    const char* script;
    ErrorCode code;
    const char* name;
    const char* number;
};
void PrintTo(const StatusCase& status, std::ostream* out) {
    *out << status.number;
}

class LiveStatus : public Live, public ::testing::WithParamInterface<StatusCase> {};

TEST_P(LiveStatus, HasItsFinding) {
    script(std::string(GetParam().script) + "\nlast_error = because the test wants it\n");
    const Proof proof = probe();
    EXPECT_EQ(proof.verdict, Verdict::Disproven);
    const Finding& finding = onlyFinding(proof);
    EXPECT_EQ(finding.code, GetParam().code);
    EXPECT_EQ(finding.subject, "Stub GPU");
    ASSERT_GE(finding.arguments.size(), 3U);
    EXPECT_EQ(finding.arguments[0], GetParam().name);
    EXPECT_EQ(finding.arguments[1], GetParam().number);
    EXPECT_EQ(finding.arguments[2], "because the test wants it");
    EXPECT_EQ(proof.exitCode, 0U);
    EXPECT_EQ(stateOf(proof, ProbeStep::Speed), StepState::NotRun);
}

INSTANTIATE_TEST_SUITE_P(
    Cudnn, LiveStatus,
    ::testing::Values(
        StatusCase{"cudnnCreate.status = 1001", ErrorCode::ProbeCreateFailed, "CUDNN_STATUS_NOT_INITIALIZED", "1001"},
        StatusCase{"cudnnConvolutionForward.status = 1008", ErrorCode::ProbeSublibraryFailed, "CUDNN_STATUS_SUBLIBRARY_LOADING_FAILED",
                   "1008"},
        StatusCase{"cudnnConvolutionForward.status = 1002", ErrorCode::ProbeVersionMismatch, "CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH",
                   "1002"},
        StatusCase{"cudnnConvolutionForward.status = 3000", ErrorCode::ProbeNotSupported, "CUDNN_STATUS_NOT_SUPPORTED", "3000"},
        StatusCase{"cudnnGetConvolutionForwardAlgorithm_v7.status = 3007", ErrorCode::ProbeNotSupported,
                   "CUDNN_STATUS_NOT_SUPPORTED_ARCH_MISMATCH", "3007"},
        StatusCase{"cudnnConvolutionForward.status = 5000", ErrorCode::ProbeExecutionFailed, "CUDNN_STATUS_EXECUTION_FAILED", "5000"},
        StatusCase{"cudnnConvolutionForward.status = 2000", ErrorCode::ProbeStatus, "CUDNN_STATUS_BAD_PARAM", "2000"}),
    [](const ::testing::TestParamInfo<StatusCase>& status) { return std::string("Status") + status.param.number; });

TEST_F(Live, FindsOneWrongOutputWhereverItIs) {
    for (const int index : {0, 2287, 4575}) {
        SCOPED_TRACE(index);
        script("cudnnConvolutionForward.wrong_output = " + std::to_string(index));
        const Proof proof = probe();
        EXPECT_EQ(proof.verdict, Verdict::Disproven);
        EXPECT_EQ(onlyFinding(proof).code, ErrorCode::ProbeWrongNumbers);
        EXPECT_EQ(stateOf(proof, ProbeStep::Numbers), StepState::Failed);
        EXPECT_EQ(stateOf(proof, ProbeStep::Convolution), StepState::Passed);
    }
}

TEST_F(Live, IsNotTakenInByAConvolutionThatWritesNothing) {
    script("cudnnConvolutionForward.skip = 1");
    EXPECT_EQ(onlyFinding(probe()).code, ErrorCode::ProbeWrongNumbers);
}

TEST_F(Live, SaysWhatDied) {
    script("cudnnConvolutionForward.die = Could not locate cudnn_ops64_9.dll. Please make sure it is in your library path!");
    const Proof proof = probe();
    EXPECT_EQ(proof.verdict, Verdict::Disproven);
    const Finding& finding = onlyFinding(proof);
    EXPECT_EQ(finding.code, ErrorCode::ProbeDied);
    EXPECT_EQ(finding.subject, "convolution");
#ifdef _WIN32
    EXPECT_EQ(finding.arguments[0], "0xC0000409");
#endif
    EXPECT_EQ(finding.arguments[1], "Could not locate cudnn_ops64_9.dll. Please make sure it is in your library path!");
    EXPECT_EQ(stateOf(proof, ProbeStep::Convolution), StepState::Failed);
}

TEST_F(Live, DiesOfAMissingSublibraryAndNamesIt) {
    fs::remove(library("cudnn_ops"));
    const Proof proof = probe();
    EXPECT_EQ(proof.verdict, Verdict::Disproven);
    const Finding& finding = onlyFinding(proof);
    EXPECT_EQ(finding.code, ErrorCode::ProbeDied);
    EXPECT_EQ(finding.subject, "version-checks");
    EXPECT_NE(finding.arguments[1].find("Could not locate " + cudnnLibraryName("cudnn_ops")), std::string::npos);
    EXPECT_EQ(finding.arguments[2], cudnnLibraryName("cudnn_ops"));
    EXPECT_NE(proof.errorText.find("Invalid handle"), std::string::npos);
}

TEST_F(Live, NoticesAMissingEngineOnlyWhenItIsNeeded) {
    fs::remove(library("cudnn_engines_precompiled"));
    const Proof proof = probe();
    EXPECT_EQ(proof.verdict, Verdict::Disproven);
    EXPECT_EQ(onlyFinding(proof).code, ErrorCode::ProbeSublibraryFailed);
}

TEST_F(Live, TriesTheEnginesThatNobodyLoadsWithoutAGpu) {
    set.write(cudnnLibraryName("cudnn_engines_precompiled"), "no library at all");
    const Proof proof = probeWithoutDriver();
    EXPECT_EQ(proof.verdict, Verdict::Disproven);
    ASSERT_FALSE(proof.findings.empty());
    EXPECT_EQ(proof.findings[0].code, ErrorCode::ProbeLoadFailed);
    EXPECT_EQ(proof.findings[0].subject, cudnnLibraryName("cudnn_engines_precompiled"));
    EXPECT_EQ(stateOf(proof, ProbeStep::Modules), StepState::Failed);
}

TEST_F(Live, EndsAHangingChild) {
    script("cudnnConvolutionForward.hang = 1");
    std::optional<StepResult> last;
    options.onStep = [&](const StepResult& step) { last = step; };
    options.timeout = std::chrono::seconds(5);
    const Proof proof = probe();
    EXPECT_EQ(proof.verdict, Verdict::Disproven);
    const Finding& finding = onlyFinding(proof);
    EXPECT_EQ(finding.code, ErrorCode::ProbeTimedOut);
    ASSERT_TRUE(last);
    EXPECT_EQ(finding.subject, toText(last->step));   // on a slow machine it may hang earlier than scripted
    EXPECT_EQ(last->state, StepState::Failed);
    EXPECT_EQ(finding.arguments[0], "5");
}

TEST_F(Live, CanBeCancelledWhileItHangs) {
    script("cudnnConvolutionForward.hang = 1");
    std::stop_source source;
    options.stop = source.get_token();
    options.onStep = [&](const StepResult& step) {
        if (step.step == ProbeStep::Convolution) source.request_stop();
    };
    options.extraEnvironment.push_back(searchPath({set.path(), driver.path()}));
    options.freshEnvironment = false;
    System system = makeSystem();
    system.processes = std::make_unique<HostProcesses>(std::move(system.processes));
    const auto proof = prove(system, options);
    ASSERT_FALSE(proof);
    EXPECT_EQ(proof.error().code, ErrorCode::Cancelled);
}

TEST_F(Live, TriesEveryGpu) {
    scriptDriver(std::string(littleMemory) + "devices = 2\ngpu1.name = Second GPU\n");
    script("gpu1.cudnnConvolutionForward.status = 5000");
    const Proof proof = probe();
    EXPECT_EQ(proof.verdict, Verdict::Disproven);
    ASSERT_EQ(proof.devices.size(), 2U);
    EXPECT_EQ(proof.devices[0].verdict, Verdict::Proven);
    EXPECT_EQ(proof.devices[1].verdict, Verdict::Disproven);
    EXPECT_EQ(onlyFinding(proof).subject, "Second GPU");
}

TEST_F(Live, ProvesTwoGoodGpus) {
    scriptDriver(std::string(littleMemory) + "devices = 2\n");
    EXPECT_EQ(probe().verdict, Verdict::Proven);
}

TEST_F(Live, ProvesNothingWithoutADriver) {
    const Proof proof = probeWithoutDriver();
    EXPECT_EQ(proof.verdict, Verdict::NotProven);
    ASSERT_EQ(proof.findings.size(), 2U) << dumpJson(toJson(proof), 1);
    EXPECT_EQ(proof.findings[0].code, ErrorCode::ProbeNoDriver);
    EXPECT_EQ(proof.findings[0].severity, Severity::Warning);
    EXPECT_EQ(proof.findings[1].code, ErrorCode::NoGpu);
    EXPECT_EQ(proof.findings[1].severity, Severity::Info);
    // The files have been tried all the same.
    EXPECT_EQ(proof.cudnnVersion, Version(9, 6, 0));
    EXPECT_EQ(proof.modules.size(), 8U);
    EXPECT_EQ(stateOf(proof, ProbeStep::VersionChecks), StepState::Passed);
    EXPECT_EQ(stateOf(proof, ProbeStep::Convolution), StepState::NotRun);
}

TEST_F(Live, ProvesNothingWithoutADevice) {
    scriptDriver("devices = 0\n");
    const Proof proof = probe();
    EXPECT_EQ(proof.verdict, Verdict::NotProven);
    ASSERT_EQ(proof.findings.size(), 2U);
    EXPECT_EQ(proof.findings[0].code, ErrorCode::ProbeNoDevice);
    EXPECT_EQ(proof.findings[1].code, ErrorCode::NoGpu);
    EXPECT_EQ(proof.driverCuda, Version(12, 8));
    EXPECT_EQ(stateOf(proof, ProbeStep::Driver), StepState::Passed);
    EXPECT_EQ(stateOf(proof, ProbeStep::Devices), StepState::NotRun);
}

TEST_F(Live, ProvesNothingWithAFailingDriver) {
    scriptDriver("cuInit.status = 999\n");
    const Proof proof = probe();
    EXPECT_EQ(proof.verdict, Verdict::NotProven);
    const Finding& finding = onlyFinding(proof);
    EXPECT_EQ(finding.code, ErrorCode::ProbeDriverFailed);
    EXPECT_EQ(finding.arguments, (std::vector<std::string>{"CUDA_ERROR_UNKNOWN", "999"}));
}

TEST_F(Live, ProvesNothingWhereTheMemoryIsFull) {
    scriptDriver("gpu0.free_mib = 0.01\n");
    const Proof proof = probe();
    EXPECT_EQ(proof.verdict, Verdict::NotProven);
    EXPECT_EQ(onlyFinding(proof).code, ErrorCode::ProbeOutOfMemory);
}

TEST_F(Live, FindsAKernelThatFailsLate) {
    scriptDriver(std::string(littleMemory) + "cuCtxSynchronize.status = 700\n");
    const Proof proof = probe();
    EXPECT_EQ(proof.verdict, Verdict::Disproven);
    const Finding& finding = onlyFinding(proof);
    EXPECT_EQ(finding.code, ErrorCode::ProbeExecutionFailed);
    EXPECT_EQ(finding.arguments[0], "CUDA_ERROR_ILLEGAL_ADDRESS");
}

TEST_F(Live, CannotLoadADamagedLibrary) {
    set.write(cudnnLibraryName("cudnn"), "no library at all");
    const Proof proof = probe();
    EXPECT_EQ(proof.verdict, Verdict::Disproven);
    const Finding& finding = onlyFinding(proof);
    EXPECT_EQ(finding.code, ErrorCode::ProbeLoadFailed);
    EXPECT_EQ(finding.subject, cudnnLibraryName("cudnn"));
    EXPECT_EQ(stateOf(proof, ProbeStep::Load), StepState::Failed);
    EXPECT_EQ(stateOf(proof, ProbeStep::Version), StepState::NotRun);
}

#ifdef _WIN32   // elsewhere the system's own folders may hold a cuDNN, which is then found
TEST_F(Live, CannotLoadWhatIsNotThere) {
    fs::remove(library("cudnn"));
    const Proof proof = probe();
    EXPECT_EQ(proof.verdict, Verdict::Disproven);
    EXPECT_EQ(onlyFinding(proof).code, ErrorCode::ProbeLoadFailed);
    EXPECT_EQ(onlyFinding(proof).systemCode, 126U);
}
#endif

TEST_F(Live, SaysWhichLibraryIsOfAnotherVersion) {
    script("version.cudnn_ops = 90000");
    const Proof proof = probe();
    EXPECT_EQ(proof.verdict, Verdict::Disproven);
    const Finding& finding = onlyFinding(proof);
    EXPECT_EQ(finding.code, ErrorCode::ProbeVersionMismatch);
    EXPECT_EQ(finding.subject, cudnnLibraryName("cudnn_ops"));
    EXPECT_EQ(finding.arguments[1], "1002");
}

TEST_F(Live, ProvesNothingAboutATargetThatIsNotLoaded) {
    LibraryFolder target{fs::temp_directory_path(), "target"};
    options.expectedFolder = toUtf8(target.path());
    const Proof proof = probe();
    EXPECT_EQ(proof.verdict, Verdict::NotProven);
    const Finding& finding = onlyFinding(proof);
    EXPECT_EQ(finding.code, ErrorCode::ProbeOtherFolder);
    EXPECT_TRUE(fs::equivalent(pathFromUtf8(finding.subject), set.path()));
    EXPECT_EQ(finding.arguments[0], options.expectedFolder);
    options.expectedFolder = toUtf8(set.path());
    EXPECT_EQ(probe().verdict, Verdict::Proven);
}

TEST_F(Live, FindsAProcessOfTwoFolders) {
    // The rest of the set lies in another folder on the search path.
    LibraryFolder second{fs::temp_directory_path(), "second"};
    fs::rename(library("cudnn_adv"), second.path() / cudnnLibraryName("cudnn_adv"));
    const Proof proof = proveIn({set.path(), second.path(), driver.path()}, options);
    EXPECT_EQ(proof.verdict, Verdict::Disproven);
    EXPECT_EQ(onlyFinding(proof).code, ErrorCode::ProbeModulesMixed);
}

TEST_F(Live, IsNotConfusedByALibraryThatPrints) {
    script("cudnnCreate.print = I! CuDNN (v91900 56) function cudnnCreate() called:");
    const Proof proof = probe();
    EXPECT_EQ(proof.verdict, Verdict::Proven) << dumpJson(toJson(proof), 1);
    EXPECT_NE(proof.errorText.find("function cudnnCreate() called"), std::string::npos);
}

}   // namespace
}   // namespace cudnn_setup
