#include "cli/console_progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace cudnn_setup {

void ConsoleProgress::take(const WorkflowEvent& event) {
    const std::scoped_lock guard(m_mutex);
    if (const auto* started = std::get_if<PhaseStarted>(&event)) show(*started);
    else if (const auto* progress = std::get_if<PhaseProgress>(&event)) show(*progress);
}

void ConsoleProgress::show(const PhaseStarted& started) {
    if (m_phase == started.phase) return;
    m_phase = started.phase;
    const auto text = m_messages.text(fmt::format("phases.{}", toText(started.phase)));
    if (m_terminal) {
        fmt::print("{}\r  {}", m_width > 0 ? "\n" : "", text);
        m_width = text.size() + 2;
    } else {
        fmt::print("  {}\n", text);
    }
    std::fflush(stdout);
}

void ConsoleProgress::show(const PhaseProgress& progress) {
    if (!m_terminal || progress.total == 0) return;
    const bool counted = progress.total < 100'000;   // files; everything larger is bytes
    const auto amount = counted ? fmt::format("{} / {}", progress.done, progress.total)
                                : fmt::format("{} / {}", m_messages.bytes(progress.done), m_messages.bytes(progress.total));
    auto line = fmt::format("  {}  {:3} %  {}  {}", m_messages.text(fmt::format("phases.{}", toText(progress.phase))),
                            100 * progress.done / progress.total, amount, progress.item);
    const auto width = line.size();
    if (width < m_width) line.append(m_width - width, ' ');
    m_width = width;
    fmt::print("\r{}", line);
    std::fflush(stdout);
}

void ConsoleProgress::end() {
    const std::scoped_lock guard(m_mutex);
    if (m_terminal && m_width > 0) fmt::print("\n");
    m_width = 0;
    std::fflush(stdout);
}

}   // namespace cudnn_setup
