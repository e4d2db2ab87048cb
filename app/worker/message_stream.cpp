#include "worker/message_stream.h"

#include "base/little_endian.h"

#include <array>

namespace cudnn_setup {

Result<void> MessageStream::send(std::string_view text) {
    std::array<std::byte, 4> length{};
    for (std::size_t index = 0; index < length.size(); ++index) length[index] = static_cast<std::byte>(text.size() >> (8U * index));
    const std::scoped_lock guard(m_sending);
    if (m_lost) return fail(ErrorCode::WorkerLost, "");
    auto sent = text.size() <= longestMessage ? m_peer.write(length) : fail(ErrorCode::WorkerProtocol, "length");
    if (sent) sent = m_peer.write(std::as_bytes(std::span(text)));
    m_lost = !sent;
    return sent;
}

Result<void> MessageStream::fill(std::span<std::byte> buffer, const std::stop_token& stop, std::optional<Deadline> deadline) {
    while (!buffer.empty()) {
        const auto count = m_peer.read(buffer, stop, deadline);
        if (!count) return std::unexpected(count.error());
        if (*count == 0) return fail(ErrorCode::WorkerLost, "");
        buffer = buffer.subspan(*count);
    }
    return {};
}

Result<std::string> MessageStream::receive(const std::stop_token& stop, std::optional<Deadline> deadline) {
    std::array<std::byte, 4> length{};
    if (const auto got = fill(length, stop, deadline); !got) return std::unexpected(got.error());
    const auto size = *readLittleEndian<std::uint32_t>(length, 0);
    if (size > longestMessage) return fail(ErrorCode::WorkerProtocol, "length");
    std::string text(size, '\0');
    if (const auto got = fill(std::as_writable_bytes(std::span(text)), stop, deadline); !got) return std::unexpected(got.error());
    return text;
}

}   // namespace cudnn_setup
