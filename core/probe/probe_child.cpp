#include "probe/probe_child.h"

#include "base/path_text.h"
#include "cudnn/names.h"
#include "pe/pe_facts.h"
#include "platform/system.h"
#include "probe/gpu_trial.h"
#include "probe/probe_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cudnn_setup {

namespace {

/// 12060 → 12.6 (cuDriverGetVersion, cudnnGetCudartVersion).
Version cudaVersion(std::uint64_t number) {
    return Version(static_cast<std::uint32_t>(number / 1000), static_cast<std::uint32_t>(number % 1000 / 10));
}

class Probe {
public:
    explicit Probe(ProbeOutput& output) : m_output(output), m_system(makeSystem()) {}

    void run() {
        identify();
        if (openDriver()) listDevices();
        if (openCudnn() && askVersion() && checkVersions()) {
            listModules();
            for (const auto& [device, proof] : m_devices)
                tryGpu(*m_driver, *m_cudnn, device, proof, [this](const ProbeLine& line) { say(line); });
            loadTheRest();
        } else {
            sayModules();
        }
        say(ProbeEnd{});
    }

private:
    void say(const ProbeLine& line) { m_output.writeLine(toText(line)); }
    void step(ProbeStep which, StepState state, std::string detail = {}) { say(StepResult{which, state, std::nullopt, std::move(detail)}); }
    bool failed(ProbeStep which, const Error& error, Severity severity = Severity::Error) {
        say(toFinding(error, severity));
        step(which, severity == Severity::Error ? StepState::Failed : StepState::NotRun, error.subject);
        return false;
    }

    void identify();
    bool openDriver();
    void listDevices();
    bool openCudnn();
    bool askVersion();
    bool checkVersions();
    void listModules();
    void loadTheRest();
    std::size_t sayModules();
    /// Nothing here to try cuDNN on; never an error: the files can be right all the same.
    bool noGpu(ProbeStep which, ErrorCode code, std::string subject, std::vector<std::string> arguments = {}) {
        failed(which, Error{code, std::move(subject), 0, std::move(arguments)}, Severity::Warning);
        if (code != ErrorCode::ProbeDriverFailed) say(Finding{ErrorCode::NoGpu, Severity::Info});
        return false;
    }
    bool driverFailed(ProbeStep which, std::string subject, CudaResult result) {
        if (result == cudaStubLibrary) return noGpu(which, ErrorCode::ProbeNoDriver, std::move(subject));
        if (result == cudaNoDevice) return noGpu(which, ErrorCode::ProbeNoDevice, std::move(subject));
        return noGpu(which, ErrorCode::ProbeDriverFailed, std::move(subject), {m_driver->nameOf(result), std::to_string(result)});
    }
    [[nodiscard]] std::optional<Version> fileVersion(const std::string& path) const;

    ProbeOutput& m_output;
    System m_system;
    std::optional<DriverApi> m_driver;
    std::optional<CudnnApi> m_cudnn;
    std::string m_folder;
    std::vector<std::pair<CudaDevice, DeviceProof>> m_devices;
};

void Probe::identify() {
    step(ProbeStep::Process, StepState::Running);
    const Result<Account> account = m_system.machine->account();
    if (account)
        say(ProbeFacts{.account = account->name,
                       .elevated = account->elevated,
                       .driverCuda = {},
                       .loadedFolder = {},
                       .cudnnVersion = {},
                       .runtimeVersion = {}});
    step(ProbeStep::Process, StepState::Passed, account ? account->name : std::string{});
}

bool Probe::openDriver() {
    const std::string name(driverLibraryName());
    step(ProbeStep::Driver, StepState::Running, name);
    const Result<Library> library = Library::open(name);
    if (!library) return noGpu(ProbeStep::Driver, ErrorCode::ProbeNoDriver, name);
    Result<DriverApi> api = bindDriver(*library);
    if (!api) return noGpu(ProbeStep::Driver, ErrorCode::ProbeDriverFailed, name, {api.error().arguments.front(), "0"});
    m_driver = *api;
    const CudaResult ready = m_driver->init(0);
    if (ready != cudaSuccess && ready != cudaNoDevice) return driverFailed(ProbeStep::Driver, name, ready);
    // Its version needs no device (CUDA driver API, "Version Management"): the driver is there, what is missing is a GPU.
    int version = 0;
    if (const CudaResult result = m_driver->driverGetVersion(&version); result != cudaSuccess)
        return driverFailed(ProbeStep::Driver, name, result);
    const Version cuda = cudaVersion(static_cast<std::uint64_t>(std::max(version, 0)));
    say(ProbeFacts{.account = {}, .elevated = {}, .driverCuda = cuda, .loadedFolder = {}, .cudnnVersion = {}, .runtimeVersion = {}});
    step(ProbeStep::Driver, StepState::Passed, "CUDA " + cuda.toString(2));
    if (ready == cudaNoDevice) return driverFailed(ProbeStep::Devices, name, ready);
    return true;
}

void Probe::listDevices() {
    step(ProbeStep::Devices, StepState::Running);
    const std::string driver(driverLibraryName());
    int count = 0;
    if (const CudaResult result = m_driver->deviceGetCount(&count); result != cudaSuccess) {
        driverFailed(ProbeStep::Devices, driver, result);
        return;
    }
    if (count <= 0) {
        noGpu(ProbeStep::Devices, ErrorCode::ProbeNoDevice, driver);
        return;
    }
    std::string names;
    for (int ordinal = 0; ordinal < count; ++ordinal) {
        CudaDevice device = 0;
        std::array<char, 256> name{};
        std::size_t memory = 0;
        int major = 0;
        int minor = 0;
        CudaResult result = m_driver->deviceGet(&device, ordinal);
        if (result == cudaSuccess) result = m_driver->deviceGetName(name.data(), static_cast<int>(name.size()) - 1, device);
        if (result == cudaSuccess) result = m_driver->deviceTotalMem(&memory, device);
        if (result == cudaSuccess) result = m_driver->deviceGetAttribute(&major, cudaComputeCapabilityMajor, device);
        if (result == cudaSuccess) result = m_driver->deviceGetAttribute(&minor, cudaComputeCapabilityMinor, device);
        if (result != cudaSuccess) {
            driverFailed(ProbeStep::Devices, fmt::format("GPU {}", ordinal), result);
            continue;
        }
        DeviceProof proof;
        proof.index = static_cast<unsigned>(ordinal);
        proof.name = name.data();
        proof.computeCapability = fmt::format("{}.{}", major, minor);
        proof.memoryBytes = memory;
        say(proof);
        names += (names.empty() ? "" : ", ") + proof.name;
        m_devices.emplace_back(device, std::move(proof));
    }
    if (!m_devices.empty()) step(ProbeStep::Devices, StepState::Passed, names);
}

bool Probe::openCudnn() {
    const std::string name = cudnnLibraryName("cudnn");
    step(ProbeStep::Load, StepState::Running, name);
    const Result<Library> library = Library::open(name);
    if (!library) return failed(ProbeStep::Load, library.error());
    m_folder = folderOf(library->path());
    say(ProbeFacts{.account = {}, .elevated = {}, .driverCuda = {}, .loadedFolder = m_folder, .cudnnVersion = {}, .runtimeVersion = {}});
    Result<CudnnApi> api = bindCudnn(*library);
    if (!api) return failed(ProbeStep::Load, api.error());
    m_cudnn = *api;
    step(ProbeStep::Load, StepState::Passed, m_folder);
    return true;
}

bool Probe::askVersion() {
    // The first call into a sub-library: cudnnGetVersion answers from cudnn_graph64_9.dll, and the shim ends the process without it.
    step(ProbeStep::Version, StepState::Running, cudnnLibraryName("cudnn_graph"));
    const Version version = versionFromNumber(m_cudnn->getVersion());
    const Version runtime = cudaVersion(m_cudnn->getCudartVersion());
    say(ProbeFacts{
        .account = {}, .elevated = {}, .driverCuda = {}, .loadedFolder = {}, .cudnnVersion = version, .runtimeVersion = runtime});
    step(ProbeStep::Version, StepState::Passed, version.toString(3));
    return true;
}

bool Probe::checkVersions() {
    struct Check {
        const char* part;
        const char* function;
        CudnnStatus (*call)();
    };
    const std::array checks{
        Check{"cudnn_graph", "cudnnGraphVersionCheck", m_cudnn->graphVersionCheck},
        Check{"cudnn_ops", "cudnnOpsVersionCheck", m_cudnn->opsVersionCheck},
        Check{"cudnn_cnn", "cudnnCnnVersionCheck", m_cudnn->cnnVersionCheck},
        Check{"cudnn_adv", "cudnnAdvVersionCheck", m_cudnn->advVersionCheck},
    };
    for (const Check& check : checks) {
        const std::string library = cudnnLibraryName(check.part);
        step(ProbeStep::VersionChecks, StepState::Running, library);
        const CudnnStatus status = check.call();
        // The first is the reason: with one foreign library the checks of those that import it fail as well, and going on ends the
        // process ("Could not load symbol cudnnGetLibConfig", graph of 9.0 in 9.5.0.50 under Wine 8).
        if (status != cudnnSuccess)
            return failed(ProbeStep::VersionChecks, m_cudnn->failure(codeOfCudnnStatus(status), library, check.function, status).error());
    }
    step(ProbeStep::VersionChecks, StepState::Passed, fmt::format("{} of {}", checks.size(), checks.size()));
    return true;
}

std::optional<Version> Probe::fileVersion(const std::string& path) const {
    const auto file = m_system.files->open(pathFromUtf8(path), OpenFor::ReadingShared);
    if (!file) return std::nullopt;
    const Result<PeFacts> facts = readPeHeaders(**file, path);
    return facts ? facts->fileVersion : std::nullopt;
}

std::size_t Probe::sayModules() {
    std::size_t count = 0;
    for (const std::string& path : loadedLibraries()) {
        if (!isCudnn9Library(fileNameOf(path))) continue;
        say(LoadedModule{path, fileVersion(path)});
        ++count;
    }
    return count;
}

void Probe::listModules() {
    step(ProbeStep::Modules, StepState::Running);
    const std::size_t count = sayModules();
    step(ProbeStep::Modules, StepState::Passed, std::to_string(count));
}

void Probe::loadTheRest() {
    // After the convolution, never before: a library that is loaded already would be found by its name whatever the search, and hide that
    // cuDNN itself could not find it. Without a GPU the engines are not loaded by cuDNN at all, and this is the only look at them.
    const Result<std::vector<std::string>> names = m_system.files->list(pathFromUtf8(m_folder));
    std::size_t wanted = 0;
    if (names) {
        for (const std::string& name : *names) {
            if (!isCudnn9Library(name)) continue;
            ++wanted;
            step(ProbeStep::Modules, StepState::Running, name);
            if (const Result<Library> library = Library::open(siblingRequest(m_folder, name)); !library) {
                Error error = library.error();
                error.subject = name;
                failed(ProbeStep::Modules, error);
                sayModules();
                return;
            }
        }
    }
    const std::size_t count = sayModules();
    step(ProbeStep::Modules, StepState::Passed, fmt::format("{} of {}", count, std::max(wanted, count)));
}

}   // namespace

int runProbe(const std::vector<std::string_view>& arguments) {
    if (!arguments.empty()) return 1;   // the parent gives none
    silenceErrorBoxes();
    ProbeOutput output;
    Probe(output).run();
    return 0;
}

}   // namespace cudnn_setup
