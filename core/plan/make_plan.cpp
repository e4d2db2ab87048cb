#include "machine/path_value.h"
#include "plan/rights.h"
#include "plan/toolkit_plan.h"

#include <algorithm>
#include <map>

namespace cudnn_setup {
namespace {

const Toolkit* findToolkit(const Snapshot& snapshot, std::string_view root) {
    const auto found =
        std::ranges::find(snapshot.toolkits, folderKey(root), [](const Toolkit& toolkit) { return folderKey(toolkit.root); });
    return found == snapshot.toolkits.end() ? nullptr : &*found;
}

const IndexedToolkit* findEntry(const Snapshot& snapshot, std::string_view root) {
    const auto& entries = snapshot.index.toolkits;
    const auto found = std::ranges::find(entries, folderKey(root), [](const IndexedToolkit& entry) { return folderKey(entry.root); });
    return found == entries.end() ? nullptr : &*found;
}

bool changesToolkit(Action action) {
    return action == Action::Install || action == Action::Uninstall;
}

/// What the observer saw each segment expand to: one folder or, from a variable, several.
Expand expandAsObserved(const Snapshot& snapshot) {
    std::map<std::string, std::string, std::less<>> expanded;
    for (const auto* path : {&snapshot.machinePath, &snapshot.userPath}) {
        std::map<std::string, std::string, std::less<>> inThisValue;
        std::size_t place = 0;
        for (const auto& segment : path->segments) {
            auto& text = inThisValue[segment.raw];
            if (segment.place == place) text += ';' + segmentFor(segment.expanded);
            else text = segmentFor(segment.expanded);   // an equal one further on expands alike
            place = segment.place;
        }
        expanded.merge(inThisValue);
    }
    return [expanded = std::move(expanded)](std::string_view raw) {
        const auto found = expanded.find(raw);
        return found == expanded.end() ? std::string(raw) : found->second;
    };
}

ToolkitDecision planMissing(Action action, const Snapshot& snapshot, const std::string& root, const PathValues& values) {
    ToolkitDecision decision;
    const auto* entry = findEntry(snapshot, root);
    if (entry == nullptr || action == Action::Install) {
        decision.findings.push_back({ErrorCode::TargetNotAToolkit, Severity::Error, root});
        return decision;
    }
    decision.findings.push_back({ErrorCode::ToolkitVanished, Severity::Warning, root});
    if (action != Action::Uninstall) return decision;
    ToolkitPlan plan{
        .root = root, .toolkit = Version(0), .dllFolder = {}, .files = {}, .path = planPathRemoval(*entry, values), .vanished = true};
    const bool changesMachine = plan.path && plan.path->scope == EnvironmentScope::Machine;
    if (auto found = rightsBlocker(snapshot.account, root, true, {.toolkit = false, .machinePath = changesMachine})) {
        decision.findings.push_back(std::move(*found));
    }
    decision.plan = std::move(plan);
    return decision;
}

/// Errors first, then warnings, then info; in each the order in which they were found, none twice.
void sortFindings(std::vector<Finding>& findings) {
    std::vector<Finding> sorted;
    for (const auto severity : {Severity::Error, Severity::Warning, Severity::Info}) {
        for (auto& finding : findings) {
            if (finding.severity == severity && !std::ranges::count(sorted, finding)) sorted.push_back(finding);
        }
    }
    findings = std::move(sorted);
}

}   // namespace

std::vector<Finding> blockersBeforeStaging(const Request& request, const Snapshot& snapshot, std::span<const std::string> roots) {
    std::vector<Finding> blockers;
    const PathValues values{snapshot.machinePath.value, snapshot.userPath.value};
    for (const auto& root : roots) {
        const auto* toolkit = findToolkit(snapshot, root);
        if (toolkit == nullptr) continue;   // makePlan() says it
        if (!changesToolkit(request.action) || request.whatIf) {
            if (toolkit->journalOpen) blockers.push_back({ErrorCode::JournalPending, Severity::Error, toolkit->root});
        }
        if (!changesToolkit(request.action)) continue;
        std::optional<PathStep> step;
        if (request.action == Action::Install) step = planPathAddition(request.path, *toolkit, values, expandAsObserved(snapshot)).step;
        else if (toolkit->receipt && toolkit->receipt->path)
            step = planPathRemoval(*toolkit->receipt->path, toolkit->dllFolderAbsolute, values);
        const NeededRights needed{.toolkit = true, .machinePath = step && step->scope == EnvironmentScope::Machine};
        if (auto found = rightsBlocker(snapshot.account, toolkit->root, toolkit->writable, needed)) blockers.push_back(std::move(*found));
    }
    return blockers;
}

Plan makePlan(const Request& request, const Snapshot& snapshot, const Archive* archive, std::span<const std::string> roots,
              const std::function<std::string(std::string_view)>& expand) {
    Plan plan{.toolVersion = snapshot.toolVersion, .action = request.action};
    if (archive != nullptr && request.action == Action::Install) {
        plan.archive = toPlanned(*archive);
        plan.findings = archive->findings;
        if (request.expectedHash && *request.expectedHash != archive->sha256) {
            plan.findings.push_back({ErrorCode::ArchiveHashMismatch,
                                     Severity::Error,
                                     archive->name,
                                     {archive->sha256.toString(), request.expectedHash->toString()}});
        }
    } else if (request.action == Action::Install) {
        plan.findings.push_back({ErrorCode::SourceMissing, Severity::Error, request.source});
    }
    PathValues values{snapshot.machinePath.value, snapshot.userPath.value};
    for (const auto& root : changesToolkit(request.action) ? roots : std::span<const std::string>{}) {
        if (request.action == Action::Install && archive == nullptr) break;
        const auto* toolkit = findToolkit(snapshot, root);
        auto decision = toolkit == nullptr                  ? planMissing(request.action, snapshot, root, values)
                        : request.action == Action::Install ? planInstall(request, snapshot, *toolkit, *archive, values, expand)
                                                            : planUninstall(snapshot, *toolkit, values);
        std::ranges::move(decision.findings, std::back_inserter(plan.findings));
        if (!decision.plan) continue;
        if (decision.plan->path) values.take(*decision.plan->path);   // the next toolkit's edit starts from this one's
        plan.toolkits.push_back(std::move(*decision.plan));
    }
    if (!changesToolkit(request.action)) plan.findings = blockersBeforeStaging(request, snapshot, roots);
    sortFindings(plan.findings);
    if (const auto digest = digestOf(plan)) plan.digest = *digest;
    else plan.findings.insert(plan.findings.begin(), toFinding(digest.error()));
    return plan;
}

}   // namespace cudnn_setup
