#pragma once
/// @file
/// What a fresh process found when it loaded cuDNN as a new program would and computed a convolution. "Works" is said only from here.
#include "base/finding.h"
#include "base/version.h"

#include <optional>

namespace cudnn_setup {

enum class Verdict {
    Proven,      ///< numbers of a convolution agree with the CPU reference on every GPU
    Disproven,   ///< something that should work answered wrongly, died or hung
    NotProven,   ///< nothing to try it on (no driver, no GPU …), or another folder than the target answered
};
[[nodiscard]] std::string_view toText(Verdict verdict) noexcept;   // "proven", "disproven", "not-proven"

/// In the order in which they run; each is announced before it starts, since it may be the last thing the process does.
enum class ProbeStep { Process, Driver, Devices, Load, Version, VersionChecks, Modules, Handle, Convolution, Numbers, Speed };
[[nodiscard]] std::string_view toText(ProbeStep step) noexcept;   // "process", "driver", …
[[nodiscard]] std::optional<ProbeStep> probeStepFromText(std::string_view text) noexcept;

enum class StepState { Running, Passed, Failed, NotRun };
[[nodiscard]] std::string_view toText(StepState state) noexcept;

/// One step as the wizard lights a lamp for it; device is the index of the GPU for steps that run once a GPU.
struct StepResult {
    ProbeStep step;
    StepState state;
    std::optional<unsigned> device;
    std::string detail;   ///< a figure or name, language-neutral: "8 of 8", "9.5.0", a folder
    friend bool operator==(const StepResult&, const StepResult&) = default;
};

struct LoadedModule {
    std::string path;                 ///< full path of a cuDNN DLL that the process really loaded
    std::optional<Version> version;   ///< of its version resource
    friend bool operator==(const LoadedModule&, const LoadedModule&) = default;
};

struct NumbersCheck {
    std::string shape;           ///< "x 2x3x7x9, w 4x3x3x3, pad 1"
    std::size_t outputs = 0;     ///< all of them are compared
    double largestError = 0.0;   ///< |got - reference| / (scale of the accumulation)
    double tolerance = 0.0;
    friend bool operator==(const NumbersCheck&, const NumbersCheck&) = default;
};

struct Timing {
    std::string shape;
    unsigned batch = 0;   ///< halved until it fitted into the free memory
    unsigned warmUp = 0;
    std::vector<double> milliseconds;   ///< one a timed iteration, measured with events on the GPU
    double medianMilliseconds = 0.0;
    double teraflops = 0.0;   ///< effective: direct count of operations over the median
    friend bool operator==(const Timing&, const Timing&) = default;
};

struct DeviceProof {
    unsigned index = 0;
    std::string name;
    std::string computeCapability;   ///< "8.9"
    std::uint64_t memoryBytes = 0;
    std::uint64_t freeBytes = 0;
    Verdict verdict = Verdict::NotProven;
    std::optional<NumbersCheck> numbers;
    std::optional<Timing> timing;
    friend bool operator==(const DeviceProof&, const DeviceProof&) = default;
};

struct Proof {
    Verdict verdict = Verdict::NotProven;
    /// The first is the reason; empty when proven. Errors disprove, warnings say why nothing was proven (no driver, no GPU, other folder),
    /// NoGpu stands beside these as info.
    std::vector<Finding> findings;
    std::vector<StepResult> steps;   ///< last state of each
    std::vector<DeviceProof> devices;
    std::vector<LoadedModule> modules;
    std::string loadedFolder;                ///< of cudnn64_9.dll
    std::optional<Version> cudnnVersion;     ///< three parts, by cudnnGetVersion(): the graph library's
    std::optional<Version> runtimeVersion;   ///< cudnnGetCudartVersion()
    std::optional<Version> driverCuda;       ///< cuDriverGetVersion(): the highest CUDA of the driver
    bool unelevated = true;
    std::string account;
    std::uint32_t exitCode = 0;   ///< of the child
    std::string errorText;        ///< the child's stderr, shortened
    friend bool operator==(const Proof&, const Proof&) = default;
};

[[nodiscard]] nlohmann::json toJson(const Proof& proof);
[[nodiscard]] Result<Proof> proofFromJson(const nlohmann::json& json);

}   // namespace cudnn_setup
