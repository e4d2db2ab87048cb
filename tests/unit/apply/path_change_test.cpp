#include "apply/path_change.h"
#include "doubles/fake_environment_store.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

constexpr std::string_view ours = R"(C:\CUDA\v12.6\bin)";

std::optional<RawVariable> expandable(std::string text) {
    return RawVariable{std::move(text), RegistryText::Expandable};
}

JournalPath addition(const std::optional<RawVariable>& before, const std::optional<RawVariable>& after) {
    return {.scope = EnvironmentScope::Machine, .segment = std::string(ours), .before = before, .after = after};
}

class PathUndo : public ::testing::Test {
protected:
    void now(const std::string& text) { store.machine.insert_or_assign("Path", RawVariable{text, RegistryText::Expandable}); }
    [[nodiscard]] std::optional<RawVariable> value() const { return *store.read(EnvironmentScope::Machine, pathVariable); }
    FakeEnvironmentStore store;
    const JournalPath added = addition(expandable(R"(C:\Windows)"), expandable(R"(C:\Windows;C:\CUDA\v12.6\bin)"));
    const JournalPath takenOut = addition(expandable(R"(C:\Windows;C:\CUDA\v12.6\bin)"), expandable(R"(C:\Windows)"));
};

TEST_F(PathUndo, WritesTheOldValueWhereOursStands) {
    now(R"(C:\Windows;C:\CUDA\v12.6\bin)");
    EXPECT_EQ(undoPath(store, added), true);
    EXPECT_EQ(value(), added.before);
}

TEST_F(PathUndo, WritesNothingWhereTheOldValueStands) {
    now(R"(C:\Windows)");
    EXPECT_EQ(undoPath(store, added), false);
    EXPECT_EQ(store.writes, 0);
}

TEST_F(PathUndo, TakesOnlyItsSegmentOutOfWhatSomebodyElseWrote) {
    now(R"(C:\Windows;C:\CUDA\v12.6\bin;D:\theirs)");
    EXPECT_EQ(undoPath(store, added), true);
    EXPECT_EQ(value(), expandable(R"(C:\Windows;D:\theirs)"));
}

TEST_F(PathUndo, PutsItsSegmentBackBehindWhatSomebodyElseWrote) {
    now(R"(C:\Windows;D:\theirs)");
    EXPECT_EQ(undoPath(store, takenOut), true);
    EXPECT_EQ(value(), expandable(R"(C:\Windows;D:\theirs;C:\CUDA\v12.6\bin)"));
}

TEST_F(PathUndo, DeletesAValueThatWasNotThereBefore) {
    now(std::string(ours));
    EXPECT_EQ(undoPath(store, addition(std::nullopt, expandable(std::string(ours)))), true);
    EXPECT_EQ(value(), std::nullopt);
}

TEST(PathWrite, RefusesAValueThatIsNotThePlannedOne) {
    FakeEnvironmentStore store;
    store.machine.insert_or_assign("Path", RawVariable{R"(C:\Windows;D:\new)", RegistryText::Expandable});
    const auto written = writePath(store, addition(expandable(R"(C:\Windows)"), expandable(R"(C:\Windows;C:\CUDA\v12.6\bin)")));
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::PlanChanged);
    EXPECT_EQ(store.writes, 0);
}

struct Forged {
    std::string what;
    JournalPath change;
};

TEST(PathRecord, IsBelievedOnlyAsOneSegmentOfThisToolkit) {
    EXPECT_TRUE(changesOnlyItsSegment(addition(expandable("a"), expandable(R"(a;C:\CUDA\v12.6\bin)")), R"(c:\cuda\V12.6\bin\)"));
    EXPECT_TRUE(changesOnlyItsSegment(addition(std::nullopt, expandable(std::string(ours))), ours));
    EXPECT_TRUE(changesOnlyItsSegment(addition(expandable(std::string(ours)), std::nullopt), ours));

    auto otherFolder = addition(expandable("a"), expandable(R"(a;C:\evil)"));
    otherFolder.segment = R"(C:\evil)";
    for (const auto& [what, change] :
         {Forged{"another folder", otherFolder},
          Forged{"a whole new value", addition(expandable(R"(C:\evil)"), expandable(R"(C:\Windows;C:\CUDA\v12.6\bin)"))},
          Forged{"nothing as before", addition(std::nullopt, expandable(R"(C:\Windows;C:\CUDA\v12.6\bin)"))},
          Forged{"nothing as after", addition(expandable(R"(C:\Windows;C:\CUDA\v12.6\bin)"), std::nullopt)},
          Forged{"another type", addition(RawVariable{"a", RegistryText::Plain}, expandable(R"(a;C:\CUDA\v12.6\bin)"))}}) {
        SCOPED_TRACE(what);
        EXPECT_FALSE(changesOnlyItsSegment(change, ours));
    }
}

}   // namespace
}   // namespace cudnn_setup
