#include "base/version.h"

#include <algorithm>
#include <charconv>

namespace cudnn_setup {

Result<Version> Version::parse(std::string_view text) {
    std::array<std::uint32_t, 4> parts{};
    const char* at = text.data();
    const char* const end = at + text.size();
    for (std::size_t index = 0;; ++index) {
        if (index == parts.size()) break;
        const auto [next, error] = std::from_chars(at, end, parts[index]);
        if (error != std::errc{} || next == at) break;
        if (next == end) return Version(parts[0], parts[1], parts[2], parts[3]);
        if (*next != '.') break;
        at = next + 1;
    }
    return fail(ErrorCode::VersionMalformed, std::string(text));
}

std::string Version::toString() const {
    return toString(m_parts.size());
}

std::string Version::toString(std::size_t parts) const {
    std::string text = std::to_string(m_parts[0]);
    for (std::size_t index = 1; index < std::min(parts, m_parts.size()); ++index) {
        text += '.';
        text += std::to_string(m_parts[index]);
    }
    return text;
}

}   // namespace cudnn_setup
