#include "base/json.h"
#include "plan/plan.h"
#include "receipt/lossless_text.h"

#include <array>

namespace cudnn_setup {
namespace {

constexpr std::array verbs{Verb::Place, Verb::Replace, Verb::Remove, Verb::Keep, Verb::Restore};
constexpr std::array reasons{StepReason::NewFile,  StepReason::OtherRelease,      StepReason::OtherBytes,  StepReason::SameBytes,
                             StepReason::LeftOver, StepReason::NoLongerInArchive, StepReason::UndoInstall, StepReason::GiveBack};
constexpr std::array oldFiles{OldFile::None, OldFile::Backup, OldFile::Discard};
constexpr std::array scopes{EnvironmentScope::Machine, EnvironmentScope::User};
constexpr std::array actions{Action::Install, Action::Verify, Action::Prove, Action::Uninstall};
constexpr std::array origins{ArchiveOrigin::Nvidia, ArchiveOrigin::Repacked, ArchiveOrigin::Unknown};

std::string_view textOf(OldFile old) {
    switch (old) {
        case OldFile::None: return "none";
        case OldFile::Backup: return "backup";
        case OldFile::Discard: return "discard";
    }
    return "none";
}

template <class Value> std::string_view textOf(Value value) {
    return toText(value);
}

template <class Values> auto readOneOf(JsonReader& reader, std::string_view key, const Values& values) {
    const auto text = reader.text(key);
    for (const auto value : values) {
        if (textOf(value) == text) return value;
    }
    reader.reject(key);
    return values.front();
}

std::optional<Sha256> readHash(JsonReader& reader, std::string_view key) {
    const auto text = reader.optionalText(key);
    if (!text) return std::nullopt;
    if (const auto hash = Sha256::parse(*text)) return *hash;
    reader.reject(key);
    return std::nullopt;
}

Sha256 readSomeHash(JsonReader& reader, std::string_view key) {
    const auto hash = readHash(reader, key);
    if (!hash) reader.reject(key);
    return hash.value_or(Sha256(Sha256::Bytes{}));
}

std::optional<Version> readVersion(JsonReader& reader, std::string_view key) {
    const auto text = reader.optionalText(key);
    if (!text) return std::nullopt;
    if (const auto version = Version::parse(*text)) return *version;
    reader.reject(key);
    return std::nullopt;
}

Version readSomeVersion(JsonReader& reader, std::string_view key) {
    const auto version = readVersion(reader, key);
    if (!version) reader.reject(key);
    return version.value_or(Version(0));
}

std::optional<RawVariable> readValue(JsonReader& reader, std::string_view key) {
    if (!reader.has(key)) return std::nullopt;
    auto value = rawVariableFromJson(reader.object(key));
    if (value) return std::move(*value);
    reader.reject(key);
    return std::nullopt;
}

/// Takes @p part, or remembers in @p reader that @p key is wrong.
template <class Value> void take(JsonReader& reader, std::string_view key, Result<Value> part, auto&& store) {
    if (part) store(std::move(*part));
    else reader.reject(std::string(key) + "." + part.error().subject);
}

nlohmann::json toJson(const FileStep& step) {
    nlohmann::json json{{"verb", toText(step.verb)},           {"reason", toText(step.reason)}, {"path", step.path},
                        {"component", toText(step.component)}, {"old", textOf(step.old)},       {"size_before", step.sizeBefore},
                        {"size_after", step.sizeAfter},        {"source", step.source}};
    if (step.before) json["before"] = step.before->toString();
    if (step.after) json["after"] = step.after->toString();
    if (step.versionBefore) json["version_before"] = step.versionBefore->toString();
    if (step.versionAfter) json["version_after"] = step.versionAfter->toString();
    return json;
}

Result<FileStep> fileStepFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    const auto component = componentFromText(reader.text("component"));
    if (!component) reader.reject("component");
    FileStep step{.verb = readOneOf(reader, "verb", verbs),
                  .reason = readOneOf(reader, "reason", reasons),
                  .path = reader.text("path"),
                  .component = component.value_or(Component::Library),
                  .old = readOneOf(reader, "old", oldFiles),
                  .before = readHash(reader, "before"),
                  .after = readHash(reader, "after"),
                  .sizeBefore = reader.unsignedNumber("size_before"),
                  .sizeAfter = reader.unsignedNumber("size_after"),
                  .versionBefore = readVersion(reader, "version_before"),
                  .versionAfter = readVersion(reader, "version_after"),
                  .source = reader.text("source")};
    if (reader.error()) return std::unexpected(*reader.error());
    return step;
}

nlohmann::json toJson(const PathStep& step) {
    nlohmann::json json{{"scope", toText(step.scope)}, {"segment", losslessToJson(step.segment)}, {"adds", step.adds}};
    if (step.before) json["before"] = toJson(*step.before);
    if (step.after) json["after"] = toJson(*step.after);
    return json;
}

Result<PathStep> pathStepFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    auto segment = reader.has("segment") ? losslessFromJson(json.at("segment"), "segment") : fail(ErrorCode::JsonMalformed, "segment");
    PathStep step{.scope = readOneOf(reader, "scope", scopes),
                  .segment = segment ? std::move(*segment) : std::string(),
                  .adds = reader.boolean("adds"),
                  .before = readValue(reader, "before"),
                  .after = readValue(reader, "after")};
    if (!segment) reader.reject("segment");
    if (reader.error()) return std::unexpected(*reader.error());
    return step;
}

nlohmann::json toJson(const ToolkitPlan& toolkit) {
    auto files = nlohmann::json::array();
    for (const auto& step : toolkit.files) files.push_back(toJson(step));
    nlohmann::json json{{"root", toolkit.root},        {"toolkit", toolkit.toolkit.toString()}, {"dll_folder", toolkit.dllFolder},
                        {"files", std::move(files)},   {"bytes_needed", toolkit.bytesNeeded},   {"changes_receipt", toolkit.changesReceipt},
                        {"vanished", toolkit.vanished}};
    if (toolkit.path) json["path"] = toJson(*toolkit.path);
    return json;
}

Result<ToolkitPlan> toolkitPlanFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    ToolkitPlan toolkit{.root = reader.text("root"),
                        .toolkit = readSomeVersion(reader, "toolkit"),
                        .dllFolder = reader.text("dll_folder"),
                        .files = {},
                        .path = std::nullopt,
                        .bytesNeeded = reader.unsignedNumber("bytes_needed"),
                        .changesReceipt = reader.boolean("changes_receipt"),
                        .vanished = reader.booleanOr("vanished", false)};
    for (const auto& item : reader.array("files")) {
        take(reader, "files", fileStepFromJson(item), [&](FileStep step) { toolkit.files.push_back(std::move(step)); });
    }
    if (reader.has("path"))
        take(reader, "path", pathStepFromJson(reader.object("path")), [&](PathStep step) { toolkit.path = std::move(step); });
    if (reader.error()) return std::unexpected(*reader.error());
    return toolkit;
}

nlohmann::json toJson(const PlannedArchive& archive) {
    return {{"name", archive.name},
            {"sha256", archive.sha256.toString()},
            {"release", archive.release.toString()},
            {"cuda_major", archive.cudaMajor},
            {"origin", toText(archive.origin)}};
}

Result<PlannedArchive> archiveFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    PlannedArchive archive{.name = reader.text("name"),
                           .sha256 = readSomeHash(reader, "sha256"),
                           .release = readSomeVersion(reader, "release"),
                           .cudaMajor = static_cast<unsigned>(reader.unsignedNumber("cuda_major")),
                           .origin = readOneOf(reader, "origin", origins)};
    if (reader.error()) return std::unexpected(*reader.error());
    return archive;
}

}   // namespace

nlohmann::json toJson(const Plan& plan) {
    auto toolkits = nlohmann::json::array();
    for (const auto& toolkit : plan.toolkits) toolkits.push_back(toJson(toolkit));
    auto findings = nlohmann::json::array();
    for (const auto& finding : plan.findings) findings.push_back(toJson(finding));
    nlohmann::json json{{"tool_version", plan.toolVersion},
                        {"action", toText(plan.action)},
                        {"toolkits", std::move(toolkits)},
                        {"findings", std::move(findings)},
                        {"digest", plan.digest.toString()}};
    if (plan.archive) json["archive"] = toJson(*plan.archive);
    return json;
}

Result<Plan> planFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    Plan plan{.toolVersion = reader.text("tool_version"),
              .action = readOneOf(reader, "action", actions),
              .archive = std::nullopt,
              .toolkits = {},
              .findings = {},
              .digest = readSomeHash(reader, "digest")};
    if (reader.has("archive")) {
        take(reader, "archive", archiveFromJson(reader.object("archive")),
             [&](PlannedArchive archive) { plan.archive = std::move(archive); });
    }
    for (const auto& item : reader.array("toolkits")) {
        take(reader, "toolkits", toolkitPlanFromJson(item), [&](ToolkitPlan toolkit) { plan.toolkits.push_back(std::move(toolkit)); });
    }
    for (const auto& item : reader.array("findings")) {
        take(reader, "findings", findingFromJson(item), [&](Finding finding) { plan.findings.push_back(std::move(finding)); });
    }
    if (reader.error()) return std::unexpected(*reader.error());
    return plan;
}

}   // namespace cudnn_setup
