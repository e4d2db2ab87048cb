#include "base/json.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

TEST(ParseJson, TurnsBrokenTextIntoAnError) {
    for (const char* text : {"", "{", "{\"a\":}", "nul", "{\"a\":1}x", "\xff\xfe"}) {
        const auto json = parseJson(text, "receipt.json");
        ASSERT_FALSE(json) << text;
        EXPECT_EQ(json.error().subject, "receipt.json");
    }
}

TEST(ParseJson, RefusesNestingThatCouldExhaustTheStack) {
    const std::string deep(100'000, '[');
    EXPECT_FALSE(parseJson(deep, "x"));
    EXPECT_FALSE(parseJson(std::string(100, '[') + std::string(100, ']'), "x"));
    EXPECT_TRUE(parseJson(std::string(20, '[') + std::string(20, ']'), "x"));
}

TEST(JsonReader, RemembersTheFirstWrongMember) {
    const auto json = parseJson(R"({"number":"3","flag":1})", "x").value();
    JsonReader reader(json);
    EXPECT_EQ(reader.unsignedNumber("number"), 0U);
    EXPECT_FALSE(reader.boolean("flag"));
    ASSERT_TRUE(reader.error());
    EXPECT_EQ(reader.error()->subject, "number");
}

TEST(JsonReader, TakesAMissingOrNullMemberForAbsentOnlyWhereThatIsAllowed) {
    const auto json = parseJson(R"({"none":null})", "x").value();
    JsonReader reader(json);
    EXPECT_EQ(reader.optionalText("none"), std::nullopt);
    EXPECT_EQ(reader.textOr("missing", "y"), "y");
    EXPECT_FALSE(reader.error());
    EXPECT_EQ(reader.text("missing"), "");
    EXPECT_TRUE(reader.error());
}

TEST(JsonReader, RefusesNegativeNumbers) {
    const auto json = parseJson(R"({"size":-1})", "x").value();
    JsonReader reader(json);
    EXPECT_EQ(reader.unsignedNumber("size"), 0U);
    EXPECT_TRUE(reader.error());
}

TEST(DumpJson, ReplacesBytesThatAreNotUtf8) {
    EXPECT_EQ(dumpJson(nlohmann::json("a\xff")), "\"a\xEF\xBF\xBD\"");
}

}   // namespace
}   // namespace cudnn_setup
