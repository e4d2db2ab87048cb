#pragma once
/// @file
/// What both programs do before anything else can load a library. See docs/architecture.md and design: the installer's own process takes
/// DLLs from System32 only; the probe must search as any new program does.
#include <string_view>

namespace cudnn_setup {

/// The role that the command line names with its first argument is the probe's. @param commandLine  As GetCommandLineW() gives it.
[[nodiscard]] bool namesProbeRole(std::wstring_view commandLine) noexcept;

}   // namespace cudnn_setup
