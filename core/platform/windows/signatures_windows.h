#pragma once
/// @file
/// Authenticode by WinVerifyTrust: no window, no network.
#include "platform/signatures.h"

namespace cudnn_setup::win {

class SignaturesWindows final : public Signatures {
public:
    [[nodiscard]] Result<Signature> verify(const std::filesystem::path& file) const override;
};

}   // namespace cudnn_setup::win
