#pragma once
/// @file
/// Authenticode, as facts. Whether a signature is good enough is decided in core/apply by core/cudnn's rules.
#include "base/error.h"

#include <filesystem>

namespace cudnn_setup {

enum class SignatureState {
    Valid,         ///< digest and chain are valid
    RootMissing,   ///< digest valid, chain cannot be built for want of a root certificate (air-gapped PC)
    None,          ///< not signed
    Invalid,       ///< digest or chain wrong; systemCode says what
};

struct Signature {
    SignatureState state;
    std::string commonName{};     ///< CN of the signer's certificate; empty when there is none
    std::string organization{};   ///< O
    std::string serial{};         ///< of the signer's certificate, upper-case hexadecimal, most significant byte first
    bool timestamped = false;
    std::uint32_t systemCode = 0;   ///< WinVerifyTrust's answer
};

/// Calls block, about 0.4 s a DLL under Wine; any thread, several at once. Never goes to the network.
class Signatures {
public:
    virtual ~Signatures() = default;
    [[nodiscard]] virtual Result<Signature> verify(const std::filesystem::path& file) const = 0;
};

}   // namespace cudnn_setup
