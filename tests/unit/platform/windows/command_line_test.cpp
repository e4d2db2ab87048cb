#include "platform/windows/processes_windows.h"

#include <gtest/gtest.h>

namespace cudnn_setup::win {
namespace {

TEST(CommandLine, QuotesAsMicrosoftDescribesIt) {
    const std::vector<std::string> arguments{"plain", R"(C:\dir\)", R"(say "hi")", R"(\\"")", ""};
    EXPECT_EQ(commandLineFor(LR"(C:\x y\a.exe)", arguments), LR"("C:\x y\a.exe" "plain" "C:\dir\\" "say \"hi\"" "\\\\\"\"" "")");
}

}   // namespace
}   // namespace cudnn_setup::win
