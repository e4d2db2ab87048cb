#pragma once
/// @file
/// Lines out of the pieces that a pipe delivers.
#include <functional>
#include <string>
#include <string_view>

namespace cudnn_setup {

class LineSplitter {
public:
    /// Longer lines are delivered in pieces: a child that never ends its line must not fill our memory.
    static constexpr std::size_t longestLine = std::size_t{256} * 1024;

    /// @param onLine  Borrowed. Each line without "\n" or "\r\n"; may be empty (then lines are dropped).
    explicit LineSplitter(const std::function<void(std::string_view)>& onLine) : m_onLine(onLine) {}

    void add(std::string_view piece) {
        while (!piece.empty()) {
            const auto end = piece.find('\n');
            m_line += piece.substr(0, end);
            if (end == std::string_view::npos) {
                if (m_line.size() >= longestLine) deliver();
                return;
            }
            deliver();
            piece.remove_prefix(end + 1);
        }
    }
    /// What came after the last line end.
    void finish() {
        if (!m_line.empty()) deliver();
    }

private:
    void deliver() {
        if (m_line.ends_with('\r')) m_line.pop_back();
        if (m_onLine) m_onLine(m_line);
        m_line.clear();
    }
    const std::function<void(std::string_view)>& m_onLine;
    std::string m_line;
};

}   // namespace cudnn_setup
