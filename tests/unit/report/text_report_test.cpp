#include "report/text_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace cudnn_setup {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const Messages& english() {
    return Messages::of(Language::English);
}

TEST(FindingsText, NamesCodeCauseAndNextStep) {
    const std::vector<Finding> findings{{ErrorCode::FileInUse, Severity::Error, R"(C:\CUDA\v12.6\bin\cudnn64_9.dll)", {"python.exe"}, 32}};
    const auto text = findingsText(findings, english());
    EXPECT_THAT(text, HasSubstr("Error [file-in-use]"));
    EXPECT_THAT(text, HasSubstr(R"(C:\CUDA\v12.6\bin\cudnn64_9.dll)"));
    EXPECT_THAT(text, HasSubstr("python.exe"));
    EXPECT_THAT(text, HasSubstr("error 32"));
    EXPECT_THAT(text, HasSubstr("Close the programs"));
}

TEST(OutcomeText, EndsWithTheAnswerAndItsExitCode) {
    Outcome outcome;
    outcome.kind = OutcomeKind::RolledBack;
    outcome.exitCode = 1603;
    EXPECT_THAT(outcomeText(outcome, english()), ::testing::EndsWith("It failed, and everything was put back. Exit code 1603\n"));
}

TEST(OutcomeText, NeverSaysThatItWorksWhenNothingWasProven) {
    Outcome outcome;
    outcome.kind = OutcomeKind::Installed;
    outcome.exitCode = 0;
    outcome.proof.emplace();
    outcome.proof->verdict = Verdict::NotProven;
    const auto text = outcomeText(outcome, english());
    EXPECT_THAT(text, HasSubstr("Proof: Not proven"));
    EXPECT_THAT(text, Not(HasSubstr("works")));
}

TEST(ProofText, NeverSaysThatWrongNumbersAgree) {
    Proof proof;
    proof.devices.emplace_back();
    proof.devices.back().numbers = NumbersCheck{"x 1x1x3x3", 9, 0.04, 0.0001};
    EXPECT_THAT(proofText(proof, english()), HasSubstr("differ from the CPU by up to 4.0e-02"));
    proof.devices.back().numbers->largestError = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THAT(proofText(proof, english()), Not(HasSubstr("agree")));
    proof.devices.back().numbers->largestError = 0.0;
    EXPECT_THAT(proofText(proof, english()), HasSubstr("agree with the CPU"));
}

TEST(PlanText, GroupsFilesAndShowsThePathEntry) {
    ToolkitPlan toolkit{.root = R"(C:\CUDA\v12.6)", .toolkit = Version(12, 6), .dllFolder = "bin", .files = {}, .path = {}};
    for (const auto* name : {"cudnn64_9.dll", "cudnn_ops64_9.dll", "cudnn_cnn64_9.dll"}) {
        toolkit.files.push_back({.verb = Verb::Place,
                                 .reason = StepReason::NewFile,
                                 .path = std::string("bin/") + name,
                                 .component = Component::Library,
                                 .sizeAfter = 100'000'000});
    }
    toolkit.path = PathStep{EnvironmentScope::Machine, R"(C:\CUDA\v12.6\bin)", true, std::nullopt,
                            RawVariable{R"(C:\CUDA\v12.6\bin)", RegistryText::Expandable}};
    Plan plan;
    plan.toolkits.push_back(toolkit);
    const auto text = planText(plan, english());
    EXPECT_THAT(text, HasSubstr("3 libraries in bin"));
    EXPECT_THAT(text, HasSubstr("300\u00A0MB"));
    EXPECT_THAT(text, HasSubstr("PATH (machine): one entry is added: C:\\CUDA\\v12.6\\bin"));
}

}   // namespace
}   // namespace cudnn_setup
