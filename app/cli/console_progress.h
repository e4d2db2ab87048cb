#pragma once
/// @file
/// Progress of a run on a console: one line that is drawn over on a terminal, plain lines at the start of each phase elsewhere.
#include "report/messages.h"
#include "workflow/workflow_event.h"

#include <mutex>

namespace cudnn_setup {

/// Any thread; prints to stdout.
class ConsoleProgress {
public:
    ConsoleProgress(const Messages& messages, bool terminal) : m_messages(messages), m_terminal(terminal) {}
    void take(const WorkflowEvent& event);
    void end();   // closes an open line

private:
    void show(const PhaseStarted& started);
    void show(const PhaseProgress& progress);
    const Messages& m_messages;
    const bool m_terminal;
    std::mutex m_mutex;
    std::optional<Phase> m_phase;
    std::size_t m_width = 0;   // of the open line, to wipe what a shorter one leaves
};

}   // namespace cudnn_setup
