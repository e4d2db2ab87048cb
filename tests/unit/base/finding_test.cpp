#include "base/finding.h"

#include "base/json.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

TEST(Finding, ComesBackFromItsJson) {
    const Finding finding{ErrorCode::FileInUse, Severity::Warning, R"(C:\CUDA\v12.6\bin\cudnn64_9.dll)", {"python.exe"}, 32};
    EXPECT_EQ(findingFromJson(toJson(finding)).value(), finding);
}

TEST(Finding, TellsTheRemedyOfItsCode) {
    EXPECT_EQ(toJson(Finding{ErrorCode::DiskFull}).at("remedy"), "free-space");
}

TEST(Finding, RefusesASeverityThatDoesNotExist) {
    auto json = toJson(Finding{ErrorCode::DiskFull});
    json["severity"] = "fatal";
    EXPECT_FALSE(findingFromJson(json));
}

}   // namespace
}   // namespace cudnn_setup
