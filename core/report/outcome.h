#pragma once
/// @file
/// Everything one run found and did, for the result file, the console and the last page. Facts only; text is made from it.
#include "machine/snapshot.h"
#include "plan/plan.h"
#include "probe/proof.h"
#include "verify/verify.h"

namespace cudnn_setup {

/// The one-word answer of a run; its text form is the member "outcome" of the result file.
enum class OutcomeKind {
    Installed,
    AlreadyInstalled,
    Planned,
    Healthy,
    FaultsFound,
    NothingToDo,
    Uninstalled,
    Repaired,
    Refused,      ///< nothing was changed
    RolledBack,   ///< something was changed and put back
    Cancelled,
    Proven,
    Disproven,
    NotProven,
    Failed,   ///< neither done nor put back: RollbackIncomplete
};
[[nodiscard]] std::string_view toText(OutcomeKind kind) noexcept;   // "installed", "already-installed", …
[[nodiscard]] std::optional<OutcomeKind> outcomeKindFromText(std::string_view text) noexcept;

struct Outcome {
    OutcomeKind kind = OutcomeKind::Refused;
    int exitCode = 1603;
    Request request;
    std::vector<Finding> findings;   ///< of all parts, without repeats, errors first
    std::optional<Snapshot> snapshot;
    std::optional<Archive> archive;
    std::optional<Plan> plan;
    std::vector<Verification> verifications;   ///< one a toolkit
    std::optional<Proof> proof;
    std::vector<std::string> selectedRoots;
    /// What became of each selected toolkit that a writing action came to, in their order: after a failure the ones before it are done.
    std::vector<std::pair<std::string, OutcomeKind>> toolkitOutcomes;
    std::size_t filesChanged = 0;
    bool pathChanged = false;
    std::string logFile;
    double seconds = 0.0;                                       ///< of the whole run
    std::vector<std::pair<std::string, double>> phaseSeconds;   ///< in order
};

/// The result file: schema_version 1, members as documented in docs/result-file.md.
[[nodiscard]] nlohmann::json toJson(const Outcome& outcome);

/// The exit code that findings and kind lead to. An action's code stays unless the proof is disproven, which makes it 1.
[[nodiscard]] int exitCodeOf(OutcomeKind kind, const std::vector<Finding>& findings, const std::optional<Proof>& proof);

/// Adds @p more to @p findings: no repeats, errors first, else in order.
void addFindings(std::vector<Finding>& findings, std::span<const Finding> more);

}   // namespace cudnn_setup
