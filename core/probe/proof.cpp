#include "probe/proof.h"

#include "probe/proof_json.h"

#include <algorithm>
#include <array>

namespace cudnn_setup {

namespace {

template <class Value> struct Named {
    Value value;
    std::string_view text;
};

constexpr std::array verdictNames{
    Named{Verdict::Proven, "proven"},
    Named{Verdict::Disproven, "disproven"},
    Named{Verdict::NotProven, "not-proven"},
};
constexpr std::array stepNames{
    Named{ProbeStep::Process, "process"}, Named{ProbeStep::Driver, "driver"},   Named{ProbeStep::Devices, "devices"},
    Named{ProbeStep::Load, "load"},       Named{ProbeStep::Version, "version"}, Named{ProbeStep::VersionChecks, "version-checks"},
    Named{ProbeStep::Modules, "modules"}, Named{ProbeStep::Handle, "handle"},   Named{ProbeStep::Convolution, "convolution"},
    Named{ProbeStep::Numbers, "numbers"}, Named{ProbeStep::Speed, "speed"},
};
constexpr std::array stateNames{
    Named{StepState::Running, "running"},
    Named{StepState::Passed, "passed"},
    Named{StepState::Failed, "failed"},
    Named{StepState::NotRun, "not-run"},
};

template <class Value, std::size_t Size>
std::string_view nameOf(const std::array<Named<Value>, Size>& names, Value value) noexcept {
    const auto found = std::ranges::find(names, value, &Named<Value>::value);
    return found == names.end() ? std::string_view{} : found->text;
}

template <class Value, std::size_t Size>
std::optional<Value> valueOf(const std::array<Named<Value>, Size>& names, std::string_view text) noexcept {
    const auto found = std::ranges::find(names, text, &Named<Value>::text);
    return found == names.end() ? std::nullopt : std::optional(found->value);
}

unsigned deviceIndex(JsonReader& reader, std::string_view key) {
    const std::uint64_t index = reader.unsignedNumber(key);
    if (index > 1023) reader.reject(key);   // no machine has that many GPUs
    return static_cast<unsigned>(std::min<std::uint64_t>(index, 1023));
}

nlohmann::json toJson(const NumbersCheck& numbers) {
    return {
        {"shape", numbers.shape}, {"outputs", numbers.outputs}, {"largest_error", numbers.largestError}, {"tolerance", numbers.tolerance}};
}

Result<NumbersCheck> numbersFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    NumbersCheck numbers;
    numbers.shape = reader.text("shape");
    numbers.outputs = reader.unsignedNumber("outputs");
    numbers.largestError = reader.number("largest_error");
    numbers.tolerance = reader.number("tolerance");
    if (reader.error()) return std::unexpected(*reader.error());
    return numbers;
}

nlohmann::json toJson(const Timing& timing) {
    return {{"shape", timing.shape},
            {"batch", timing.batch},
            {"warm_up", timing.warmUp},
            {"milliseconds", timing.milliseconds},
            {"median_milliseconds", timing.medianMilliseconds},
            {"teraflops", timing.teraflops}};
}

Result<Timing> timingFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    Timing timing;
    timing.shape = reader.text("shape");
    timing.batch = static_cast<unsigned>(std::min<std::uint64_t>(reader.unsignedNumber("batch"), 1U << 20));
    timing.warmUp = static_cast<unsigned>(std::min<std::uint64_t>(reader.unsignedNumber("warm_up"), 1U << 20));
    for (const nlohmann::json& one : reader.array("milliseconds")) {
        if (!one.is_number()) {
            reader.reject("milliseconds");
            break;
        }
        timing.milliseconds.push_back(one.get<double>());
    }
    timing.medianMilliseconds = reader.number("median_milliseconds");
    timing.teraflops = reader.number("teraflops");
    if (reader.error()) return std::unexpected(*reader.error());
    return timing;
}

/// Reads the elements of an array member with @p read; the first error is given back.
template <class Value>
Result<std::vector<Value>> listFromJson(JsonReader& reader, std::string_view key, Result<Value> (*read)(const nlohmann::json&)) {
    std::vector<Value> values;
    for (const nlohmann::json& one : reader.array(key)) {
        Result<Value> value = read(one);
        if (!value) return std::unexpected(value.error());
        values.push_back(*std::move(value));
    }
    return values;
}

template <class Value> nlohmann::json listToJson(const std::vector<Value>& values) {
    nlohmann::json list = nlohmann::json::array();
    for (const Value& value : values) list.push_back(toJson(value));
    return list;
}

}   // namespace

std::string_view toText(Verdict verdict) noexcept {
    return nameOf(verdictNames, verdict);
}
std::string_view toText(ProbeStep step) noexcept {
    return nameOf(stepNames, step);
}
std::string_view toText(StepState state) noexcept {
    return nameOf(stateNames, state);
}
std::optional<ProbeStep> probeStepFromText(std::string_view text) noexcept {
    return valueOf(stepNames, text);
}

nlohmann::json versionJson(const std::optional<Version>& version, std::size_t parts) {
    return version ? nlohmann::json(version->toString(parts)) : nlohmann::json(nullptr);
}

std::optional<Version> readVersion(JsonReader& reader, std::string_view key) {
    const std::optional<std::string> text = reader.optionalText(key);
    if (!text) return std::nullopt;
    const Result<Version> version = Version::parse(*text);
    if (!version) {
        reader.reject(key);
        return std::nullopt;
    }
    return *version;
}

nlohmann::json toJson(const StepResult& step) {
    nlohmann::json json{{"step", toText(step.step)}, {"state", toText(step.state)}, {"detail", step.detail}};
    if (step.device) json["device"] = *step.device;
    return json;
}

Result<StepResult> stepResultFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    const auto step = probeStepFromText(reader.text("step"));
    const auto state = valueOf(stateNames, std::string_view(reader.text("state")));
    if (!step) reader.reject("step");
    if (!state) reader.reject("state");
    StepResult result{step.value_or(ProbeStep::Process), state.value_or(StepState::NotRun), std::nullopt, reader.text("detail")};
    if (reader.has("device")) result.device = deviceIndex(reader, "device");
    if (reader.error()) return std::unexpected(*reader.error());
    return result;
}

nlohmann::json toJson(const LoadedModule& module) {
    return {{"path", module.path}, {"version", versionJson(module.version, 4)}};
}

Result<LoadedModule> loadedModuleFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    LoadedModule module{reader.text("path"), readVersion(reader, "version")};
    if (reader.error()) return std::unexpected(*reader.error());
    return module;
}

nlohmann::json toJson(const DeviceProof& device) {
    nlohmann::json json{{"index", device.index},
                        {"name", device.name},
                        {"compute_capability", device.computeCapability},
                        {"memory_bytes", device.memoryBytes},
                        {"free_bytes", device.freeBytes},
                        {"verdict", toText(device.verdict)}};
    if (device.numbers) json["numbers"] = toJson(*device.numbers);
    if (device.timing) json["timing"] = toJson(*device.timing);
    return json;
}

Result<DeviceProof> deviceProofFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    DeviceProof device;
    device.index = deviceIndex(reader, "index");
    device.name = reader.text("name");
    device.computeCapability = reader.text("compute_capability");
    device.memoryBytes = reader.unsignedNumber("memory_bytes");
    device.freeBytes = reader.unsignedNumber("free_bytes");
    if (const auto verdict = valueOf(verdictNames, std::string_view(reader.text("verdict")))) device.verdict = *verdict;
    else reader.reject("verdict");
    if (reader.has("numbers")) {
        auto numbers = numbersFromJson(reader.object("numbers"));
        if (!numbers) return std::unexpected(numbers.error());
        device.numbers = *std::move(numbers);
    }
    if (reader.has("timing")) {
        auto timing = timingFromJson(reader.object("timing"));
        if (!timing) return std::unexpected(timing.error());
        device.timing = *std::move(timing);
    }
    if (reader.error()) return std::unexpected(*reader.error());
    return device;
}

nlohmann::json toJson(const Proof& proof) {
    return {{"verdict", toText(proof.verdict)},
            {"findings", listToJson(proof.findings)},
            {"steps", listToJson(proof.steps)},
            {"devices", listToJson(proof.devices)},
            {"modules", listToJson(proof.modules)},
            {"loaded_folder", proof.loadedFolder},
            {"cudnn_version", versionJson(proof.cudnnVersion, 3)},
            {"runtime_version", versionJson(proof.runtimeVersion, 2)},
            {"driver_cuda", versionJson(proof.driverCuda, 2)},
            {"unelevated", proof.unelevated},
            {"account", proof.account},
            {"exit_code", proof.exitCode},
            {"error_text", proof.errorText}};
}

Result<Proof> proofFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    Proof proof;
    if (const auto verdict = valueOf(verdictNames, std::string_view(reader.text("verdict")))) proof.verdict = *verdict;
    else reader.reject("verdict");
    auto findings = listFromJson<Finding>(reader, "findings", findingFromJson);
    if (!findings) return std::unexpected(findings.error());
    auto steps = listFromJson<StepResult>(reader, "steps", stepResultFromJson);
    if (!steps) return std::unexpected(steps.error());
    auto devices = listFromJson<DeviceProof>(reader, "devices", deviceProofFromJson);
    if (!devices) return std::unexpected(devices.error());
    auto modules = listFromJson<LoadedModule>(reader, "modules", loadedModuleFromJson);
    if (!modules) return std::unexpected(modules.error());
    proof.findings = *std::move(findings);
    proof.steps = *std::move(steps);
    proof.devices = *std::move(devices);
    proof.modules = *std::move(modules);
    proof.loadedFolder = reader.text("loaded_folder");
    proof.cudnnVersion = readVersion(reader, "cudnn_version");
    proof.runtimeVersion = readVersion(reader, "runtime_version");
    proof.driverCuda = readVersion(reader, "driver_cuda");
    proof.unelevated = reader.boolean("unelevated");
    proof.account = reader.text("account");
    const std::uint64_t exitCode = reader.unsignedNumber("exit_code");
    if (exitCode > 0xFFFF'FFFFU) reader.reject("exit_code");
    proof.exitCode = static_cast<std::uint32_t>(exitCode);
    proof.errorText = reader.text("error_text");
    if (reader.error()) return std::unexpected(*reader.error());
    return proof;
}

}   // namespace cudnn_setup
