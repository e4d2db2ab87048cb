#pragma once
/// @file
/// A pretended machine and pretended releases for planner tests: the toolkit, the PATH and the file names of the acceptance cases. Hashes are
/// made from names, nothing is read or written.
#include "plan/next_receipt.h"
#include "plan/plan.h"

#include <iosfwd>

namespace cudnn_setup::sample {

inline constexpr std::string_view root = R"(C:\Program Files\NVIDIA GPU Computing Toolkit\CUDA\v12.8)";
inline constexpr std::string_view dllFolder = R"(C:\Program Files\NVIDIA GPU Computing Toolkit\CUDA\v12.8\bin)";

/// Distinct for distinct texts; no real SHA-256.
[[nodiscard]] Sha256 hashFor(std::string_view text);

/// Eight DLLs, from 9.23 on ten; seven headers; import libraries in pairs. @param release "9.6.0.74"
[[nodiscard]] Archive archive(std::string_view release, unsigned cudaMajor = 12);
/// What a toolkit holds after that archive's files were copied into it by hand.
[[nodiscard]] std::vector<CudnnFile> copiedByHand(const Archive& archive);
/// cuDNN 8.9.7 copied by hand: DLLs, headers, import libraries.
[[nodiscard]] std::vector<CudnnFile> copiedByHand897();
[[nodiscard]] CudnnFile file(std::string path, std::string_view bytes, std::optional<Version> version = std::nullopt);

/// Without cuDNN, writable, with much free space; its DLL folder is on the machine's PATH.
[[nodiscard]] Toolkit toolkit();
/// An elevated process on a machine with that one toolkit.
[[nodiscard]] Snapshot snapshot(Toolkit toolkit = sample::toolkit());
[[nodiscard]] RawVariable machinePath();
[[nodiscard]] Request requestFor(Action action);   // everything else as by default
[[nodiscard]] Request installRequest();
/// %SystemRoot% and %CUDA_PATH%; others stay.
[[nodiscard]] std::string expand(std::string_view text);

[[nodiscard]] Plan planInstall(const Snapshot& snapshot, const Archive& archive, const Request& request = installRequest());
[[nodiscard]] Plan planUninstall(const Snapshot& snapshot);

/// The machine after @p plan was carried out on its only toolkit, receipt and PATH included; backups are kept by name.
class CarriedOut {
public:
    explicit CarriedOut(Snapshot start) : m_now(std::move(start)) {}
    CarriedOut& install(const Archive& archive, const Request& request = installRequest());
    CarriedOut& uninstall();
    [[nodiscard]] Snapshot& now() { return m_now; }
    [[nodiscard]] Toolkit& toolkit() { return m_now.toolkits.front(); }
    [[nodiscard]] const std::map<std::string, CudnnFile>& backups() const { return m_backups; }

private:
    void apply(const Plan& plan, const Archive* archive);
    Snapshot m_now;
    std::map<std::string, CudnnFile> m_backups;
    std::size_t m_nextBackup = 0;
};

/// Files by path with hash: what must be equal when a tree is.
[[nodiscard]] std::map<std::string, std::string> tree(const Toolkit& toolkit);
[[nodiscard]] const FileStep* findStep(const Plan& plan, std::string_view path);
[[nodiscard]] std::size_t count(const Plan& plan, Verb verb);
[[nodiscard]] const Finding* findFinding(const Plan& plan, ErrorCode code);
/// Identifiers of the blockers, in order.
[[nodiscard]] std::vector<std::string> blockers(const Plan& plan);

}   // namespace cudnn_setup::sample
