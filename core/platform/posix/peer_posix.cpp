#include "base/path_text.h"
#include "platform/peer.h"
#include "platform/posix/files_posix.h"
#include "platform/posix/unique_descriptor.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <random>

namespace cudnn_setup {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto patience = 10s;     // for a peer that does not read
constexpr auto pollSlice = 20ms;   // how late a stop is noticed

int millisecondsLeft(Deadline deadline) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    return static_cast<int>(std::clamp<std::chrono::milliseconds>(left, 0ms, pollSlice).count());
}

bool waitFor(int descriptor, short events, int milliseconds) {
    pollfd waited{.fd = descriptor, .events = events, .revents = 0};
    return ::poll(&waited, 1, milliseconds) > 0;
}

class PeerStreamPosix final : public PeerStream {
public:
    explicit PeerStreamPosix(UniqueDescriptor socket) : m_socket(std::move(socket)) {}

    [[nodiscard]] Result<std::size_t> read(std::span<std::byte> buffer, const std::stop_token& stop,
                                           std::optional<Deadline> deadline) override {
        for (;;) {
            if (stop.stop_requested()) return fail(ErrorCode::Cancelled, "");
            if (deadline && std::chrono::steady_clock::now() >= *deadline) return fail(ErrorCode::WorkerLost, "", ETIMEDOUT);
            if (!waitFor(m_socket.get(), POLLIN, deadline ? millisecondsLeft(*deadline) : static_cast<int>(pollSlice.count()))) continue;
            const auto count = ::recv(m_socket.get(), buffer.data(), buffer.size(), 0);
            if (count >= 0) return static_cast<std::size_t>(count);
            if (errno == ECONNRESET) return 0;
            if (errno != EINTR) return fail(ErrorCode::WorkerLost, "", static_cast<std::uint32_t>(errno));
        }
    }

    [[nodiscard]] Result<void> write(std::span<const std::byte> bytes) override {
        const Deadline deadline = std::chrono::steady_clock::now() + patience;
        while (!bytes.empty()) {
            if (std::chrono::steady_clock::now() >= deadline) return fail(ErrorCode::WorkerLost, "", ETIMEDOUT);
            if (!waitFor(m_socket.get(), POLLOUT, millisecondsLeft(deadline))) continue;
            const auto count = ::send(m_socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (count >= 0) bytes = bytes.subspan(static_cast<std::size_t>(count));
            else if (errno != EINTR && errno != EAGAIN) return fail(ErrorCode::WorkerLost, "", static_cast<std::uint32_t>(errno));
        }
        return {};
    }

private:
    UniqueDescriptor m_socket;
};

/// A socket of the abstract name space: no file is left behind.
struct Address {
    explicit Address(const std::string& name) {
        address.sun_family = AF_UNIX;
        const auto length = std::min(name.size(), sizeof address.sun_path - 1);
        std::memcpy(&address.sun_path[1], name.data(), length);
        size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + length);
    }
    sockaddr_un address{};
    socklen_t size;
};

std::optional<ucred> peerOf(int socket) {
    ucred found{};
    socklen_t size = sizeof found;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &found, &size) != 0) return std::nullopt;
    return found;
}

class PeerListenerPosix final : public PeerListener {
public:
    PeerListenerPosix(UniqueDescriptor socket, std::string name) : m_socket(std::move(socket)), m_name(std::move(name)) {}
    [[nodiscard]] std::string name() const override { return m_name; }
    [[nodiscard]] Result<std::unique_ptr<PeerStream>> accept(const StartedPeer& expected, Deadline deadline,
                                                             const std::stop_token& stop) override {
        while (!waitFor(m_socket.get(), POLLIN, millisecondsLeft(deadline))) {
            if (stop.stop_requested()) return fail(ErrorCode::Cancelled, "");
            if (expected.hasEnded() || std::chrono::steady_clock::now() >= deadline) return fail(ErrorCode::WorkerNotStarted, "");
        }
        UniqueDescriptor connection(::accept4(m_socket.get(), nullptr, nullptr, SOCK_CLOEXEC));
        if (!connection) return fail(ErrorCode::WorkerNotStarted, "", static_cast<std::uint32_t>(errno));
        m_socket = UniqueDescriptor();   // one client
        const auto peer = peerOf(connection.get());
        if (!peer || static_cast<std::uint32_t>(peer->pid) != expected.id()) return fail(ErrorCode::WorkerImpostor, "");
        return std::make_unique<PeerStreamPosix>(std::move(connection));
    }

private:
    UniqueDescriptor m_socket;
    std::string m_name;
};

class RequestingPeerPosix final : public RequestingPeer {
public:
    RequestingPeerPosix(UniqueDescriptor socket, ucred peer) : m_stream(std::move(socket)), m_peer(peer) {}
    [[nodiscard]] PeerStream& stream() override { return m_stream; }
    [[nodiscard]] std::string userSid() const override { return std::to_string(m_peer.uid); }
    [[nodiscard]] Result<std::unique_ptr<InputFile>> takeFile(std::uint64_t number, const std::string& name) override {
        const fs::path path = "/proc/" + std::to_string(m_peer.pid) + "/fd/" + std::to_string(number);
        struct stat facts{};
        if (::stat(path.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return fail(ErrorCode::WorkerProtocol, name);
        return FilesPosix(std::make_shared<MachineFile>(fs::path())).open(path, OpenFor::Reading);
    }

private:
    PeerStreamPosix m_stream;
    ucred m_peer;
};

}   // namespace

Result<std::unique_ptr<PeerListener>> listenForPeer() {
    std::random_device random;
    std::string name = "cudnn-setup-";
    for (int part = 0; part < 4; ++part) {
        std::array<char, 8> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), random(), 16).ptr;
        name.append(digits.data(), end);
    }
    UniqueDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const Address address(name);
    if (!socket || ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address.address), address.size) != 0 ||
        ::listen(socket.get(), 1) != 0) {
        return fail(ErrorCode::WorkerNotStarted, name, static_cast<std::uint32_t>(errno));
    }
    return std::make_unique<PeerListenerPosix>(std::move(socket), std::move(name));
}

Result<std::unique_ptr<StartedPeer>> startElevated(const fs::path& program, const std::vector<std::string>& /*arguments*/) {
    return fail(ErrorCode::WorkerNotStarted, toUtf8(program), ENOSYS);
}

std::uint64_t handleNumber(const InputFile& file) noexcept {
    const int descriptor = descriptorOf(file);
    return descriptor > 0 ? static_cast<std::uint64_t>(descriptor) : 0;
}

Result<std::unique_ptr<RequestingPeer>> connectToPeer(const std::string& name, const fs::path& ownProgram) {
    UniqueDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const Address address(name);
    if (!socket || ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address.address), address.size) != 0)
        return fail(ErrorCode::WorkerNotStarted, name, static_cast<std::uint32_t>(errno));
    const auto peer = peerOf(socket.get());
    std::error_code unreadable;
    if (!peer || !fs::equivalent("/proc/" + std::to_string(peer->pid) + "/exe", ownProgram, unreadable) || unreadable)
        return fail(ErrorCode::WorkerImpostor, name);
    return std::make_unique<RequestingPeerPosix>(std::move(socket), *peer);
}

}   // namespace cudnn_setup
