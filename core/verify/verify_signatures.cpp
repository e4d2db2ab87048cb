#include "verify/verify.h"

#include "base/path_text.h"
#include "cudnn/names.h"
#include "cudnn/signature_rules.h"
#include "machine/path_value.h"
#include "verify/expected_set.h"

#include <algorithm>

namespace cudnn_setup {
namespace {

/// The user installed exactly these bytes with /allowunsigned.
bool wasAccepted(const Toolkit& toolkit, const CudnnFile& file) {
    if (!toolkit.receipt || !toolkit.receipt->signaturesIgnored || !file.sha256) return false;
    const auto key = lowerCase(file.path);
    return std::ranges::any_of(toolkit.receipt->files,
                               [&](const auto& ours) { return lowerCase(ours.path) == key && ours.sha256 == *file.sha256; });
}

}   // namespace

std::vector<Finding> verifySignatures(const System& system, const Toolkit& toolkit, bool archiveIsKnown, const std::stop_token& stop) {
    std::vector<Finding> findings;
    const auto major = expectedSet(toolkit, nullptr).major;
    for (const auto& file : toolkit.cudnnFiles) {
        if (stop.stop_requested()) break;
        const auto name = bareName(file.path);
        // An empty file cannot be signed; that it is empty is verifyToolkit()'s finding.
        if (cudnnMajorOfLibrary(name) != major || file.size == 0) continue;
        const auto signature = system.signatures->verify(pathFromUtf8(joinFolder(toolkit.root, file.path)));
        if (!signature) {
            findings.push_back(toFinding(signature.error(), Severity::Warning));
            continue;
        }
        auto finding = judgeSignature(name, *signature, archiveIsKnown);
        if (!finding) continue;
        if (wasAccepted(toolkit, file)) finding->severity = Severity::Warning;
        findings.push_back(std::move(*finding));
    }
    return findings;
}

}   // namespace cudnn_setup
