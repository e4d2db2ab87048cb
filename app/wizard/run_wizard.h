#pragma once
/// @file
/// The wizard as a role of the program.
#include "report/messages.h"
#include "workflow/applier.h"

namespace cudnn_setup {

/// Shows the wizard and returns when its window is closed; the main thread.
/// @param request   What the command line already says.
/// @param system, applier, elevated  Borrowed; as in Workflow.
/// @return What the last run found and did; std::nullopt when nothing was run.
[[nodiscard]] std::optional<Outcome> runWizard(int& argc, char** argv, const Request& request, Language language, System& system,
                                               Applier& applier, Applier* elevated);

}   // namespace cudnn_setup
