#include "base/finding.h"

#include "base/json.h"

namespace cudnn_setup {

Finding toFinding(const Error& error, Severity severity) {
    return {error.code, severity, error.subject, error.arguments, error.systemCode};
}

std::string_view toText(Severity severity) noexcept {
    switch (severity) {
        case Severity::Info: return "info";
        case Severity::Warning: return "warning";
        case Severity::Error: return "error";
    }
    return "error";
}

nlohmann::json toJson(const Finding& finding) {
    nlohmann::json json{{"code", codeInfo(finding.code).id},
                        {"severity", toText(finding.severity)},
                        {"subject", finding.subject},
                        {"arguments", finding.arguments},
                        {"remedy", codeInfo(finding.code).remedy}};
    if (finding.systemCode != 0) json["system_code"] = finding.systemCode;
    return json;
}

Result<Finding> findingFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    const auto id = reader.text("code");
    const auto severity = reader.text("severity");
    Finding finding{ErrorCode::InternalError, Severity::Error, reader.text("subject"), reader.texts("arguments"),
                    static_cast<std::uint32_t>(reader.unsignedOr("system_code", 0))};
    if (auto error = reader.error()) return std::unexpected(*error);
    const auto code = codeFromId(id);
    if (!code) return std::unexpected(code.error());
    finding.code = *code;
    if (severity == "info") finding.severity = Severity::Info;
    else if (severity == "warning") finding.severity = Severity::Warning;
    else if (severity != "error") return fail(ErrorCode::JsonMalformed, "severity");
    return finding;
}

}   // namespace cudnn_setup
