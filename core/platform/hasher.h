#pragma once
/// @file
/// SHA-256 by the system's own implementation: BCrypt on Windows, libcrypto natively.
#include "base/sha256.h"

#include <memory>
#include <span>
#include <stop_token>

namespace cudnn_setup {

/// One running hash; one thread. A failure of the system's implementation is InternalError at finish().
class Hasher {
public:
    Hasher();
    ~Hasher();
    Hasher(Hasher&&) noexcept;
    Hasher& operator=(Hasher&&) noexcept;
    void update(std::span<const std::byte> bytes);
    [[nodiscard]] Result<Sha256> finish();   // once

private:
    struct State;
    std::unique_ptr<State> m_state;
};

[[nodiscard]] Result<Sha256> hashOf(std::span<const std::byte> bytes);

class InputFile;
/// The whole file in pieces of 1 MiB. @param stop Asked between pieces; gives Error{Cancelled}.
[[nodiscard]] Result<Sha256> hashOf(const InputFile& file, const std::stop_token& stop);

}   // namespace cudnn_setup
