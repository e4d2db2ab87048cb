#pragma once
/// @file
/// The whole intended change as data: made by a pure function, shown to the user, compared by digest, executed without further decisions.
#include "cudnn/archive.h"
#include "machine/snapshot.h"
#include "plan/request.h"

namespace cudnn_setup {

enum class Verb { Place, Replace, Remove, Keep, Restore };
[[nodiscard]] std::string_view toText(Verb verb) noexcept;   // "place", "replace", "remove", "keep", "restore"

/// What becomes of the file that stands there.
enum class OldFile {
    None,      ///< nothing stands there, or it stays
    Backup,    ///< not ours: kept until uninstall
    Discard,   ///< ours, by the receipt's hash: deleted after the commit
};

/// Why a step is in the plan; the text is in the catalogues ("reason.<id>").
enum class StepReason { NewFile, OtherRelease, OtherBytes, SameBytes, LeftOver, NoLongerInArchive, UndoInstall, GiveBack };
[[nodiscard]] std::string_view toText(StepReason reason) noexcept;   // "new-file", …

struct FileStep {
    Verb verb;
    StepReason reason;
    std::string path;   ///< relative to the toolkit, forward slashes
    Component component;
    OldFile old = OldFile::None;
    std::optional<Sha256> before{};   ///< of what stands there now
    std::optional<Sha256> after{};    ///< of what will stand there
    std::uint64_t sizeBefore = 0;
    std::uint64_t sizeAfter = 0;
    std::optional<Version> versionBefore{};
    std::optional<Version> versionAfter{};
    std::string source{};   ///< Place, Replace, Keep: entry of the archive; Restore: name in backup
    friend bool operator==(const FileStep&, const FileStep&) = default;
};

struct PathStep {
    EnvironmentScope scope;
    std::string segment;
    bool adds;   ///< false: takes our segment out
    std::optional<RawVariable> before;
    std::optional<RawVariable> after;
    friend bool operator==(const PathStep&, const PathStep&) = default;
};

struct ToolkitPlan {
    std::string root;
    Version toolkit;               ///< of CUDA
    std::string dllFolder;         ///< relative
    std::vector<FileStep> files;   ///< install: archive order, then removals by path; uninstall: receipt order
    std::optional<PathStep> path;
    std::uint64_t bytesNeeded = 0;   ///< free space on the target's volume for staging; backups are renames and need none
    bool changesReceipt = false;     ///< also where no file changes: hand-copied files of the same bytes are adopted
    bool vanished = false;           ///< uninstall: the toolkit is gone; only `path` and the index entry are left to take out
    [[nodiscard]] bool changesSomething() const;
    friend bool operator==(const ToolkitPlan&, const ToolkitPlan&) = default;
};

struct PlannedArchive {   ///< what the plan needs to know of the archive
    std::string name;
    Sha256 sha256;
    Version release;
    unsigned cudaMajor = 0;
    ArchiveOrigin origin;
    friend bool operator==(const PlannedArchive&, const PlannedArchive&) = default;
};
[[nodiscard]] PlannedArchive toPlanned(const Archive& archive);

struct Plan {
    std::string toolVersion{};   ///< of the snapshot that it was made from
    Action action = Action::Install;
    std::optional<PlannedArchive> archive{};
    std::vector<ToolkitPlan> toolkits{};
    std::vector<Finding> findings{};   ///< blockers are those of severity Error; then warnings and info
    Sha256 digest{Sha256::Bytes{}};
    [[nodiscard]] bool isBlocked() const;
    [[nodiscard]] bool changesSomething() const;
    /// First eight hexadecimal digits in two groups, "7F3A-91C2": what people compare.
    [[nodiscard]] std::string shortDigest() const;
};

[[nodiscard]] nlohmann::json toJson(const Plan& plan);
[[nodiscard]] Result<Plan> planFromJson(const nlohmann::json& json);   // Error{JsonMalformed, member}

/// SHA-256 over canonical JSON (sorted keys, no spaces, UTF-8) of tool version, targets, archive hash and steps; no warnings, reasons,
/// processes, free space, rights or times.
[[nodiscard]] Result<Sha256> digestOf(const Plan& plan);

/// Roots of the toolkits that @p request means, or the finding that says why there are none. Pure.
/// @param cudaMajor  Of the archive; needed where an install names no target. std::nullopt: any.
/// @return Error{NoToolkit} with the archive's CUDA major, if given, and the roots that were found; TargetNotAToolkit with those roots;
///         NothingInstalled. A target that is named is taken even where its CUDA major is another: the plan says so with
///         the evidence (ArchiveBuiltForOtherCuda).
[[nodiscard]] Result<std::vector<std::string>> selectTargets(const Request& request, const Snapshot& snapshot,
                                                             std::optional<unsigned> cudaMajor);

/// Blockers that need no content: rights, open journal. Pure; for a caller that has no archive yet. Stricter than makePlan(), which asks for
/// rights only where its steps need them.
[[nodiscard]] std::vector<Finding> blockersBeforeStaging(const Request& request, const Snapshot& snapshot,
                                                         std::span<const std::string> roots);

/// Pure: no I/O, no clock, no globals. Equal input, equal plan, equal digest. Blockers are findings of the plan, never an error.
/// @param archive  nullptr for actions without one (uninstall).
/// @param expand   %VAR% as for a new program of the user.
///
/// Findings, apart from those that the archive brings; full paths in the system's own form:
///     blockers  ArchiveHashMismatch       archive's name     hash found, wanted hash
///               ArchiveBuiltForOtherCuda  archive's name     archive's CUDA major, toolkit's CUDA major, entry that shows it
///               ToolkitHasNewer           toolkit's root     release there, release of the archive
///               ElevationNeeded           toolkit's root     what needs rights: the root, "Path"
///               TargetNotWritable         toolkit's root
///               TargetPathTooLong         longest full path  its characters, the same path relative to the root
///               DiskFull                  toolkit's root     bytes needed, bytes free
///               FileInUse                 file, full path    names of the programs, as far as the system tells
///               SystemCallFailed          file, full path    (a file to be replaced or removed could not be read)
///               PathTooLong               "Path"             characters it would have, scope
///               PathFolderWritableByUsers DLL folder         (a warning where it is on PATH already)
///               JournalPending            toolkit's root     (/whatif)
///               NothingInstalled, ReceiptDamaged, TargetNotAToolkit   toolkit's root
///     warnings  ToolkitHasOtherMajor      toolkit's root     names of the headers and import libraries that are replaced
///               PathLong                  "Path"             characters it will have, scope
///               PathTypeNotExpandable     segment            its place from 1 on, scope (it holds a variable, and the value is Plain)
///               PathQuote                 segment            its place, scope (an open quote hides what is added behind it)
///               PathFolderMissing         DLL folder         (/path none)
///               FileChanged               file, full path    (install: ours, changed since, is replaced and not kept)
///               FileChangedSince          file, full path    (uninstall: stays as it is)
///               ReceiptDamaged            toolkit's root     (install: all files count as foreign)
///               ToolkitVanished           toolkit's root
///     info      AdoptsHandCopiedFiles     toolkit's root     number of files, their releases
///               AlreadyInstalled          toolkit's root     release
[[nodiscard]] Plan makePlan(const Request& request, const Snapshot& snapshot, const Archive* archive, std::span<const std::string> roots,
                            const std::function<std::string(std::string_view)>& expand);

}   // namespace cudnn_setup
