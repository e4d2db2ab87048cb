#include "platform/peer.h"

#include "platform/windows/files_windows.h"
#include "platform/windows/full_path.h"
#include "platform/windows/processes_windows.h"
#include "platform/windows/system_library.h"
#include "platform/windows/token.h"
#include "platform/windows/unique_handle.h"
#include "platform/windows/wide_text.h"

#include <windows.h>

#include <bcrypt.h>
#include <objbase.h>
#include <sddl.h>
#include <shellapi.h>

#include <algorithm>
#include <array>

namespace cudnn_setup::win {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto patience = 10s;   // for a peer that does not read
constexpr DWORD pipeBytes = 64U * 1024U;
constexpr std::wstring_view pipeFolder = LR"(\\.\pipe\)";

DWORD millisecondsLeft(std::optional<Deadline> deadline) {
    if (!deadline) return INFINITE;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - std::chrono::steady_clock::now()).count();
    return static_cast<DWORD>(std::clamp<long long>(left, 0, 3'600'000));
}

/// One overlapped operation at a time, waited for with a stop and a deadline. Its memory stays valid until the system has let go of it.
class Overlapped {
public:
    Overlapped() : m_done(::CreateEventW(nullptr, TRUE, FALSE, nullptr)), m_stopped(::CreateEventW(nullptr, TRUE, FALSE, nullptr)) {}
    [[nodiscard]] OVERLAPPED* begin() {
        m_operation = OVERLAPPED{};
        m_operation.hEvent = m_done.get();
        ::ResetEvent(m_done.get());
        return &m_operation;
    }
    /// @param started  What the call that was given begin() returned. @return Bytes, or the system's error; ERROR_CANCELLED after a stop,
    /// ERROR_TIMEOUT at the deadline.
    struct Ended {
        DWORD why;
        DWORD bytes;
    };
    [[nodiscard]] Ended finish(HANDLE file, BOOL started, const std::stop_token& stop, std::optional<Deadline> deadline) {
        DWORD why = started != 0 ? ERROR_SUCCESS : ::GetLastError();
        if (why != ERROR_SUCCESS && why != ERROR_IO_PENDING) return {why, 0};
        DWORD bytes = 0;
        if (why == ERROR_IO_PENDING) {
            ::ResetEvent(m_stopped.get());
            const std::stop_callback onStop(stop, [this] { ::SetEvent(m_stopped.get()); });
            const std::array<HANDLE, 2> waited{m_done.get(), m_stopped.get()};
            const DWORD woke = ::WaitForMultipleObjects(waited.size(), waited.data(), FALSE, millisecondsLeft(deadline));
            if (woke != WAIT_OBJECT_0) {
                ::CancelIoEx(file, &m_operation);
                // It may have ended meanwhile; either way the system is done with our memory after this.
                if (::GetOverlappedResult(file, &m_operation, &bytes, TRUE) != 0) return {ERROR_SUCCESS, bytes};
                return {woke == WAIT_TIMEOUT ? DWORD{ERROR_TIMEOUT} : DWORD{ERROR_CANCELLED}, 0};
            }
        }
        if (::GetOverlappedResult(file, &m_operation, &bytes, TRUE) == 0) {
            why = ::GetLastError();
            return {why, 0};
        }
        return {ERROR_SUCCESS, bytes};
    }

private:
    UniqueObject m_done;
    UniqueObject m_stopped;
    OVERLAPPED m_operation{};
};

class PeerStreamWindows final : public PeerStream {
public:
    explicit PeerStreamWindows(UniqueFile pipe) : m_pipe(std::move(pipe)) {}
    [[nodiscard]] HANDLE handle() const noexcept { return m_pipe.get(); }

    [[nodiscard]] Result<std::size_t> read(std::span<std::byte> buffer, const std::stop_token& stop,
                                           std::optional<Deadline> deadline) override {
        if (stop.stop_requested()) return fail(ErrorCode::Cancelled, "");
        const auto wanted = static_cast<DWORD>(std::min<std::size_t>(buffer.size(), pipeBytes));
        const BOOL started = ::ReadFile(m_pipe.get(), buffer.data(), wanted, nullptr, m_reading.begin());
        const auto ended = m_reading.finish(m_pipe.get(), started, stop, deadline);
        if (ended.why == ERROR_SUCCESS) return ended.bytes;
        if (ended.why == ERROR_BROKEN_PIPE || ended.why == ERROR_PIPE_NOT_CONNECTED || ended.why == ERROR_NO_DATA) return 0;
        return fail(ended.why == ERROR_CANCELLED ? ErrorCode::Cancelled : ErrorCode::WorkerLost, "", ended.why);
    }

    [[nodiscard]] Result<void> write(std::span<const std::byte> bytes) override {
        const Deadline deadline = std::chrono::steady_clock::now() + patience;
        while (!bytes.empty()) {
            const auto wanted = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), pipeBytes));
            const BOOL started = ::WriteFile(m_pipe.get(), bytes.data(), wanted, nullptr, m_writing.begin());
            const auto ended = m_writing.finish(m_pipe.get(), started, {}, deadline);
            if (ended.why != ERROR_SUCCESS) return fail(ErrorCode::WorkerLost, "", ended.why);
            bytes = bytes.subspan(ended.bytes);
        }
        return {};
    }

private:
    UniqueFile m_pipe;
    Overlapped m_reading;
    Overlapped m_writing;
};

class PeerListenerWindows final : public PeerListener {
public:
    PeerListenerWindows(UniqueFile pipe, std::string name) : m_pipe(std::move(pipe)), m_name(std::move(name)) {}
    [[nodiscard]] std::string name() const override { return m_name; }

    [[nodiscard]] Result<std::unique_ptr<PeerStream>> accept(const StartedPeer& expected, Deadline deadline,
                                                             const std::stop_token& stop) override {
        constexpr auto slice = 100ms;   // how late the end of the process is noticed
        Overlapped connecting;
        for (;;) {
            const BOOL started = ::ConnectNamedPipe(m_pipe.get(), connecting.begin());
            const auto until = std::min(deadline, std::chrono::steady_clock::now() + slice);
            const auto ended = connecting.finish(m_pipe.get(), started, stop, until);
            if (ended.why == ERROR_SUCCESS || ended.why == ERROR_PIPE_CONNECTED) break;
            if (ended.why == ERROR_CANCELLED) return fail(ErrorCode::Cancelled, "");
            if (ended.why != ERROR_TIMEOUT || expected.hasEnded() || std::chrono::steady_clock::now() >= deadline)
                return fail(ErrorCode::WorkerNotStarted, "", ended.why);
        }
        ULONG client = 0;
        if (::GetNamedPipeClientProcessId(m_pipe.get(), &client) == 0 || client != expected.id()) {
            m_pipe = UniqueFile();   // whoever it is sees the end at once
            return fail(ErrorCode::WorkerImpostor, "");
        }
        return std::make_unique<PeerStreamWindows>(std::move(m_pipe));
    }

private:
    UniqueFile m_pipe;
    std::string m_name;
};

class StartedPeerWindows final : public StartedPeer {
public:
    explicit StartedPeerWindows(UniqueObject process) : m_process(std::move(process)) {}
    [[nodiscard]] std::uint32_t id() const override { return ::GetProcessId(m_process.get()); }
    [[nodiscard]] bool hasEnded() const override { return ::WaitForSingleObject(m_process.get(), 0) == WAIT_OBJECT_0; }

private:
    UniqueObject m_process;
};

class RequestingPeerWindows final : public RequestingPeer {
public:
    RequestingPeerWindows(UniqueFile pipe, UniqueObject process, std::string userSid)
        : m_stream(std::move(pipe)), m_process(std::move(process)), m_userSid(std::move(userSid)) {}
    [[nodiscard]] PeerStream& stream() override { return m_stream; }
    [[nodiscard]] std::string userSid() const override { return m_userSid; }

    [[nodiscard]] Result<std::unique_ptr<InputFile>> takeFile(std::uint64_t number, const std::string& name) override {
        // We take it: a process without rights cannot open an elevated one to put a handle there. Reading is all that we ask for.
        HANDLE taken = INVALID_HANDLE_VALUE;
        auto* const theirs = reinterpret_cast<HANDLE>(static_cast<std::uintptr_t>(number));
        if (::DuplicateHandle(m_process.get(), theirs, ::GetCurrentProcess(), &taken, FILE_GENERIC_READ, FALSE, 0) == 0) {
            const DWORD why = ::GetLastError();
            return fail(ErrorCode::WorkerProtocol, name, why);
        }
        UniqueFile file(taken);
        if (::GetFileType(file.get()) != FILE_TYPE_DISK) return fail(ErrorCode::WorkerProtocol, name);   // a pipe could keep us waiting
        return inputFileFrom(std::move(file), toWide(name));
    }

private:
    PeerStreamWindows m_stream;
    UniqueObject m_process;
    std::string m_userSid;
};

std::optional<std::wstring> randomName() {
    std::array<UCHAR, 16> bytes{};
    const SystemLibrary bcrypt(L"bcrypt.dll");
    auto* const generate = bcrypt.find<decltype(::BCryptGenRandom)>("BCryptGenRandom");
    if (generate == nullptr || generate(nullptr, bytes.data(), bytes.size(), BCRYPT_USE_SYSTEM_PREFERRED_RNG) < 0) return std::nullopt;
    std::wstring name = L"cudnn-setup-";
    for (const UCHAR byte : bytes) {
        constexpr std::wstring_view digits = L"0123456789abcdef";
        name += digits[byte >> 4U];
        name += digits[byte & 15U];
    }
    return name;
}

std::unexpected<Error> notStarted(std::string subject, DWORD why) {
    return fail(ErrorCode::WorkerNotStarted, std::move(subject), why);
}

fs::path systemFolder() {
    std::wstring folder(MAX_PATH, L'\0');
    folder.resize(::GetSystemDirectoryW(folder.data(), MAX_PATH));
    return folder;
}

/// A window of ours to stand the prompt in front of; without one it may start as a blinking button on the taskbar.
HWND ownWindow() {
    const HWND front = ::GetForegroundWindow();
    DWORD process = 0;
    ::GetWindowThreadProcessId(front, &process);
    return process == ::GetCurrentProcessId() ? front : nullptr;
}

/// ShellExecuteEx may hand the work to shell extensions, which want COM on their thread.
class ComOnThisThread {
public:
    ComOnThisThread() : m_ours(SUCCEEDED(::CoInitializeEx(nullptr, COINIT_APARTMENTTHREADED | COINIT_DISABLE_OLE1DDE))) {}
    ComOnThisThread(const ComOnThisThread&) = delete;
    ComOnThisThread& operator=(const ComOnThisThread&) = delete;
    ~ComOnThisThread() {
        if (m_ours) ::CoUninitialize();
    }

private:
    bool m_ours;
};

bool runsProgram(HANDLE process, const fs::path& program) {
    std::wstring image(32'768, L'\0');
    auto size = static_cast<DWORD>(image.size());
    if (::QueryFullProcessImageNameW(process, 0, image.data(), &size) == 0) return false;
    image.resize(size);
    return ::CompareStringOrdinal(fullPath(image).c_str(), -1, fullPath(program).c_str(), -1, TRUE) == CSTR_EQUAL;
}

}   // namespace
}   // namespace cudnn_setup::win

namespace cudnn_setup {

using namespace win;

Result<std::unique_ptr<PeerListener>> listenForPeer() {
    const auto name = randomName();
    if (!name) return notStarted("pipe", ERROR_GEN_FAILURE);
    // This user and administrators, nobody from another computer. The user's own programs are not kept out by rights (they could do anything
    // that this process does) but by the number of the process that is expected.
    const auto sddl = L"D:P(D;;GA;;;NU)(A;;GA;;;SY)(A;;GA;;;BA)(A;;GA;;;" + toWide(ownAccount().sid) + L")";
    PSECURITY_DESCRIPTOR descriptor = nullptr;
    if (::ConvertStringSecurityDescriptorToSecurityDescriptorW(sddl.c_str(), SDDL_REVISION_1, &descriptor, nullptr) == 0)
        return notStarted("pipe", ::GetLastError());
    const UniqueLocal owner(descriptor);
    SECURITY_ATTRIBUTES attributes{.nLength = sizeof attributes, .lpSecurityDescriptor = descriptor, .bInheritHandle = FALSE};
    UniqueFile pipe(::CreateNamedPipeW(
        (std::wstring(pipeFolder) + *name).c_str(), PIPE_ACCESS_DUPLEX | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
        PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS, 1, pipeBytes, pipeBytes, 0, &attributes));
    if (!pipe) return notStarted("pipe", ::GetLastError());
    return std::make_unique<PeerListenerWindows>(std::move(pipe), toUtf8(*name));
}

Result<std::unique_ptr<StartedPeer>> startElevated(const fs::path& program, const std::vector<std::string>& arguments) {
    const ComOnThisThread com;
    const auto file = fullPath(program).native();
    // What stands behind the program's name, quoted as CommandLineToArgvW takes it apart.
    auto line = commandLineFor(file, arguments);
    line.erase(0, commandLineFor(file, {}).size());
    const auto folder = systemFolder().native();   // ours may be one that the other account cannot see
    SHELLEXECUTEINFOW info{};
    info.cbSize = sizeof info;
    info.fMask = SEE_MASK_NOCLOSEPROCESS | SEE_MASK_NOASYNC | SEE_MASK_FLAG_NO_UI;
    info.hwnd = ownWindow();
    info.lpVerb = L"runas";
    info.lpFile = file.c_str();
    info.lpParameters = line.c_str();
    info.lpDirectory = folder.c_str();
    info.nShow = SW_HIDE;
    if (::ShellExecuteExW(&info) == 0) {
        const DWORD why = ::GetLastError();
        if (why == ERROR_CANCELLED) return fail(ErrorCode::ElevationRefused, toUtf8(file), why);
        return notStarted(toUtf8(file), why);
    }
    UniqueObject process(info.hProcess);
    if (!process) return notStarted(toUtf8(file), ERROR_INVALID_HANDLE);
    return std::make_unique<StartedPeerWindows>(std::move(process));
}

std::uint64_t handleNumber(const InputFile& file) noexcept {
    return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(handleOf(file)));
}

Result<std::unique_ptr<RequestingPeer>> connectToPeer(const std::string& name, const fs::path& ownProgram) {
    // The name is a word from the command line: only one of ours is opened.
    const bool isOurs = name.starts_with("cudnn-setup-") && name.find_first_of("\\/") == std::string::npos;
    if (!isOurs) return notStarted(name, ERROR_INVALID_NAME);
    UniqueFile pipe(::CreateFileW((std::wstring(pipeFolder) + toWide(name)).c_str(), GENERIC_READ | GENERIC_WRITE, 0, nullptr,
                                  OPEN_EXISTING, FILE_FLAG_OVERLAPPED | SECURITY_SQOS_PRESENT | SECURITY_IDENTIFICATION, nullptr));
    if (!pipe) return notStarted(name, ::GetLastError());
    ULONG server = 0;
    if (::GetNamedPipeServerProcessId(pipe.get(), &server) == 0) return notStarted(name, ::GetLastError());
    enablePrivilege(SE_DEBUG_NAME);   // the process is of another user when somebody else's password was typed into the prompt
    UniqueObject process(::OpenProcess(PROCESS_DUP_HANDLE | PROCESS_QUERY_INFORMATION, FALSE, server));
    if (!process) return notStarted(name, ::GetLastError());
    if (!runsProgram(process.get(), ownProgram)) return fail(ErrorCode::WorkerImpostor, name);
    UniqueObject token;
    if (::OpenProcessToken(process.get(), TOKEN_QUERY, token.receive()) == 0) return notStarted(name, ::GetLastError());
    auto sid = sidOf(token.get());
    if (!sid) return std::unexpected(sid.error());
    return std::make_unique<RequestingPeerWindows>(std::move(pipe), std::move(process), std::move(*sid));
}

}   // namespace cudnn_setup
