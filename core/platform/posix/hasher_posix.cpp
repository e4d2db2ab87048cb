#include "platform/hasher.h"

#include <openssl/evp.h>

namespace cudnn_setup {

struct Hasher::State {
    std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
    bool ok = false;
};

Hasher::Hasher() : m_state(std::make_unique<State>()) {
    m_state->ok = m_state->context != nullptr && EVP_DigestInit_ex(m_state->context.get(), EVP_sha256(), nullptr) == 1;
}
Hasher::~Hasher() = default;
Hasher::Hasher(Hasher&&) noexcept = default;
Hasher& Hasher::operator=(Hasher&&) noexcept = default;

void Hasher::update(std::span<const std::byte> bytes) {
    m_state->ok = m_state->ok && EVP_DigestUpdate(m_state->context.get(), bytes.data(), bytes.size()) == 1;
}

Result<Sha256> Hasher::finish() {
    Sha256::Bytes bytes{};
    if (!m_state->ok || EVP_DigestFinal_ex(m_state->context.get(), bytes.data(), nullptr) != 1)
        return fail(ErrorCode::InternalError, "SHA-256");
    m_state->ok = false;
    return Sha256(bytes);
}

}   // namespace cudnn_setup
