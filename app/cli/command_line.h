#pragma once
/// @file
/// The switches of both programs, as a request. Nothing is ever ignored: an unknown, malformed or contradictory switch is an error with the
/// offending word.
#include "plan/request.h"
#include "report/messages.h"

namespace cudnn_setup {

enum class FrontEnd {
    Console,   ///< cudnnctl: every line names an action, and placing files needs /acceptlicense
    Window,    ///< cudnn-setup: without /quiet the wizard asks for what the line leaves open
};

enum class CommandKind { Run, Help, Version };

struct CommandLine {
    CommandKind kind = CommandKind::Run;
    Request request;
    bool quiet = false;         ///< no progress, never a window
    bool namesAction = false;   ///< something else than a wizard's start was asked for
    std::string logFile;        ///< /log; empty: beside the index
    std::string resultFile;     ///< /result; empty: none
    Language language = Language::English;
};

struct SwitchInfo {
    std::string_view name;
    std::string_view value;   ///< what the value is, for the help: "FILE"; empty: takes none
};

/// Every switch, in the order of the help; texts are "help.<name>" in the catalogues.
[[nodiscard]] std::span<const SwitchInfo> allSwitches() noexcept;

/// /name value, /name:value, /name=value and --name value are the same; names in any case.
/// @param language  When /lang is absent.
/// @return UnknownSwitch, SwitchNeedsValue, SwitchValueInvalid, SwitchesContradict, SourceMissing, LicenceNotAccepted.
[[nodiscard]] Result<CommandLine> parseCommandLine(std::span<const std::string> arguments, FrontEnd frontEnd, Language language);

/// Where a result and a log were asked for although the line as a whole is wrong: they are written after a refusal too.
struct RunFiles {
    std::string logFile;
    std::string resultFile;
};
[[nodiscard]] RunFiles findRunFiles(std::span<const std::string> arguments);

}   // namespace cudnn_setup
