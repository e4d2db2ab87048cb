#pragma once
/// @file
/// JSON of the parts of a proof. The probe's lines and the finished proof use the same members.
#include "base/json.h"
#include "probe/proof.h"

namespace cudnn_setup {

[[nodiscard]] nlohmann::json toJson(const StepResult& step);
[[nodiscard]] Result<StepResult> stepResultFromJson(const nlohmann::json& json);
[[nodiscard]] nlohmann::json toJson(const LoadedModule& module);
[[nodiscard]] Result<LoadedModule> loadedModuleFromJson(const nlohmann::json& json);
[[nodiscard]] nlohmann::json toJson(const DeviceProof& device);
[[nodiscard]] Result<DeviceProof> deviceProofFromJson(const nlohmann::json& json);

/// null or a version's text; @p parts numbers are written.
[[nodiscard]] nlohmann::json versionJson(const std::optional<Version>& version, std::size_t parts);
/// A missing member, null: none. Anything else that is no version is rejected in @p reader.
[[nodiscard]] std::optional<Version> readVersion(JsonReader& reader, std::string_view key);

}   // namespace cudnn_setup
