#pragma once
/// @file
/// What a console program needs of the system: its arguments as UTF-8, a console that shows UTF-8, and Ctrl+C as a request instead of an end.
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cudnn_setup {

/// The arguments behind the program's name, UTF-8. On Windows they are taken from the system: main()'s lose characters outside the ANSI page.
[[nodiscard]] std::vector<std::string> programArguments(int argc, char** argv);

/// Makes stdout and stderr take UTF-8 without changing line ends. @return true when stdout is a terminal, where a line can be drawn over.
bool prepareConsole();

/// The language of the user's desktop, "en-US", "zh-CN"; "en" when the system does not tell.
[[nodiscard]] std::string userLanguage();

/// While it lives, Ctrl+C, closing the console, log-off and shutdown call @p onInterrupt (from another thread) instead of ending the process.
/// Windows ends it anyway when the handler of the last three returns: that handler waits until the watch is destroyed. One at a time;
/// create it before other threads start.
class InterruptWatch {
public:
    explicit InterruptWatch(std::function<void()> onInterrupt);
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}   // namespace cudnn_setup
