#include "base/sha256.h"

namespace cudnn_setup {
namespace {

int digitValue(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    return -1;
}

}   // namespace

Result<Sha256> Sha256::parse(std::string_view hex) {
    Bytes bytes{};
    if (hex.size() != 2 * bytes.size()) return fail(ErrorCode::Sha256Malformed, std::string(hex));
    for (std::size_t index = 0; index < bytes.size(); ++index) {
        const int high = digitValue(hex[2 * index]);
        const int low = digitValue(hex[2 * index + 1]);
        if (high < 0 || low < 0) return fail(ErrorCode::Sha256Malformed, std::string(hex));
        bytes[index] = static_cast<std::uint8_t>(high * 16 + low);
    }
    return Sha256(bytes);
}

std::string Sha256::toString() const {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    text.reserve(2 * m_bytes.size());
    for (const auto byte : m_bytes) {
        text += digits[byte >> 4U];
        text += digits[byte & 0x0FU];
    }
    return text;
}

}   // namespace cudnn_setup
