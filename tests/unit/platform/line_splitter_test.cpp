#include "platform/line_splitter.h"

#include <gmock/gmock.h>

#include <vector>

namespace cudnn_setup {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> linesOf(std::initializer_list<std::string_view> pieces) {
    std::vector<std::string> lines;
    const std::function<void(std::string_view)> take = [&](std::string_view line) { lines.emplace_back(line); };
    LineSplitter splitter(take);
    for (const auto piece : pieces) splitter.add(piece);
    splitter.finish();
    return lines;
}

TEST(LineSplitter, JoinsPiecesAndTakesLineEndsOff) {
    EXPECT_THAT(linesOf({"on", "e\ntw", "o\r", "\n\nlast"}), ElementsAre("one", "two", "", "last"));
    EXPECT_THAT(linesOf({}), ElementsAre());
}

TEST(LineSplitter, DeliversAnEndlessLineInPieces) {
    const std::string half(LineSplitter::longestLine / 2, 'x');
    EXPECT_EQ(linesOf({half, half, half, half}).size(), 2U);
}

}   // namespace
}   // namespace cudnn_setup
