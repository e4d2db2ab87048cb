#pragma once
/// @file
/// The command line's side of both programs: everything but the wizard.
#include "cli/command_line.h"
#include "platform/system.h"
#include "report/outcome.h"

namespace cudnn_setup {

/// Runs @p line, prints the report, writes log and result file. @return The exit code.
[[nodiscard]] int runCommand(const CommandLine& line, bool terminal);

/// What every run of the program begins and ends with, also one in windows: its log, and its result file.
void beginRun(const CommandLine& line, System& system);
/// An unwritable result file becomes a finding of @p outcome: it must not go unnoticed by those who read it.
void endRun(const CommandLine& line, System& system, Outcome& outcome);

/// Reports an error of the command line; writes log and result file where the line names them. @return Its exit code.
[[nodiscard]] int refuseCommandLine(const Error& error, std::span<const std::string> arguments, Language language);

/// Parses, then one of the two above. For programs whose every line is a command.
[[nodiscard]] int runArguments(std::span<const std::string> arguments, FrontEnd frontEnd, bool terminal);

}   // namespace cudnn_setup
