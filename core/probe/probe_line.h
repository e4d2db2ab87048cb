#pragma once
/// @file
/// The words between the probe and its parent: one JSON object a line, with one member that names its kind. The reader trusts nothing:
/// the child shares its process with code that may be broken.
#include "probe/proof.h"

#include <string>
#include <string_view>
#include <variant>

namespace cudnn_setup {

/// What a step found; members that are empty say nothing.
struct ProbeFacts {
    std::optional<std::string> account;
    std::optional<bool> elevated;
    std::optional<Version> driverCuda;
    std::optional<std::string> loadedFolder;
    std::optional<Version> cudnnVersion;
    std::optional<Version> runtimeVersion;
    friend bool operator==(const ProbeFacts&, const ProbeFacts&) = default;
};

/// One timed iteration, sent as it ends.
struct ProbeIteration {
    unsigned device;
    double milliseconds;
    friend bool operator==(const ProbeIteration&, const ProbeIteration&) = default;
};

/// The last line: everything that could be tried was tried.
struct ProbeEnd {
    friend bool operator==(const ProbeEnd&, const ProbeEnd&) = default;
};

/// A DeviceProof replaces the earlier one of the same index, a LoadedModule the one of the same path.
using ProbeLine = std::variant<StepResult, Finding, ProbeFacts, DeviceProof, LoadedModule, ProbeIteration, ProbeEnd>;

[[nodiscard]] std::string toText(const ProbeLine& line);
/// @return Error{ProbeProtocol} with the line, shortened, as its argument.
[[nodiscard]] Result<ProbeLine> probeLineFromText(std::string_view text);

}   // namespace cudnn_setup
