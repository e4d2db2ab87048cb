#pragma once
/// @file
/// What the two parts of this program say to each other, and nothing else. Each message is one JSON object {"protocol": 1, "type": …}; every
/// member is checked, since the other part may be anybody who took its place. There is no "copy this there": the elevated part gets a request
/// and the digest of the plan that its user saw, and plans for itself.
#include "workflow/workflow_event.h"

namespace cudnn_setup {

constexpr unsigned workerProtocolVersion = 1;   // both parts are one file; this is for an update that came in between

/// First message to the worker, once.
struct StartWork {
    Request request;         ///< install or uninstall; its source is the archive's bare name: the worker opens no path of the other side
    Sha256 digest;           ///< of the plan that the user saw
    std::uint64_t archive;   ///< number of the open archive in the other process; 0 when the request needs none
};
/// To the worker: put everything back and end.
struct CancelWork {};
using MessageToWorker = std::variant<StartWork, CancelWork>;

struct WorkerLogLine {
    int level;   ///< of spdlog
    std::string text;
};
/// Last message from the worker. The plan is not sent: its digest was the one that the other part has a plan for.
struct WorkDone {
    OutcomeKind kind = OutcomeKind::Refused;
    std::vector<Finding> findings{};
    std::vector<std::string> selectedRoots{};
    std::vector<std::pair<std::string, OutcomeKind>> toolkitOutcomes{};
    std::size_t filesChanged = 0;
    bool pathChanged = false;
};
using MessageFromWorker = std::variant<PhaseStarted, PhaseProgress, WorkerLogLine, WorkDone>;

[[nodiscard]] std::string toMessage(const MessageToWorker& message);
[[nodiscard]] std::string toMessage(const MessageFromWorker& message);
/// @return Error{WorkerProtocol, what is wrong}: another version, an unknown type, a member that is missing or impossible.
[[nodiscard]] Result<MessageToWorker> messageToWorker(std::string_view text);
[[nodiscard]] Result<MessageFromWorker> messageFromWorker(std::string_view text);

}   // namespace cudnn_setup
