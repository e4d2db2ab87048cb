#pragma once
/// @file
/// The files of one toolkit against what should be there.
#include "verify/expected_set.h"
#include "verify/verify.h"

#include <set>

namespace cudnn_setup {

struct SetCheck {
    SetCount libraries, headers, importLibraries;
    std::set<std::string> settled;   ///< names in lower case whose bytes are the release's, by hash
    std::vector<Finding> findings;
};

[[nodiscard]] SetCheck checkSet(const Toolkit& toolkit, const ExpectedSet& set);

/// Neither a receipt nor a file of cuDNN's @p major; headers and import libraries beside another major's DLLs are that major's.
[[nodiscard]] bool isNothingInstalled(const Toolkit& toolkit, unsigned major);

}   // namespace cudnn_setup
