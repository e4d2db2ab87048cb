#pragma once
/// @file
/// Turns the probe's lines and its end into a proof. Pure but for comparing folders, which is the caller's.
#include "platform/processes.h"
#include "probe/probe_line.h"

namespace cudnn_setup {

class ProofRecord {
public:
    ProofRecord();

    /// Takes one line in. Lines after a broken one are not believed.
    void take(const ProbeLine& line);
    /// A line that was none: ProbeProtocol.
    void takeBroken(const Error& error);
    /// The child has ended: death, time-out and a missing last line become findings. @return The step that it died in, now failed.
    std::optional<StepResult> finish(const ChildResult& child, std::chrono::seconds timeout);
    /// The child never ran.
    void notStarted(const Error& error);

    [[nodiscard]] const Proof& proof() const noexcept { return m_proof; }
    /// One more finding, e.g. ProbeOtherFolder.
    void add(Finding finding) { m_proof.findings.push_back(std::move(finding)); }
    /// Judges everything taken in: modules of one folder and release, the verdict, the order of the findings. The last call.
    [[nodiscard]] Proof judge() &&;

private:
    void takeStep(const StepResult& step);
    void takeFacts(const ProbeFacts& facts);
    void takeDevice(const DeviceProof& device);
    void takeModule(const LoadedModule& module);
    std::optional<StepResult> failRunningStep();
    void checkModules();

    Proof m_proof;
    std::optional<StepResult> m_last;   ///< the last step that was said
    bool m_ended = false;
    bool m_broken = false;
};

/// The line of @p errorText that says why: the first that complains about a library, else the last one that is not empty.
[[nodiscard]] std::string decisiveLine(std::string_view errorText);
/// "0xC0000409"
[[nodiscard]] std::string exitStatusText(std::uint32_t exitCode);

}   // namespace cudnn_setup
