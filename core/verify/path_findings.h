#pragma once
/// @file
/// PATH as the place where new programs look for the toolkit's DLLs, and what is wrong with its text.
#include "verify/verify.h"

namespace cudnn_setup {

/// PathFolderMissing, PathFolderWritableByUsers, and per segment PathEmptySegment, PathQuote, PathSegmentIsFile, PathDead, PathDuplicate;
/// PathTypeNotExpandable. Warnings and info only: others' segments are never repaired unasked.
[[nodiscard]] std::vector<Finding> pathFindings(const Snapshot& snapshot, const Toolkit& toolkit);

}   // namespace cudnn_setup
