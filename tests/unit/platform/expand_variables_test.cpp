#include "platform/expand_variables.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

std::string expand(std::string_view text) {
    return expandVariables(text, [](std::string_view name) -> std::optional<std::string> {
        if (isSameVariable(name, "SystemRoot")) return R"(C:\Windows)";
        if (isSameVariable(name, "LOOP")) return "%LOOP%";
        if (isSameVariable(name, "EMPTY")) return "";
        return std::nullopt;
    });
}

TEST(ExpandVariables, PutsValuesInWhateverTheCase) {
    EXPECT_EQ(expand(R"(%SystemRoot%\system32;%SYSTEMROOT%)"), R"(C:\Windows\system32;C:\Windows)");
    EXPECT_EQ(expand("a%EMPTY%b"), "ab");
}

TEST(ExpandVariables, LeavesTheRestAsItStands) {
    for (const auto* text : {"", "no variables", "%", "%%", "100%", "%UNKNOWN%", "%UNKNOWN", "a;%%;b"}) EXPECT_EQ(expand(text), text);
    EXPECT_EQ(expand("%UNKNOWN%SystemRoot%"), R"(%UNKNOWNC:\Windows)");
}

TEST(ExpandVariables, ExpandsOnce) {
    EXPECT_EQ(expand("%LOOP%"), "%LOOP%");
}

}   // namespace
}   // namespace cudnn_setup
