#pragma once
/// @file
/// Finds the names of cuDNN's and CUDA's DLLs among the bytes of a file that passes by in pieces. A cuDNN set has close to a gigabyte, so
/// this has to cost next to nothing beside inflating it: 16 bytes at a time are compared with the "64" that all the names have in common.
#include <array>
#include <cstddef>
#include <set>
#include <span>
#include <string>

namespace cudnn_setup {

class NameSearch {
public:
    void feed(std::span<const std::byte> bytes);
    /// Narrow or UTF-16 in the file; lower case here. At most 64.
    [[nodiscard]] const std::set<std::string>& names() const noexcept { return m_names; }

private:
    /// As much as the longest name takes in UTF-16, and what tells that it begins there.
    static constexpr std::size_t seamBytes = 160;

    void scan(std::span<const std::byte> bytes);
    void consider(std::span<const std::byte> bytes, std::size_t anchor, std::size_t step);

    std::array<std::byte, seamBytes> m_tail{};   // the last bytes fed
    std::size_t m_tailSize = 0;
    std::set<std::string> m_names;
};

}   // namespace cudnn_setup
