#pragma once
/// @file
/// One inflate of a whole archive on several threads, with everything that can be learned on the way: SHA-256, CRC and PE facts of each
/// entry, and the SHA-256 of the archive itself. Looking and staging are the same pass; only the sink differs.
#include "archive/zip_archive.h"
#include "pe/pe_facts.h"

#include <functional>
#include <stop_token>

namespace cudnn_setup {

struct UnpackedEntry {
    ZipEntry entry;
    Sha256 sha256;                  ///< of the unpacked bytes
    std::optional<PeFacts> pe;      ///< of entries that end in .dll or .exe and are valid images
    std::optional<Error> peError;   ///< why there are none
    std::string text;               ///< the bytes of small text entries: cudnn_version.h and the licence (at most 256 KiB), else empty
};

struct ArchiveContents {
    std::string name;   ///< file name of the archive, for messages
    std::uint64_t size = 0;
    Sha256 sha256;
    std::vector<UnpackedEntry> entries;   ///< in directory order, folders left out
};

/// Takes the bytes of the entries that it wants. Called from several threads, each entry from one thread, in order.
class UnpackSink {
public:
    virtual ~UnpackSink() = default;
    /// @return false: the bytes of this entry are not wanted (it is still hashed and checked).
    [[nodiscard]] virtual Result<bool> begin(const ZipEntry& entry) = 0;
    [[nodiscard]] virtual Result<void> write(const ZipEntry& entry, std::span<const std::byte> bytes) = 0;
    [[nodiscard]] virtual Result<void> end(const ZipEntry& entry) = 0;
};

struct UnpackOptions {
    unsigned workers = 2;   ///< threads in all, the calling one included; entries go largest first
    std::stop_token stop;
    /// Unpacked bytes so far and in all, and an entry being worked on; from any of the threads, one at a time, at most about every 50 ms,
    /// and once more at the end, without an entry. A slow one holds up the thread that calls it.
    std::function<void(std::uint64_t done, std::uint64_t total, std::string_view entry)> onProgress;
};

/// Peak memory is a few MiB a thread, whatever the archive's size. Stops within one piece (256 KiB) of a stop request or an error.
/// @param sink  nullptr: only look. An entry that fails gets no end().
/// @return Error{ArchiveDamaged, entry} for a wrong CRC, size or stream; Cancelled; ArchiveUnreadable; the sink's error.
[[nodiscard]] Result<ArchiveContents> unpack(const ZipArchive& archive, UnpackSink* sink, const UnpackOptions& options);

/// The bytes of one entry of at most @p limit bytes: a look at a nested or foreign archive.
[[nodiscard]] Result<std::string> readEntry(const ZipArchive& archive, const ZipEntry& entry, std::uint64_t limit);

}   // namespace cudnn_setup
