#include "report/text_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace cudnn_setup {
namespace {

std::string versionText(const std::optional<Version>& version, const Messages& messages) {
    return version ? version->toString() : messages.text("report.unknown-version");
}

std::string folderOf(std::string_view path) {
    const auto slash = path.find_last_of('/');
    auto folder = std::string(slash == std::string_view::npos ? std::string_view() : path.substr(0, slash));
    std::ranges::replace(folder, '/', '\\');
    return folder;
}

struct Group {
    std::size_t files = 0;
    std::uint64_t bytes = 0;
    std::vector<const FileStep*> steps;
};

/// One line a verb, component and folder: what a person wants to know of thirty steps.
void appendFileSteps(std::string& text, const ToolkitPlan& plan, const Messages& messages) {
    std::map<std::tuple<Verb, Component, std::string>, Group> groups;
    for (const FileStep& step : plan.files) {
        Group& group = groups[{step.verb, step.component, folderOf(step.path)}];
        ++group.files;
        group.bytes += step.verb == Verb::Remove ? step.sizeBefore : step.sizeAfter;
        group.steps.push_back(&step);
    }
    for (const auto& [key, group] : groups) {
        const auto& [verb, component, folder] = key;
        const FileStep& first = *group.steps.front();
        std::string versions;
        if (first.versionBefore && first.versionAfter)
            versions = fmt::format("  {} → {}", first.versionBefore->toString(), first.versionAfter->toString());
        else if (first.versionAfter) versions = fmt::format("  {}", first.versionAfter->toString());
        const auto what = messages.text(
            "report.in-folder", {std::to_string(group.files), messages.text(fmt::format("components.{}", toText(component))), folder});
        const bool kept = std::ranges::any_of(group.steps, [](const FileStep* step) { return step->old == OldFile::Backup; });
        text += fmt::format("  {:<8} {}, {}{}{}\n", messages.text(fmt::format("verbs.{}", toText(verb))), what, messages.bytes(group.bytes),
                            versions, kept ? fmt::format(" ({})", messages.text("report.old-kept")) : std::string());
        if (verb == Verb::Remove || group.files <= 2) {
            for (const FileStep* step : group.steps)
                text += fmt::format("             {}\n", step->path.substr(step->path.find_last_of('/') + 1));
        }
    }
}

void appendPathStep(std::string& text, const ToolkitPlan& plan, const Messages& messages) {
    if (!plan.path) {
        text += fmt::format("  {}\n", messages.text("report.path-stays"));
        return;
    }
    const auto scope = messages.text(plan.path->scope == EnvironmentScope::Machine ? "report.scope-machine" : "report.scope-user");
    text += fmt::format("  {}\n", messages.text(plan.path->adds ? "report.path-adds" : "report.path-removes", {scope, plan.path->segment}));
}

}   // namespace

std::string planText(const Plan& plan, const Messages& messages) {
    std::string text;
    if (plan.archive) {
        text += messages.text("report.archive",
                              {plan.archive->name, plan.archive->release.toString(), std::to_string(plan.archive->cudaMajor)}) +
                '\n';
    }
    for (const ToolkitPlan& toolkit : plan.toolkits) {
        text += messages.text("report.plan",
                              {plan.shortDigest(), messages.text("report.toolkit", {toolkit.toolkit.toString(2), toolkit.root})}) +
                '\n';
        appendFileSteps(text, toolkit, messages);
        appendPathStep(text, toolkit, messages);
    }
    return text;
}

std::string verificationText(const Verification& verification, const Messages& messages) {
    auto text = messages.text("report.verification", {verification.root}) + '\n';
    const auto number = [](std::size_t value) { return std::to_string(value); };
    text += fmt::format(
        "  {}\n", messages.text("report.set", {number(verification.libraries.found), number(verification.libraries.expected),
                                               number(verification.headers.found), number(verification.headers.expected),
                                               number(verification.importLibraries.found), number(verification.importLibraries.expected)}));
    for (const LoadOrder& order : verification.loadOrder) {
        text += order.hits.empty() ? fmt::format("  {}\n", messages.text("report.load-nowhere", {order.library}))
                                   : fmt::format("  {}\n", messages.text("report.load-order", {order.library, order.hits.front().folder}));
    }
    return text;
}

std::string proofText(const Proof& proof, const Messages& messages) {
    auto text = messages.text("report.proof", {messages.text(fmt::format("verdicts.{}", toText(proof.verdict)))}) + '\n';
    if (!proof.account.empty()) {
        text += fmt::format(
            "  {}\n",
            messages.text("report.account", {proof.account, messages.text(proof.unelevated ? "report.unelevated" : "report.elevated")}));
    }
    for (const StepResult& step : proof.steps) {
        const auto device = step.device ? fmt::format(" (GPU {})", *step.device) : std::string();
        text += fmt::format("  [{}] {}{}  {}\n", messages.text(fmt::format("states.{}", toText(step.state))),
                            messages.text(fmt::format("steps.{}", toText(step.step))), device, step.detail);
    }
    if (!proof.loadedFolder.empty()) {
        const auto release = proof.cudnnVersion ? proof.cudnnVersion->toString(3) : std::string("?");
        const auto runtime = proof.runtimeVersion ? proof.runtimeVersion->toString(2) : std::string("?");
        text += fmt::format("  {}\n", messages.text("report.loaded-from", {proof.loadedFolder, release, runtime}));
    }
    for (const LoadedModule& module : proof.modules)
        text += fmt::format("    {}\n", messages.text("report.module", {module.path, versionText(module.version, messages)}));
    for (const DeviceProof& device : proof.devices) {
        text +=
            fmt::format("  {}\n", messages.text("report.device", {std::to_string(device.index), device.name, device.computeCapability,
                                                                  messages.bytes(device.freeBytes), messages.bytes(device.memoryBytes)}));
        if (device.numbers) {
            const bool agree = device.numbers->largestError <= device.numbers->tolerance;
            text += fmt::format("    {}\n", messages.text(agree ? "report.numbers" : "report.numbers-differ",
                                                          {std::to_string(device.numbers->outputs), device.numbers->shape,
                                                           fmt::format("{:.1e}", device.numbers->largestError),
                                                           fmt::format("{:.1e}", device.numbers->tolerance)}));
        }
        if (device.timing) {
            text += fmt::format("    {}\n", messages.text("report.timing", {device.timing->shape, std::to_string(device.timing->batch),
                                                                            fmt::format("{:.3f}", device.timing->medianMilliseconds),
                                                                            std::to_string(device.timing->milliseconds.size()),
                                                                            fmt::format("{:.2f}", device.timing->teraflops)}));
        }
    }
    return text;
}

std::string findingsText(std::span<const Finding> findings, const Messages& messages) {
    std::string text;
    for (const Finding& finding : findings) {
        text += fmt::format("{} [{}]: {}\n", messages.text(fmt::format("severities.{}", toText(finding.severity))),
                            codeInfo(finding.code).id, messages.describe(finding));
        if (finding.systemCode != 0)
            text += fmt::format("  {}\n", messages.text("report.system-error", {messages.systemError(finding.systemCode)}));
        if (const auto remedy = messages.remedy(finding); !remedy.empty())
            text += fmt::format("  {}\n", messages.text("report.remedy", {remedy}));
    }
    return text;
}

std::string releaseOf(const Outcome& outcome) {
    if (outcome.archive) return outcome.archive->release.toString();
    if (!outcome.verifications.empty() && outcome.verifications.front().release) return outcome.verifications.front().release->toString();
    if (outcome.proof && outcome.proof->cudnnVersion) return outcome.proof->cudnnVersion->toString(3);
    return "9";
}

std::string toolkitVersionOf(const Outcome& outcome, const std::string& root) {
    if (outcome.snapshot) {
        for (const Toolkit& candidate : outcome.snapshot->toolkits) {
            if (candidate.root == root) return candidate.version.toString(2);
        }
    }
    return "12";
}

std::string headline(const Outcome& outcome, const std::string& root, OutcomeKind kind, const Messages& messages) {
    return messages.text(fmt::format("headlines.{}", toText(kind)), {releaseOf(outcome), toolkitVersionOf(outcome, root)});
}

/// Several toolkits in one run: what became of each, those after a failure included.
std::string eachToolkitText(const Outcome& outcome, const Messages& messages) {
    if (outcome.selectedRoots.size() < 2 || outcome.toolkitOutcomes.empty()) return {};
    std::string text;
    for (const std::string& root : outcome.selectedRoots) {
        const auto done = std::ranges::find(outcome.toolkitOutcomes, root, &std::pair<std::string, OutcomeKind>::first);
        text += root + ": ";
        text +=
            done != outcome.toolkitOutcomes.end() ? headline(outcome, root, done->second, messages) : messages.text("report.not-reached");
        text += '\n';
    }
    return text;
}

std::string outcomeText(const Outcome& outcome, const Messages& messages) {
    std::string text;
    if (outcome.plan && !outcome.plan->toolkits.empty()) text += planText(*outcome.plan, messages) + '\n';
    for (const Verification& verification : outcome.verifications) text += verificationText(verification, messages) + '\n';
    if (outcome.proof) text += proofText(*outcome.proof, messages) + '\n';
    if (!outcome.findings.empty()) text += findingsText(outcome.findings, messages) + '\n';
    if (!outcome.logFile.empty()) text += messages.text("report.log", {outcome.logFile}) + '\n';
    text += eachToolkitText(outcome, messages);
    const auto first = outcome.selectedRoots.empty() ? std::string() : outcome.selectedRoots.front();
    text += headline(outcome, first, outcome.kind, messages) + ' ' + messages.text("report.exit-code", {std::to_string(outcome.exitCode)}) +
            '\n';
    return text;
}

}   // namespace cudnn_setup
