#pragma once
/// @file
/// Text that must come back byte for byte. JSON holds UTF-8 only, and PATH or a damaged receipt may be anything: such bytes are written as
/// {"hex": "…"} instead of a string.
#include "base/error.h"

#include <nlohmann/json_fwd.hpp>

namespace cudnn_setup {

[[nodiscard]] nlohmann::json losslessToJson(std::string_view text);
/// @return Error{JsonMalformed, what}.
[[nodiscard]] Result<std::string> losslessFromJson(const nlohmann::json& json, std::string_view what);

}   // namespace cudnn_setup
