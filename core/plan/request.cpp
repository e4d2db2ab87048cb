#include "plan/request.h"

#include "base/json.h"
#include "base/version.h"

#include <array>

namespace cudnn_setup {
namespace {

constexpr std::array actions{Action::Install, Action::Verify, Action::Prove, Action::Uninstall};
constexpr std::array pathChoices{PathChoice::Machine, PathChoice::User, PathChoice::None};

template <class Values> auto valueOf(JsonReader& reader, std::string_view key, const Values& values) {
    const auto text = reader.text(key);
    for (const auto value : values) {
        if (toText(value) == text) return value;
    }
    reader.reject(key);
    return values.front();
}

}   // namespace

std::vector<std::string> namedFolders(const Request& request) {
    if (request.target.empty() || request.target == "all" || Version::parse(request.target)) return {};
    return {request.target};
}

std::string_view toText(Action action) noexcept {
    switch (action) {
        case Action::Install: return "install";
        case Action::Verify: return "verify";
        case Action::Prove: return "prove";
        case Action::Uninstall: return "uninstall";
    }
    return "install";
}

std::string_view toText(PathChoice choice) noexcept {
    switch (choice) {
        case PathChoice::Machine: return "machine";
        case PathChoice::User: return "user";
        case PathChoice::None: return "none";
    }
    return "machine";
}

nlohmann::json toJson(const Request& request) {
    nlohmann::json json{{"action", toText(request.action)},
                        {"source", request.source},
                        {"target", request.target},
                        {"path", toText(request.path)},
                        {"accept_licence", request.acceptLicence},
                        {"allow_unsigned", request.allowUnsigned},
                        {"what_if", request.whatIf},
                        {"prove", request.prove},
                        {"repair", request.repair},
                        {"force", request.force},
                        {"no_static", request.noStatic}};
    if (request.expectedHash) json["expected_hash"] = request.expectedHash->toString();
    return json;
}

Result<Request> requestFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    Request request{.action = valueOf(reader, "action", actions),
                    .source = reader.text("source"),
                    .expectedHash = std::nullopt,
                    .target = reader.text("target"),
                    .path = valueOf(reader, "path", pathChoices),
                    .acceptLicence = reader.boolean("accept_licence"),
                    .allowUnsigned = reader.boolean("allow_unsigned"),
                    .whatIf = reader.boolean("what_if"),
                    .prove = reader.boolean("prove"),
                    .repair = reader.booleanOr("repair", false),
                    .force = reader.booleanOr("force", false),
                    .noStatic = reader.booleanOr("no_static", false)};
    if (const auto hash = reader.optionalText("expected_hash")) {
        if (const auto parsed = Sha256::parse(*hash)) request.expectedHash = *parsed;
        else reader.reject("expected_hash");
    }
    if (reader.error()) return std::unexpected(*reader.error());
    return request;
}

}   // namespace cudnn_setup
