#include "machine/observe.h"

#include "base/path_text.h"
#include "machine/display_driver.h"
#include "machine/path_observation.h"
#include "machine/path_value.h"
#include "machine/toolkit_observation.h"

#include <algorithm>
#include <map>

namespace cudnn_setup {
namespace {

/// CUDA_PATH* and CUDNN*, the machine's first.
void readVariables(const System& system, Snapshot& snapshot) {
    for (const auto scope : {EnvironmentScope::Machine, EnvironmentScope::User}) {
        const auto all = system.environment->all(scope);
        if (!all) {
            snapshot.findings.push_back(toFinding(all.error(), Severity::Warning));
            continue;
        }
        for (const auto& [name, value] : *all) {
            const auto key = lowerCase(name);
            if (!key.starts_with("cuda_path") && !key.starts_with("cudnn")) continue;
            snapshot.variables.emplace_back(name,
                                            value.type == RegistryText::Expandable ? system.environment->expand(value.text) : value.text);
        }
    }
}

void readGpus(const System& system, Snapshot& snapshot) {
    const auto adapters = system.machine->displayAdapters();
    if (!adapters) return snapshot.findings.push_back(toFinding(adapters.error(), Severity::Warning));
    for (const auto& adapter : *adapters) {
        snapshot.gpus.push_back({.name = adapter.name, .driverVersion = nvidiaDriverVersion(adapter.driverVersion)});
    }
}

FolderReach reachOf(const System& system, const ObserveOptions& options, const Snapshot& snapshot,
                    const std::vector<ToolkitCandidate>& candidates) {
    std::vector<std::string> folders;
    for (const auto& segment : snapshot.effectivePath()) {
        if (isAbsoluteFolder(segment.expanded)) folders.push_back(segment.expanded);
    }
    for (const auto& candidate : candidates) folders.push_back(candidate.root);
    std::vector<std::string> local;
    for (const auto which : {KnownFolder::System32, KnownFolder::Windows, KnownFolder::ProgramFiles}) {
        if (const auto folder = system.machine->folder(which)) local.push_back(toUtf8(*folder));
    }
    return {*system.files, folders, local, options.networkBudget};
}

/// One toolkit a folder, whatever names lead to it (short names, substituted drives, other case).
void addToolkit(Snapshot& snapshot, Toolkit toolkit, const std::string& identity, std::map<std::string, std::size_t>& byIdentity) {
    if (const auto known = byIdentity.find(identity); !identity.empty() && known != byIdentity.end()) {
        auto& sources = snapshot.toolkits[known->second].sources;
        for (const auto source : toolkit.sources) {
            if (!std::ranges::count(sources, source)) sources.push_back(source);
        }
        return;
    }
    byIdentity.emplace(identity, snapshot.toolkits.size());
    snapshot.toolkits.push_back(std::move(toolkit));
}

bool isGone(const Files& files, const FolderReach& reach, const std::string& root) {
    if (!reach.answers(root)) return false;   // a server that sleeps took no toolkit away
    const auto info = files.info(pathFromUtf8(root));
    return info && !info->has_value();
}

}   // namespace

Result<Snapshot> observe(System& system, const ObserveOptions& options) {
    Snapshot snapshot;
    snapshot.takenAt = system.machine->utcNow();
    snapshot.toolVersion = CUDNN_SETUP_VERSION;
    snapshot.systemName = system.machine->systemName();
    const auto stopped = [&] { return options.stop.stop_requested(); };
    if (auto account = system.machine->account()) snapshot.account = std::move(*account);
    else snapshot.findings.push_back(toFinding(account.error(), Severity::Warning));
    readVariables(system, snapshot);
    readGpus(system, snapshot);
    snapshot.machinePath = readPath(system, EnvironmentScope::Machine, snapshot.findings);
    snapshot.userPath = readPath(system, EnvironmentScope::User, snapshot.findings);
    snapshot.index = readIndex(system, snapshot.findings);
    if (stopped()) return fail(ErrorCode::Cancelled, "observe");

    const auto candidates = toolkitCandidates(system, options, snapshot);
    const auto reach = reachOf(system, options, snapshot, candidates);
    std::map<std::string, std::size_t> byIdentity;
    for (const auto& candidate : candidates) {
        if (stopped()) return fail(ErrorCode::Cancelled, "observe");
        if (!reach.answers(candidate.root)) continue;
        auto toolkit = readToolkit(system, candidate, snapshot.findings);
        if (!toolkit) continue;
        const auto info = system.files->info(pathFromUtf8(candidate.root));
        addToolkit(snapshot, std::move(*toolkit), info && *info ? (*info)->identity : std::string{}, byIdentity);
    }
    std::ranges::sort(snapshot.toolkits,
                      [](const Toolkit& a, const Toolkit& b) { return a.version != b.version ? a.version < b.version : a.root < b.root; });
    for (const auto& indexed : snapshot.index.toolkits) {
        if (!isGone(*system.files, reach, indexed.root)) continue;
        snapshot.findings.push_back({.code = ErrorCode::ToolkitVanished, .severity = Severity::Warning, .subject = indexed.root});
    }

    lookAtSegments(*system.files, reach, snapshot.machinePath);
    lookAtSegments(*system.files, reach, snapshot.userPath);
    if (stopped()) return fail(ErrorCode::Cancelled, "observe");
    snapshot.copies = cudnnCopies(system, snapshot, snapshot.findings);
    return snapshot;
}

}   // namespace cudnn_setup
