#include "archive/entry_stream.h"

#include "archive/crc32.h"

#include <isa-l.h>

#include <algorithm>

namespace cudnn_setup {
namespace {

/// Positional reads of this size reach full speed with 9 MB resident (measured on the 9.5.0.50 archive); the output piece stays in the
/// second-level cache for CRC, hash and name search.
constexpr std::size_t pieceBytes = 256UZ * 1024;

}   // namespace

struct EntryStream::State {
    const ZipArchive* archive = nullptr;
    ZipEntry entry;
    bool deflated = false;
    bool finished = false;      // the inflater saw the last block
    std::uint64_t offset = 0;   // of the next packed byte in the file
    std::uint64_t packedLeft = 0;
    std::uint64_t produced = 0;
    std::uint32_t crc32 = 0;
    std::vector<std::byte> packed = std::vector<std::byte>(pieceBytes);
    std::vector<std::byte> piece = std::vector<std::byte>(pieceBytes);
    inflate_state inflater{};

    [[nodiscard]] std::unexpected<Error> damaged(std::string reason) const {
        return fail(ErrorCode::ArchiveDamaged, entry.name, 0, {std::move(reason)});
    }

    [[nodiscard]] Result<std::size_t> readPacked(std::span<std::byte> buffer) {
        const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(packedLeft, buffer.size()));
        const auto count = archive->file().readAt(offset, buffer.first(wanted));
        if (!count) return fail(ErrorCode::ArchiveUnreadable, archive->name(), count.error().systemCode);
        if (*count != wanted) return damaged("cut-off");
        offset += wanted;
        packedLeft -= wanted;
        return wanted;
    }

    [[nodiscard]] Result<std::size_t> inflatePiece() {
        inflater.next_out = reinterpret_cast<std::uint8_t*>(piece.data());
        inflater.avail_out = static_cast<std::uint32_t>(piece.size());
        while (inflater.avail_out > 0 && !finished) {
            if (inflater.avail_in == 0 && packedLeft > 0) {
                const auto count = readPacked(packed);
                if (!count) return count;
                inflater.next_in = reinterpret_cast<std::uint8_t*>(packed.data());
                inflater.avail_in = static_cast<std::uint32_t>(*count);
            }
            const std::uint32_t outBefore = inflater.avail_out;
            const std::uint32_t inBefore = inflater.avail_in;
            if (isal_inflate(&inflater) != ISAL_DECOMP_OK) return damaged("stream");
            finished = inflater.block_state == ISAL_BLOCK_FINISH;
            if (!finished && inflater.avail_out == outBefore && inflater.avail_in == inBefore && packedLeft == 0) return damaged("stream");
        }
        return piece.size() - inflater.avail_out;
    }
};

EntryStream::EntryStream() : m_state(std::make_unique<State>()) {}
EntryStream::~EntryStream() = default;

void EntryStream::start(const ZipArchive& archive, const ZipEntry& entry) {
    State& state = *m_state;
    state.archive = &archive;
    state.entry = entry;
    state.deflated = archive.isDeflated(entry);
    state.finished = false;
    state.offset = archive.dataOffset(entry);
    state.packedLeft = entry.packedSize;
    state.produced = 0;
    state.crc32 = 0;
    if (!state.deflated) return;
    isal_inflate_init(&state.inflater);
    state.inflater.crc_flag = ISAL_DEFLATE;
    state.inflater.avail_in = 0;
}

Result<std::span<const std::byte>> EntryStream::next() {
    State& state = *m_state;
    const auto count = state.deflated ? state.inflatePiece() : state.readPacked(state.piece);
    if (!count) return std::unexpected(count.error());
    const auto bytes = std::span<const std::byte>(state.piece).first(*count);
    state.produced += *count;
    if (state.produced > state.entry.size) return state.damaged("size");   // stops a bomb that lies about its size
    state.crc32 = crc32Of(state.crc32, bytes);
    if (bytes.empty()) {
        if (state.produced != state.entry.size) return state.damaged("size");
        if (state.crc32 != state.entry.crc32) return state.damaged("crc");
    }
    return bytes;
}

}   // namespace cudnn_setup
