#include "platform/console.h"

#include "platform/windows/wide_text.h"

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <shellapi.h>

#include <condition_variable>
#include <cstdio>
#include <mutex>

namespace cudnn_setup {

std::vector<std::string> programArguments(int /*argc*/, char** /*argv*/) {
    int count = 0;
    wchar_t** const wide = ::CommandLineToArgvW(::GetCommandLineW(), &count);
    std::vector<std::string> arguments;
    for (int index = 1; wide != nullptr && index < count; ++index) arguments.push_back(win::toUtf8(wide[index]));
    ::LocalFree(wide);
    return arguments;
}

bool prepareConsole() {
    ::SetConsoleOutputCP(CP_UTF8);
    ::_setmode(::_fileno(stdout), _O_BINARY);
    ::_setmode(::_fileno(stderr), _O_BINARY);
    DWORD mode = 0;
    return ::GetConsoleMode(::GetStdHandle(STD_OUTPUT_HANDLE), &mode) != 0;
}

std::string userLanguage() {
    const LANGID language = ::GetUserDefaultUILanguage();
    return PRIMARYLANGID(language) == LANG_CHINESE ? "zh-CN" : "en";
}

namespace {

struct Watch {
    std::function<void()> onInterrupt;
    std::mutex mutex;
    std::condition_variable ended;
    bool over = false;
};

/// The handler is a plain function without a context. Shared: a handler that waits outlives the watch that it waits for.
std::mutex activeMutex;
std::shared_ptr<Watch> activeWatch;

BOOL WINAPI onConsoleEvent(DWORD event) {
    std::shared_ptr<Watch> watch;
    {
        const std::scoped_lock guard(activeMutex);
        watch = activeWatch;
    }
    if (!watch) return FALSE;
    watch->onInterrupt();
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) {
        // Returning lets Windows end the process; everything must be put back first.
        std::unique_lock guard(watch->mutex);
        watch->ended.wait(guard, [&] { return watch->over; });
    }
    return TRUE;
}

}   // namespace

struct InterruptWatch::State {
    std::shared_ptr<Watch> watch = std::make_shared<Watch>();
};

InterruptWatch::InterruptWatch(std::function<void()> onInterrupt) : m_state(std::make_unique<State>()) {
    m_state->watch->onInterrupt = std::move(onInterrupt);
    {
        const std::scoped_lock guard(activeMutex);
        activeWatch = m_state->watch;
    }
    ::SetConsoleCtrlHandler(onConsoleEvent, TRUE);
}

InterruptWatch::~InterruptWatch() {
    ::SetConsoleCtrlHandler(onConsoleEvent, FALSE);
    {
        const std::scoped_lock guard(activeMutex);
        activeWatch.reset();
    }
    const std::scoped_lock guard(m_state->watch->mutex);
    m_state->watch->over = true;
    m_state->watch->ended.notify_all();
}

}   // namespace cudnn_setup
