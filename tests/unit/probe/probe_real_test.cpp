/// @file
/// NVIDIA's own DLLs in the probe, without a driver: what they say themselves must come out as the right finding.
#include "library_set.h"

#include <algorithm>
#include <cstdlib>

namespace cudnn_setup {
namespace {

namespace fs = std::filesystem;

class RealLibraries : public ::testing::Test {
protected:
    const fs::path folder = fs::absolute(PROBE_REAL_FOLDER);
    std::optional<LibraryFolder> set;

    void SetUp() override {
        if (!std::getenv("CUDNN_SETUP_REAL")) GTEST_SKIP() << "CUDNN_SETUP_REAL is not set: NVIDIA's files are not here";
        set.emplace(folder, "set");
    }
    /// All DLLs of 9.5.0.50 but one. Linked: a link of a file that another test has loaded could not be taken away again.
    void linkAllBut(std::string_view left = {}) const {
        for (const auto& entry : fs::directory_iterator(folder / "9.5.0.50"))
            if (entry.path().extension() == ".dll" && entry.path().filename().string() != left)
                fs::create_hard_link(entry.path(), set->path() / entry.path().filename());
    }
    Proof probe() { return proveIn({set->path()}); }
};

TEST_F(RealLibraries, OfOneReleaseAreLoadedAndNotProvenWithoutADriver) {
    linkAllBut();
    const Proof proof = probe();
    EXPECT_EQ(proof.verdict, Verdict::NotProven) << dumpJson(toJson(proof), 1);
    ASSERT_FALSE(proof.findings.empty());
    EXPECT_EQ(proof.findings[0].code, ErrorCode::ProbeNoDriver);
    EXPECT_EQ(proof.cudnnVersion, Version(9, 5, 0));
    EXPECT_EQ(proof.runtimeVersion, Version(12, 6));
    EXPECT_EQ(proof.modules.size(), 8U);
    EXPECT_TRUE(fs::equivalent(pathFromUtf8(proof.loadedFolder), set->path()));
    const auto withVersion = std::ranges::count_if(proof.modules, [](const LoadedModule& m) { return m.version == Version(9, 5, 0, 50); });
    EXPECT_EQ(withVersion, 6);   // graph and heuristic have no version resource
    EXPECT_EQ(proof.exitCode, 0U);
}

TEST_F(RealLibraries, EndTheProcessWhenOpsIsMissing) {
    linkAllBut("cudnn_ops64_9.dll");
    const Proof proof = probe();
    EXPECT_EQ(proof.verdict, Verdict::Disproven);
    ASSERT_FALSE(proof.findings.empty()) << dumpJson(toJson(proof), 1);
    const Finding& finding = proof.findings[0];
    EXPECT_EQ(finding.code, ErrorCode::ProbeDied);
    EXPECT_EQ(finding.subject, "version-checks");
    EXPECT_EQ(finding.arguments[0], "0xC0000409");
    EXPECT_EQ(finding.arguments[1], "Could not locate cudnn_ops64_9.dll. Please make sure it is in your library path!");
}

TEST_F(RealLibraries, SayThatOpsIsOfAnotherRelease) {
    if (!fs::exists(folder / "9.0.0.312" / "cudnn_ops64_9.dll")) GTEST_SKIP() << "no archive of 9.0.0.312 in CUDNN_SETUP_REAL";
    linkAllBut("cudnn_ops64_9.dll");
    fs::create_hard_link(folder / "9.0.0.312" / "cudnn_ops64_9.dll", set->path() / "cudnn_ops64_9.dll");
    const Proof proof = probe();
    EXPECT_EQ(proof.verdict, Verdict::Disproven);
    ASSERT_FALSE(proof.findings.empty()) << dumpJson(toJson(proof), 1);
    EXPECT_EQ(proof.findings[0].code, ErrorCode::ProbeVersionMismatch);
    EXPECT_EQ(proof.findings[0].subject, "cudnn_ops64_9.dll");
    EXPECT_EQ(proof.findings[0].arguments[0], "CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH");
}

}   // namespace
}   // namespace cudnn_setup
