#pragma once
/// @file
/// One toolkit's change as one journaled transaction: killed at any instant, the next writing command completes or undoes it, and the
/// tree, PATH (value and type) and receipt are the old ones or the new ones.
///
/// Order: lock (the caller's) → recover() → begin() [index entry, state folder, journal "begin"] → stage() [unpack into staging, hash] →
/// checkSignatures() → the caller plans again and compares digests → commit() [free? planned bytes? → plan record → per file: intent, renames →
/// look whether every file is still there → PATH → receipt → "commit" record → tidy up → index entry → announce PATH].
///
/// Rolling back does not read files again; recovery, which cannot know what happened meanwhile, compares hashes. After the commit record
/// nothing is undone any more: what tidying leaves, the next recover() removes.
#include "archive/unpack.h"
#include "plan/plan.h"
#include "platform/system.h"
#include "receipt/journal_record.h"
#include "receipt/state_layout.h"

namespace cudnn_setup {

enum class ApplyPhase { Recovering, Unpacking, CheckingSignatures, Placing, Path, Receipt, TidyingUp, RollingBack };
[[nodiscard]] std::string_view toText(ApplyPhase phase) noexcept;   // "recovering", "unpacking", …

struct ApplyProgress {
    ApplyPhase phase;
    std::uint64_t done = 0;   ///< bytes while unpacking, else files
    std::uint64_t total = 0;
    std::string item;   ///< file being worked on
};
using OnProgress = std::function<void(const ApplyProgress&)>;   // from worker threads too

/// What the caller has to tell about this run.
struct TransactionOptions {
    std::string root;        ///< absolute
    std::string dllFolder;   ///< relative
    Action action = Action::Install;
    std::filesystem::path indexFolder;   ///< of toolkits.json
    std::stop_token stop;                ///< honoured until the first rename of commit(); there it is asked between files and rolls back
    OnProgress onProgress;
};

struct Applied {
    std::size_t filesChanged = 0;   ///< placed, replaced, removed, restored
    bool pathChanged = false;
    /// Of an uninstall, subject the full path: FileChangedSince, it was left where it is; PriorFileKept, what stood there before the first
    /// install is kept, and the argument says where.
    std::vector<Finding> findings;
};

class Transaction {
public:
    /// @param system  Borrowed; must outlive the transaction.
    /// @return JournalPending (recover() first), StateFolderUntrusted, TargetIsReparsePoint, TargetNotAToolkit (no such folder),
    ///         TargetNotWritable. Nothing stays behind then.
    [[nodiscard]] static Result<Transaction> begin(System& system, TransactionOptions options);
    /// Rolls back unless committed or already rolled back; errors go to the log.
    ~Transaction();
    Transaction(Transaction&&) noexcept;
    Transaction& operator=(Transaction&&) = delete;

    /// Unpacks what can be placed into staging. @return The archive's contents, on which everything that counts is decided.
    [[nodiscard]] Result<ArchiveContents> stage(const ZipArchive& archive, unsigned workers);
    /// Every staged DLL, on several threads. commit() places none before this was called and found no error.
    /// @param allowUnsigned  Errors become the warning SignatureIgnored, argument: the code that it was.
    /// @return One finding for each DLL that is not trusted without a remark; those of severity Error make commit() refuse.
    [[nodiscard]] Result<std::vector<Finding>> checkSignatures(bool archiveIsKnown, bool allowUnsigned);
    /// @param plan     Of this toolkit, made from the staged contents. @param archive For the receipt; nullptr for uninstall.
    /// @return What was done. On any error everything was put back first: FileInUse (process names), PlanChanged (the disk or PATH is not
    ///         what the plan was made for), FileVanished, BackupMissing, Cancelled, SystemCallFailed, DiskFull, a signature's code.
    ///         RollbackIncomplete, argument: the code that led there: recover() has to go on. BackupMissing, argument as well: all was put
    ///         back but this file, which is gone from where it was kept.
    [[nodiscard]] Result<Applied> commit(const ToolkitPlan& plan, const Sha256& digest, const Archive* archive, bool signaturesIgnored);
    /// Leaves the toolkit as begin() found it. @return RollbackIncomplete: recover() has to go on.
    [[nodiscard]] Result<void> rollBack();

private:
    struct State;
    explicit Transaction(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

enum class Recovery { NothingToDo, Undone, Completed };

/// What an interrupted run left in @p root: completed when it had committed, else undone. Idempotent: it may itself be killed and run again.
/// Cheap where nothing is to do; call it before begin() whatever was observed, under the run's lock.
/// @return JournalDamaged, StateFolderUntrusted, TargetIsReparsePoint: nothing was changed. RollbackIncomplete: somebody else's file stands
///         where an old one belongs (it stays, the journal stays, the next call goes on). BackupMissing: all was put back but this file,
///         which is gone from where it was kept; the journal is closed.
[[nodiscard]] Result<Recovery> recover(System& system, const std::string& root, const std::filesystem::path& indexFolder,
                                       const OnProgress& onProgress);

/// Uninstall of a toolkit whose folder is gone (ToolkitPlan::vanished): takes our PATH segment out and the entry off the index. One registry
/// write decides, so there is no journal; killed in between, the same command does the rest.
/// @return PlanChanged when PATH is no longer the planned one.
[[nodiscard]] Result<Applied> forgetVanished(System& system, const ToolkitPlan& plan, const std::filesystem::path& indexFolder);

}   // namespace cudnn_setup
