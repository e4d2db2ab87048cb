#pragma once
/// @file
/// Between text (UTF-8, everywhere) and std::filesystem::path (wide on Windows). The narrow constructors of path would use the
/// ANSI code page on Windows and lose characters. Nothing throws: what is not well-formed becomes U+FFFD in a wide path.
#include <filesystem>
#include <string>
#include <string_view>

namespace cudnn_setup {

[[nodiscard]] std::filesystem::path pathFromUtf8(std::string_view text);
[[nodiscard]] std::string toUtf8(const std::filesystem::path& path);

}   // namespace cudnn_setup
