#pragma once
/// @file
/// "Is this still that file?" Deleting and restoring are allowed only for files whose bytes are known.
#include "base/sha256.h"
#include "platform/files.h"

#include <map>

namespace cudnn_setup {

/// One thread.
class KnownFiles {
public:
    /// The file that @p info was asked of holds these bytes. A rename keeps id, size and time, so the running transaction recognises its
    /// files without reading them again (a rollback has one second for about a gigabyte); a later process reads and hashes.
    void remember(const FileInfo& info, const Sha256& sha256);
    /// @return true: a regular file with these bytes. A missing file, a folder or a link: false.
    [[nodiscard]] Result<bool> holds(const Files& files, const std::filesystem::path& path, const Sha256& sha256) const;

private:
    struct Seen {
        std::uint64_t size;
        std::int64_t modified;
        Sha256 sha256;
    };
    std::map<std::string, Seen> m_seen;   // by identity
};

}   // namespace cudnn_setup
