#pragma once
/// @file
/// The signatures of the very bytes that will be placed.
#include "apply/staging.h"
#include "apply/target_folders.h"
#include "base/finding.h"
#include "platform/signatures.h"

#include <stop_token>

namespace cudnn_setup {

/// Several threads: WinVerifyTrust takes about 0.4 s a DLL under Wine 8, and NVIDIA's sets have eight to ten.
/// @param onFile  From these threads: files done so far, and the one that was.
/// @return One finding for each DLL that is not trusted without a remark, by entry name; or Cancelled, SystemCallFailed.
[[nodiscard]] Result<std::vector<Finding>> judgeStaged(
    const Signatures& signatures, const TargetFolders& target, const StagedFiles& staged, bool archiveIsKnown, const std::stop_token& stop,
    const std::function<void(std::size_t done, std::size_t total, std::string_view name)>& onFile);

}   // namespace cudnn_setup
