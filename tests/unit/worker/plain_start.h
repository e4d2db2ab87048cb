#pragma once
/// @file
/// Starts this test program as the worker, with the rights that it has: what startElevated() does behind the prompt.
#include "platform/peer.h"

namespace cudnn_setup {

class PlainlyStartedPeer : public StartedPeer {
public:
    virtual void kill() = 0;   ///< at once, as a crash would
    virtual void wait() = 0;
};

/// @return As startElevated(). The process is ended and waited for by the destructor.
[[nodiscard]] Result<std::unique_ptr<PlainlyStartedPeer>> startPlainly(const std::filesystem::path& program,
                                                                       const std::vector<std::string>& arguments);

[[nodiscard]] std::uint32_t ownProcessId();

}   // namespace cudnn_setup
