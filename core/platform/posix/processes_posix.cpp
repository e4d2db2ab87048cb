#include "platform/posix/processes_posix.h"

#include "base/path_text.h"
#include "platform/line_splitter.h"
#include "platform/posix/environment_store_posix.h"
#include "platform/posix/unique_descriptor.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

namespace cudnn_setup {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longestErrorText = std::size_t{64} * 1024;

struct Pipe {
    UniqueDescriptor read;
    UniqueDescriptor write;
};

std::optional<Pipe> makePipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
    return Pipe{.read = UniqueDescriptor(ends[0]), .write = UniqueDescriptor(ends[1])};
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (auto& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

void setVariable(std::vector<std::string>& environment, const std::string& name, const std::string& value) {
    std::erase_if(environment, [&](const std::string& entry) { return entry.starts_with(name + '='); });
    if (!value.empty()) environment.push_back(name + '=' + value);
}

/// One child in its own process group, which is ended with it.
class Child {
public:
    explicit Child(pid_t id) : m_id(id), m_ended(static_cast<int>(::syscall(SYS_pidfd_open, id, 0))) {}
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        kill();
        reap();
    }
    [[nodiscard]] int ended() const { return m_ended.get(); }   // readable once it has ended
    void kill() const { ::kill(-m_id, SIGKILL); }
    std::uint32_t reap() {
        if (!m_status) {
            int status = 0;
            while (::waitpid(m_id, &status, 0) < 0 && errno == EINTR) continue;
            m_status = status;
        }
        return static_cast<std::uint32_t>(WIFSIGNALED(*m_status) ? 128 + WTERMSIG(*m_status) : WEXITSTATUS(*m_status));
    }

private:
    pid_t m_id;
    UniqueDescriptor m_ended;
    std::optional<int> m_status;
};

Result<pid_t> spawn(const ChildRequest& request, std::vector<std::string> environment, const Pipe& output, const Pipe& errors) {
    std::vector<std::string> arguments{request.program.string()};
    arguments.insert(arguments.end(), request.arguments.begin(), request.arguments.end());
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, output.write.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, errors.write.get(), STDERR_FILENO);
    if (!request.workingFolder.empty()) ::posix_spawn_file_actions_addchdir_np(&actions, request.workingFolder.c_str());
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    pid_t id = 0;
    const int why =
        ::posix_spawn(&id, request.program.c_str(), &actions, &attributes, pointersTo(arguments).data(), pointersTo(environment).data());
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    if (why != 0) return fail(ErrorCode::ProbeNotStarted, toUtf8(request.program), static_cast<std::uint32_t>(why));
    return id;
}

class RunLockPosix final : public RunLock {
public:
    RunLockPosix(UniqueDescriptor descriptor, bool abandoned) : m_descriptor(std::move(descriptor)), m_abandoned(abandoned) {}
    RunLockPosix(const RunLockPosix&) = delete;
    RunLockPosix& operator=(const RunLockPosix&) = delete;
    ~RunLockPosix() override {
        if (::ftruncate(m_descriptor.get(), 0) != 0) return;   // the next one then believes that we died: recovery finds nothing to do
    }
    [[nodiscard]] bool wasAbandoned() const override { return m_abandoned; }

private:
    UniqueDescriptor m_descriptor;
    bool m_abandoned;
};

}   // namespace

ProcessesPosix::ProcessesPosix(std::shared_ptr<MachineFile> machine, std::optional<std::string> userSid)
    : m_machine(std::move(machine)), m_userSid(std::move(userSid)) {}

std::vector<std::string> ProcessesPosix::environmentFor(const ChildRequest& request) const {
    std::vector<std::string> environment;
    for (char** entry = ::environ; *entry != nullptr; ++entry) environment.emplace_back(*entry);
    if (request.freshEnvironment) {
        const EnvironmentStorePosix store(m_machine, m_userSid);
        std::string folders;
        for (const auto scope : {EnvironmentScope::Machine, EnvironmentScope::User}) {
            const auto path = store.read(scope, "Path");
            if (!path || !*path) continue;
            std::string segments = (*path)->type == RegistryText::Expandable ? store.expand((*path)->text) : (*path)->text;
            std::ranges::replace(segments, ';', ':');
            if (!folders.empty() && !segments.empty()) folders += ':';
            folders += segments;
        }
        if (!folders.empty()) setVariable(environment, "LD_LIBRARY_PATH", folders);
    }
    for (const auto& [name, value] : request.extraEnvironment) setVariable(environment, name, value);
    return environment;
}

Result<ChildResult> ProcessesPosix::run(const ChildRequest& request, const std::function<void(std::string_view)>& onLine,
                                        const std::stop_token& stop) {
    auto output = makePipe();
    auto errors = makePipe();
    const UniqueDescriptor cancelled(::eventfd(0, EFD_CLOEXEC));
    if (!output || !errors || !cancelled)
        return fail(ErrorCode::ProbeNotStarted, toUtf8(request.program), static_cast<std::uint32_t>(errno));
    const auto id = spawn(request, environmentFor(request), *output, *errors);
    if (!id) return std::unexpected(id.error());
    Child child(*id);
    output->write = {};
    errors->write = {};
    const std::stop_callback wake(stop, [&] {
        const std::uint64_t one = 1;
        if (::write(cancelled.get(), &one, sizeof one) < 0) return;   // a counter that is full wakes as well
    });

    ChildResult result{.exitCode = 0, .timedOut = false, .errorText = {}, .ranUnelevated = ::geteuid() != 0};
    LineSplitter lines(onLine);
    std::array<pollfd, 4> waits{{{.fd = output->read.get(), .events = POLLIN, .revents = 0},
                                 {.fd = errors->read.get(), .events = POLLIN, .revents = 0},
                                 {.fd = child.ended(), .events = POLLIN, .revents = 0},
                                 {.fd = cancelled.get(), .events = POLLIN, .revents = 0}}};
    auto& [outputWait, errorWait, endWait, cancelWait] = waits;
    const auto deadline = std::chrono::steady_clock::now() + request.timeout;
    bool killed = false;
    const auto end = [&] {
        child.kill();
        killed = true;
        endWait.fd = cancelWait.fd = -1;
    };
    // Once the child is gone its group is ended, so both pipes reach their end even when a grandchild holds them.
    while (outputWait.fd >= 0 || errorWait.fd >= 0 || !killed) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
        const int timeout = killed ? -1 : static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
        if (::poll(waits.data(), waits.size(), timeout) < 0) {
            if (errno == EINTR) continue;
            return fail(ErrorCode::ProbeNotStarted, toUtf8(request.program), static_cast<std::uint32_t>(errno));
        }
        for (auto* const wait : {&outputWait, &errorWait}) {
            if (wait->fd < 0 || wait->revents == 0) continue;
            std::array<char, 16384> piece{};
            const auto read = ::read(wait->fd, piece.data(), piece.size());
            if (read <= 0) {
                wait->fd = -1;
                continue;
            }
            const std::string_view text(piece.data(), static_cast<std::size_t>(read));
            if (wait == &outputWait) lines.add(text);
            else result.errorText += text.substr(0, longestErrorText - result.errorText.size());
        }
        if (killed) continue;
        if (cancelWait.revents != 0) return fail(ErrorCode::Cancelled, {});
        // Asked in every round: a child that never stops talking has its time as well.
        result.timedOut = endWait.revents == 0 && left <= 0;
        if (endWait.revents != 0 || result.timedOut) end();
    }
    lines.finish();
    result.exitCode = child.reap();
    return result;
}

Result<std::vector<ProcessUse>> ProcessesPosix::usersOf(std::span<const fs::path> files) const {
    const auto machine = m_machine->read();
    if (!machine) return std::unexpected(machine.error());
    std::vector<ProcessUse> users;
    for (const auto& use : (*machine)->value("in_use", nlohmann::json::array())) {
        const auto used = m_machine->resolve(pathFromUtf8(use.value("file", "")));
        const ProcessUse user{.id = use.value("id", 1U), .name = use.value("process", "unknown")};
        const bool asked = std::ranges::any_of(files, [&](const fs::path& file) { return m_machine->resolve(file) == used; });
        if (asked && std::ranges::find(users, user) == users.end()) users.push_back(user);
    }
    return users;
}

Result<std::unique_ptr<RunLock>> ProcessesPosix::acquireRunLock() {
    const auto file = (m_machine->folder().empty() ? fs::temp_directory_path() : m_machine->folder()) / "cudnn-setup-run.lock";
    UniqueDescriptor descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (!descriptor) return fail(ErrorCode::SystemCallFailed, toUtf8(file), static_cast<std::uint32_t>(errno));
    if (::flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0) return fail(ErrorCode::AnotherRunActive, {}, static_cast<std::uint32_t>(errno));
    // What a holder that lives to its end removes again.
    struct stat status{};
    const bool abandoned = ::fstat(descriptor.get(), &status) == 0 && status.st_size > 0;
    if (!abandoned && ::write(descriptor.get(), "held", 4) != 4)
        return fail(ErrorCode::SystemCallFailed, toUtf8(file), static_cast<std::uint32_t>(errno));
    return std::make_unique<RunLockPosix>(std::move(descriptor), abandoned);
}

fs::path ProcessesPosix::ownProgram() const {
    std::error_code ignored;   // an empty path: nothing can be started with it, and that is reported
    return fs::read_symlink("/proc/self/exe", ignored);
}

}   // namespace cudnn_setup
