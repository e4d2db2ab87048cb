#pragma once
/// @file
/// Whether a signature makes a DLL NVIDIA's: digest and chain valid, time-stamped, CN and O "NVIDIA Corporation", serial not denied.
#include "base/finding.h"
#include "platform/signatures.h"

#include <optional>

namespace cudnn_setup {

/// Pure. @return std::nullopt = trusted without a remark; a warning when the root is missing and the archive is known to be NVIDIA's; else the error.
[[nodiscard]] std::optional<Finding> judgeSignature(std::string_view fileName, const Signature& signature, bool archiveIsKnown);

}   // namespace cudnn_setup
