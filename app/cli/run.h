#pragma once
/// @file
/// The command line's side of both programs: everything but the wizard.
#include "cli/command_line.h"

namespace cudnn_setup {

/// Runs @p line, prints the report, writes log and result file. @return The exit code.
[[nodiscard]] int runCommand(const CommandLine& line, bool terminal);

/// Reports an error of the command line; writes log and result file where the line names them. @return Its exit code.
[[nodiscard]] int refuseCommandLine(const Error& error, std::span<const std::string> arguments, Language language);

/// Parses, then one of the two above. For programs whose every line is a command.
[[nodiscard]] int runArguments(std::span<const std::string> arguments, FrontEnd frontEnd, bool terminal);

}   // namespace cudnn_setup
