#include "plan/file_steps.h"
#include "plan/rights.h"
#include "plan/toolkit_plan.h"

#include <algorithm>

namespace cudnn_setup {

ToolkitDecision planUninstall(const Snapshot& snapshot, const Toolkit& toolkit, const PathValues& values) {
    ToolkitDecision decision;
    const auto refuse = [&](ErrorCode code) {
        decision.findings.push_back({code, Severity::Error, toolkit.root});
        return decision;
    };
    if (toolkit.receiptError) return refuse(ErrorCode::ReceiptDamaged);
    if (!toolkit.receipt) return refuse(ErrorCode::NothingInstalled);
    auto files = planUninstallFiles(toolkit, *toolkit.receipt);
    ToolkitPlan plan{.root = toolkit.root,
                     .toolkit = toolkit.version,
                     .dllFolder = toolkit.dllFolder,
                     .files = std::move(files.steps),
                     .path = std::nullopt,
                     .changesReceipt = true};
    if (toolkit.receipt->path) plan.path = planPathRemoval(*toolkit.receipt->path, toolkit.dllFolderAbsolute, values);
    decision.findings = std::move(files.findings);
    const NeededRights needed{.toolkit = true, .machinePath = plan.path && plan.path->scope == EnvironmentScope::Machine};
    if (auto found = rightsBlocker(snapshot.account, toolkit.root, toolkit.writable, needed))
        decision.findings.push_back(std::move(*found));
    std::ranges::move(filesInTheWay(toolkit, plan.files, snapshot.processes), std::back_inserter(decision.findings));
    decision.plan = std::move(plan);
    return decision;
}

}   // namespace cudnn_setup
