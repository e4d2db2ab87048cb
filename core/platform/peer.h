#pragma once
/// @file
/// Two processes of this program that talk to each other: the one without rights listens and starts the other, the elevated one connects.
/// Neither trusts the other's bytes; what they say is app/worker's. Windows: a named pipe and the verb "runas". POSIX, for tests: a Unix
/// socket; nobody is elevated there.
#include "platform/files.h"

#include <chrono>
#include <functional>
#include <stop_token>

namespace cudnn_setup {

using Deadline = std::chrono::steady_clock::time_point;

/// Bytes in order to and from the one peer.
class PeerStream {
public:
    virtual ~PeerStream() = default;
    /// Waits for at least one byte. One thread. @param deadline  std::nullopt: waits for ever. @return Bytes read; 0 when the peer has
    /// ended or closed its side; Error{Cancelled | WorkerLost}, the latter also at the deadline.
    [[nodiscard]] virtual Result<std::size_t> read(std::span<std::byte> buffer, const std::stop_token& stop,
                                                   std::optional<Deadline> deadline) = 0;
    /// One thread, another one may read meanwhile. A peer that takes nothing for ten seconds is given up. @return Error{WorkerLost}.
    [[nodiscard]] virtual Result<void> write(std::span<const std::byte> bytes) = 0;
};

/// The process that was started to be the peer.
class StartedPeer {
public:
    virtual ~StartedPeer() = default;
    [[nodiscard]] virtual std::uint32_t id() const = 0;
    [[nodiscard]] virtual bool hasEnded() const = 0;
};

/// Where the peer connects: a name that nobody can guess, open to this user and to administrators of this machine, once.
class PeerListener {
public:
    virtual ~PeerListener() = default;
    /// What the peer is told on its command line.
    [[nodiscard]] virtual std::string name() const = 0;
    /// @return Error{WorkerImpostor} when another process than @p expected connects, {WorkerNotStarted} when it ended first or the deadline
    /// passed, {Cancelled}.
    [[nodiscard]] virtual Result<std::unique_ptr<PeerStream>> accept(const StartedPeer& expected, Deadline deadline,
                                                                     const std::stop_token& stop) = 0;
};

/// @return Error{WorkerNotStarted}.
[[nodiscard]] Result<std::unique_ptr<PeerListener>> listenForPeer();

/// Starts @p program with @p arguments as the peer.
using StartPeer =
    std::function<Result<std::unique_ptr<StartedPeer>>(const std::filesystem::path& program, const std::vector<std::string>& arguments)>;

/// Asks the user for administrator rights (UAC); blocks until he has answered. @return Error{ElevationRefused} when he said no, else
/// {WorkerNotStarted}; always the latter on POSIX.
[[nodiscard]] Result<std::unique_ptr<StartedPeer>> startElevated(const std::filesystem::path& program,
                                                                 const std::vector<std::string>& arguments);

/// The number by which the peer takes an open file of this process; it stays open here meanwhile. 0: not a file of the system.
[[nodiscard]] std::uint64_t handleNumber(const InputFile& file) noexcept;

/// The listening process, as the one that connected sees it. Its identity is asked from the system, never from itself.
class RequestingPeer {
public:
    virtual ~RequestingPeer() = default;
    [[nodiscard]] virtual PeerStream& stream() = 0;
    /// "S-1-5-21-…" of the user who runs it; POSIX: the user id.
    [[nodiscard]] virtual std::string userSid() const = 0;
    /// A file that it has open, for reading only. @param name  For messages. @return Error{WorkerProtocol} when the number is not one of a
    /// regular file.
    [[nodiscard]] virtual Result<std::unique_ptr<InputFile>> takeFile(std::uint64_t number, const std::string& name) = 0;
};

/// Connects to the listener of that name and lets it know no more than who we are (SECURITY_IDENTIFICATION). @return Error{WorkerImpostor}
/// when the listening process does not run @p ownProgram, {WorkerNotStarted} when there is none.
[[nodiscard]] Result<std::unique_ptr<RequestingPeer>> connectToPeer(const std::string& name, const std::filesystem::path& ownProgram);

}   // namespace cudnn_setup
