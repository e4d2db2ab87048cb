#pragma once
/// @file
/// One toolkit's change as one journaled transaction: killed at any instant, the next writing command completes or undoes it, and the
/// tree, PATH (value and type) and receipt are the old ones or the new ones.
///
/// Order: lock (the caller's) → begin() [index entry, state folder, journal "begin"] → stage() [unpack into staging, hash] →
/// checkSignatures() → the caller plans again and compares digests → commit() [free? → plan record → per file: intent, renames →
/// look whether every file is still there → PATH → receipt → "commit" record → tidy up].
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
    std::uint64_t done = 0;      ///< bytes while unpacking, else files
    std::uint64_t total = 0;
    std::string item;            ///< file being worked on
};
using OnProgress = std::function<void(const ApplyProgress&)>;   // from worker threads too

/// What the caller has to tell about this run.
struct TransactionOptions {
    std::string root;
    std::string dllFolder;                     ///< relative
    Action action = Action::Install;
    std::filesystem::path indexFolder;         ///< of toolkits.json
    std::stop_token stop;                      ///< honoured until the first rename of commit(); there it is asked between files and rolls back
    OnProgress onProgress;
};

struct Applied {
    std::size_t filesChanged = 0;              ///< placed, replaced, removed, restored
    bool pathChanged = false;
    std::vector<Finding> findings;             ///< e.g. FileChangedSince: files that uninstall left where they are
};

class Transaction {
public:
    /// @return Also AnotherRunActive is the caller's; StateFolderUntrusted, TargetIsReparsePoint, TargetNotWritable, JournalPending.
    [[nodiscard]] static Result<Transaction> begin(System& system, TransactionOptions options);
    /// Rolls back unless committed or already rolled back; errors go to the log.
    ~Transaction();
    Transaction(Transaction&&) noexcept;
    Transaction& operator=(Transaction&&) = delete;

    /// Unpacks what can be placed into staging. @return The archive's contents, on which everything that counts is decided.
    [[nodiscard]] Result<ArchiveContents> stage(const ZipArchive& archive, unsigned workers);
    /// Every staged DLL. @return One finding a DLL that is not trusted without a remark; errors of severity Error refuse (unless ignored).
    [[nodiscard]] Result<std::vector<Finding>> checkSignatures(bool archiveIsKnown, bool allowUnsigned);
    /// @param plan     Of this toolkit, made from the staged contents. @param archive For the receipt; nullptr for uninstall.
    /// @return What was done; on any error everything was put back first (RollbackIncomplete when that failed too).
    [[nodiscard]] Result<Applied> commit(const ToolkitPlan& plan, const Sha256& digest, const Archive* archive, bool signaturesIgnored);
    /// Leaves the toolkit as begin() found it.
    [[nodiscard]] Result<void> rollBack();

private:
    struct State;
    explicit Transaction(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

enum class Recovery { NothingToDo, Undone, Completed };

/// What an interrupted run left in @p root: completed when it had committed, else undone. Idempotent: it may itself be killed and run again.
/// @return JournalDamaged when the journal cannot be trusted: nothing is changed then.
[[nodiscard]] Result<Recovery> recover(System& system, const std::string& root, const std::filesystem::path& indexFolder, const OnProgress& onProgress);

}   // namespace cudnn_setup
