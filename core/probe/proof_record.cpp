#include "probe/proof_record.h"

#include "probe/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cudnn_setup {

namespace {

constexpr std::array allSteps{ProbeStep::Process,     ProbeStep::Driver,        ProbeStep::Devices, ProbeStep::Load,
                              ProbeStep::Version,     ProbeStep::VersionChecks, ProbeStep::Modules, ProbeStep::Handle,
                              ProbeStep::Convolution, ProbeStep::Numbers,       ProbeStep::Speed};
constexpr std::size_t mostModules = 256;
constexpr std::size_t mostFindings = 256;
constexpr std::size_t shownErrorText = 4096;
constexpr std::size_t shownLine = 300;

std::string_view trimmed(std::string_view text) {
    const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
    return text;
}

}   // namespace

std::string decisiveLine(std::string_view errorText) {
    std::string_view last;
    while (!errorText.empty()) {
        const std::size_t end = std::min(errorText.find('\n'), errorText.size());
        const std::string_view line = trimmed(errorText.substr(0, end));
        errorText.remove_prefix(std::min(end + 1, errorText.size()));
        if (line.empty()) continue;
        // The shim's words (9.0.0.312, 9.5.0.50): "Could not locate cudnn_ops64_9.dll. …", "Could not load library …", "Could not load
        // symbol …"; further lines ("Invalid handle. …") only follow from them.
        if (line.find("Could not lo") != std::string_view::npos) {
            last = line;
            break;
        }
        last = line;
    }
    return std::string(last.substr(0, shownLine));
}

std::string exitStatusText(std::uint32_t exitCode) {
    return fmt::format("0x{:08X}", exitCode);
}

ProofRecord::ProofRecord() {
    for (const ProbeStep step : allSteps) m_proof.steps.push_back(StepResult{step, StepState::NotRun, std::nullopt, {}});
}

void ProofRecord::take(const ProbeLine& line) {
    if (m_broken) return;
    if (const auto* step = std::get_if<StepResult>(&line)) takeStep(*step);
    else if (const auto* finding = std::get_if<Finding>(&line)) {
        if (m_proof.findings.size() < mostFindings) m_proof.findings.push_back(*finding);
    } else if (const auto* facts = std::get_if<ProbeFacts>(&line)) takeFacts(*facts);
    else if (const auto* device = std::get_if<DeviceProof>(&line)) takeDevice(*device);
    else if (const auto* module = std::get_if<LoadedModule>(&line)) takeModule(*module);
    else if (std::holds_alternative<ProbeEnd>(line)) m_ended = true;
}

void ProofRecord::takeStep(const StepResult& step) {
    m_last = step;
    std::vector<StepResult>& steps = m_proof.steps;
    const auto same = std::ranges::find_if(steps, [&](const StepResult& s) {
        // The first GPU takes the place that was kept for the step.
        return s.step == step.step && (s.device == step.device || (step.device && !s.device));
    });
    if (same != steps.end()) {
        *same = step;
        return;
    }
    const auto later = std::ranges::find_if(steps, [&](const StepResult& s) { return s.step > step.step; });
    steps.insert(later, step);
}

void ProofRecord::takeFacts(const ProbeFacts& facts) {
    if (facts.account) m_proof.account = *facts.account;
    if (facts.elevated) m_proof.unelevated = !*facts.elevated;
    if (facts.driverCuda) m_proof.driverCuda = facts.driverCuda;
    if (facts.loadedFolder) m_proof.loadedFolder = *facts.loadedFolder;
    if (facts.cudnnVersion) m_proof.cudnnVersion = facts.cudnnVersion;
    if (facts.runtimeVersion) m_proof.runtimeVersion = facts.runtimeVersion;
}

void ProofRecord::takeDevice(const DeviceProof& device) {
    const auto same = std::ranges::find(m_proof.devices, device.index, &DeviceProof::index);
    if (same != m_proof.devices.end()) *same = device;
    else m_proof.devices.push_back(device);
}

void ProofRecord::takeModule(const LoadedModule& module) {
    const auto same = std::ranges::find(m_proof.modules, module.path, &LoadedModule::path);
    if (same != m_proof.modules.end()) *same = module;
    else if (m_proof.modules.size() < mostModules) m_proof.modules.push_back(module);
}

void ProofRecord::takeBroken(const Error& error) {
    if (m_broken) return;
    m_broken = true;
    add(Finding{ErrorCode::ProbeProtocol, Severity::Error, error.arguments.empty() ? error.subject : error.arguments.front()});
}

std::optional<StepResult> ProofRecord::failRunningStep() {
    const auto running = std::ranges::find(m_proof.steps, StepState::Running, &StepResult::state);
    if (running == m_proof.steps.end()) return std::nullopt;
    running->state = StepState::Failed;
    return *running;
}

std::optional<StepResult> ProofRecord::finish(const ChildResult& child, std::chrono::seconds timeout) {
    m_proof.exitCode = child.exitCode;
    m_proof.unelevated = m_proof.unelevated && child.ranUnelevated;
    m_proof.errorText = child.errorText.substr(0, shownErrorText);
    const std::string step(m_last ? toText(m_last->step) : toText(ProbeStep::Process));
    const std::string detail = m_last ? m_last->detail : std::string{};
    if (child.timedOut) {
        add(Finding{ErrorCode::ProbeTimedOut, Severity::Error, step, {std::to_string(timeout.count()), detail}});
    } else if (m_broken) {
        // Said already; how a child ends that talks nonsense adds nothing.
    } else if (child.exitCode != 0) {
        add(Finding{ErrorCode::ProbeDied, Severity::Error, step, {exitStatusText(child.exitCode), decisiveLine(child.errorText), detail}});
    } else if (!m_ended) {
        add(Finding{ErrorCode::ProbeProtocol, Severity::Error, step});
    }
    return failRunningStep();
}

void ProofRecord::notStarted(const Error& error) {
    Finding finding = toFinding(error, Severity::Warning);
    finding.code = ErrorCode::ProbeNotStarted;
    add(std::move(finding));
}

void ProofRecord::checkModules() {
    if (m_proof.modules.empty()) return;
    const auto isNamed = [](std::string_view name) {
        return [name](const LoadedModule& module) { return fileNameOf(module.path) == name; };
    };
    auto shim = std::ranges::find_if(m_proof.modules, isNamed(cudnnLibraryName("cudnn")));
    if (shim == m_proof.modules.end()) shim = m_proof.modules.begin();
    const std::string folder = folderOf(shim->path);
    const auto odd = std::ranges::find_if(m_proof.modules, [&](const LoadedModule& m) { return folderOf(m.path) != folder; });
    if (odd != m_proof.modules.end()) {
        add(Finding{ErrorCode::ProbeModulesMixed, Severity::Error, odd->path, {folder + ", " + folderOf(odd->path)}});
        return;
    }
    // A foreign shim passes every check of cuDNN's own (9.28's with the rest of 9.5.0.50 under Wine 8); only its resource tells.
    const auto isOther = [&](const LoadedModule& m) { return m.version && shim->version && *m.version != *shim->version; };
    const auto other = std::ranges::find_if(m_proof.modules, isOther);
    if (other != m_proof.modules.end())
        add(Finding{ErrorCode::SetMixedVersion, Severity::Error, other->path, {other->version->toString(), shim->version->toString()}});
}

Proof ProofRecord::judge() && {
    checkModules();
    std::ranges::stable_sort(m_proof.findings, std::ranges::greater{}, &Finding::severity);
    const auto has = [&](Severity severity) {
        return std::ranges::find(m_proof.findings, severity, &Finding::severity) != m_proof.findings.end();
    };
    const bool everyGpu =
        !m_proof.devices.empty() && std::ranges::all_of(m_proof.devices, [](const DeviceProof& d) { return d.verdict == Verdict::Proven; });
    // Errors disprove, warnings say why nothing was proven; both say so however good the numbers are.
    if (has(Severity::Error)) m_proof.verdict = Verdict::Disproven;
    else if (has(Severity::Warning) || !everyGpu || !m_ended) m_proof.verdict = Verdict::NotProven;
    else m_proof.verdict = Verdict::Proven;
    return std::move(m_proof);
}

}   // namespace cudnn_setup
