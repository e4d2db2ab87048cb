#pragma once
/// @file
/// One folder looked at as a CUDA toolkit.
#include "machine/toolkit_candidates.h"

namespace cudnn_setup {

/// @param findings  What could not be read of it.
/// @return std::nullopt when the folder is missing or nothing tells a CUDA version.
[[nodiscard]] std::optional<Toolkit> readToolkit(const System& system, const ToolkitCandidate& candidate, std::vector<Finding>& findings);

/// "cuda": {"version": "12.6.77"} of NVIDIA's version.json.
[[nodiscard]] std::optional<Version> versionFromToolkitJson(std::string_view text);
/// "#define CUDA_VERSION 12060" of cuda.h: 12.6.
[[nodiscard]] std::optional<Version> versionFromCudaHeader(std::string_view text);

}   // namespace cudnn_setup
