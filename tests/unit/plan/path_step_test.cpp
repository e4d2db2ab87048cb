#include "plan/path_step.h"

#include "sample_machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

RawVariable expandable(std::string text) {
    return {std::move(text), RegistryText::Expandable};
}

RawVariable plain(std::string text) {
    return {std::move(text), RegistryText::Plain};
}

const std::string bin(sample::dllFolder);

PathDecision add(const std::optional<RawVariable>& machine, const std::optional<RawVariable>& user, PathChoice choice,
                 const Toolkit& toolkit = sample::toolkit()) {
    return planPathAddition(choice, toolkit, {machine, user}, sample::expand);
}

std::vector<ErrorCode> codesOf(const PathDecision& decision) {
    std::vector<ErrorCode> codes;
    for (const auto& finding : decision.findings) codes.push_back(finding.code);
    return codes;
}

Severity severityOf(const PathDecision& decision) {
    return decision.findings.front().severity;
}

TEST(PathAddition, AppendsTheDllFolderAndKeepsTypeAndText) {
    // Acceptance case A10 a.
    const auto before = expandable(R"(%SystemRoot%\system32;D:\%UNDEFINED%\x)");
    const auto decision = add(before, std::nullopt, PathChoice::Machine);
    EXPECT_EQ(decision.step, (PathStep{EnvironmentScope::Machine, bin, true, before, expandable(before.text + ";" + bin)}));
    EXPECT_THAT(decision.findings, IsEmpty());
}

TEST(PathAddition, SeesTheFolderBehindAVariable) {
    // A10 b.
    const auto decision = add(expandable(R"(%SystemRoot%\system32;%CUDA_PATH%\bin;D:\%UNDEFINED%\x)"), std::nullopt, PathChoice::Machine);
    EXPECT_EQ(decision.step, std::nullopt);
    EXPECT_THAT(decision.findings, IsEmpty());
}

TEST(PathAddition, ExpandsNothingInAPlainValueAndLeavesItsType) {
    // A10 c: Windows does not expand REG_SZ, so the folder is not found through that variable.
    const auto before = plain(R"(C:\windows\system32;%CUDA_PATH%\bin)");
    const auto decision = add(before, std::nullopt, PathChoice::Machine);
    EXPECT_EQ(decision.step, (PathStep{EnvironmentScope::Machine, bin, true, before, plain(before.text + ";" + bin)}));
    EXPECT_THAT(codesOf(decision), ElementsAre(ErrorCode::PathTypeNotExpandable));
    EXPECT_EQ(severityOf(decision), Severity::Warning);
    EXPECT_EQ(decision.findings.front().subject, R"(%CUDA_PATH%\bin)");
    EXPECT_THAT(decision.findings.front().arguments, ElementsAre("2", "machine"));
    EXPECT_THAT(add(plain("C:\\100%;C:\\%%x"), std::nullopt, PathChoice::Machine).findings, IsEmpty());   // no variable in it
}

TEST(PathAddition, CreatesAMissingValueExpandable) {
    // A10 d and A15 c.
    EXPECT_EQ(add(std::nullopt, std::nullopt, PathChoice::Machine).step,
              (PathStep{EnvironmentScope::Machine, bin, true, std::nullopt, expandable(bin)}));
    EXPECT_EQ(add(expandable("C:\\x"), std::nullopt, PathChoice::User).step,
              (PathStep{EnvironmentScope::User, bin, true, std::nullopt, expandable(bin)}));
}

TEST(PathAddition, KnowsWhereANewProgramLooks) {
    const auto ours = expandable("C:\\x;" + bin);
    const auto other = expandable("C:\\x");
    EXPECT_EQ(add(ours, other, PathChoice::Machine).step, std::nullopt);
    EXPECT_EQ(add(ours, other, PathChoice::User).step, std::nullopt);   // the machine's serves every user
    EXPECT_EQ(add(other, ours, PathChoice::User).step, std::nullopt);
    EXPECT_TRUE(add(other, ours, PathChoice::Machine).step.has_value());   // one user's does not serve the machine
}

TEST(PathAddition, CountsItsOwnSegmentInTheOtherScope) {
    auto machine = sample::snapshot();
    machine.machinePath.value = expandable("C:\\x");
    auto forUser = sample::installRequest();
    forUser.path = PathChoice::User;
    const auto toolkit = sample::CarriedOut(machine).install(sample::archive("9.6.0.74"), forUser).toolkit();
    EXPECT_EQ(add(expandable("C:\\x"), expandable(bin), PathChoice::Machine, toolkit).step, std::nullopt);
    EXPECT_TRUE(add(expandable("C:\\x"), expandable("C:\\y"), PathChoice::Machine, toolkit).step.has_value());   // somebody took it out
}

TEST(PathAddition, LeavesPathAloneWhenAskedTo) {
    const auto decision = add(expandable("C:\\x"), std::nullopt, PathChoice::None);
    EXPECT_EQ(decision.step, std::nullopt);
    EXPECT_THAT(codesOf(decision), ElementsAre(ErrorCode::PathFolderMissing));
    EXPECT_EQ(severityOf(decision), Severity::Warning);
    EXPECT_THAT(add(std::nullopt, expandable(bin), PathChoice::None).findings, IsEmpty());
}

TEST(PathAddition, WarnsOfALongTextAndRefusesOneThatWindowsCannotHold) {
    // A11: the folder has 60 characters, so 61 are added.
    ASSERT_EQ(bin.size(), 60U);
    struct Row {
        std::size_t before;
        std::size_t after;
        std::optional<ErrorCode> finding;
    };
    for (const auto& [before, after, finding] :
         {Row{1'020, 1'081, std::nullopt}, Row{1'025, 1'086, std::nullopt}, Row{1'986, 2'047, std::nullopt},
          Row{1'987, 2'048, ErrorCode::PathLong}, Row{2'040, 2'101, ErrorCode::PathLong}, Row{2'050, 2'111, ErrorCode::PathLong},
          Row{8'200, 8'261, ErrorCode::PathLong}, Row{32'706, 32'767, ErrorCode::PathLong}}) {
        const auto decision = add(expandable(std::string(before, 'x')), std::nullopt, PathChoice::Machine);
        ASSERT_TRUE(decision.step.has_value()) << before;
        EXPECT_EQ(decision.step->after->text.size(), after);
        EXPECT_TRUE(decision.step->after->text.starts_with(std::string(before, 'x')));
        EXPECT_EQ(decision.findings.size(), finding ? 1U : 0U) << before;
        if (finding) {
            EXPECT_EQ(decision.findings.front(), (Finding{*finding, Severity::Warning, "Path", {std::to_string(after), "machine"}}));
        }
    }
    for (const auto& [before, after] : {std::pair{32'707, "32768"}, {32'740, "32801"}}) {
        const auto decision = add(expandable(std::string(static_cast<std::size_t>(before), 'x')), std::nullopt, PathChoice::Machine);
        EXPECT_EQ(decision.step, std::nullopt);
        EXPECT_THAT(decision.findings, ElementsAre(Finding{ErrorCode::PathTooLong, Severity::Error, "Path", {after, "machine"}}));
    }
}

TEST(PathAddition, CountsCharactersAsWindowsDoes) {
    // 1,000 letters outside ASCII are 1,000 characters, 2,000 bytes; one outside the basic plane counts twice.
    std::string text;
    for (int i = 0; i < 1'984; ++i) text += "\xC3\xA4";
    EXPECT_THAT(add(expandable(text + "xx"), std::nullopt, PathChoice::Machine).findings, IsEmpty());
    EXPECT_THAT(codesOf(add(expandable(text + "x\xF0\x9F\x98\x80"), std::nullopt, PathChoice::Machine)), ElementsAre(ErrorCode::PathLong));
}

TEST(PathAddition, PutsNoFolderOfTheUsersOnTheMachinesPath) {
    auto toolkit = sample::toolkit();
    toolkit.writableByUsers = true;
    const auto refused = add(expandable("C:\\x"), std::nullopt, PathChoice::Machine, toolkit);
    EXPECT_THAT(codesOf(refused), ElementsAre(ErrorCode::PathFolderWritableByUsers));
    EXPECT_EQ(severityOf(refused), Severity::Error);
    const auto there = add(expandable(bin), std::nullopt, PathChoice::Machine, toolkit);
    EXPECT_THAT(codesOf(there), ElementsAre(ErrorCode::PathFolderWritableByUsers));
    EXPECT_EQ(severityOf(there), Severity::Warning);
    EXPECT_THAT(add(expandable("C:\\x"), std::nullopt, PathChoice::User, toolkit).findings, IsEmpty());
}

TEST(PathAddition, SaysThatAnOpenQuoteHidesIt) {
    const auto decision = add(expandable(R"(C:\a;"C:\b)"), std::nullopt, PathChoice::Machine);
    EXPECT_TRUE(decision.step.has_value());
    EXPECT_THAT(decision.findings, ElementsAre(Finding{ErrorCode::PathQuote, Severity::Warning, R"("C:\b)", {"2", "machine"}}));
    EXPECT_THAT(add(expandable(R"("C:\a b";C:\b)"), std::nullopt, PathChoice::Machine).findings, IsEmpty());
}

class PathRemoval : public ::testing::Test {
protected:
    static std::optional<PathStep> remove(const PathAddition& recorded, const std::optional<RawVariable>& now) {
        return planPathRemoval(recorded, bin, {now, std::nullopt});
    }
    const PathAddition recorded{EnvironmentScope::Machine, bin, expandable("C:\\x;"), expandable("C:\\x;;" + bin)};
    const PathAddition created{EnvironmentScope::Machine, bin, std::nullopt, expandable(bin)};
};

TEST_F(PathRemoval, GivesTheOldValueBackWhereNobodyWroteSince) {
    EXPECT_EQ(remove(recorded, recorded.after), (PathStep{EnvironmentScope::Machine, bin, false, recorded.after, recorded.before}));
    EXPECT_EQ(remove(created, created.after), (PathStep{EnvironmentScope::Machine, bin, false, created.after, std::nullopt}));
}

TEST_F(PathRemoval, TakesOnlyOurSegmentOutOfWhatSomebodyElseWrote) {
    const auto now = expandable("C:\\new;C:\\x;;" + bin + ";C:\\later");
    EXPECT_EQ(remove(recorded, now)->after, expandable("C:\\new;C:\\x;;C:\\later"));
    EXPECT_EQ(remove(recorded, plain(recorded.after.text))->after, plain("C:\\x;"));   // the type is somebody's too
    EXPECT_EQ(remove(created, plain(bin))->after, std::nullopt);                       // we made the value, nothing is left in it
    EXPECT_EQ(remove(created, expandable(bin + ";C:\\later"))->after, expandable("C:\\later"));
    const PathAddition toEmpty{EnvironmentScope::Machine, bin, expandable(""), expandable(bin)};
    EXPECT_EQ(remove(toEmpty, plain(bin))->after, plain(""));   // an empty value stood there, and one stays
}

TEST_F(PathRemoval, HasNothingToDoOnceTheSegmentIsGone) {
    EXPECT_EQ(remove(recorded, std::nullopt), std::nullopt);
    EXPECT_EQ(remove(recorded, recorded.before), std::nullopt);
    EXPECT_EQ(remove(recorded, expandable(bin + "2")), std::nullopt);
}

TEST_F(PathRemoval, FollowsNoReceiptThatNamesSomethingElse) {
    PathAddition forged = recorded;
    forged.segment = R"(C:\Windows\system32)";
    EXPECT_EQ(remove(forged, expandable(R"(C:\Windows\system32;C:\x)")), std::nullopt);
    // `before` is not `after` without our segment: the text in it must not reach PATH.
    forged = recorded;
    forged.before = expandable("C:\\evil");
    EXPECT_EQ(remove(forged, forged.after)->after, expandable("C:\\x;"));
    forged.before = std::nullopt;
    EXPECT_EQ(remove(forged, forged.after)->after, expandable("C:\\x;"));
}

TEST_F(PathRemoval, NeedsOnlyTheIndexForAToolkitThatIsGone) {
    const PathValues values{std::nullopt, expandable("C:\\x;" + bin)};
    const IndexedToolkit entry{std::string(sample::root), EnvironmentScope::User, bin, false};
    EXPECT_EQ(planPathRemoval(entry, values)->after, expandable("C:\\x"));
    EXPECT_EQ(planPathRemoval(IndexedToolkit{std::string(sample::root), EnvironmentScope::User, "C:\\x", false}, values), std::nullopt);
    EXPECT_EQ(planPathRemoval(IndexedToolkit{std::string(sample::root), std::nullopt, "", false}, values), std::nullopt);
}

}   // namespace
}   // namespace cudnn_setup
