#include "plan/path_segments.h"

#include <gtest/gtest.h>

#include <random>

namespace cudnn_setup {
namespace {

constexpr std::string_view ours = R"(C:\CUDA\v12.6\bin)";

std::string asIs(std::string_view text) {
    return std::string(text);
}

TEST(ContainsSegment, ComparesWholeFolders) {
    EXPECT_TRUE(containsSegment(R"(C:\Windows;"c:\cuda\V12.6\bin\";D:\x)", ours, asIs));
    EXPECT_FALSE(containsSegment(R"(C:\CUDA\v12.6\bin2;C:\CUDA\v12.6\bin\x64;C:\CUDA\v12.6)", ours, asIs));
    EXPECT_FALSE(containsSegment("", ours, asIs));
    EXPECT_FALSE(containsSegment(R"(C:\a;"C:\b;C:\CUDA\v12.6\bin)", ours, asIs));   // behind an open quote it is no segment
}

TEST(ContainsSegment, LooksIntoVariables) {
    const auto expand = [](std::string_view text) {
        return text == "%LIST%" ? std::string(R"(C:\x;C:\CUDA\v12.6\bin)") : std::string(text);
    };
    EXPECT_TRUE(containsSegment(R"(C:\Windows;%LIST%)", ours, expand));
    EXPECT_FALSE(containsSegment(R"(C:\Windows;%LIST%)", ours, asIs));
}

TEST(AddSegment, LeavesEveryOtherByteInFront) {
    EXPECT_EQ(addSegment("", ours), ours);
    EXPECT_EQ(addSegment("x", ours), "x;" + std::string(ours));
    EXPECT_EQ(addSegment("x;", ours), "x;;" + std::string(ours));   // the empty segment was there, it is not ours to tidy
    EXPECT_EQ(addSegment("x", R"(C:\a;b\bin)"), R"(x;"C:\a;b\bin")");
    EXPECT_TRUE(containsSegment(addSegment("x", R"(C:\a;b\bin)"), R"(C:\a;b\bin)", asIs));
}

TEST(RemoveSegment, TakesOutWhatWasAddedAndNothingElse) {
    const std::string segment(ours);
    EXPECT_EQ(removeSegment("a;" + segment + ";b", ours), "a;b");   // somebody wrote behind it since
    EXPECT_EQ(removeSegment(segment + ";b", ours), "b");
    EXPECT_EQ(removeSegment(segment + ";b;" + segment, ours), segment + ";b");   // the last one is ours
    EXPECT_EQ(removeSegment(segment + ";a;" + segment + ";b", ours), segment + ";a;b");
    EXPECT_EQ(removeSegment("a;b", ours), "a;b");
    EXPECT_EQ(removeSegment("a;" + segment + "2", ours), "a;" + segment + "2");
    EXPECT_EQ(removeSegment("x" + segment, ours), "x" + segment);
    EXPECT_EQ(removeSegment("a;" + segment + "\\", ours), "a;" + segment + "\\");   // written by somebody else
    EXPECT_EQ(removeSegment(R"(a;"C:\a;b\bin";c)", R"(C:\a;b\bin)"), "a;c");
}

TEST(RemoveSegment, GivesBackWhateverTextASegmentWasAddedTo) {
    const std::vector<std::string> pieces{
        "",   ";", ";;", "\"", "a", "%X%", std::string(ours), "\"" + std::string(ours) + "\"", " ", "\\", "\xFF", std::string("\0", 1),
        "bin"};
    std::mt19937 random(20260504);   // the same texts in every run
    for (int round = 0; round < 20'000; ++round) {
        std::string raw;
        for (auto left = random() % 8; left > 0; --left) raw += pieces[random() % pieces.size()];
        for (const std::string_view segment : {ours, std::string_view(R"(C:\a;b\bin)"), std::string_view("bin")}) {
            ASSERT_EQ(removeSegment(addSegment(raw, segment), segment), raw) << raw;
        }
    }
}

}   // namespace
}   // namespace cudnn_setup
