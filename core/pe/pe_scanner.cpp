#include "pe/name_search.h"
#include "pe/pe_headers.h"
#include "pe/pe_version.h"
#include "platform/files.h"

#include <algorithm>

namespace cudnn_setup {
namespace {

/// A range of the file that is kept while the bytes pass by.
struct Window {
    std::uint64_t offset = 0;
    std::vector<std::byte> bytes;

    Window() = default;
    explicit Window(FileRange range) : offset(range.offset), bytes(range.size) {}

    /// Takes over what @p piece, which stands at @p at in the file, has of the range. Pieces come in order.
    void take(std::uint64_t at, std::span<const std::byte> piece) {
        const std::uint64_t from = std::max(offset, at);
        const std::uint64_t to = std::min(offset + bytes.size(), at + piece.size());
        if (from >= to) return;
        const auto part = piece.subspan(from - at, to - from);
        std::copy(part.begin(), part.end(), bytes.begin() + static_cast<std::ptrdiff_t>(from - offset));
    }
};

Result<PeFacts> factsOf(const PeHeaders& headers, std::uint64_t size, std::span<const std::byte> exports,
                        std::span<const std::byte> resources, std::string_view name) {
    if (size < headers.fileEnd) return fail(ErrorCode::FileDamaged, std::string(name), 0, {"cut-off"});
    PeVersion version = versionIn(headers, resources);
    return PeFacts{.machine = headers.machine,
                   .isDll = headers.isDll,
                   .exportName = exportNameIn(headers, exports),
                   .fileVersion = version.fileVersion,
                   .companyName = std::move(version.companyName),
                   .embeddedNames = {}};
}

std::unexpected<Error> noImage(std::uint64_t size, std::string_view name) {
    if (size == 0) return fail(ErrorCode::FileEmpty, std::string(name));
    return fail(ErrorCode::FileDamaged, std::string(name), 0, {"no-image"});
}

}   // namespace

struct PeScanner::State {
    std::vector<std::byte> head;   // until the headers are parsed
    bool headDone = false;
    std::optional<PeHeaders> headers;   // std::nullopt after headDone: no image
    Window exports;
    Window resources;
    std::uint64_t size = 0;
    NameSearch names;

    void parseHead() {
        headDone = true;
        headers = parsePeHeaders(head);
        if (headers) {
            exports = Window(headers->exportRange());
            resources = Window(headers->resourceRange());
            exports.take(0, head);
            resources.take(0, head);
        }
        head = {};
    }
};

PeScanner::PeScanner() : m_state(std::make_unique<State>()) {}
PeScanner::~PeScanner() = default;
PeScanner::PeScanner(PeScanner&&) noexcept = default;
PeScanner& PeScanner::operator=(PeScanner&&) noexcept = default;

void PeScanner::feed(std::span<const std::byte> bytes) {
    State& state = *m_state;
    std::uint64_t at = state.size;
    state.size += bytes.size();
    if (!state.headDone || state.headers) state.names.feed(bytes);
    if (!state.headDone) {
        const std::size_t part = std::min(bytes.size(), peHeaderBytes - state.head.size());
        state.head.insert(state.head.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(part));
        if (state.head.size() < peHeaderBytes) return;
        state.parseHead();
        bytes = bytes.subspan(part);
        at += part;
    }
    state.exports.take(at, bytes);
    state.resources.take(at, bytes);
}

Result<PeFacts> PeScanner::finish(std::string_view name) {
    State& state = *m_state;
    if (!state.headDone) state.parseHead();
    if (!state.headers) return noImage(state.size, name);
    auto facts = factsOf(*state.headers, state.size, state.exports.bytes, state.resources.bytes, name);
    if (facts) facts->embeddedNames = state.names.names();
    return facts;
}

Result<PeFacts> readPeHeaders(const InputFile& file, std::string_view name) {
    const auto read = [&file](FileRange range) -> Result<std::vector<std::byte>> {
        std::vector<std::byte> bytes(std::min(range.size, range.offset < file.size() ? file.size() - range.offset : 0));
        const auto count = file.readAt(range.offset, bytes);
        if (!count) return std::unexpected(count.error());
        bytes.resize(*count);
        return bytes;
    };
    const auto head = read({0, peHeaderBytes});
    if (!head) return std::unexpected(head.error());
    const auto headers = parsePeHeaders(*head);
    if (!headers) return noImage(file.size(), name);
    const auto exports = read(headers->exportRange());
    if (!exports) return std::unexpected(exports.error());
    const auto resources = read(headers->resourceRange());
    if (!resources) return std::unexpected(resources.error());
    return factsOf(*headers, file.size(), *exports, *resources, name);
}

}   // namespace cudnn_setup
