#include "worker/message_stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

namespace cudnn_setup {
namespace {

/// What is written can be read again, in pieces of any size.
class Loop final : public PeerStream {
public:
    [[nodiscard]] Result<std::size_t> read(std::span<std::byte> buffer, const std::stop_token& stop, std::optional<Deadline>) override {
        if (stop.stop_requested()) return fail(ErrorCode::Cancelled, "");
        const auto count = std::min({buffer.size(), bytes.size(), piece});
        std::copy_n(bytes.begin(), count, buffer.begin());
        bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
        return count;
    }
    [[nodiscard]] Result<void> write(std::span<const std::byte> more) override {
        if (broken) return fail(ErrorCode::WorkerLost, "");
        bytes.insert(bytes.end(), more.begin(), more.end());
        return {};
    }
    std::deque<std::byte> bytes;
    std::size_t piece = 3;
    bool broken = false;
};

TEST(MessageStream, KeepsMessagesApartWhateverPiecesTheyComeIn) {
    for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, std::size_t{4096}}) {
        Loop loop;
        loop.piece = piece;
        MessageStream stream(loop);
        ASSERT_TRUE(stream.send("first"));
        ASSERT_TRUE(stream.send(""));
        ASSERT_TRUE(stream.send(std::string(70'000, 'x')));
        EXPECT_EQ(stream.receive({}, {}).value(), "first");
        EXPECT_EQ(stream.receive({}, {}).value(), "");
        EXPECT_EQ(stream.receive({}, {}).value(), std::string(70'000, 'x'));
    }
}

TEST(MessageStream, RefusesALengthAboveTheLimitBeforeItReadsOn) {
    Loop loop;
    MessageStream stream(loop);
    for (const int byte : {0xff, 0xff, 0xff, 0x7f, 0x20}) loop.bytes.push_back(static_cast<std::byte>(byte));
    const auto received = stream.receive({}, {});
    ASSERT_FALSE(received);
    EXPECT_EQ(received.error().code, ErrorCode::WorkerProtocol);
    EXPECT_EQ(loop.bytes.size(), 1U);
}

TEST(MessageStream, SaysThatThePeerIsGoneInTheMiddleOfAMessage) {
    Loop loop;
    MessageStream stream(loop);
    ASSERT_TRUE(stream.send("whole"));
    loop.bytes.pop_back();
    const auto received = stream.receive({}, {});
    ASSERT_FALSE(received);
    EXPECT_EQ(received.error().code, ErrorCode::WorkerLost);
}

TEST(MessageStream, SendsNothingAfterAMessageThatWasCutOff) {
    Loop loop;
    MessageStream stream(loop);
    loop.broken = true;
    EXPECT_FALSE(stream.send("lost"));
    loop.broken = false;
    EXPECT_FALSE(stream.send("half a message stands before this one"));
    EXPECT_TRUE(loop.bytes.empty());
}

}   // namespace
}   // namespace cudnn_setup
