#pragma once
/// @file
/// Signatures as a test wants them.
#include "platform/signatures.h"

#include <map>
#include <mutex>
#include <vector>

namespace cudnn_setup {

/// What a signature of NVIDIA's looks like; the serial belongs to nobody.
[[nodiscard]] inline Signature nvidiaSignature() {
    return {.state = SignatureState::Valid,
            .commonName = "NVIDIA Corporation",
            .organization = "NVIDIA Corporation",
            .serial = "0636AFB1000000000000000000000000",
            .timestamped = true,
            .systemCode = 0};
}

class FakeSignatures final : public Signatures {
public:
    Signature otherwise = nvidiaSignature();
    std::map<std::string, Signature> byName;   ///< file name

    [[nodiscard]] Result<Signature> verify(const std::filesystem::path& file) const override {
        const std::lock_guard guard(m_mutex);
        m_asked.push_back(file);
        const auto found = byName.find(file.filename().string());
        return found == byName.end() ? otherwise : found->second;
    }
    [[nodiscard]] std::vector<std::filesystem::path> asked() const {
        const std::lock_guard guard(m_mutex);
        return m_asked;
    }

private:
    mutable std::mutex m_mutex;
    mutable std::vector<std::filesystem::path> m_asked;
};

}   // namespace cudnn_setup
