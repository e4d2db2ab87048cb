#include "platform/windows/processes_windows.h"

#include "platform/line_splitter.h"
#include "platform/windows/environment_block.h"
#include "platform/windows/full_path.h"
#include "platform/windows/system_library.h"
#include "platform/windows/token.h"
#include "platform/windows/wide_text.h"

#include <windows.h>

#include <restartmanager.h>

#include <algorithm>
#include <array>
#include <future>
#include <mutex>
#include <thread>

namespace cudnn_setup::win {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longestErrorText = 64U * 1024U;
constexpr UINT endedByUs = 1;   // exit code of a child that was ended; timedOut tells it from one of its own

std::unexpected<Error> notStarted(const fs::path& program, DWORD why) {
    return fail(ErrorCode::ProbeNotStarted, toUtf8(program.native()), why);
}

struct Pipe {
    UniqueObject read;
    UniqueObject write;   // inheritable
};

Result<Pipe> makePipe(const fs::path& program) {
    Pipe pipe;
    if (::CreatePipe(pipe.read.receive(), pipe.write.receive(), nullptr, 0) == 0) {
        const DWORD why = ::GetLastError();
        return notStarted(program, why);
    }
    ::SetHandleInformation(pipe.write.get(), HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    return pipe;
}

/// The child inherits exactly these handles: another thread's inheritable ones would keep files and pipes open.
class HandleList {
public:
    explicit HandleList(std::array<HANDLE, 3> handles) : m_handles(handles) {
        SIZE_T size = 0;
        ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
        m_memory.resize(size);
        auto* const list = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(m_memory.data());
        if (::InitializeProcThreadAttributeList(list, 1, 0, &size) == 0) return;
        m_list = list;
        m_ok = ::UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, m_handles.data(), sizeof m_handles, nullptr,
                                           nullptr) != 0;
    }
    HandleList(const HandleList&) = delete;
    HandleList& operator=(const HandleList&) = delete;
    ~HandleList() {
        if (m_list != nullptr) ::DeleteProcThreadAttributeList(m_list);
    }
    [[nodiscard]] LPPROC_THREAD_ATTRIBUTE_LIST get() const { return m_ok ? m_list : nullptr; }

private:
    std::array<HANDLE, 3> m_handles;   // the list points to them
    std::vector<std::byte> m_memory;
    LPPROC_THREAD_ATTRIBUTE_LIST m_list = nullptr;
    bool m_ok = false;
};

/// A primary token of the user at the screen, taken from the shell. No shell (a service, Wine without a desktop): none.
UniqueObject shellToken() {
    const HWND shell = ::GetShellWindow();
    if (shell == nullptr) return {};
    DWORD id = 0;
    ::GetWindowThreadProcessId(shell, &id);
    const UniqueObject process(::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, id));
    UniqueObject token;
    if (!process || ::OpenProcessToken(process.get(), TOKEN_DUPLICATE | TOKEN_QUERY, token.receive()) == 0) return {};
    const auto account = accountOf(token.get());
    if (!account || account->elevated) return {};   // the built-in administrator's shell is elevated itself
    UniqueObject primary;
    constexpr DWORD access =
        TOKEN_QUERY | TOKEN_DUPLICATE | TOKEN_ASSIGN_PRIMARY | TOKEN_IMPERSONATE | TOKEN_ADJUST_DEFAULT | TOKEN_ADJUST_SESSIONID;
    if (::DuplicateTokenEx(token.get(), access, nullptr, SecurityImpersonation, TokenPrimary, primary.receive()) == 0) return {};
    return primary;
}

struct Started {
    UniqueObject process;
    UniqueObject thread;   // suspended
    bool unelevated;
};

EnvironmentBlock environmentFor(const ChildRequest& request, HANDLE token) {
    auto fresh = request.freshEnvironment ? EnvironmentBlock::forNewProgram(token) : std::nullopt;
    EnvironmentBlock block = fresh ? std::move(*fresh) : EnvironmentBlock::ofThisProcess();
    for (const auto& [name, value] : request.extraEnvironment) block.set(toWide(name), toWide(value));
    return block;
}

Result<Started> start(const ChildRequest& request, HANDLE input, HANDLE output, HANDLE errors) {
    // A child inherits the mode: no box may wait for a click that nobody makes.
    ::SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    const auto program = fullPath(request.program).native();
    const std::wstring command = commandLineFor(program, request.arguments);
    const auto folder = request.workingFolder.empty() ? std::wstring{} : fullPath(request.workingFolder).native();
    const wchar_t* const workingFolder = folder.empty() ? nullptr : folder.c_str();
    constexpr DWORD flags = CREATE_UNICODE_ENVIRONMENT | CREATE_NO_WINDOW | CREATE_SUSPENDED;
    PROCESS_INFORMATION information{};

    const auto& own = ownAccount();
    if (request.unelevated && own.elevated && !own.system) {
        if (const auto token = shellToken()) {
            STARTUPINFOW info{};
            info.cb = sizeof info;
            info.dwFlags = STARTF_USESTDHANDLES;
            info.hStdInput = input;
            info.hStdOutput = output;
            info.hStdError = errors;
            auto environment = environmentFor(request, token.get()).text();
            std::wstring line = command;   // the call may write into it
            // The logon service starts it and takes the three standard handles over, no others.
            if (::CreateProcessWithTokenW(token.get(), 0, program.c_str(), line.data(), flags, environment.data(), workingFolder, &info,
                                          &information) != 0) {
                return Started{UniqueObject(information.hProcess), UniqueObject(information.hThread), true};
            }
        }
    }
    const HandleList handles({input, output, errors});
    STARTUPINFOEXW info{};
    info.StartupInfo.cb = sizeof info;
    info.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    info.StartupInfo.hStdInput = input;
    info.StartupInfo.hStdOutput = output;
    info.StartupInfo.hStdError = errors;
    info.lpAttributeList = handles.get();
    const auto token = ownToken(TOKEN_QUERY | TOKEN_DUPLICATE | TOKEN_IMPERSONATE);
    if (!token || info.lpAttributeList == nullptr) return notStarted(program, ERROR_NOT_ENOUGH_MEMORY);
    auto environment = environmentFor(request, token->get()).text();
    std::wstring line = command;
    if (::CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, TRUE, flags | EXTENDED_STARTUPINFO_PRESENT, environment.data(),
                         workingFolder, &info.StartupInfo, &information) == 0) {
        const DWORD why = ::GetLastError();
        return notStarted(program, why);
    }
    return Started{UniqueObject(information.hProcess), UniqueObject(information.hThread), !own.elevated && !own.system};
}

/// Ends with us: the system ends all processes of a job when its last handle goes.
UniqueObject makeJob() {
    UniqueObject job(::CreateJobObjectW(nullptr, nullptr));
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
    if (job) ::SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

/// What the reading threads hand to the calling one.
struct Received {
    std::mutex mutex;
    std::string output;
    UniqueObject more{::CreateEventW(nullptr, FALSE, FALSE, nullptr)};
};

void readAll(HANDLE pipe, const std::function<void(std::string_view)>& take) {
    std::array<char, 16384> piece{};
    DWORD read = 0;
    while (::ReadFile(pipe, piece.data(), static_cast<DWORD>(piece.size()), &read, nullptr) != 0)
        take(std::string_view(piece.data(), read));
}

class RunLockWindows final : public RunLock {
public:
    struct Outcome {
        bool held = false;
        bool abandoned = false;
        DWORD why = 0;
    };
    /// A mutex belongs to a thread: the one that took it could take it twice, and only it may give it back. So one of its own holds it.
    explicit RunLockWindows(std::promise<Outcome> promise) : m_holder([this, promise = std::move(promise)]() mutable { hold(promise); }) {}
    RunLockWindows(const RunLockWindows&) = delete;
    RunLockWindows& operator=(const RunLockWindows&) = delete;
    ~RunLockWindows() override {
        ::SetEvent(m_release.get());
        m_holder.join();
    }
    [[nodiscard]] bool wasAbandoned() const override { return m_abandoned; }
    void setAbandoned(bool abandoned) { m_abandoned = abandoned; }

private:
    void hold(std::promise<Outcome>& promise) const {
        const UniqueObject mutex(m_release ? ::CreateMutexW(nullptr, FALSE, L"Global\\cudnn-setup") : nullptr);
        if (!mutex) {
            promise.set_value({.why = ::GetLastError()});
            return;
        }
        const DWORD answer = ::WaitForSingleObject(mutex.get(), 0);
        const bool held = answer == WAIT_OBJECT_0 || answer == WAIT_ABANDONED;
        promise.set_value(
            {.held = held, .abandoned = answer == WAIT_ABANDONED, .why = answer == WAIT_FAILED ? ::GetLastError() : DWORD{ERROR_BUSY}});
        if (!held) return;
        ::WaitForSingleObject(m_release.get(), INFINITE);
        ::ReleaseMutex(mutex.get());
    }
    const UniqueObject m_release{::CreateEventW(nullptr, TRUE, FALSE, nullptr)};
    bool m_abandoned = false;
    std::thread m_holder;   // last: it uses the others
};

std::string programOf(DWORD id, const wchar_t* fallback) {
    const UniqueObject process(::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, id));
    std::wstring name(32768, L'\0');
    auto size = static_cast<DWORD>(name.size());
    if (!process || ::QueryFullProcessImageNameW(process.get(), 0, name.data(), &size) == 0) return toUtf8(fallback);
    name.resize(size);
    return toUtf8(fs::path(name).filename().native());
}

}   // namespace

std::wstring commandLineFor(const fs::path& program, std::span<const std::string> arguments) {
    std::wstring line = L'"' + program.native() + L'"';   // a path has no quotes
    for (const auto& argument : arguments) {
        line += L" \"";
        std::size_t backslashes = 0;
        for (const wchar_t letter : toWide(argument)) {
            // Before a quote backslashes count double, elsewhere they stand for themselves.
            if (letter == L'"') line.append(backslashes + 1, L'\\');
            backslashes = letter == L'\\' ? backslashes + 1 : 0;
            line += letter;
        }
        line.append(backslashes, L'\\');
        line += L'"';
    }
    return line;
}

Result<ChildResult> ProcessesWindows::run(const ChildRequest& request, const std::function<void(std::string_view)>& onLine,
                                          const std::stop_token& stop) {
    auto output = makePipe(request.program);
    if (!output) return std::unexpected(output.error());
    auto errors = makePipe(request.program);
    if (!errors) return std::unexpected(errors.error());
    SECURITY_ATTRIBUTES inheritable{.nLength = sizeof(SECURITY_ATTRIBUTES), .lpSecurityDescriptor = nullptr, .bInheritHandle = TRUE};
    UniqueFile input(::CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, &inheritable, OPEN_EXISTING, 0, nullptr));
    const UniqueObject cancelled(::CreateEventW(nullptr, TRUE, FALSE, nullptr));
    Received received;
    const UniqueObject job = makeJob();
    if (!input || !cancelled || !received.more || !job) {
        const DWORD why = ::GetLastError();
        return notStarted(request.program, why);
    }
    auto started = start(request, input.get(), output->write.get(), errors->write.get());
    if (!started) return std::unexpected(started.error());
    output->write = {};
    errors->write = {};
    const auto end = [&] {
        ::TerminateJobObject(job.get(), endedByUs);
        ::TerminateProcess(started->process.get(), endedByUs);   // where it could not be put into the job
    };
    ::AssignProcessToJobObject(job.get(), started->process.get());
    ::ResumeThread(started->thread.get());

    ChildResult result{.exitCode = 0, .timedOut = false, .errorText = {}, .ranUnelevated = started->unelevated};
    std::jthread outputReader([&] {
        readAll(output->read.get(), [&](std::string_view piece) {
            const std::lock_guard guard(received.mutex);
            received.output += piece;
            ::SetEvent(received.more.get());
        });
    });
    std::jthread errorReader([&] {
        readAll(errors->read.get(),
                [&](std::string_view piece) { result.errorText += piece.substr(0, longestErrorText - result.errorText.size()); });
    });
    LineSplitter lines(onLine);
    const auto deliver = [&] {
        std::string piece;
        {
            const std::lock_guard guard(received.mutex);
            piece.swap(received.output);
        }
        lines.add(piece);
    };
    bool wasCancelled = false;
    {
        const std::stop_callback wake(stop, [&] { ::SetEvent(cancelled.get()); });
        const std::array<HANDLE, 3> events{started->process.get(), cancelled.get(), received.more.get()};
        const auto deadline = std::chrono::steady_clock::now() + request.timeout;
        for (;;) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
            const auto patience = static_cast<DWORD>(std::clamp<std::int64_t>(left, 0, 3'600'000));
            const DWORD answer = ::WaitForMultipleObjects(static_cast<DWORD>(events.size()), events.data(), FALSE, patience);
            if (answer == WAIT_OBJECT_0 + 2) {
                deliver();
                if (left > 0) continue;   // a child that never stops talking has its time as well
            }
            result.timedOut = answer != WAIT_OBJECT_0 && answer != WAIT_OBJECT_0 + 1 && left <= 0;
            wasCancelled = answer == WAIT_OBJECT_0 + 1;
            if (answer == WAIT_TIMEOUT && left > 0) continue;
            break;
        }
    }
    if (result.timedOut || wasCancelled) end();
    ::WaitForSingleObject(started->process.get(), INFINITE);
    DWORD exitCode = 0;
    ::GetExitCodeProcess(started->process.get(), &exitCode);
    result.exitCode = exitCode;
    // What the child itself left behind goes too, so that both pipes reach their end.
    ::TerminateJobObject(job.get(), endedByUs);
    outputReader.join();
    errorReader.join();
    if (wasCancelled) return fail(ErrorCode::Cancelled, {});
    deliver();
    lines.finish();
    return result;
}

Result<std::vector<ProcessUse>> ProcessesWindows::usersOf(std::span<const fs::path> files) const {
    std::vector<ProcessUse> users;
    static const SystemLibrary manager(L"rstrtmgr.dll");
    static const auto startSession = manager.find<decltype(::RmStartSession)>("RmStartSession");
    static const auto registerFiles = manager.find<decltype(::RmRegisterResources)>("RmRegisterResources");
    static const auto getList = manager.find<decltype(::RmGetList)>("RmGetList");
    static const auto endSession = manager.find<decltype(::RmEndSession)>("RmEndSession");
    if (files.empty() || startSession == nullptr || registerFiles == nullptr || getList == nullptr || endSession == nullptr) return users;
    std::vector<std::wstring> names;
    for (const auto& file : files) names.push_back(fullPath(file).native());
    std::vector<const wchar_t*> pointers;
    for (const auto& name : names) pointers.push_back(name.c_str());

    DWORD session = 0;
    std::array<wchar_t, CCH_RM_SESSION_KEY + 1> key{};
    DWORD why = startSession(&session, 0, key.data());
    if (why != ERROR_SUCCESS) return failed(std::string("Restart Manager"), why);
    why = registerFiles(session, static_cast<UINT>(pointers.size()), pointers.data(), 0, nullptr, 0, nullptr);
    std::vector<RM_PROCESS_INFO> found;
    UINT count = 0;
    // Processes come and go between two calls; after some rounds we take what there is.
    for (int round = 0; why == ERROR_SUCCESS && round < 5; ++round) {
        UINT needed = 0;
        DWORD reasons = 0;
        count = static_cast<UINT>(found.size());
        why = getList(session, &needed, &count, found.data(), &reasons);
        if (why != ERROR_MORE_DATA) break;
        why = ERROR_SUCCESS;
        found.resize(needed + 4U);
        count = 0;
    }
    endSession(session);
    if (why != ERROR_SUCCESS) return failed(std::string("Restart Manager"), why);
    found.resize(std::min<std::size_t>(count, found.size()));
    for (const auto& process : found) {
        const DWORD id = process.Process.dwProcessId;
        users.push_back({.id = id, .name = programOf(id, process.strAppName)});
    }
    return users;
}

Result<std::unique_ptr<RunLock>> ProcessesWindows::acquireRunLock() {
    std::promise<RunLockWindows::Outcome> promise;
    auto outcome = promise.get_future();
    auto lock = std::make_unique<RunLockWindows>(std::move(promise));
    const auto result = outcome.get();
    // "Access denied": an elevated run, whose mutex a user may not open, has it.
    if (!result.held && (result.why == ERROR_BUSY || result.why == ERROR_ACCESS_DENIED))
        return fail(ErrorCode::AnotherRunActive, {}, result.why);
    if (!result.held) return failed(std::string("Global\\cudnn-setup"), result.why);
    lock->setAbandoned(result.abandoned);
    return lock;
}

fs::path ProcessesWindows::ownProgram() const {
    std::wstring name(MAX_PATH, L'\0');
    for (;;) {
        const DWORD size = ::GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size()));
        if (size < name.size()) {
            name.resize(size);
            return name;
        }
        name.resize(name.size() * 2);
    }
}

}   // namespace cudnn_setup::win
