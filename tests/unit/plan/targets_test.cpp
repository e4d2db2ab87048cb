#include "sample_machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

using ::testing::ElementsAre;

/// Acceptance case A18.
class Targets : public ::testing::Test {
protected:
    Targets() {
        machine.toolkits.clear();
        for (const auto& version : {Version(11, 8), Version(12, 1), Version(12, 4), Version(12, 8, 1), Version(12, 9), Version(13, 0)}) {
            auto toolkit = sample::toolkit();
            toolkit.version = version;
            toolkit.root = rootOf(version.toString(2));
            if (version == Version(12, 1) || version == Version(12, 9)) toolkit.parts = {};   // an empty bin: left over
            machine.toolkits.push_back(std::move(toolkit));
        }
    }
    static std::string rootOf(const std::string& version) { return R"(C:\CUDA\v)" + version; }
    [[nodiscard]] Result<std::vector<std::string>> select(Action action, const std::string& target,
                                                          std::optional<unsigned> cudaMajor = 12) const {
        auto request = sample::requestFor(action);
        request.target = target;
        return selectTargets(request, machine, cudaMajor);
    }
    Snapshot machine = sample::snapshot();
};

TEST_F(Targets, TakeTheHighestUsableToolkitOfTheArchivesCuda) {
    EXPECT_THAT(select(Action::Install, "").value(), ElementsAre(rootOf("12.8")));
    EXPECT_THAT(select(Action::Install, "", 11).value(), ElementsAre(rootOf("11.8")));
    EXPECT_THAT(select(Action::Install, "", std::nullopt).value(), ElementsAre(rootOf("13.0")));
}

TEST_F(Targets, AreAllOfThatMajorWhenAskedFor) {
    EXPECT_THAT(select(Action::Install, "all").value(), ElementsAre(rootOf("12.4"), rootOf("12.8")));
}

TEST_F(Targets, AreNamedByVersionOrFolder) {
    EXPECT_THAT(select(Action::Install, "12.4").value(), ElementsAre(rootOf("12.4")));
    EXPECT_THAT(select(Action::Install, "12.8.1").value(), ElementsAre(rootOf("12.8")));
    EXPECT_THAT(select(Action::Install, "12").value(), ElementsAre(rootOf("12.8")));
    EXPECT_THAT(select(Action::Install, R"(c:/cuda/V12.4/)").value(), ElementsAre(rootOf("12.4")));
    // Another CUDA than the archive's: the plan refuses it with the evidence.
    EXPECT_THAT(select(Action::Install, "13.0").value(), ElementsAre(rootOf("13.0")));
}

TEST_F(Targets, AreProposedWhenTheNamedOneIsNone) {
    for (const auto* target : {"12.9", "12.8.2", R"(C:\elsewhere)", R"(C:\CUDA\v12.1)"}) {
        const auto found = select(Action::Install, target);
        ASSERT_FALSE(found.has_value()) << target;
        EXPECT_EQ(found.error().code, ErrorCode::TargetNotAToolkit);
        EXPECT_EQ(found.error().subject, target);
        EXPECT_THAT(found.error().arguments, ElementsAre(rootOf("11.8"), rootOf("12.4"), rootOf("12.8"), rootOf("13.0")));
    }
}

TEST_F(Targets, ThatDoNotFitAreToldFromNone) {
    const auto other = select(Action::Install, "", 10);
    EXPECT_EQ(other.error().code, ErrorCode::NoToolkit);
    EXPECT_THAT(other.error().arguments, ElementsAre("10", rootOf("11.8"), rootOf("12.4"), rootOf("12.8"), rootOf("13.0")));
    machine.toolkits.clear();
    EXPECT_EQ(select(Action::Install, "").error().code, ErrorCode::NoToolkit);
    EXPECT_EQ(select(Action::Install, "all").error().code, ErrorCode::NoToolkit);
    EXPECT_EQ(select(Action::Verify, "").error().code, ErrorCode::NoToolkit);
}

TEST_F(Targets, OfOtherActionsAreWhereSomethingIsInstalled) {
    EXPECT_EQ(select(Action::Uninstall, "").error().code, ErrorCode::NothingInstalled);
    machine.toolkits[2].journalOpen = true;
    machine.index.toolkits = {{R"(C:\gone)", std::nullopt, "", false}, {R"(c:\cuda\v12.8)", std::nullopt, "", false}};
    for (const auto action : {Action::Uninstall, Action::Verify, Action::Prove}) {
        EXPECT_THAT(select(action, "").value(), ElementsAre(R"(C:\gone)", R"(c:\cuda\v12.8)", rootOf("12.4")));
    }
    EXPECT_THAT(select(Action::Uninstall, R"(C:\GONE)").value(), ElementsAre(R"(C:\gone)"));
}

TEST_F(Targets, OfAVerificationFallBackToHandCopiedFiles) {
    EXPECT_THAT(select(Action::Verify, "").value(), ElementsAre(rootOf("13.0")));
    machine.toolkits[2].cudnnFiles = {sample::file("bin/cudnn64_9.dll", "x")};
    EXPECT_THAT(select(Action::Verify, "").value(), ElementsAre(rootOf("12.4")));
}

}   // namespace
}   // namespace cudnn_setup
