#pragma once
/// @file
/// Which file a new program gets for each DLL name: System32, then PATH (Microsoft's standard search order; the program's own folder, which
/// comes first, is the program's business).
#include "verify/expected_set.h"
#include "verify/verify.h"

#include <set>

namespace cudnn_setup {

/// @param settled  Names of the target's DLLs whose bytes are the release's, in lower case: they have a version even without a resource.
[[nodiscard]] std::vector<LoadOrder> loadOrderOf(const Snapshot& snapshot, const Toolkit& toolkit, const ExpectedSet& set,
                                                 const std::set<std::string>& settled);

/// CopyHidesTarget, CopiesMixed, CopyInSystem32.
[[nodiscard]] std::vector<Finding> copyFindings(const Snapshot& snapshot, const Toolkit& toolkit, const ExpectedSet& set,
                                                std::span<const LoadOrder> order);

}   // namespace cudnn_setup
