#include "platform/hasher.h"

#include "platform/files.h"

#include <algorithm>

namespace cudnn_setup {

Result<Sha256> hashOf(std::span<const std::byte> bytes) {
    Hasher hasher;
    hasher.update(bytes);
    return hasher.finish();
}

Result<Sha256> hashOf(const InputFile& file, const std::stop_token& stop) {
    constexpr std::size_t pieceSize = 1024 * 1024;
    Hasher hasher;
    std::vector<std::byte> piece(static_cast<std::size_t>(std::min<std::uint64_t>(pieceSize, std::max<std::uint64_t>(file.size(), 1))));
    // Read until the end that the system reports, not until size(): a file opened shared may grow, and then its hash is that of all of it.
    for (std::uint64_t offset = 0;;) {
        if (stop.stop_requested()) return fail(ErrorCode::Cancelled, {});
        const auto read = file.readAt(offset, piece);
        if (!read) return std::unexpected(read.error());
        hasher.update(std::span(piece).first(*read));
        offset += *read;
        if (*read < piece.size()) return hasher.finish();
    }
}

}   // namespace cudnn_setup
