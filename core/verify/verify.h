#pragma once
/// @file
/// Is what is installed whole, unchanged and what a new program would load? Pure over the snapshot, apart from signatures.
#include "cudnn/archive.h"
#include "machine/snapshot.h"
#include "platform/system.h"

#include <stop_token>

namespace cudnn_setup {

struct SetCount {
    std::size_t found = 0;
    std::size_t expected = 0;
};

/// First hits of one DLL name in the order in which a new program would look.
struct LoadOrderHit {
    std::string folder;
    std::optional<Version> version;
};
struct LoadOrder {
    std::string library;
    std::vector<LoadOrderHit> hits;
};

struct Verification {
    std::string root;
    std::optional<Version> release;   ///< of the receipt or the archive, else of the files
    SetCount libraries, headers, importLibraries;
    std::vector<LoadOrder> loadOrder;
    std::vector<Finding> findings;
    [[nodiscard]] bool isHealthy() const;   ///< no finding of severity Error
};

/// @param toolkit  A target: its files are hashed (observeTargets()). Of another one sizes and versions are compared.
/// @param archive  What should be installed, if the user named one; nullptr: the receipt, else the files judge each other.
/// @return Findings about files have the bare file name as subject: names are unique in a set. PATH findings: segment as written, and
///         as arguments its place, counted from 1, and the scope ("machine", "user").
[[nodiscard]] Verification verifyToolkit(const Snapshot& snapshot, const Toolkit& toolkit, const Archive* archive);
/// The signatures of the toolkit's cuDNN DLLs of the installed major, one finding each that is not trusted. What the user already accepted with
/// /allowunsigned (receipt) and has not changed since is a warning. Blocks; stops early, with what it has, when asked.
[[nodiscard]] std::vector<Finding> verifySignatures(const System& system, const Toolkit& toolkit, bool archiveIsKnown,
                                                    const std::stop_token& stop);

}   // namespace cudnn_setup
