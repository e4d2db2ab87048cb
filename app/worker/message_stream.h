#pragma once
/// @file
/// Whole messages over a stream of bytes: four bytes of length, little-endian, then the text. The length is input and limited.
#include "platform/peer.h"

#include <mutex>

namespace cudnn_setup {

class MessageStream {
public:
    /// @param peer  Borrowed.
    explicit MessageStream(PeerStream& peer) : m_peer(peer) {}
    /// Any thread. @return Error{WorkerLost}, also for every message after one that could not be sent: half of it may have arrived.
    [[nodiscard]] Result<void> send(std::string_view text);
    /// One thread. @return Error{WorkerLost} when the peer ended or the deadline passed, {WorkerProtocol} for a message above the limit,
    /// {Cancelled}.
    [[nodiscard]] Result<std::string> receive(const std::stop_token& stop, std::optional<Deadline> deadline);

private:
    [[nodiscard]] Result<void> fill(std::span<std::byte> buffer, const std::stop_token& stop, std::optional<Deadline> deadline);
    PeerStream& m_peer;
    std::mutex m_sending;
    bool m_lost = false;
};

constexpr std::size_t longestMessage = 1024U * 1024U;   // bytes; the largest real one, findings of a refused set, is some 20 KB

}   // namespace cudnn_setup
