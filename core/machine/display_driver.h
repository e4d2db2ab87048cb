#pragma once
/// @file
/// NVIDIA's driver number out of the one that Windows shows.
#include <string>
#include <string_view>

namespace cudnn_setup {

/// "32.0.15.6094" → "560.94": third and fourth number are (third - 10) * 10000 + fourth = 56094, in hundredths (reported by
/// users of current drivers; NVIDIA does not state it). Text of another shape comes back as it is.
[[nodiscard]] std::string nvidiaDriverVersion(std::string_view windowsVersion);

}   // namespace cudnn_setup
