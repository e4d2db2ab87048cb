#include "machine/path_value.h"

#include <gmock/gmock.h>

using namespace cudnn_setup;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

namespace {

std::vector<std::string> textsOf(std::string_view raw) {
    std::vector<std::string> texts;
    for (const auto& segment : splitPath(raw)) {
        EXPECT_EQ(raw.substr(segment.offset, segment.text.size()), segment.text);
        texts.emplace_back(segment.text);
    }
    return texts;
}

}   // namespace

TEST(SplitPath, EndsASegmentAtASemicolonOutsideQuotes) {
    EXPECT_THAT(textsOf(""), IsEmpty());
    EXPECT_THAT(textsOf("a"), ElementsAre("a"));
    EXPECT_THAT(textsOf(";a;;b;"), ElementsAre("", "a", "", "b", ""));
    EXPECT_THAT(textsOf(R"("a;b";c)"), ElementsAre(R"("a;b")", "c"));
    EXPECT_THAT(textsOf(R"(a";"b;c)"), ElementsAre(R"(a";"b)", "c"));
    EXPECT_THAT(textsOf(R"(a;"b;c)"), ElementsAre("a", R"("b;c)"));   // an open quote takes the rest
}

TEST(SegmentFor, IsReadBackAsTheFolder) {
    for (const std::string folder : {R"(C:\a)", R"(C:\a;b\bin)", ""}) EXPECT_EQ(folderOfSegment(segmentFor(folder)), folder);
    EXPECT_THAT(textsOf("x;" + segmentFor("C:/a;b")), ElementsAre("x", "\"C:/a;b\""));
}

TEST(NamesVariable, AsWindowsWouldExpandIt) {
    for (const auto* segment : {"%a%", "x%SystemRoot%\\y", "%%a%", "100%;50%"}) EXPECT_TRUE(namesVariable(segment)) << segment;
    for (const auto* segment : {"", "%", "%%", "a%%b", "100%"}) EXPECT_FALSE(namesVariable(segment)) << segment;
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
    EXPECT_EQ(folderKey(R"(\\?\C:\CUDA)"), folderKey(R"(C:\CUDA)"));
    EXPECT_EQ(folderKey(R"(\\?\UNC\server\share)"), folderKey(R"(\\server\share)"));
}

TEST(NormaliseSegment, MakesOneFormOfOneFolder) {
    for (const auto* text : {R"(C:\CUDA\v12.6\bin)", R"(c:\cuda\V12.6\BIN)", R"(C:\CUDA\v12.6\bin\)", R"(C:\CUDA\v12.6\bin\\)",
                             R"("C:\CUDA\v12.6\bin")", R"( C:\CUDA\v12.6\bin )", R"(C:/CUDA/v12.6/bin/)", R"(C:\\CUDA\\v12.6\bin)",
                             R"(C:\"CUDA"\v12.6\bin)", R"(\\?\C:\CUDA\v12.6\bin)"}) {
        EXPECT_EQ(normaliseSegment(text), R"(c:\cuda\v12.6\bin)") << text;
    }
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
