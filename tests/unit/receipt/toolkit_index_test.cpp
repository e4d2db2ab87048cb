#include "receipt/toolkit_index.h"

#include "base/json.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

TEST(ToolkitIndex, ComesBackSortedByRoot) {
    const IndexedToolkit first{R"(C:\CUDA\v12.4)", std::nullopt, "", true};
    const IndexedToolkit second{R"(C:\CUDA\v12.8)", EnvironmentScope::User, R"(C:\CUDA\v12.8\bin)", false};
    const auto back = parseToolkitIndex(dumpJson(toJson(ToolkitIndex{{second, first}})));
    ASSERT_TRUE(back.has_value()) << back.error().subject;
    EXPECT_EQ(back->toolkits, (std::vector{first, second}));
}

TEST(ToolkitIndex, RefusesWhatItNeverWrote) {
    for (const auto* text : {"", "[]", R"({"format":2,"toolkits":[]})", R"({"format":1})", R"({"format":1,"toolkits":[{}]})",
                             R"({"format":1,"toolkits":[{"root":""}]})", R"({"format":1,"toolkits":[{"root":"a","path_scope":"user"}]})",
                             R"({"format":1,"toolkits":[{"root":"a","path_scope":"x","path_segment":"y"}]})",
                             R"({"format":1,"toolkits":[{"root":"a"},{"root":"a"}]})"}) {
        const auto back = parseToolkitIndex(text);
        ASSERT_FALSE(back.has_value()) << text;
        EXPECT_EQ(back.error().code, ErrorCode::ReceiptDamaged);
    }
}

}   // namespace
}   // namespace cudnn_setup
