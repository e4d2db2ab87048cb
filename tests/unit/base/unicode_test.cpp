#include "base/unicode.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

TEST(Unicode, TakesEveryLengthThereAndBack) {
    const std::string text = "a\xC3\xA4\xE4\xB8\xAD\xF0\x9F\x98\x80";
    EXPECT_TRUE(isUtf8(text));
    EXPECT_EQ(utf16From(text), u"aä中😀");
    EXPECT_EQ(utf8From(u"aä中😀"), text);
}

TEST(Unicode, ReplacesWhatIsMalformed) {
    struct Case {
        std::string bytes;
        std::u16string_view utf16;
    };
    for (const auto& [bytes, utf16] : {Case{"a\xFF", u"a\uFFFD"}, Case{"\x80z", u"\uFFFDz"}, Case{"\xC3", u"\uFFFD"},
                                       Case{"\xC0\xAF", u"\uFFFD\uFFFD"},                       // '/' in two bytes
                                       Case{"\xE0\x80\xAF", u"\uFFFD\uFFFD\uFFFD"},             // and in three
                                       Case{"\xED\xA0\x80", u"\uFFFD\uFFFD\uFFFD"},             // a surrogate
                                       Case{"\xF4\x90\x80\x80", u"\uFFFD\uFFFD\uFFFD\uFFFD"},   // past the last letter
                                       Case{"\xE4\xB8|", u"\uFFFD\uFFFD|"}}) {
        SCOPED_TRACE(::testing::PrintToString(bytes));
        EXPECT_FALSE(isUtf8(bytes));
        EXPECT_EQ(utf16From(bytes), utf16);
    }
}

TEST(Unicode, ReplacesLoneSurrogates) {
    EXPECT_EQ(utf8From(std::u16string{u'a', 0xD800, u'b'}), "a\xEF\xBF\xBD"
                                                            "b");
    EXPECT_EQ(utf8From(std::u16string{0xDC00, 0xD83D}), "\xEF\xBF\xBD\xEF\xBF\xBD");
}

}   // namespace
}   // namespace cudnn_setup
