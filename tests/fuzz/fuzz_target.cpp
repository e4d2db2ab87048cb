#include "fuzz_target.h"

#include "archive/unpack.h"
#include "cudnn/archive.h"
#include "cudnn/names.h"
#include "doubles/memory_file.h"
#include "pe/pe_facts.h"
#include "plan/path_segments.h"
#include "receipt/journal_record.h"
#include "receipt/receipt.h"
#include "receipt/toolkit_index.h"
#include "worker/protocol.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>

namespace cudnn_setup {
namespace {

constexpr std::uint64_t mostUnpacked = 8U * 1024U * 1024U;   // a bomb is refused by the limits; a large honest archive only takes time

void zip(std::string_view bytes) {
    ZipLimits limits;
    limits.totalBytes = mostUnpacked;
    const auto archive = ZipArchive::open(std::make_unique<MemoryFile>(bytes), "fuzz.zip", limits);
    if (!archive) return;
    std::uint64_t total = 0;
    for (const ZipEntry& entry : archive->entries()) {
        expect(('/' + entry.name + '/').find("/../") == std::string::npos, "no entry leaves its folder");
        expect(!entry.name.starts_with('/') && entry.name.find('\\') == std::string::npos, "every name is relative");
        total += entry.size;
    }
    expect(total <= mostUnpacked, "the limit on unpacked bytes");
    UnpackOptions options;
    options.workers = 1;
    const auto contents = unpack(*archive, nullptr, options);
    if (contents) static_cast<void>(resolveArchive(*contents));
}

void portableExecutable(std::string_view bytes) {
    const auto all = std::as_bytes(std::span(bytes));
    PeScanner whole;
    whole.feed(all);
    const auto atOnce = whole.finish("fuzz.dll");
    PeScanner pieces;
    for (std::size_t start = 0; start < all.size(); start += 7)
        pieces.feed(all.subspan(start, std::min<std::size_t>(7, all.size() - start)));
    const auto inPieces = pieces.finish("fuzz.dll");
    expect(atOnce.has_value() == inPieces.has_value(), "the same answer whatever the pieces");
    if (atOnce) expect(*atOnce == *inPieces, "the same facts whatever the pieces");
    static_cast<void>(readPeHeaders(MemoryFile(bytes), "fuzz.dll"));
}

void pathText(std::string_view bytes) {
    const auto end = bytes.find('\n');
    const auto raw = bytes.substr(0, end);
    const auto segment = end == std::string_view::npos ? std::string_view(R"(C:\cuda\bin)") : bytes.substr(end + 1);
    for (const SegmentView& view : splitPath(raw)) {
        expect(view.offset + view.text.size() <= raw.size(), "segments lie inside the text");
        static_cast<void>(normaliseSegment(view.text));
    }
    if (segment.empty() || segment.find('"') != std::string_view::npos) return;   // no folder is called so
    const auto added = addSegment(raw, segment);
    expect(added.starts_with(raw), "everybody else's text stays");
    expect(removeSegment(added, segment) == raw, "what was added is taken out without a trace");
}

void versionHeader(std::string_view bytes) {
    static_cast<void>(parseVersionHeader(bytes));
}

void receipt(std::string_view bytes) {
    const auto read = parseReceipt(bytes);
    if (!read) return;
    for (const ReceiptFile& file : read->files) expect(isAllowedPath(file.path, read->dllFolder), "only paths that this program placed");
    const auto again = receiptFromJson(toJson(*read));
    expect(again.has_value(), "what was read can be written and read");
}

void journal(std::string_view bytes) {
    const auto read = parseJournal(bytes);
    if (!read) return;
    std::string text;
    for (const JournalRecord& record : read->records) text += toLine(record);
    const auto again = parseJournal(text);
    expect(again.has_value() && again->records == read->records, "what was read can be written and read");
}

void index(std::string_view bytes) {
    const auto read = parseToolkitIndex(bytes);
    if (read) expect(parseToolkitIndex(toJson(*read).dump()).has_value(), "what was read can be written and read");
}

void workerMessage(std::string_view bytes) {
    if (const auto read = messageToWorker(bytes)) {
        if (const auto* const work = std::get_if<StartWork>(&*read))
            expect(work->request.source.find_first_of("/\\:") == std::string::npos, "no path crosses");
        expect(messageToWorker(toMessage(*read)).has_value(), "what was read can be written and read");
    }
    static_cast<void>(messageFromWorker(bytes));
}

constexpr std::array targets{
    FuzzTarget{"zip", zip},
    FuzzTarget{"pe", portableExecutable},
    FuzzTarget{"path-text", pathText},
    FuzzTarget{"version-header", versionHeader},
    FuzzTarget{"receipt", receipt},
    FuzzTarget{"journal", journal},
    FuzzTarget{"index", index},
    FuzzTarget{"worker-message", workerMessage},
};

}   // namespace

std::span<const FuzzTarget> fuzzTargets() {
    return targets;
}

void expect(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

}   // namespace cudnn_setup
