#include "verify/verified_pc.h"

using namespace cudnn_setup;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

namespace {

class VerifySignatures : public VerifiedPc {
protected:
    VerifySignatures() {
        pc.copySet("Z96", T);
        pc.copyStub("Z897/bin/cudnn64_8.dll", T + "/bin/cudnn64_8.dll");
        toolkit = toolkitAt(pc.observedTargets(), pc.text(T));
    }
    std::vector<Finding> findings() { return verifySignatures(pc.system, toolkit, false, {}); }
    Toolkit toolkit{.root = {}, .version = Version(0), .sources = {}, .dllFolder = {}, .dllFolderAbsolute = {}};
};

}   // namespace

TEST_F(VerifySignatures, AsksForEveryDllOfTheMajorOnly) {
    EXPECT_THAT(findings(), IsEmpty());
    EXPECT_EQ(pc.signatures.asked().size(), 8U);
}

TEST_F(VerifySignatures, NamesTheDllThatIsNotTrusted) {
    pc.signatures.byName["cudnn_ops64_9.dll"] = {.state = SignatureState::None};
    EXPECT_THAT(findings(), ElementsAre(Finding{.code = ErrorCode::SignatureMissing, .subject = "cudnn_ops64_9.dll"}));
}

TEST_F(VerifySignatures, OnlyRemindsOfWhatTheUserAccepted) {
    pc.signatures.otherwise = {.state = SignatureState::None};
    toolkit.receipt = receiptOf(toolkit, Version(9, 6, 0, 74));
    toolkit.receipt->signaturesIgnored = true;
    std::ranges::find(toolkit.receipt->files, "bin/cudnn64_9.dll", &ReceiptFile::path)->sha256 =
        Sha256(Sha256::Bytes{7});   // changed since
    EXPECT_EQ(findings().size(), 8U);
    for (const auto& finding : findings()) {
        EXPECT_EQ(finding.severity, finding.subject == "cudnn64_9.dll" ? Severity::Error : Severity::Warning) << finding.subject;
    }
    toolkit.receipt->signaturesIgnored = false;
    for (const auto& finding : findings()) EXPECT_EQ(finding.severity, Severity::Error);
}

TEST_F(VerifySignatures, StopsWhenAsked) {
    std::stop_source source;
    source.request_stop();
    EXPECT_THAT(verifySignatures(pc.system, toolkit, false, source.get_token()), IsEmpty());
    EXPECT_THAT(pc.signatures.asked(), IsEmpty());
}
