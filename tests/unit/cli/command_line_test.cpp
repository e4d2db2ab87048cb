#include "cli/command_line.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

Result<CommandLine> parse(const std::vector<std::string>& arguments, FrontEnd frontEnd = FrontEnd::Console) {
    return parseCommandLine(arguments, frontEnd, Language::English);
}

TEST(CommandLineSwitches, AreTheSameInAllFourSpellings) {
    for (const auto& zip : std::vector<std::vector<std::string>>{
             {"/zip", "a.zip"}, {"/zip:a.zip"}, {"/zip=a.zip"}, {"--zip", "a.zip"}, {"--zip=a.zip"}, {"/ZIP", "a.zip"}}) {
        auto arguments = zip;
        arguments.emplace_back("/whatif");
        const auto line = parse(arguments);
        ASSERT_TRUE(line) << zip.front();
        EXPECT_EQ(line->request.source, "a.zip") << zip.front();
        EXPECT_TRUE(line->request.whatIf);
    }
}

TEST(CommandLineSwitches, KeepColonsAndEqualSignsOfAValue) {
    EXPECT_EQ(parse({R"(/zip:C:\a=b\c.zip)", "/whatif"})->request.source, R"(C:\a=b\c.zip)");
    EXPECT_EQ(parse({"/zip", R"(C:\a=b\c.zip)", "/whatif"})->request.source, R"(C:\a=b\c.zip)");
}

TEST(CommandLineSwitches, TakeAValueThatLooksLikeAPosixPath) {
    EXPECT_EQ(parse({"/whatif", "/zip", "/home/user/cudnn.zip"})->request.source, "/home/user/cudnn.zip");
}

struct Refused {
    std::vector<std::string> arguments;
    ErrorCode code;
    std::string subject;
};

TEST(CommandLine, RefusesWhatItDoesNotUnderstandAndNamesTheWord) {
    const std::vector<Refused> lines{
        {{"/frobnicate"}, ErrorCode::UnknownSwitch, "/frobnicate"},
        {{"install"}, ErrorCode::UnknownSwitch, "install"},
        {{"/verify", "-v"}, ErrorCode::UnknownSwitch, "-v"},
        {{"/zip"}, ErrorCode::SwitchNeedsValue, "/zip"},
        {{"/zip", "/quiet"}, ErrorCode::SwitchNeedsValue, "/zip"},
        {{"/zip:", "/quiet"}, ErrorCode::SwitchNeedsValue, "/zip"},
        {{"/quiet:yes", "/verify"}, ErrorCode::SwitchValueInvalid, "/quiet"},
        {{"/verify", "/lang", "fr"}, ErrorCode::SwitchValueInvalid, "/lang"},
        {{"/whatif", "/zip", "a.zip", "/sha256", "12"}, ErrorCode::SwitchValueInvalid, "/sha256"},
        {{"/whatif", "/zip", "a.zip", "/path", "everywhere"}, ErrorCode::SwitchValueInvalid, "/path"},
        {{"/zip", "a.zip", "/zip", "b.zip"}, ErrorCode::SwitchesContradict, "/zip"},
        {{"/verify", "/uninstall"}, ErrorCode::SwitchesContradict, "/verify"},
        {{"/uninstall", "/zip", "a.zip"}, ErrorCode::SwitchesContradict, "/uninstall"},
        {{"/verify", "/whatif"}, ErrorCode::SwitchesContradict, "/verify"},
        {{"/quiet"}, ErrorCode::SourceMissing, "/zip"},
        {{"/quiet", "/acceptlicense"}, ErrorCode::SourceMissing, "/zip"},
        {{}, ErrorCode::SourceMissing, "/zip"},
        {{"/zip", "a.zip", "/quiet"}, ErrorCode::LicenceNotAccepted, "/acceptlicense"},
    };
    for (const Refused& line : lines) {
        const auto parsed = parse(line.arguments);
        ASSERT_FALSE(parsed) << line.subject;
        EXPECT_EQ(codeInfo(parsed.error().code).id, codeInfo(line.code).id);
        EXPECT_EQ(parsed.error().subject, line.subject);
        EXPECT_EQ(codeInfo(parsed.error().code).exitCode, 1639);
    }
}

TEST(CommandLine, AsksForTheLicenceOnlyWhereFilesArePlaced) {
    EXPECT_TRUE(parse({"/zip", "a.zip", "/acceptlicense"}));
    for (const auto* const action : {"/verify", "/uninstall", "/repair"})
        EXPECT_TRUE(parse({"/quiet", "/acceptlicense", "/allowunsigned", action})) << action;
    EXPECT_TRUE(parse({"/zip", "a.zip", "/whatif"}));
    EXPECT_TRUE(parse({"/zip", "a.zip", "/verify"}));
    EXPECT_TRUE(parse({"/zip", "a.zip"}, FrontEnd::Window)) << "the wizard shows the licence itself";
    EXPECT_FALSE(parse({"/zip", "a.zip", "/quiet"}, FrontEnd::Window));
}

TEST(CommandLine, KnowsWhichActionIsMeant) {
    EXPECT_EQ(parse({"/zip", "a.zip", "/acceptlicense", "/prove"})->request.action, Action::Install);
    EXPECT_TRUE(parse({"/zip", "a.zip", "/acceptlicense", "/prove"})->request.prove);
    EXPECT_EQ(parse({"/prove"})->request.action, Action::Prove);
    EXPECT_EQ(parse({"/verify", "/zip", "a.zip"})->request.action, Action::Verify);
    EXPECT_EQ(parse({"/uninstall", "/cuda", "12.6"})->request.action, Action::Uninstall);
    EXPECT_EQ(parse({"/?"})->kind, CommandKind::Help);
    EXPECT_EQ(parse({"/version"})->kind, CommandKind::Version);
}

TEST(CommandLine, FindsResultAndLogOfALineThatIsWrong) {
    const std::vector<std::string> arguments{"/frobnicate", "/result", "r.json", "/log:l.txt", "/zip"};
    EXPECT_EQ(findRunFiles(arguments).resultFile, "r.json");
    EXPECT_EQ(findRunFiles(arguments).logFile, "l.txt");
}

TEST(CommandLineHelp, HasATextForEverySwitchInBothLanguages) {
    for (const auto language : {Language::English, Language::SimplifiedChinese}) {
        for (const SwitchInfo& info : allSwitches()) {
            const auto key = "help." + std::string(info.name);
            EXPECT_NE(Messages::of(language).text(key), key) << toText(language);
        }
    }
}

}   // namespace
}   // namespace cudnn_setup
