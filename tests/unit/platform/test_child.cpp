/// What processes_test starts. The first argument says what to do.
#include "base/path_text.h"
#include "platform/system.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#ifdef _WIN32
#include "platform/windows/wide_text.h"
#else
#include <csignal>
#include <spawn.h>
#include <unistd.h>
#endif

namespace {

void say(const std::string& line) {
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
}

[[noreturn]] void hang() {
    for (;;) {
#ifdef _WIN32
        ::Sleep(INFINITE);
#else
        ::pause();
#endif
    }
}

/// As the C run time and cuDNN's shim end a process.
[[noreturn]] void die() {
#ifdef _WIN32
    constexpr unsigned fatalApplicationExit = 7;   // FAST_FAIL_FATAL_APP_EXIT (winnt.h)
    __asm__ volatile("int $0x29" : : "c"(fatalApplicationExit));
    __builtin_unreachable();
#else
    std::abort();
#endif
}

void startGrandchild(const std::string& own) {
#ifdef _WIN32
    // With all inheritable handles: stdout among them.
    STARTUPINFOW info{};
    info.cb = sizeof info;
    PROCESS_INFORMATION started{};
    std::wstring line = L"\"" + cudnn_setup::win::toWide(own) + L"\" hang";
    ::CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &info, &started);
#else
    std::string name = own;
    std::string hangs = "hang";
    char* arguments[]{name.data(), hangs.data(), nullptr};
    pid_t id = 0;
    ::posix_spawn(&id, own.c_str(), nullptr, nullptr, arguments, ::environ);
#endif
}

int act(const std::vector<std::string>& arguments) {
    const auto verb = arguments.size() > 1 ? arguments[1] : std::string{};
    const auto argument = [&](std::size_t index) { return index < arguments.size() ? arguments[index] : std::string{}; };
    if (verb == "say") {
        for (std::size_t index = 2; index < arguments.size(); ++index) say(arguments[index]);
        return 0;
    }
    if (verb == "complain") {
        std::fputs(argument(2).c_str(), stderr);
        return static_cast<int>(std::strtol(argument(3).c_str(), nullptr, 10));
    }
    if (verb == "die") {
        say("last words");
        die();
    }
    if (verb == "hang") {
        say("hanging");
        hang();
    }
    if (verb == "babble") {
        for (;;) say("and another thing");
    }
    if (verb == "leave-grandchild") {
        startGrandchild(cudnn_setup::toUtf8(cudnn_setup::makeSystem().processes->ownProgram()));
        return 0;
    }
    if (verb == "flood") {
        for (int number = 0; number < 20'000; ++number) {
            std::printf("line %d\n", number);
            std::fprintf(stderr, "error %d\n", number);
        }
        return 0;
    }
    if (verb == "environment") {
        for (std::size_t index = 2; index < arguments.size(); ++index) {
            const char* value = std::getenv(arguments[index].c_str());
            say(value == nullptr ? arguments[index] + " is not set" : arguments[index] + '=' + value);
        }
        return 0;
    }
    if (verb == "folder") {
        say(cudnn_setup::toUtf8(std::filesystem::current_path()));
        return 0;
    }
    if (verb == "lock" || verb == "lock-and-die") {
        const auto system = cudnn_setup::makeSystem();
        const auto lock = system.processes->acquireRunLock();
        say(lock ? "held" : std::string(cudnn_setup::codeInfo(lock.error().code).id));
        if (verb == "lock-and-die") die();
        return 0;
    }
    return 2;
}

}   // namespace

#ifdef _WIN32
int wmain(int count, wchar_t** values) {
    std::vector<std::string> arguments;
    for (int index = 0; index < count; ++index) arguments.push_back(cudnn_setup::win::toUtf8(values[index]));
    return act(arguments);
}
#else
int main(int count, char** values) {
    return act(std::vector<std::string>(values, values + count));
}
#endif
