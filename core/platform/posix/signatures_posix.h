#pragma once
/// @file
/// Pretended signatures (machine_file.h, "signatures"): nothing is checked natively, tests say what the check would have found.
#include "platform/posix/machine_file.h"
#include "platform/signatures.h"

namespace cudnn_setup {

class SignaturesPosix final : public Signatures {
public:
    explicit SignaturesPosix(std::shared_ptr<MachineFile> machine);
    [[nodiscard]] Result<Signature> verify(const std::filesystem::path& file) const override;

private:
    std::shared_ptr<MachineFile> m_machine;
};

}   // namespace cudnn_setup
