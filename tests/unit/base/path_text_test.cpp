#include "base/path_text.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

TEST(PathText, KeepsAnyLetter) {
    const std::string text = "C:/\xE8\xBD\xAF\xE4\xBB\xB6/\xC3\xA4 \xF0\x9F\x98\x80/cudnn64_9.dll";
    EXPECT_EQ(toUtf8(pathFromUtf8(text)), text);
    EXPECT_EQ(toUtf8(pathFromUtf8(text).filename()), "cudnn64_9.dll");
}

TEST(PathText, DoesNotThrowForTextThatIsNoUtf8) {
    const std::string text = "C:/cuda\xFF/\xC3";
    std::string back;
    EXPECT_NO_THROW(back = toUtf8(pathFromUtf8(text)));
#ifdef _WIN32
    EXPECT_EQ(back, "C:/cuda\xEF\xBF\xBD/\xEF\xBF\xBD");   // names a file that is not there
#else
    EXPECT_EQ(back, text);
#endif
}

#ifdef _WIN32   // NTFS takes any 16-bit units as a name
TEST(PathText, DoesNotThrowForALoneSurrogate) {
    std::string text;
    EXPECT_NO_THROW(text = toUtf8(std::filesystem::path(std::wstring{L'a', static_cast<wchar_t>(0xD800)})));
    EXPECT_EQ(text, "a\xEF\xBF\xBD");
}
#endif

}   // namespace
}   // namespace cudnn_setup
