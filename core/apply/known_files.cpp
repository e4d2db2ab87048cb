#include "apply/known_files.h"

#include "platform/hasher.h"

namespace cudnn_setup {

void KnownFiles::remember(const FileInfo& info, const Sha256& sha256) {
    if (info.kind == FileKind::Regular && !info.identity.empty())
        m_seen.insert_or_assign(info.identity, Seen{info.size, info.modified, sha256});
}

Result<bool> KnownFiles::holds(const Files& files, const std::filesystem::path& path, const Sha256& sha256) const {
    const auto info = files.info(path);
    if (!info) return std::unexpected(info.error());
    if (!*info || (*info)->kind != FileKind::Regular) return false;
    if (const auto seen = m_seen.find((*info)->identity);
        seen != m_seen.end() && seen->second.size == (*info)->size && seen->second.modified == (*info)->modified)
        return seen->second.sha256 == sha256;
    const auto file = files.open(path, OpenFor::ReadingShared);
    if (!file) return std::unexpected(file.error());
    const auto hash = hashOf(**file, {});
    if (!hash) return std::unexpected(hash.error());
    return *hash == sha256;
}

}   // namespace cudnn_setup
