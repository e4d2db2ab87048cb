#pragma once
/// @file
/// The elevated side: `--worker NAME`, started by RemoteApplier. It plans for the user of the process that started it, whatever account was
/// typed into the prompt, opens no path of that process, writes no file but the toolkit's, its PATH's and the index's, and ends after one plan.
#include "worker/message_stream.h"
#include "workflow/applier.h"

namespace cudnn_setup {

/// @param arguments  Behind `--worker`. @return The process's exit code.
[[nodiscard]] int runWorker(const std::vector<std::string>& arguments);

/// The same with a connection that is already there. All borrowed. @param system  Of the requesting user. @return The exit code of the
/// outcome.
[[nodiscard]] int serveRequest(MessageStream& messages, RequestingPeer& requester, System& system);

}   // namespace cudnn_setup
