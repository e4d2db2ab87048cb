#include "archive/crc32.h"

#include <immintrin.h>
#include <isa-l.h>

namespace cudnn_setup {
namespace {

__attribute__((target("avx"))) void clearUpperHalves() {
    _mm256_zeroupper();
}

}   // namespace

std::uint32_t crc32Of(std::uint32_t before, std::span<const std::byte> bytes) {
    const std::uint32_t crc = crc32_gzip_refl(before, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    // ISA-L 2.30 leaves the upper halves of the vector registers in use, and SHA-NI code after it runs a third slower (measured with
    // libcrypto's SHA-256 on the 9.5.0.50 archive).
    static const bool hasAvx = __builtin_cpu_supports("avx");
    if (hasAvx) clearUpperHalves();
    return crc;
}

}   // namespace cudnn_setup
