#include "report/messages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace cudnn_setup {
namespace {

TEST(Messages, HaveTextAndNextStepForEveryCodeInBothLanguages) {
    for (const auto language : {Language::English, Language::SimplifiedChinese}) {
        const Messages& messages = Messages::of(language);
        const auto keys = messages.keys();
        const std::set<std::string> known(keys.begin(), keys.end());
        for (const CodeInfo& info : allCodes()) {
            EXPECT_TRUE(known.contains("codes." + std::string(info.id))) << toText(language) << ' ' << info.id;
            EXPECT_TRUE(known.contains("remedies." + std::string(info.remedy))) << toText(language) << ' ' << info.remedy;
        }
    }
}

TEST(Messages, HaveTheSameKeysAndPlaceholdersInBothLanguages) {
    const Messages& english = Messages::of(Language::English);
    const Messages& chinese = Messages::of(Language::SimplifiedChinese);
    ASSERT_EQ(english.keys(), chinese.keys());
    for (const auto& key : english.keys()) {
        for (const std::string placeholder : {"{subject}", "{0}", "{1}", "{2}", "{3}", "{4}", "{5}"}) {
            // text() fills numbered placeholders in, so a marker shows whether they are there.
            const std::vector<std::string> markers{"<0>", "<1>", "<2>", "<3>", "<4>", "<5>"};
            const auto marker = placeholder == "{subject}" ? placeholder : "<" + placeholder.substr(1, 1) + ">";
            const auto has = [&](const Messages& messages) { return messages.text(key, markers).find(marker) != std::string::npos; };
            EXPECT_EQ(has(english), has(chinese)) << key << ' ' << placeholder;
        }
    }
}

TEST(Messages, NeverLeaveAPlaceholderInASentence) {
    for (const auto language : {Language::English, Language::SimplifiedChinese}) {
        for (const CodeInfo& info : allCodes()) {
            const auto sentence = Messages::of(language).describe({info.code, Severity::Error, "x", {}});
            EXPECT_EQ(sentence.find('{'), std::string::npos) << sentence;
        }
    }
}

TEST(Messages, FillInSubjectAndArguments) {
    const Finding finding{ErrorCode::ToolkitHasNewer, Severity::Error, "T", {"9.6.0.74", "9.5.0.50"}};
    EXPECT_EQ(Messages::of(Language::English).describe(finding), "T already has cuDNN 9.6.0.74, which is newer than 9.5.0.50.");
}

TEST(Messages, DoNotTakeBracesOfAFileNameForPlaceholders) {
    const Finding finding{ErrorCode::ArchiveNotFound, Severity::Error, "C:\\{0}\\{subject}.zip", {"wrong"}};
    EXPECT_EQ(Messages::of(Language::English).describe(finding), "There is no file C:\\{0}\\{subject}.zip.");
}

TEST(Messages, WriteSizesInDecimalUnits) {
    const Messages& messages = Messages::of(Language::English);
    EXPECT_EQ(messages.bytes(549'722'031), "550\u00A0MB");
    EXPECT_EQ(messages.bytes(1'826'587'315), "1.8\u00A0GB");
    EXPECT_EQ(messages.bytes(2'500'000), "2.5\u00A0MB");
    EXPECT_EQ(messages.bytes(999), "999\u00A0B");
}

TEST(Messages, ShowAMissingKeyInsteadOfNothing) {
    EXPECT_EQ(Messages::of(Language::English).text("phases.no-such"), "phases.no-such");
}

TEST(LanguageNames, AreRecognisedByTheirFirstPart) {
    EXPECT_EQ(languageFromText("zh-Hans"), Language::SimplifiedChinese);
    EXPECT_EQ(languageFromText("en-GB"), Language::English);
    EXPECT_EQ(languageFromText("fr"), std::nullopt);
}

TEST(Messages, ListsEveryFactOfAList) {
    const Finding finding{ErrorCode::FileInUse, Severity::Error, "x.dll", {"python.exe", "blender.exe"}};
    EXPECT_TRUE(Messages::of(Language::English).describe(finding).ends_with("Used by: python.exe, blender.exe"));
}

}   // namespace
}   // namespace cudnn_setup
