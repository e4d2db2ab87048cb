#include "report/outcome.h"

#include "base/json.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

std::vector<Finding> errors(ErrorCode code) {
    return {Finding{code, Severity::Error}};
}

Proof proofWith(Verdict verdict) {
    Proof proof;
    proof.verdict = verdict;
    return proof;
}

TEST(ExitCode, IsThatOfTheFirstError) {
    EXPECT_EQ(exitCodeOf(OutcomeKind::Refused, errors(ErrorCode::ArchiveDamaged), std::nullopt), 13);
    EXPECT_EQ(exitCodeOf(OutcomeKind::Refused, errors(ErrorCode::ElevationNeeded), std::nullopt), 740);
    EXPECT_EQ(exitCodeOf(OutcomeKind::Refused, errors(ErrorCode::ToolkitHasNewer), std::nullopt), 1638);
    EXPECT_EQ(exitCodeOf(OutcomeKind::Refused, errors(ErrorCode::AnotherRunActive), std::nullopt), 1618);
    EXPECT_EQ(exitCodeOf(OutcomeKind::RolledBack, errors(ErrorCode::DiskFull), std::nullopt), 112);
    EXPECT_EQ(exitCodeOf(OutcomeKind::RolledBack, errors(ErrorCode::FileVanished), std::nullopt), 1603);
    EXPECT_EQ(exitCodeOf(OutcomeKind::Refused, {}, std::nullopt), 1603) << "a refusal is never a success";
}

TEST(ExitCode, OfVerifyAndProveAreThoseOfTheDesign) {
    EXPECT_EQ(exitCodeOf(OutcomeKind::Healthy, {Finding{ErrorCode::PathDead, Severity::Warning}}, std::nullopt), 0);
    EXPECT_EQ(exitCodeOf(OutcomeKind::FaultsFound, errors(ErrorCode::JournalPending), std::nullopt), 1);
    EXPECT_EQ(exitCodeOf(OutcomeKind::Proven, {}, proofWith(Verdict::Proven)), 0);
    EXPECT_EQ(exitCodeOf(OutcomeKind::Disproven, {}, proofWith(Verdict::Disproven)), 1);
    EXPECT_EQ(exitCodeOf(OutcomeKind::NotProven, {}, proofWith(Verdict::NotProven)), 2);
}

TEST(ExitCode, OfAnActionStaysUnlessTheProofIsDisproven) {
    EXPECT_EQ(exitCodeOf(OutcomeKind::Installed, {}, proofWith(Verdict::NotProven)), 0);
    EXPECT_EQ(exitCodeOf(OutcomeKind::Installed, {}, proofWith(Verdict::Disproven)), 1);
}

TEST(Findings, AreListedOnceAndErrorsFirst) {
    std::vector<Finding> findings{{ErrorCode::PathDead, Severity::Warning, "a"}};
    addFindings(findings, std::vector<Finding>{{ErrorCode::NoGpu, Severity::Info},
                                               {ErrorCode::PathDead, Severity::Warning, "a"},
                                               {ErrorCode::FileChanged, Severity::Error, "b"}});
    ASSERT_EQ(findings.size(), 3U);
    EXPECT_EQ(findings[0].code, ErrorCode::FileChanged);
    EXPECT_EQ(findings[1].code, ErrorCode::PathDead);
    EXPECT_EQ(findings[2].code, ErrorCode::NoGpu);
}

TEST(ResultFile, SaysNotProvenWhenNothingWasProven) {
    Outcome outcome;
    outcome.kind = OutcomeKind::Installed;
    outcome.exitCode = 0;
    const auto json = toJson(outcome);
    EXPECT_EQ(json.at("outcome"), "installed");
    EXPECT_EQ(json.at("exit_code"), 0);
    EXPECT_EQ(json.at("proof").at("state"), "not-proven");
    EXPECT_EQ(json.at("proof").at("reason"), "not-run");
    outcome.snapshot.emplace();
    EXPECT_EQ(toJson(outcome).at("proof").at("reason"), "no-gpu");
}

TEST(ResultFile, HoldsTheSetAndTheLoadOrder) {
    Outcome outcome;
    Verification verification;
    verification.root = "T";
    verification.release = Version(9, 5, 0, 50);
    verification.libraries = {2, 8};
    verification.loadOrder.push_back({"cudnn64_9.dll", {{"C:\\other", Version(9, 1, 0, 70)}}});
    outcome.verifications.push_back(verification);
    const auto json = toJson(outcome);
    EXPECT_EQ(json.at("set").at("version"), "9.5.0.50");
    EXPECT_EQ(json.at("set").at("dll").at("found"), 2);
    EXPECT_EQ(json.at("set").at("dll").at("expected"), 8);
    EXPECT_EQ(json.at("load_order").at(0).at("hits").at(0).at("folder"), "C:\\other");
}

}   // namespace
}   // namespace cudnn_setup
