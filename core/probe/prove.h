#pragma once
/// @file
/// The parent's side of the proof: starts the probe as a child, reads its lines, maps death, exit status, stderr and time-out to findings.
#include "platform/system.h"
#include "probe/proof.h"

namespace cudnn_setup {

struct ProveOptions {
    std::string expectedFolder{};   ///< DLL folder of the target, absolute; empty: whichever loads
    std::chrono::milliseconds timeout{120'000};
    std::vector<std::pair<std::string, std::string>> extraEnvironment{};   ///< for the child, e.g. a PATH of the caller's
    bool freshEnvironment = true;                                          ///< the environment of a new program of the user
    std::stop_token stop;
    std::function<void(const StepResult&)> onStep;                           ///< on the calling thread, as the child announces them
    std::function<void(unsigned device, double milliseconds)> onIteration;   ///< timed iterations as they come
};

/// Blocks until the child has ended. Everything that can go wrong is in the proof. @return Error{Cancelled} only.
[[nodiscard]] Result<Proof> prove(System& system, const ProveOptions& options);

}   // namespace cudnn_setup
