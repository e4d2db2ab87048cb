#include "base/error.h"

#include <gtest/gtest.h>

#include <set>

namespace cudnn_setup {
namespace {

TEST(CodeRegistry, GivesEveryCodeItsOwnNumberAndIdentifier) {
    std::set<ErrorCode> numbers;
    std::set<std::string_view> ids;
    for (const CodeInfo& info : allCodes()) {
        EXPECT_TRUE(numbers.insert(info.code).second) << info.id;
        EXPECT_TRUE(ids.insert(info.id).second) << info.id;
        EXPECT_EQ(codeFromId(info.id).value(), info.code);
    }
}

TEST(CodeRegistry, KnowsOnlyTheExitCodesThatDeploymentToolsKnow) {
    const std::set<int> known{0, 1, 2, 13, 112, 740, 1602, 1603, 1618, 1625, 1633, 1638, 1639, 3010};
    for (const CodeInfo& info : allCodes()) EXPECT_TRUE(known.contains(info.exitCode)) << info.id << ' ' << info.exitCode;
}

TEST(CodeRegistry, RefusesAnUnknownIdentifier) {
    const auto code = codeFromId("no-such-code");
    ASSERT_FALSE(code);
    EXPECT_EQ(code.error().subject, "no-such-code");
}

}   // namespace
}   // namespace cudnn_setup
