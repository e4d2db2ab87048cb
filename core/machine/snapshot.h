#pragma once
/// @file
/// Everything observed about the machine at one moment, as plain data: a user's snapshot attached to a bug report replays as a test.
#include "base/finding.h"
#include "platform/machine_facts.h"
#include "platform/processes.h"
#include "receipt/receipt.h"
#include "receipt/toolkit_index.h"

namespace cudnn_setup {

/// A cuDNN file that is in a toolkit or in another folder.
struct CudnnFile {
    std::string path;   ///< relative to the toolkit or folder, forward slashes
    std::uint64_t size = 0;
    std::uint32_t attributes = 0;
    std::optional<Sha256> sha256{};     ///< of targets only; other copies are taken by size and version resource
    std::optional<Version> version{};   ///< of the version resource
    bool inUse = false;                 ///< of targets only
    /// What its headers show to be wrong, DLLs only: FileEmpty, FileDamaged, FileWrongMachine (no AMD64 code) or FileRenamed (inner name differs).
    std::optional<ErrorCode> problem{};
    std::string innerName{};   ///< of the export table, where it differs from the file name
    /// Names of other DLLs in it (PeFacts::embeddedNames), sorted; of targets without a receipt only: they tell set and CUDA major there.
    std::vector<std::string> embeddedNames{};
    friend bool operator==(const CudnnFile&, const CudnnFile&) = default;
};

/// The toolkit's own files that decide whether it is one and whether cuDNN will find what it loads at run time.
struct ToolkitParts {
    bool compiler = false;   ///< bin\nvcc.exe
    bool runtime = false;    ///< cudart64_NN.dll in the DLL folder
    bool cublasLt = false;
    bool nvrtc = false;
    bool nvrtcBuiltins = false;
    bool header = false;   ///< include\cuda.h
    friend bool operator==(const ToolkitParts&, const ToolkitParts&) = default;
};

enum class ToolkitSource { Registry, Variable, DefaultRoot, CommandLine, Index };

struct Toolkit {
    std::string root;   ///< absolute, as the system writes it, without a trailing separator
    Version version;    ///< of CUDA, from version.json, the registry key or the folder's name
    std::vector<ToolkitSource> sources;
    std::string dllFolder;           ///< relative: "bin" up to CUDA 12, "bin/x64" from 13 on
    std::string dllFolderAbsolute;   ///< what belongs on PATH
    ToolkitParts parts{};
    std::vector<CudnnFile> cudnnFiles{};   ///< by path: DLL folder, include, lib/x64
    bool hashed = false;                   ///< the sha256 of cudnnFiles are filled
    std::optional<Receipt> receipt{};
    std::optional<Error> receiptError{};   ///< there is one and it cannot be used
    bool stateFolder = false;              ///< .cudnn-setup exists
    bool journalOpen = false;
    bool writable = false;          ///< by this process: root and the folders that files go to; tried where it is a target
    bool writableByUsers = false;   ///< users that are no administrators may change it
    std::uint64_t freeBytes = 0;
    std::optional<Version> headerVersion{};   ///< of include\cudnn_version.h, three parts; none for cuDNN 7 and older
    [[nodiscard]] bool isLeftOver() const;    ///< a folder without a runtime and a header: what an uninstalled toolkit leaves
    friend bool operator==(const Toolkit&, const Toolkit&) = default;
};

/// A folder that a segment names. A variable may hold several: then there are several facts of one segment.
struct PathSegmentFact {
    std::string raw;         ///< as written, quotes and variables included
    std::string expanded;    ///< variables replaced (Expandable values only, as Windows does), quotes and outer spaces taken off
    std::size_t place = 1;   ///< of the segment in the value, from 1 on
    enum class Kind {
        Folder,
        Missing,
        File,
        Empty,
        Unreachable
    } kind = Kind::Folder;   ///< Unreachable: a network folder that did not answer in time
    friend bool operator==(const PathSegmentFact&, const PathSegmentFact&) = default;
};

struct PathFacts {
    std::optional<RawVariable> value;   ///< std::nullopt: there is no Path value
    std::vector<PathSegmentFact> segments;
    friend bool operator==(const PathFacts&, const PathFacts&) = default;
};

/// cuDNN DLLs in a folder that is no target: on PATH, in System32.
struct CudnnCopy {
    std::string folder;
    bool onPath = false;
    bool inSystem32 = false;
    std::vector<CudnnFile> files;   ///< DLLs only
    friend bool operator==(const CudnnCopy&, const CudnnCopy&) = default;
};

struct GpuFact {
    std::string name;
    std::string driverVersion;   ///< NVIDIA's form, "560.94"
    friend bool operator==(const GpuFact&, const GpuFact&) = default;
};

struct Snapshot {
    std::string takenAt;   ///< UTC
    std::string toolVersion;
    std::string systemName;
    Account account;
    std::vector<Toolkit> toolkits;   ///< by version, then root
    PathFacts machinePath;
    PathFacts userPath;
    std::vector<std::pair<std::string, std::string>> variables;   ///< CUDA_PATH*, CUDNN*: machine first, expanded
    std::vector<CudnnCopy> copies;                                ///< in PATH order, System32 first
    std::vector<GpuFact> gpus;
    ToolkitIndex index;
    std::vector<ProcessUse> processes;   ///< that use a target's files
    std::vector<Finding> findings;       ///< what could not be observed
    /// PATH of a new program: machine's, then the user's, expanded.
    [[nodiscard]] std::vector<PathSegmentFact> effectivePath() const;
};

[[nodiscard]] nlohmann::json toJson(const Snapshot& snapshot);
/// Unknown members are ignored, so that a newer release's snapshot replays. @return Error{JsonMalformed, member}.
[[nodiscard]] Result<Snapshot> snapshotFromJson(const nlohmann::json& json);

}   // namespace cudnn_setup
