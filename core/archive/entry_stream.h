#pragma once
/// @file
/// The unpacked bytes of one entry after another, in pieces; nothing is ever held whole.
#include "archive/zip_archive.h"

namespace cudnn_setup {

/// One thread. Takes about 0.7 MiB, whatever the entries' sizes, and is used again for the next entry.
class EntryStream {
public:
    EntryStream();
    ~EntryStream();
    EntryStream(const EntryStream&) = delete;
    EntryStream& operator=(const EntryStream&) = delete;

    /// @param archive  Borrowed until the entry's end.
    void start(const ZipArchive& archive, const ZipEntry& entry);
    /// @return At most 256 KiB, valid until the next call; empty at the end, when size and CRC are found right.
    ///         Error{ArchiveDamaged, entry} for a wrong stream, size or CRC; ArchiveUnreadable.
    [[nodiscard]] Result<std::span<const std::byte>> next();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}   // namespace cudnn_setup
