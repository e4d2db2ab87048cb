#include "cudnn/signature_rules.h"

#include "cudnn/known_archives.h"

namespace cudnn_setup {
namespace {

constexpr std::string_view publisher = "NVIDIA Corporation";   // CN and O alike, over years of certificates

}   // namespace

std::optional<Finding> judgeSignature(std::string_view fileName, const Signature& signature, bool archiveIsKnown) {
    const auto finding = [&](ErrorCode code, Severity severity, std::vector<std::string> arguments) {
        return Finding{.code = code,
                       .severity = severity,
                       .subject = std::string(fileName),
                       .arguments = std::move(arguments),
                       .systemCode = signature.systemCode};
    };
    const auto refused = [&](ErrorCode code, std::vector<std::string> arguments = {}) {
        return finding(code, Severity::Error, std::move(arguments));
    };

    if (signature.state == SignatureState::None) return refused(ErrorCode::SignatureMissing);
    // Before everything else: Windows accepts drivers signed with the leaked certificates although they have expired.
    if (isDeniedCertificate(signature.serial)) return refused(ErrorCode::SignatureDenied, {signature.serial});
    if (signature.state == SignatureState::Invalid) return refused(ErrorCode::SignatureInvalid);
    // Wine accepts self-signed certificates as well, so a valid chain alone says nothing.
    if (signature.commonName != publisher || signature.organization != publisher)
        return refused(ErrorCode::SignatureForeign, {signature.commonName, signature.organization});
    if (!signature.timestamped) return refused(ErrorCode::SignatureNotTimestamped);
    if (signature.state == SignatureState::RootMissing) {
        if (archiveIsKnown) return finding(ErrorCode::SignatureRootMissing, Severity::Warning, {});
        return refused(ErrorCode::SignatureInvalid, {"root-missing"});
    }
    return std::nullopt;
}

}   // namespace cudnn_setup
