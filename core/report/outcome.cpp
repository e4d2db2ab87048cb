#include "report/outcome.h"

#include "base/json.h"
#include "cudnn/names.h"

#include <algorithm>

namespace cudnn_setup {
namespace {

constexpr std::array<std::pair<OutcomeKind, std::string_view>, 15> kindNames{{
    {OutcomeKind::Installed, "installed"},
    {OutcomeKind::AlreadyInstalled, "already-installed"},
    {OutcomeKind::Planned, "planned"},
    {OutcomeKind::Healthy, "healthy"},
    {OutcomeKind::FaultsFound, "faults-found"},
    {OutcomeKind::NothingToDo, "nothing-to-do"},
    {OutcomeKind::Uninstalled, "uninstalled"},
    {OutcomeKind::Repaired, "repaired"},
    {OutcomeKind::Refused, "refused"},
    {OutcomeKind::RolledBack, "rolled-back"},
    {OutcomeKind::Cancelled, "cancelled"},
    {OutcomeKind::Proven, "proven"},
    {OutcomeKind::Disproven, "disproven"},
    {OutcomeKind::NotProven, "not-proven"},
    {OutcomeKind::Failed, "failed"},
}};

nlohmann::json countJson(const SetCount& count) {
    return {{"found", count.found}, {"expected", count.expected}};
}

nlohmann::json setJson(const Verification& verification) {
    return {{"version", verification.release ? nlohmann::json(verification.release->toString()) : nlohmann::json()},
            {"dll", countJson(verification.libraries)},
            {"header", countJson(verification.headers)},
            {"lib", countJson(verification.importLibraries)}};
}

nlohmann::json loadOrderJson(const Verification& verification) {
    auto list = nlohmann::json::array();
    for (const LoadOrder& order : verification.loadOrder) {
        auto hits = nlohmann::json::array();
        for (const LoadOrderHit& hit : order.hits) {
            hits.push_back({{"folder", hit.folder}, {"version", hit.version ? nlohmann::json(hit.version->toString()) : nlohmann::json()}});
        }
        list.push_back({{"dll", order.library}, {"hits", std::move(hits)}});
    }
    return list;
}

/// "none", "partial", "mixed" or "complete": what a glance at the toolkit's DLLs of cuDNN 9 says.
std::string_view cudnnState(const Toolkit& toolkit) {
    std::size_t libraries = 0;
    std::optional<Version> release;
    bool mixed = false;
    for (const CudnnFile& file : toolkit.cudnnFiles) {
        const auto name = std::string_view(file.path).substr(file.path.find_last_of('/') + 1);
        if (cudnnMajorOfLibrary(name) != 9U) continue;
        ++libraries;
        if (!file.version) continue;
        mixed = mixed || (release && *release != *file.version);
        release = file.version;
    }
    if (libraries == 0) return "none";
    if (libraries < baseLibraries().size()) return "partial";
    return mixed ? "mixed" : "complete";
}

nlohmann::json toolkitsJson(const Outcome& outcome) {
    auto list = nlohmann::json::array();
    if (!outcome.snapshot) return list;
    for (const Toolkit& toolkit : outcome.snapshot->toolkits) {
        const bool usable = !toolkit.isLeftOver() && (!outcome.archive || toolkit.version.major() == outcome.archive->cudaMajor);
        const auto reason = toolkit.isLeftOver() ? codeInfo(ErrorCode::ToolkitLeftOver).id
                            : usable             ? std::string_view()
                                                 : codeInfo(ErrorCode::ToolkitOtherMajor).id;
        const auto done = std::ranges::find(outcome.toolkitOutcomes, toolkit.root, &std::pair<std::string, OutcomeKind>::first);
        list.push_back({{"path", toolkit.root},
                        {"outcome", done == outcome.toolkitOutcomes.end() ? nlohmann::json() : nlohmann::json(toText(done->second))},
                        {"version", toolkit.version.toString(2)},
                        {"usable", usable},
                        {"reason", reason},
                        {"cudnn", cudnnState(toolkit)},
                        {"selected", std::ranges::find(outcome.selectedRoots, toolkit.root) != outcome.selectedRoots.end()}});
    }
    return list;
}

nlohmann::json proofJson(const Outcome& outcome) {
    if (!outcome.proof) {
        const bool noGpu = outcome.snapshot && outcome.snapshot->gpus.empty();
        return {{"state", toText(Verdict::NotProven)},
                {"device", nullptr},
                {"milliseconds", nullptr},
                {"reason", noGpu ? codeInfo(ErrorCode::NoGpu).id : "not-run"}};
    }
    auto json = toJson(*outcome.proof);
    const Proof& proof = *outcome.proof;
    json["state"] = toText(proof.verdict);
    json["device"] = proof.devices.empty() ? nlohmann::json() : nlohmann::json(proof.devices.front().name);
    const bool timed = !proof.devices.empty() && proof.devices.front().timing;
    json["milliseconds"] = timed ? nlohmann::json(proof.devices.front().timing->medianMilliseconds) : nlohmann::json();
    json["reason"] = proof.findings.empty() ? nlohmann::json() : nlohmann::json(codeInfo(proof.findings.front().code).id);
    return json;
}

}   // namespace

std::string_view toText(OutcomeKind kind) noexcept {
    const auto* found = std::ranges::find(kindNames, kind, &std::pair<OutcomeKind, std::string_view>::first);
    return found != kindNames.end() ? found->second : "failed";
}

std::optional<OutcomeKind> outcomeKindFromText(std::string_view text) noexcept {
    const auto* found = std::ranges::find(kindNames, text, &std::pair<OutcomeKind, std::string_view>::second);
    return found != kindNames.end() ? std::optional(found->first) : std::nullopt;
}

nlohmann::json toJson(const Outcome& outcome) {
    auto findings = nlohmann::json::array();
    for (const Finding& finding : outcome.findings) findings.push_back(toJson(finding));
    auto phases = nlohmann::json::object();
    for (const auto& [phase, seconds] : outcome.phaseSeconds) phases[phase] = seconds;
    nlohmann::json json{{"schema_version", 1},
                        {"tool_version", CUDNN_SETUP_VERSION},
                        {"exit_code", outcome.exitCode},
                        {"outcome", toText(outcome.kind)},
                        {"request", toJson(outcome.request)},
                        {"files_changed", outcome.filesChanged},
                        {"path_changed", outcome.pathChanged},
                        {"log", outcome.logFile},
                        {"seconds", outcome.seconds},
                        {"phase_seconds", std::move(phases)},
                        {"toolkits", toolkitsJson(outcome)},
                        {"proof", proofJson(outcome)},
                        {"findings", std::move(findings)}};
    if (outcome.archive) json["archive"] = toJson(*outcome.archive);
    if (outcome.plan) json["plan"] = toJson(*outcome.plan);
    if (!outcome.verifications.empty()) {
        json["set"] = setJson(outcome.verifications.front());
        json["load_order"] = loadOrderJson(outcome.verifications.front());
    }
    return json;
}

int exitCodeOf(OutcomeKind kind, const std::vector<Finding>& findings, const std::optional<Proof>& proof) {
    int code = 0;
    switch (kind) {
        case OutcomeKind::Installed:
        case OutcomeKind::AlreadyInstalled:
        case OutcomeKind::Planned:
        case OutcomeKind::Healthy:
        case OutcomeKind::NothingToDo:
        case OutcomeKind::Uninstalled:
        case OutcomeKind::Repaired:
        case OutcomeKind::Proven: code = 0; break;
        case OutcomeKind::FaultsFound:
        case OutcomeKind::Disproven: return 1;
        case OutcomeKind::NotProven: return 2;
        case OutcomeKind::Cancelled: return codeInfo(ErrorCode::Cancelled).exitCode;
        case OutcomeKind::Refused:
        case OutcomeKind::RolledBack:
        case OutcomeKind::Failed: {
            code = codeInfo(ErrorCode::SystemCallFailed).exitCode;
            const auto first = std::ranges::find(findings, Severity::Error, &Finding::severity);
            if (first != findings.end() && codeInfo(first->code).exitCode != 0) code = codeInfo(first->code).exitCode;
            return code;
        }
    }
    return proof && proof->verdict == Verdict::Disproven ? 1 : code;
}

void addFindings(std::vector<Finding>& findings, std::span<const Finding> more) {
    for (const Finding& finding : more) {
        if (std::ranges::find(findings, finding) == findings.end()) findings.push_back(finding);
    }
    std::ranges::stable_sort(findings, std::greater<>(), &Finding::severity);
}

}   // namespace cudnn_setup
