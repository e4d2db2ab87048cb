#pragma once
/// @file
/// Wine stands in for Windows in the tests; where it has only a stub, we must not read its answer as Windows'. Nothing else may depend
/// on this.
#include <optional>
#include <string>

namespace cudnn_setup::win {

/// "8.0" under Wine, nothing on Windows.
[[nodiscard]] const std::optional<std::string>& wineVersion();

}   // namespace cudnn_setup::win
