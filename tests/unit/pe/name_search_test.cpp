// Covers: names that the search misses at the border of two pieces, and bytes that only look like names.
#include "pe/name_search.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cudnn_setup {
namespace {

std::vector<std::byte> bytesOf(std::string_view text, bool isWide) {
    std::vector<std::byte> bytes;
    for (const char letter : text) {
        bytes.push_back(static_cast<std::byte>(letter));
        if (isWide) bytes.push_back(std::byte{0});
    }
    return bytes;
}

std::set<std::string> namesIn(std::span<const std::byte> bytes, std::size_t piece) {
    NameSearch search;
    for (; bytes.size() > piece; bytes = bytes.subspan(piece)) search.feed(bytes.first(piece));
    search.feed(bytes);
    return search.names();
}

/// @p name between zero bytes, @p before bytes from the start.
std::set<std::string> namesAround(std::string_view name, bool isWide, std::size_t before, std::size_t piece) {
    std::vector<std::byte> bytes(before);
    const auto middle = bytesOf(name, isWide);
    bytes.insert(bytes.end(), middle.begin(), middle.end());
    bytes.resize(bytes.size() + 200);
    return namesIn(bytes, piece);
}

TEST(NameSearch, FindsANameWhereverItLies) {
    const std::set<std::string> expected{"cudnn_engines_runtime_compiled64_9.dll"};
    for (const bool isWide : {false, true})
        for (std::size_t before = 2; before < 300; ++before)
            ASSERT_EQ(namesAround("cudnn_engines_runtime_compiled64_9.dll", isWide, before, 256), expected) << isWide << " " << before;
}

TEST(NameSearch, FindsANameHoweverSmallThePieces) {
    for (const bool isWide : {false, true})
        for (std::size_t piece = 1; piece < 100; ++piece)
            ASSERT_EQ(namesAround("cublasLt64_12.dll", isWide, 40, piece), std::set<std::string>{"cublaslt64_12.dll"})
                << isWide << " " << piece;
}

TEST(NameSearch, KnowsTheNamesThatTellSomething) {
    for (const std::string name :
         {"cudnn64_9.dll", "cudnn_ext64_9.dll", "cudnn_ops_infer64_8.dll", "nvrtc64_120_0.dll", "nvcudart_hybrid64.dll"})
        EXPECT_EQ(namesAround(name, false, 33, 4096), std::set<std::string>{name});
}

TEST(NameSearch, IgnoresWhatOnlyLooksLikeOne) {
    for (const std::string_view text : {"zlibwapi64_1.dll", "mycudnn64_9.dll", "cudnn64_9.dl", "cudnn64_.dll", "nvrtc64_120.dll",
                                        "cublasLt64_12.lib", "64_9.dll", "nvrtc-builtins64_126.dll", "cudnn64_99999.dll"})
        EXPECT_TRUE(namesAround(text, false, 50, 4096).empty()) << text;
}

TEST(NameSearch, DoesNotTakeTheRestOfALongerNameAtABorder) {
    for (std::size_t piece = 1; piece < 64; ++piece) ASSERT_TRUE(namesAround("mycudnn64_9.dll", false, 37, piece).empty()) << piece;
}

TEST(NameSearch, StopsCollectingWhenAFileNamesTooMany) {
    std::string text;
    for (int number = 1; number < 500; ++number) text += "cudnn64_" + std::to_string(number) + ".dll" + '\0';
    EXPECT_EQ(namesIn(bytesOf('\0' + text, false), 1000).size(), 64U);
}

}   // namespace
}   // namespace cudnn_setup
