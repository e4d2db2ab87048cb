#include "base/version.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

TEST(VersionText, ComparesByNumberNotByText) {
    EXPECT_GT(Version::parse("9.10").value(), Version::parse("9.9").value());
    EXPECT_EQ(Version::parse("9.5").value(), Version::parse("9.5.0.0").value());
    EXPECT_LT(Version::parse("9.5.0.50").value(), Version::parse("9.5.1").value());
}

TEST(VersionText, RefusesWhatIsNoVersion) {
    for (const char* text : {"", ".", "9.", ".5", "9..5", "9.5.0.50.1", "v9", "-9", "+9", " 9", "9 ", "9.5a", "4294967296"}) {
        const auto version = Version::parse(text);
        ASSERT_FALSE(version) << text;
        EXPECT_EQ(version.error().subject, text);
    }
}

TEST(VersionText, WritesReleasesWithFourPartsAndToolkitsWithTwo) {
    const auto version = Version::parse("12.6").value();
    EXPECT_EQ(version.toString(), "12.6.0.0");
    EXPECT_EQ(version.toString(2), "12.6");
    EXPECT_EQ(version.toString(1), "12");
}

}   // namespace
}   // namespace cudnn_setup
