#include "base/unicode.h"

#include <optional>

namespace cudnn_setup {
namespace {

constexpr char32_t replacement = 0xFFFD;

struct Letter {
    char32_t value;
    std::size_t bytes;
};

/// The well-formed letter that @p text, not empty, begins with.
std::optional<Letter> firstLetter(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    if (lead < 0x80) return Letter{lead, 1};
    if (lead < 0xC2 || lead > 0xF4) return std::nullopt;
    const std::size_t bytes = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (text.size() < bytes) return std::nullopt;
    char32_t value = lead & (0x7FU >> bytes);
    for (const char next : text.substr(1, bytes - 1)) {
        const auto byte = static_cast<unsigned char>(next);
        if ((byte & 0xC0U) != 0x80U) return std::nullopt;
        value = (value << 6U) | (byte & 0x3FU);
    }
    const bool isOverlong = (bytes == 3 && value < 0x800) || (bytes == 4 && value < 0x10000);
    const bool isSurrogate = value >= 0xD800 && value <= 0xDFFF;
    if (isOverlong || isSurrogate || value > 0x10FFFF) return std::nullopt;
    return Letter{value, bytes};
}

void append(std::string& text, char32_t letter) {
    const auto put = [&](char32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
    const auto putTail = [&](unsigned shift) { put(0x80U | ((letter >> shift) & 0x3FU)); };
    if (letter < 0x80) return put(letter);
    if (letter < 0x800) {
        put(0xC0U | (letter >> 6U));
    } else if (letter < 0x10000) {
        put(0xE0U | (letter >> 12U));
        putTail(6);
    } else {
        put(0xF0U | (letter >> 18U));
        putTail(12);
        putTail(6);
    }
    putTail(0);
}

}   // namespace

bool isUtf8(std::string_view text) {
    while (!text.empty()) {
        const auto letter = firstLetter(text);
        if (!letter) return false;
        text.remove_prefix(letter->bytes);
    }
    return true;
}

std::u16string utf16From(std::string_view utf8) {
    std::u16string text;
    while (!utf8.empty()) {
        const auto [value, bytes] = firstLetter(utf8).value_or(Letter{replacement, 1});
        utf8.remove_prefix(bytes);
        if (value < 0x10000) {
            text += static_cast<char16_t>(value);
        } else {
            text += static_cast<char16_t>(0xD800 + ((value - 0x10000) >> 10U));
            text += static_cast<char16_t>(0xDC00 + ((value - 0x10000) & 0x3FFU));
        }
    }
    return text;
}

std::string utf8From(std::u16string_view utf16) {
    std::string text;
    for (std::size_t at = 0; at < utf16.size(); ++at) {
        char32_t letter = utf16[at];
        if (letter >= 0xD800 && letter <= 0xDFFF) {
            const char32_t low = at + 1 < utf16.size() ? utf16[at + 1] : 0;
            if (letter < 0xDC00 && low >= 0xDC00 && low <= 0xDFFF) {
                letter = 0x10000 + ((letter - 0xD800) << 10U) + (low - 0xDC00);
                ++at;
            } else {
                letter = replacement;
            }
        }
        append(text, letter);
    }
    return text;
}

}   // namespace cudnn_setup
