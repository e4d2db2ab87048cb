#pragma once
/// @file
/// The child's side: the `--probe` role of both programs. Default DLL search on purpose: it must find what a new program would find.
#include <string_view>
#include <vector>

namespace cudnn_setup {

/// Runs all steps and prints one JSON line before and after each to stdout (probe_line.h). cuDNN may end the process at any point; the
/// last line names the step. Nothing of the process may have narrowed the DLL search before.
/// @param arguments  What stands behind `--probe`: nothing.
/// @return 0 when everything that could be tried was tried, whatever was found; 1 for arguments.
[[nodiscard]] int runProbe(const std::vector<std::string_view>& arguments);

}   // namespace cudnn_setup
