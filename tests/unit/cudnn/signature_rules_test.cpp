// Covers: a DLL that counts as NVIDIA's although something about its signature is not NVIDIA's.
#include "cudnn/signature_rules.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

Signature nvidias() {
    return {.state = SignatureState::Valid,
            .commonName = "NVIDIA Corporation",
            .organization = "NVIDIA Corporation",
            .serial = "0636AFB1",
            .timestamped = true,
            .systemCode = 0};
}

std::string verdict(const Signature& signature, bool archiveIsKnown = false) {
    const auto finding = judgeSignature("cudnn64_9.dll", signature, archiveIsKnown);
    if (!finding) return "trusted";
    EXPECT_EQ(finding->subject, "cudnn64_9.dll");
    EXPECT_EQ(finding->systemCode, signature.systemCode);
    if (finding->severity == Severity::Error) {
        EXPECT_EQ(codeInfo(finding->code).exitCode, 13);
    }
    return std::string(toText(finding->severity)) + " " + std::string(codeInfo(finding->code).id);
}

TEST(SignatureRules, TrustNvidias) {
    EXPECT_EQ(verdict(nvidias()), "trusted");
}

TEST(SignatureRules, RefuseEachFlaw) {
    Signature none = nvidias();
    none.state = SignatureState::None;
    EXPECT_EQ(verdict(none, true), "error signature-missing");

    Signature tampered = nvidias();
    tampered.state = SignatureState::Invalid;
    tampered.systemCode = 0x80096010;
    EXPECT_EQ(verdict(tampered, true), "error signature-invalid");

    Signature otherName = nvidias();
    otherName.commonName = "NVIDIA Corporation PE Sign v2016";
    EXPECT_EQ(verdict(otherName), "error signature-foreign");

    Signature otherOrganization = nvidias();
    otherOrganization.organization = "Somebody";
    EXPECT_EQ(verdict(otherOrganization), "error signature-foreign");

    Signature timeless = nvidias();
    timeless.timestamped = false;
    EXPECT_EQ(verdict(timeless), "error signature-not-timestamped");

    Signature leaked = nvidias();
    leaked.serial = "14781BC862E8DC503A559346F5DCC518";
    EXPECT_EQ(verdict(leaked, true), "error signature-denied");
}

TEST(SignatureRules, AcceptAMissingRootOnlyForAKnownArchive) {
    Signature rootless = nvidias();
    rootless.state = SignatureState::RootMissing;
    rootless.systemCode = 0x800b0109;
    EXPECT_EQ(verdict(rootless, true), "warning signature-root-missing");
    EXPECT_EQ(verdict(rootless, false), "error signature-invalid");
    rootless.commonName = "Somebody";
    EXPECT_EQ(verdict(rootless, true), "error signature-foreign");
}

}   // namespace
}   // namespace cudnn_setup
