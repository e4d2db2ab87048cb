#include "pe/name_search.h"

#include <emmintrin.h>

#include <algorithm>
#include <bit>
#include <string_view>

namespace cudnn_setup {
namespace {

constexpr std::size_t mostNames = 64;
constexpr std::size_t mostLetters = 64;   // "cudnn_engines_runtime_compiled64_9.dll" has 38

char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}
bool isDigit(char letter) {
    return letter >= '0' && letter <= '9';
}
bool isNameLetter(char letter) {
    return isDigit(letter) || (letter >= 'a' && letter <= 'z') || letter == '_';
}

/// One letter of one or two bytes; 0 when it is none of ASCII or lies outside.
char letterAt(std::span<const std::byte> bytes, std::size_t at, std::size_t step) {
    if (at >= bytes.size() || bytes.size() - at < step) return 0;
    if (step == 2 && bytes[at + 1] != std::byte{0}) return 0;
    const auto value = std::to_integer<unsigned char>(bytes[at]);
    return value < 0x80 ? lower(static_cast<char>(value)) : '\0';
}

/// "_9", "_12", "_120_0": underscores and digits, each part with at least one digit.
bool isVersionSuffix(std::string_view text, std::size_t parts) {
    for (std::size_t part = 0; part < parts; ++part) {
        if (text.empty() || text.front() != '_') return false;
        text.remove_prefix(1);
        std::size_t digits = 0;
        while (digits < text.size() && isDigit(text[digits])) ++digits;
        if (digits == 0 || digits > 4) return false;
        text.remove_prefix(digits);
    }
    return text.empty();
}

bool isWanted(std::string_view before64, std::string_view after64) {
    if (before64.starts_with("cudnn")) return isVersionSuffix(after64, 1);
    if (before64 == "cublaslt") return isVersionSuffix(after64, 1);
    if (before64 == "nvrtc") return isVersionSuffix(after64, 2);
    return before64 == "nvcudart_hybrid" && after64.empty();
}

}   // namespace

void NameSearch::feed(std::span<const std::byte> bytes) {
    if (bytes.empty()) return;
    if (m_tailSize > 0) {
        // A name that lies across the border of two pieces is whole in the bytes around it.
        std::array<std::byte, 2 * seamBytes> seam{};
        const std::size_t head = std::min(bytes.size(), seamBytes);
        std::copy_n(m_tail.begin(), m_tailSize, seam.begin());
        std::copy_n(bytes.begin(), head, seam.begin() + static_cast<std::ptrdiff_t>(m_tailSize));
        scan(std::span(seam).first(m_tailSize + head));
    }
    scan(bytes);
    if (bytes.size() >= seamBytes) {
        std::copy_n(bytes.end() - seamBytes, seamBytes, m_tail.begin());
        m_tailSize = seamBytes;
    } else {
        const std::size_t kept = std::min(m_tailSize, seamBytes - bytes.size());
        std::copy(m_tail.begin() + static_cast<std::ptrdiff_t>(m_tailSize - kept), m_tail.begin() + static_cast<std::ptrdiff_t>(m_tailSize),
                  m_tail.begin());
        std::copy(bytes.begin(), bytes.end(), m_tail.begin() + static_cast<std::ptrdiff_t>(kept));
        m_tailSize = kept + bytes.size();
    }
}

void NameSearch::scan(std::span<const std::byte> bytes) {
    const auto check = [&](std::size_t at) {
        if (letterAt(bytes, at, 1) != '6') return;
        if (letterAt(bytes, at + 1, 1) == '4') consider(bytes, at, 1);
        if (letterAt(bytes, at, 2) == '6' && letterAt(bytes, at + 2, 2) == '4') consider(bytes, at, 2);
    };
    std::size_t at = 0;
    const __m128i six = _mm_set1_epi8('6');
    const __m128i four = _mm_set1_epi8('4');
    // SSE2 is part of x86-64. Two loads past the sixteen bytes looked at, hence 18.
    for (; bytes.size() - at >= 18; at += 16) {
        const auto load = [&](std::size_t shift) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes.data() + at + shift)); };
        const __m128i fours = _mm_or_si128(_mm_cmpeq_epi8(load(1), four), _mm_cmpeq_epi8(load(2), four));
        auto hits = static_cast<unsigned>(_mm_movemask_epi8(_mm_and_si128(_mm_cmpeq_epi8(load(0), six), fours)));
        for (; hits != 0; hits &= hits - 1) check(at + static_cast<std::size_t>(std::countr_zero(hits)));
    }
    for (; at < bytes.size(); ++at) check(at);
}

void NameSearch::consider(std::span<const std::byte> bytes, std::size_t anchor, std::size_t step) {
    std::size_t start = anchor;
    while (start >= step && (anchor - start) / step < mostLetters && isNameLetter(letterAt(bytes, start - step, step))) start -= step;
    if (start < step) return;   // cut off at the border: the bytes around the border show all of it

    std::string name;
    for (std::size_t at = start; at < anchor; at += step) name.push_back(letterAt(bytes, at, step));
    const std::size_t before = name.size();
    name += "64";
    std::size_t at = anchor + 2 * step;
    for (char letter = letterAt(bytes, at, step); (letter == '_' || isDigit(letter)) && name.size() < mostLetters;
         letter = letterAt(bytes, at, step)) {
        name.push_back(letter);
        at += step;
    }
    if (!isWanted(std::string_view(name).substr(0, before), std::string_view(name).substr(before + 2))) return;
    for (const char expected : std::string_view(".dll")) {
        if (letterAt(bytes, at, step) != expected) return;
        name.push_back(expected);
        at += step;
    }
    if (m_names.size() < mostNames) m_names.insert(std::move(name));
}

}   // namespace cudnn_setup
