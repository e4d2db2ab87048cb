#include "cudnn/names.h"
#include "machine/path_value.h"
#include "plan/file_steps.h"
#include "plan/rights.h"
#include "plan/target_text.h"
#include "plan/toolkit_plan.h"

#include <algorithm>

namespace cudnn_setup {
namespace {

// Programs without a manifest for long paths cannot load from a longer one (MAX_PATH, its terminating zero included).
constexpr std::size_t firstForbiddenLength = 260;

Finding blocker(ErrorCode code, const std::string& subject, std::vector<std::string> arguments = {}) {
    return {code, Severity::Error, subject, std::move(arguments)};
}

/// A release whose last number nobody told is not older than one of the same three others.
bool isNewer(const Version& there, const Version& offered) {
    const auto threeParts = [](const Version& version) { return Version(version.part(0), version.part(1), version.part(2)); };
    if (there.part(3) == 0 || offered.part(3) == 0) return threeParts(there) > threeParts(offered);
    return there > offered;
}

/// The file that shows the archive's CUDA major best: the precompiled engines hold the names of cublasLt and nvrtc (NVIDIA's 9.5.0.50 and
/// later); the resolver reads them.
std::string cudaEvidence(const Archive& archive) {
    for (const auto& file : archive.files) {
        if (file.name.starts_with("cudnn_engines_precompiled")) return file.entry;
    }
    return archive.name;
}

/// What rules this archive out for this toolkit, whatever its files are; a warning where the user insists.
std::optional<Finding> mismatch(const Request& request, const Toolkit& toolkit, const Archive& archive) {
    if (archive.cudaMajor != toolkit.version.major()) {
        return blocker(ErrorCode::ArchiveBuiltForOtherCuda, archive.name,
                       {std::to_string(archive.cudaMajor), std::to_string(toolkit.version.major()), cudaEvidence(archive)});
    }
    if (toolkit.receipt && isNewer(toolkit.receipt->archive.release, archive.release)) {
        return Finding{ErrorCode::ToolkitHasNewer,
                       request.force ? Severity::Warning : Severity::Error,
                       toolkit.root,
                       {toolkit.receipt->archive.release.toString(), archive.release.toString()}};
    }
    return std::nullopt;
}

Archive withoutStaticLibraries(Archive archive) {
    std::erase_if(archive.files, [](const auto& file) { return file.component == Component::StaticLibrary; });
    return archive;
}

/// They were left out when this was installed; a repair does not bring them.
bool hasNoStaticLibraries(const Toolkit& toolkit) {
    return toolkit.receipt && std::ranges::none_of(toolkit.receipt->files, [](const ReceiptFile& file) {
               return isStaticLibrary(file.path.substr(file.path.find_last_of('/') + 1));
           });
}

std::optional<Finding> pathTooLong(const ToolkitPlan& plan) {
    if (!isWindowsPath(plan.root)) return std::nullopt;
    std::string longest;
    for (const auto& step : plan.files) {
        if (step.after && charactersOf(step.path) > charactersOf(longest)) longest = step.path;
    }
    const auto path = fullPath(plan.root, longest);
    const auto length = charactersOf(path);
    if (length < firstForbiddenLength) return std::nullopt;
    return blocker(ErrorCode::TargetPathTooLong, path, {std::to_string(length), longest});
}

/// receipt.json would say something else than it does.
bool receiptDiffers(const Toolkit& toolkit, const ToolkitPlan& plan, const Archive& archive) {
    if (!toolkit.receipt || plan.path || toolkit.receipt->archive.sha256 != archive.sha256) return true;
    if (std::ranges::any_of(plan.files, changesFile) || plan.files.size() != toolkit.receipt->files.size()) return true;
    return !std::ranges::all_of(plan.files, [&](const FileStep& step) {
        return std::ranges::any_of(toolkit.receipt->files, [&](const ReceiptFile& file) {
            return lowerCase(file.path) == lowerCase(step.path) && file.sha256 == step.after;
        });
    });
}

std::uint64_t bytesToStage(const ToolkitPlan& plan) {
    std::uint64_t bytes = 0;
    for (const auto& step : plan.files) bytes += step.sizeAfter;
    return bytes;
}

void append(std::vector<Finding>& findings, std::vector<Finding> more) {
    std::ranges::move(more, std::back_inserter(findings));
}

}   // namespace

ToolkitDecision planInstall(const Request& request, const Snapshot& snapshot, const Toolkit& toolkit, const Archive& offered,
                            const PathValues& values, const Expand& expand) {
    ToolkitDecision decision;
    if (request.whatIf && toolkit.journalOpen) {
        decision.findings.push_back(blocker(ErrorCode::JournalPending, toolkit.root));   // the next writing run changes what we see
        return decision;
    }
    if (auto found = mismatch(request, toolkit, offered)) {
        decision.findings.push_back(std::move(*found));
        if (decision.findings.back().severity == Severity::Error) return decision;
    }
    const Archive archive =
        request.noStatic || (request.repair && hasNoStaticLibraries(toolkit)) ? withoutStaticLibraries(offered) : offered;
    auto files = planInstallFiles(toolkit, archive);
    auto path = planPathAddition(request.path, toolkit, values, expand);
    ToolkitPlan plan{.root = toolkit.root,
                     .toolkit = toolkit.version,
                     .dllFolder = toolkit.dllFolder,
                     .files = std::move(files.steps),
                     .path = std::move(path.step)};
    plan.changesReceipt = receiptDiffers(toolkit, plan, archive);
    append(decision.findings, std::move(path.findings));
    append(decision.findings, std::move(files.findings));
    if (toolkit.receiptError) decision.findings.push_back({ErrorCode::ReceiptDamaged, Severity::Warning, toolkit.root});
    if (!plan.changesSomething()) {
        decision.findings.push_back({ErrorCode::AlreadyInstalled, Severity::Info, toolkit.root, {archive.release.toString()}});
        decision.plan = std::move(plan);
        return decision;
    }

    plan.bytesNeeded = bytesToStage(plan);   // staging unpacks all of them; which ones stay is known by their hashes only then
    const NeededRights needed{.toolkit = true, .machinePath = plan.path && plan.path->scope == EnvironmentScope::Machine};
    if (auto found = rightsBlocker(snapshot.account, toolkit.root, toolkit.writable, needed))
        decision.findings.push_back(std::move(*found));
    if (auto found = pathTooLong(plan)) decision.findings.push_back(std::move(*found));
    if (toolkit.freeBytes < plan.bytesNeeded) {
        decision.findings.push_back(
            blocker(ErrorCode::DiskFull, toolkit.root, {std::to_string(plan.bytesNeeded), std::to_string(toolkit.freeBytes)}));
    }
    append(decision.findings, filesInTheWay(toolkit, plan.files, snapshot.processes));
    decision.plan = std::move(plan);
    return decision;
}

}   // namespace cudnn_setup
