#pragma once
/// @file
/// Between UTF-8 (everywhere) and UTF-16 (Windows, PE resources). Nothing throws: names and values come from outside and may be anything.
#include <string>
#include <string_view>

namespace cudnn_setup {

/// Well-formed by table 3-7 of the Unicode standard: no overlong form, no surrogate, nothing past U+10FFFF.
[[nodiscard]] bool isUtf8(std::string_view text);
/// A byte that belongs to no well-formed letter becomes U+FFFD.
[[nodiscard]] std::u16string utf16From(std::string_view utf8);
/// A lone surrogate becomes U+FFFD.
[[nodiscard]] std::string utf8From(std::u16string_view utf16);

}   // namespace cudnn_setup
