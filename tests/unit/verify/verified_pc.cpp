#include "verify/verified_pc.h"

namespace cudnn_setup {

VerifiedPc::VerifiedPc() {
    pc.addToolkit("12.8.1", T);
}

void VerifiedPc::keepReceipt(const Version& release) {
    m_receipt = receiptOf(toolkitAt(pc.observedTargets(), pc.text(T)), release);
}

Archive VerifiedPc::archiveOf(std::string_view set, const Version& release) const {
    PretendedPc other;
    other.addToolkit("12.8.1", "t");
    other.copySet(set, "t");
    Archive archive{.name = "archive.zip",
                    .size = 1,
                    .sha256 = Sha256(Sha256::Bytes{1}),
                    .shape = ArchiveShape::NvidiaZip,
                    .origin = ArchiveOrigin::Unknown,
                    .release = release,
                    .cudaMajor = 12,
                    .files = {},
                    .licenceText = {},
                    .findings = {}};
    const auto read = other.observedTargets();
    for (const auto& file : read.toolkits.front().cudnnFiles) {
        const auto component = file.path.starts_with("include/") ? Component::Header
                               : file.path.starts_with("lib/")   ? Component::ImportLibrary
                                                                 : Component::Library;
        archive.files.push_back({.entry = "top/" + file.path,
                                 .name = file.path.substr(file.path.rfind('/') + 1),
                                 .component = component,
                                 .size = file.size,
                                 .sha256 = *file.sha256,
                                 .version = file.version});
    }
    return archive;
}

const Verification& VerifiedPc::verify(const Archive* archive) {
    snapshot = pc.observedTargets();
    for (auto& toolkit : snapshot.toolkits) {
        if (m_receipt && toolkit.root == pc.text(T)) toolkit.receipt = m_receipt;
    }
    last = verifyToolkit(snapshot, toolkitAt(snapshot, pc.text(T)), archive);
    return last;
}

std::vector<Finding> VerifiedPc::found(ErrorCode code) const {
    std::vector<Finding> findings;
    std::ranges::copy_if(last.findings, std::back_inserter(findings), [&](const auto& finding) { return finding.code == code; });
    return findings;
}

std::vector<Finding> VerifiedPc::errors() const {
    std::vector<Finding> findings;
    std::ranges::copy_if(last.findings, std::back_inserter(findings),
                         [](const auto& finding) { return finding.severity == Severity::Error; });
    return findings;
}

}   // namespace cudnn_setup
