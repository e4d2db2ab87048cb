#include "platform/hasher.h"

#include "platform/windows/system_library.h"

#include <windows.h>

#include <bcrypt.h>

#include <algorithm>

namespace cudnn_setup {
namespace {

/// bcrypt.dll, opened once; its algorithm handle may be used by all threads.
struct Sha256Provider {
    Sha256Provider() {
        const win::SystemLibrary bcrypt(L"bcrypt.dll");
        const auto open = bcrypt.find<decltype(::BCryptOpenAlgorithmProvider)>("BCryptOpenAlgorithmProvider");
        create = bcrypt.find<decltype(::BCryptCreateHash)>("BCryptCreateHash");
        update = bcrypt.find<decltype(::BCryptHashData)>("BCryptHashData");
        finish = bcrypt.find<decltype(::BCryptFinishHash)>("BCryptFinishHash");
        destroy = bcrypt.find<decltype(::BCryptDestroyHash)>("BCryptDestroyHash");
        const bool complete = open != nullptr && create != nullptr && update != nullptr && finish != nullptr && destroy != nullptr;
        if (!complete || open(&algorithm, BCRYPT_SHA256_ALGORITHM, nullptr, 0) != 0) algorithm = nullptr;
    }
    BCRYPT_ALG_HANDLE algorithm = nullptr;   // nullptr: nothing works
    decltype(::BCryptCreateHash)* create = nullptr;
    decltype(::BCryptHashData)* update = nullptr;
    decltype(::BCryptFinishHash)* finish = nullptr;
    decltype(::BCryptDestroyHash)* destroy = nullptr;
};

const Sha256Provider& provider() {
    static const Sha256Provider instance;
    return instance;
}

}   // namespace

struct Hasher::State {
    BCRYPT_HASH_HANDLE hash = nullptr;
    bool ok = false;
    State() { ok = provider().algorithm != nullptr && provider().create(provider().algorithm, &hash, nullptr, 0, nullptr, 0, 0) == 0; }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() {
        if (hash != nullptr) provider().destroy(hash);
    }
};

Hasher::Hasher() : m_state(std::make_unique<State>()) {}
Hasher::~Hasher() = default;
Hasher::Hasher(Hasher&&) noexcept = default;
Hasher& Hasher::operator=(Hasher&&) noexcept = default;

void Hasher::update(std::span<const std::byte> bytes) {
    constexpr std::size_t largest = 1U << 30U;   // the call takes 32-bit sizes
    while (m_state->ok && !bytes.empty()) {
        const auto piece = bytes.first(std::min(bytes.size(), largest));
        // The parameter is not const; the bytes are only read (bcrypt.h).
        auto* const begin = reinterpret_cast<UCHAR*>(const_cast<std::byte*>(piece.data()));
        m_state->ok = provider().update(m_state->hash, begin, static_cast<ULONG>(piece.size()), 0) == 0;
        bytes = bytes.subspan(piece.size());
    }
}

Result<Sha256> Hasher::finish() {
    Sha256::Bytes bytes{};
    if (!m_state->ok || provider().finish(m_state->hash, bytes.data(), static_cast<ULONG>(bytes.size()), 0) != 0) {
        return fail(ErrorCode::InternalError, "SHA-256");
    }
    m_state->ok = false;
    return Sha256(bytes);
}

}   // namespace cudnn_setup
