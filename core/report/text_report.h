#pragma once
/// @file
/// The console's and the log's plain text of a run's parts. No colours, no control characters; lines of any length.
#include "report/messages.h"
#include "report/outcome.h"

namespace cudnn_setup {

[[nodiscard]] std::string planText(const Plan& plan, const Messages& messages);
[[nodiscard]] std::string verificationText(const Verification& verification, const Messages& messages);
[[nodiscard]] std::string proofText(const Proof& proof, const Messages& messages);
[[nodiscard]] std::string findingsText(std::span<const Finding> findings, const Messages& messages);
/// The whole report, its last line the outcome with its exit code.
[[nodiscard]] std::string outcomeText(const Outcome& outcome, const Messages& messages);

}   // namespace cudnn_setup
