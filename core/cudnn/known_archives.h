#pragma once
/// @file
/// NVIDIA's published archives and their hashes (resources/known-archives.json, compiled in; source and grade per row there). A missing row
/// says nothing about an archive.
#include "base/sha256.h"
#include "base/version.h"

#include <optional>
#include <span>

namespace cudnn_setup {

struct KnownArchive {
    std::string name;
    Version release;
    unsigned cudaMajor;
    Sha256 sha256;
    std::optional<std::uint64_t> size;   ///< bytes
    /// From a manifest of NVIDIA's or a file of NVIDIA's. Else from a third party, of which at least one was wrong before: a match still
    /// recognises the archive, a mismatch means nothing.
    bool fromNvidia = false;
};

[[nodiscard]] std::span<const KnownArchive> knownArchives();
[[nodiscard]] const KnownArchive* findKnownArchive(const Sha256& sha256);
/// Serial numbers of certificates that are never trusted (resources/denied-certificates.json): the two of NVIDIA leaked in 2022.
[[nodiscard]] bool isDeniedCertificate(std::string_view serial);

}   // namespace cudnn_setup
