#include "receipt/lossless_text.h"

#include "base/json.h"
#include "base/unicode.h"

#include <charconv>

namespace cudnn_setup {
namespace {

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
