#include "machine/path_value.h"

#include <gmock/gmock.h>

using namespace cudnn_setup;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SegmentsOf, SplitsOutsideQuotesAndKeepsEmptyOnes) {
    EXPECT_THAT(segmentsOf(""), IsEmpty());
    EXPECT_THAT(segmentsOf("a;;\"b;c\";"), ElementsAre("a", "", "\"b;c\"", ""));
}

TEST(FolderOfSegment, TakesQuotesAndOuterSpacesOff) {
    EXPECT_EQ(folderOfSegment(R"( "C:\My Files\bin" )"), R"(C:\My Files\bin)");
    EXPECT_EQ(folderOfSegment(" \t"), "");
}

TEST(FolderKey, IsEqualForNamesOfOneFolder) {
    EXPECT_EQ(folderKey(R"(C:\CUDA\v12.8\bin)"), folderKey(R"(c:/cuda//V12.8\bin\)"));
    EXPECT_EQ(folderKey(R"(\\Server\share\)"), folderKey("//server/share"));
    EXPECT_NE(folderKey(R"(\\server\share)"), folderKey(R"(\server\share)"));
    EXPECT_NE(folderKey(R"(C:\CUDA\bin)"), folderKey(R"(C:\CUDA\bin2)"));
}

TEST(WithoutTrailingSeparators, KeepsRootsWhole) {
    EXPECT_EQ(withoutTrailingSeparators(R"(C:\CUDA\\)"), R"(C:\CUDA)");
    EXPECT_EQ(withoutTrailingSeparators(R"(C:\)"), R"(C:\)");
    EXPECT_EQ(withoutTrailingSeparators("/"), "/");
}

TEST(IsAbsoluteFolder, KnowsServersToo) {
    EXPECT_TRUE(isAbsoluteFolder(R"(\\server\share\bin)"));
    EXPECT_TRUE(isAbsoluteFolder("//server/share"));
    EXPECT_FALSE(isAbsoluteFolder("bin"));
    EXPECT_FALSE(isAbsoluteFolder("%NOBODY%/bin"));
    EXPECT_FALSE(isAbsoluteFolder(""));
}
