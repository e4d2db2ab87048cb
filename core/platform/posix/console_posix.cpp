#include "platform/console.h"

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <thread>

#include <unistd.h>

namespace cudnn_setup {

std::vector<std::string> programArguments(int argc, char** argv) {
    return {argv + (argc > 0 ? 1 : 0), argv + argc};
}

bool prepareConsole() {
    return ::isatty(STDOUT_FILENO) != 0;
}

std::string userLanguage() {
    const char* const language = std::getenv("LANG");
    return language != nullptr && std::string_view(language).starts_with("zh") ? "zh-CN" : "en";
}

struct InterruptWatch::State {
    sigset_t signals{};
    std::jthread thread;
};

InterruptWatch::InterruptWatch(std::function<void()> onInterrupt) : m_state(std::make_unique<State>()) {
    sigemptyset(&m_state->signals);
    sigaddset(&m_state->signals, SIGINT);
    sigaddset(&m_state->signals, SIGTERM);
    ::pthread_sigmask(SIG_BLOCK, &m_state->signals, nullptr);   // inherited by later threads, so that only ours sees them
    m_state->thread = std::jthread([signals = m_state->signals, onInterrupt = std::move(onInterrupt)](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            const timespec patience{.tv_sec = 0, .tv_nsec = 50'000'000};
            if (::sigtimedwait(&signals, nullptr, &patience) > 0) onInterrupt();
        }
    });
}

InterruptWatch::~InterruptWatch() {
    m_state->thread.request_stop();
    m_state->thread.join();
    ::pthread_sigmask(SIG_UNBLOCK, &m_state->signals, nullptr);
}

}   // namespace cudnn_setup
