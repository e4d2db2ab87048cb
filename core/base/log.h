#pragma once
/// @file
/// One log per run. The lines are for people who look for a cause: UTC times, no translation.
#include "base/error.h"

#include <spdlog/logger.h>

#include <filesystem>
#include <memory>

namespace cudnn_setup {

/// The run's log; a silent one before startLog(). Any thread.
[[nodiscard]] spdlog::logger& log();

/// Sends the log to @p file (created in a folder that exists; cut off at 8 MiB). Call once, before threads start.
/// @return Error{SystemCallFailed, file} when it cannot be written; the silent log then stays.
[[nodiscard]] Result<void> startLog(const std::filesystem::path& file);

/// The file of startLog(), UTF-8; empty when there is none.
[[nodiscard]] std::string logFile();

/// Gives every later line to @p sink as well: the elevated worker's lines travel to the client this way.
void addLogSink(std::shared_ptr<spdlog::sinks::sink> sink);

}   // namespace cudnn_setup
