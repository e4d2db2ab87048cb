#pragma once
/// @file
/// The one currency for blockers, warnings, verification and diagnosis: facts without a sentence. core/report makes the text.
#include "base/error.h"

#include <nlohmann/json_fwd.hpp>

namespace cudnn_setup {

enum class Severity { Info, Warning, Error };

struct Finding {
    ErrorCode code;
    Severity severity = Severity::Error;
    std::string subject{};                  ///< file, folder, variable, PATH segment or device
    std::vector<std::string> arguments{};   ///< further facts, in the order that the catalogue names them
    std::uint32_t systemCode = 0;           ///< of the failing call; 0 = none
    friend bool operator==(const Finding&, const Finding&) = default;
};

[[nodiscard]] Finding toFinding(const Error& error, Severity severity = Severity::Error);
[[nodiscard]] std::string_view toText(Severity severity) noexcept;   // "info", "warning", "error"

/// {"code": id, "severity": …, "subject": …, "arguments": […], "remedy": key, "system_code": n}
[[nodiscard]] nlohmann::json toJson(const Finding& finding);
[[nodiscard]] Result<Finding> findingFromJson(const nlohmann::json& json);

}   // namespace cudnn_setup
