#include "plain_start.h"

#ifdef _WIN32

#include "platform/windows/processes_windows.h"
#include "platform/windows/unique_handle.h"

namespace cudnn_setup {
namespace {

class Started final : public PlainlyStartedPeer {
public:
    explicit Started(HANDLE process) : m_process(process) {}
    ~Started() override {
        kill();
        wait();
    }
    [[nodiscard]] std::uint32_t id() const override { return ::GetProcessId(m_process.get()); }
    [[nodiscard]] bool hasEnded() const override { return ::WaitForSingleObject(m_process.get(), 0) == WAIT_OBJECT_0; }
    void kill() override { ::TerminateProcess(m_process.get(), 9); }
    void wait() override { ::WaitForSingleObject(m_process.get(), INFINITE); }

private:
    win::UniqueObject m_process;
};

}   // namespace

Result<std::unique_ptr<PlainlyStartedPeer>> startPlainly(const std::filesystem::path& program, const std::vector<std::string>& arguments) {
    auto line = win::commandLineFor(program, arguments);
    STARTUPINFOW info{};
    info.cb = sizeof info;
    PROCESS_INFORMATION process{};
    if (::CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, FALSE, CREATE_NO_WINDOW, nullptr, nullptr, &info, &process) == 0)
        return fail(ErrorCode::WorkerNotStarted, "", ::GetLastError());
    ::CloseHandle(process.hThread);
    return std::make_unique<Started>(process.hProcess);
}

std::uint32_t ownProcessId() {
    return ::GetCurrentProcessId();
}

}   // namespace cudnn_setup

#else

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace cudnn_setup {
namespace {

class Started final : public PlainlyStartedPeer {
public:
    explicit Started(pid_t process) : m_process(process) {}
    Started(const Started&) = delete;
    Started& operator=(const Started&) = delete;
    ~Started() override {
        kill();
        wait();
    }
    [[nodiscard]] std::uint32_t id() const override { return static_cast<std::uint32_t>(m_process); }
    [[nodiscard]] bool hasEnded() const override {
        siginfo_t state{};
        return ::waitid(P_PID, static_cast<id_t>(m_process), &state, WEXITED | WNOHANG | WNOWAIT) != 0 || state.si_pid != 0;
    }
    void kill() override {
        if (!m_waited) ::kill(m_process, SIGKILL);
    }
    void wait() override {
        if (!m_waited) ::waitpid(m_process, nullptr, 0);
        m_waited = true;
    }

private:
    pid_t m_process;
    bool m_waited = false;
};

}   // namespace

Result<std::unique_ptr<PlainlyStartedPeer>> startPlainly(const std::filesystem::path& program, const std::vector<std::string>& arguments) {
    auto words = arguments;
    words.insert(words.begin(), program.string());
    std::vector<char*> pointers;
    for (auto& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    pid_t process = 0;
    if (const int why = ::posix_spawn(&process, program.c_str(), nullptr, nullptr, pointers.data(), environ); why != 0)
        return fail(ErrorCode::WorkerNotStarted, "", static_cast<std::uint32_t>(why));
    return std::make_unique<Started>(process);
}

std::uint32_t ownProcessId() {
    return static_cast<std::uint32_t>(::getpid());
}

}   // namespace cudnn_setup

#endif
