#include "platform/hasher.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace cudnn_setup {
namespace {

std::span<const std::byte> bytesOf(std::string_view text) {
    return std::as_bytes(std::span(text));
}

/// FIPS 180-2, appendix B.
constexpr std::string_view ofAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
constexpr std::string_view ofTwoBlocks = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
constexpr std::string_view ofMillionA = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
constexpr std::string_view ofNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

TEST(Hasher, AgreesWithTheStandard) {
    EXPECT_EQ(hashOf(bytesOf("abc")).value().toString(), ofAbc);
    EXPECT_EQ(hashOf(bytesOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")).value().toString(), ofTwoBlocks);
    EXPECT_EQ(hashOf({}).value().toString(), ofNothing);
}

TEST(Hasher, TakesPiecesOfAnySize) {
    const std::string text(1'000'000, 'a');
    Hasher hasher;
    std::size_t size = 1;
    for (std::string_view left = text; !left.empty(); size = size * 3 % 70'001 + 1) {
        const auto piece = left.substr(0, size);
        hasher.update(bytesOf(piece));
        hasher.update({});
        left.remove_prefix(piece.size());
    }
    EXPECT_EQ(hasher.finish().value().toString(), ofMillionA);
}

TEST(Hasher, FinishesOnce) {
    Hasher hasher;
    EXPECT_TRUE(hasher.finish().has_value());
    EXPECT_EQ(hasher.finish().error().code, ErrorCode::InternalError);
}

TEST(Hasher, MovesAndRunsOnSeveralThreads) {
    std::vector<std::string> found(4);
    {
        std::vector<std::jthread> threads;
        for (auto& text : found) {
            threads.emplace_back([&text] {
                Hasher first;
                first.update(bytesOf("a"));
                Hasher second = std::move(first);
                second.update(bytesOf("bc"));
                text = second.finish().value().toString();
            });
        }
    }
    for (const auto& text : found) EXPECT_EQ(text, ofAbc);
}

}   // namespace
}   // namespace cudnn_setup
