#include "receipt/lossless_text.h"

#include "base/json.h"

#include <charconv>

namespace cudnn_setup {
namespace {

bool isContinuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Well-formed by table 3-7 of the Unicode standard: no overlong form, no surrogate, nothing past U+10FFFF.
bool isUtf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const auto lead = static_cast<unsigned char>(text[at]);
        std::size_t length = 1;
        if (lead >= 0xC2 && lead <= 0xDF) length = 2;
        else if (lead >= 0xE0 && lead <= 0xEF) length = 3;
        else if (lead >= 0xF0 && lead <= 0xF4) length = 4;
        else if (lead >= 0x80) return false;
        if (text.size() - at < length) return false;
        for (std::size_t next = 1; next < length; ++next) {
            if (!isContinuation(text[at + next])) return false;
        }
        if (length > 2) {
            const auto second = static_cast<unsigned char>(text[at + 1]);
            if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) || (lead == 0xF0 && second < 0x90) ||
                (lead == 0xF4 && second > 0x8F)) {
                return false;
            }
        }
        at += length;
    }
    return true;
}

std::string toHex(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string hex;
    hex.reserve(2 * bytes.size());
    for (const char byte : bytes) {
        const auto value = static_cast<unsigned char>(byte);
        hex += digits[value >> 4U];
        hex += digits[value & 0x0FU];
    }
    return hex;
}

}   // namespace

nlohmann::json losslessToJson(std::string_view text) {
    if (isUtf8(text)) return std::string(text);
    return {{"hex", toHex(text)}};
}

Result<std::string> losslessFromJson(const nlohmann::json& json, std::string_view what) {
    if (json.is_string()) return json.get<std::string>();
    JsonReader reader(json);
    const auto hex = reader.text("hex");
    if (reader.error() || hex.size() % 2 != 0) return fail(ErrorCode::JsonMalformed, std::string(what));
    std::string bytes;
    bytes.reserve(hex.size() / 2);
    for (std::size_t at = 0; at < hex.size(); at += 2) {
        unsigned char value = 0;
        const char* const end = hex.data() + at + 2;
        if (std::from_chars(hex.data() + at, end, value, 16).ptr != end) return fail(ErrorCode::JsonMalformed, std::string(what));
        bytes += static_cast<char>(value);
    }
    return bytes;
}

}   // namespace cudnn_setup
