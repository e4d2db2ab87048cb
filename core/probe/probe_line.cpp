#include "probe/probe_line.h"

#include "probe/proof_json.h"

namespace cudnn_setup {

namespace {

constexpr std::size_t longestLine = 64 * 1024;   // the longest real one, a device with 100 iterations, has 3 KiB

nlohmann::json body(const StepResult& step) {
    return {{"step", toJson(step)}};
}
nlohmann::json body(const Finding& finding) {
    return {{"finding", toJson(finding)}};
}
nlohmann::json body(const DeviceProof& device) {
    return {{"device", toJson(device)}};
}
nlohmann::json body(const LoadedModule& module) {
    return {{"module", toJson(module)}};
}
nlohmann::json body(const ProbeEnd&) {
    return {{"end", nlohmann::json::object()}};
}

nlohmann::json body(const ProbeIteration& iteration) {
    return {{"iteration", {{"device", iteration.device}, {"milliseconds", iteration.milliseconds}}}};
}

nlohmann::json body(const ProbeFacts& facts) {
    nlohmann::json json = nlohmann::json::object();
    if (facts.account) json["account"] = *facts.account;
    if (facts.elevated) json["elevated"] = *facts.elevated;
    if (facts.driverCuda) json["driver_cuda"] = versionJson(facts.driverCuda, 2);
    if (facts.loadedFolder) json["loaded_folder"] = *facts.loadedFolder;
    if (facts.cudnnVersion) json["cudnn_version"] = versionJson(facts.cudnnVersion, 3);
    if (facts.runtimeVersion) json["runtime_version"] = versionJson(facts.runtimeVersion, 2);
    return {{"facts", std::move(json)}};
}

Result<ProbeFacts> factsFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    ProbeFacts facts;
    facts.account = reader.optionalText("account");
    if (reader.has("elevated")) facts.elevated = reader.boolean("elevated");
    facts.driverCuda = readVersion(reader, "driver_cuda");
    facts.loadedFolder = reader.optionalText("loaded_folder");
    facts.cudnnVersion = readVersion(reader, "cudnn_version");
    facts.runtimeVersion = readVersion(reader, "runtime_version");
    if (reader.error()) return std::unexpected(*reader.error());
    return facts;
}

Result<ProbeIteration> iterationFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    const std::uint64_t device = reader.unsignedNumber("device");
    if (device > 1023) reader.reject("device");
    const ProbeIteration iteration{static_cast<unsigned>(device), reader.number("milliseconds")};
    if (reader.error()) return std::unexpected(*reader.error());
    return iteration;
}

template <class Value> Result<ProbeLine> asLine(Result<Value> value) {
    if (!value) return std::unexpected(std::move(value).error());
    return ProbeLine(*std::move(value));
}

Result<ProbeLine> lineFromJson(const nlohmann::json& json) {
    if (!json.is_object() || json.size() != 1) return fail(ErrorCode::JsonMalformed, "probe");
    const std::string& kind = json.begin().key();
    const nlohmann::json& value = json.begin().value();
    if (kind == "step") return asLine(stepResultFromJson(value));
    if (kind == "finding") return asLine(findingFromJson(value));
    if (kind == "facts") return asLine(factsFromJson(value));
    if (kind == "device") return asLine(deviceProofFromJson(value));
    if (kind == "module") return asLine(loadedModuleFromJson(value));
    if (kind == "iteration") return asLine(iterationFromJson(value));
    if (kind == "end") return ProbeLine(ProbeEnd{});
    return fail(ErrorCode::JsonMalformed, kind);
}

}   // namespace

std::string toText(const ProbeLine& line) {
    return dumpJson(std::visit([](const auto& one) { return body(one); }, line));
}

Result<ProbeLine> probeLineFromText(std::string_view text) {
    constexpr std::size_t shown = 200;
    const auto broken = [&] { return fail(ErrorCode::ProbeProtocol, "probe", 0, {std::string(text.substr(0, shown))}); };
    if (text.size() > longestLine) return broken();
    const Result<nlohmann::json> json = parseJson(text, "probe");
    if (!json) return broken();
    Result<ProbeLine> line = lineFromJson(*json);
    if (!line) return broken();
    return line;
}

}   // namespace cudnn_setup
