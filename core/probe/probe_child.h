#pragma once
/// @file
/// The child's side: the `--probe` role of both programs. Default DLL search on purpose: it must find what a new program would find.
#include <string_view>
#include <vector>

namespace cudnn_setup {

/// Runs all steps and prints one JSON line before and after each to stdout. cuDNN may end the process at any point; the last line names
/// the step. @return 0 when every step was run, whatever it found.
[[nodiscard]] int runProbe(const std::vector<std::string_view>& arguments);

}   // namespace cudnn_setup
