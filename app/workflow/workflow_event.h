#pragma once
/// @file
/// What a run tells its front end while it happens. Every front end gets the same events.
#include "report/outcome.h"

#include <variant>

namespace cudnn_setup {

enum class Phase {
    Observing,
    ReadingArchive,
    Planning,
    Recovering,
    Unpacking,
    CheckingSignatures,
    Placing,
    Path,
    Receipt,
    TidyingUp,
    RollingBack,
    Verifying,
    Proving
};
[[nodiscard]] std::string_view toText(Phase phase) noexcept;   // "observing", … also the catalogue's "phases.<…>"
[[nodiscard]] std::optional<Phase> phaseFromText(std::string_view text) noexcept;

struct PhaseStarted {
    Phase phase;
};
struct PhaseProgress {
    Phase phase;
    std::uint64_t done;
    std::uint64_t total;
    std::string item;
};   // bytes while reading, unpacking, verifying; else files
struct SnapshotTaken {
    Snapshot snapshot;
};
struct ArchiveRead {
    Archive archive;
};
struct ArchiveRefused {
    Finding finding;
};
struct PlanMade {
    Plan plan;
};
struct ProofStepChanged {
    StepResult step;
};
struct IterationMeasured {
    unsigned device;
    double milliseconds;
};
/// A job ended: an action of run()/startApply(), or a job that failed.
struct Finished {
    Outcome outcome;
};

using WorkflowEvent = std::variant<PhaseStarted, PhaseProgress, SnapshotTaken, ArchiveRead, ArchiveRefused, PlanMade, ProofStepChanged,
                                   IterationMeasured, Finished>;

}   // namespace cudnn_setup
