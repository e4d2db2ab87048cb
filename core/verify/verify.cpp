#include "verify/verify.h"

#include "machine/path_value.h"
#include "verify/expected_set.h"
#include "verify/load_order.h"
#include "verify/path_findings.h"
#include "verify/set_findings.h"

#include <algorithm>

namespace cudnn_setup {
namespace {

/// cuDNN loads these by name when work starts, so that no import table shows them (read in 9.0.0.312, 9.5.0.50 and 9.28.0.42).
std::vector<Finding> dependencyFindings(const Toolkit& toolkit) {
    std::vector<Finding> findings;
    const auto major = std::to_string(toolkit.version.major());
    const auto add = [&](bool there, ErrorCode code, std::string name) {
        if (!there) findings.push_back({.code = code, .subject = std::move(name), .arguments = {toolkit.dllFolderAbsolute}});
    };
    add(toolkit.parts.cublasLt, ErrorCode::CublasLtMissing, "cublasLt64_" + major + ".dll");
    // One name for all minors since CUDA 12; that of 11.2 serves 11.2 to 11.8.
    add(toolkit.parts.nvrtc, ErrorCode::NvrtcMissing, "nvrtc64_" + major + (toolkit.version.major() == 11 ? "2" : "0") + "_0.dll");
    add(toolkit.parts.nvrtcBuiltins, ErrorCode::NvrtcBuiltinsMissing,
        "nvrtc-builtins64_" + major + std::to_string(toolkit.version.minor()) + ".dll");
    return findings;
}

void append(std::vector<Finding>& findings, std::vector<Finding> more) {
    std::ranges::move(more, std::back_inserter(findings));
}

}   // namespace

bool Verification::isHealthy() const {
    return std::ranges::none_of(findings, [](const Finding& finding) { return finding.severity == Severity::Error; });
}

Verification verifyToolkit(const Snapshot& snapshot, const Toolkit& toolkit, const Archive* archive) {
    const auto set = expectedSet(toolkit, archive);
    Verification verification{.root = toolkit.root,
                              .release = set.release,
                              .libraries = {},
                              .headers = {},
                              .importLibraries = {},
                              .loadOrder = {},
                              .findings = {}};
    if (toolkit.journalOpen) verification.findings.push_back({.code = ErrorCode::JournalPending, .subject = toolkit.root});
    if (toolkit.receiptError) {
        verification.findings.push_back({.code = toolkit.receiptError->code,
                                         .subject = joinFolder(toolkit.root, ".cudnn-setup/receipt.json"),
                                         .arguments = {toolkit.receiptError->subject},
                                         .systemCode = toolkit.receiptError->systemCode});
    }
    if (isNothingInstalled(toolkit, set.major)) {
        verification.release.reset();
        verification.findings.push_back({.code = ErrorCode::NothingInstalled, .subject = toolkit.root});
        return verification;
    }
    auto check = checkSet(toolkit, set);
    verification.libraries = check.libraries;
    verification.headers = check.headers;
    verification.importLibraries = check.importLibraries;
    verification.loadOrder = loadOrderOf(snapshot, toolkit, set, check.settled);
    for (auto& finding : check.findings) {
        if (finding.code != ErrorCode::FileInUse) continue;
        for (const auto& process : snapshot.processes) finding.arguments.push_back(process.name);
    }
    append(verification.findings, std::move(check.findings));
    append(verification.findings, dependencyFindings(toolkit));
    append(verification.findings, copyFindings(snapshot, toolkit, set, verification.loadOrder));
    append(verification.findings, pathFindings(snapshot, toolkit));
    return verification;
}

}   // namespace cudnn_setup
