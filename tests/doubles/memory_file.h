#pragma once
/// @file
/// An open file that is a block of memory of exactly its size, so that the address sanitizer sees one byte too many.
#include "platform/files.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace cudnn_setup {

class MemoryFile final : public InputFile {
public:
    explicit MemoryFile(std::vector<std::byte> bytes) : m_bytes(std::move(bytes)) { m_bytes.shrink_to_fit(); }
    explicit MemoryFile(std::string_view text) {
        m_bytes.resize(text.size());
        std::ranges::transform(text, m_bytes.begin(), [](char letter) { return static_cast<std::byte>(letter); });
    }

    /// Reads that touch a byte from @p offset on fail with @p systemCode.
    void failFrom(std::uint64_t offset, std::uint32_t systemCode) {
        m_failsFrom = offset;
        m_systemCode = systemCode;
    }

    [[nodiscard]] std::uint64_t size() const override { return m_bytes.size(); }
    [[nodiscard]] Result<std::size_t> readAt(std::uint64_t offset, std::span<std::byte> buffer) const override {
        const std::uint64_t count = offset < m_bytes.size() ? std::min<std::uint64_t>(buffer.size(), m_bytes.size() - offset) : 0;
        if (offset + count > m_failsFrom) return fail(ErrorCode::SystemCallFailed, "memory", m_systemCode);
        std::copy_n(m_bytes.begin() + static_cast<std::ptrdiff_t>(offset < m_bytes.size() ? offset : 0), count, buffer.begin());
        return static_cast<std::size_t>(count);
    }
    [[nodiscard]] FileInfo info() const override { return {.kind = FileKind::Regular, .size = m_bytes.size(), .identity = "memory"}; }

private:
    std::vector<std::byte> m_bytes;
    std::uint64_t m_failsFrom = UINT64_MAX;
    std::uint32_t m_systemCode = 0;
};

}   // namespace cudnn_setup
