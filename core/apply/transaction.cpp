#include "apply/transaction.h"

#include "apply/file_moves.h"
#include "apply/index_entry.h"
#include "apply/path_change.h"
#include "apply/staged_signatures.h"
#include "apply/tidying.h"
#include "apply/undo.h"
#include "base/json.h"
#include "base/log.h"
#include "base/path_text.h"
#include "cudnn/names.h"
#include "plan/next_receipt.h"

#include <algorithm>

namespace cudnn_setup {

std::string_view toText(ApplyPhase phase) noexcept {
    switch (phase) {
        case ApplyPhase::Recovering: return "recovering";
        case ApplyPhase::Unpacking: return "unpacking";
        case ApplyPhase::CheckingSignatures: return "checking-signatures";
        case ApplyPhase::Placing: return "placing";
        case ApplyPhase::Path: return "path";
        case ApplyPhase::Receipt: return "receipt";
        case ApplyPhase::TidyingUp: return "tidying-up";
        case ApplyPhase::RollingBack: return "rolling-back";
    }
    return "";
}

namespace {

enum class Standing {
    Open,
    Committed,
    RolledBack,
    LeftToRecovery,   ///< the journal is there and says what to do; this process keeps its hands off
};

/// ERROR_ACCESS_DENIED, ERROR_WRITE_PROTECT; EPERM, EACCES, EROFS.
bool isDenied(const Error& error) {
#ifdef _WIN32
    return error.code == ErrorCode::SystemCallFailed && (error.systemCode == 5 || error.systemCode == 19);
#else
    return error.code == ErrorCode::SystemCallFailed && (error.systemCode == 1 || error.systemCode == 13 || error.systemCode == 30);
#endif
}

void announcePath(System& system) {
    // Open programs keep the old PATH either way; the value itself is right.
    if (auto told = system.environment->announceChange(); !told)
        log().warn("Programs were not told about PATH ({})", told.error().systemCode);
}

/// Backups of @p old that no step of the uninstall @p plan gives back, by the path where they stood.
std::map<std::string, std::string> backupsThatStay(const Receipt& old, const ToolkitPlan& plan) {
    std::map<std::string, std::string> stay;
    const auto add = [&](const std::string& path, const PriorFile& before) {
        const bool restored = std::ranges::any_of(
            plan.files, [&](const FileStep& step) { return step.verb == Verb::Restore && step.source == before.backup; });
        if (!before.backup.empty() && !restored) stay.emplace(path, before.backup);
    };
    for (const auto& file : old.files)
        if (file.before) add(file.path, *file.before);
    for (const auto& file : old.removed) add(file.path, file.before);
    return stay;
}

}   // namespace

struct Transaction::State {
    State(System& borrowedSystem, TransactionOptions given)
        : system(borrowedSystem),
          files(*borrowedSystem.files),
          options(std::move(given)),
          target(options.root, options.dllFolder),
          journal(files, target.state().journal) {}

    void report(ApplyPhase phase, std::uint64_t done, std::uint64_t total, std::string_view item) const {
        if (options.onProgress) options.onProgress({phase, done, total, std::string(item)});
    }

    Result<void> open();
    Result<void> makeStateFolder();
    Result<void> needTrustedFolder();
    Result<void> pinFolders();
    Result<void> takeBackOpening();
    Result<Applied> carryOutPlan(const ToolkitPlan& plan, const Sha256& digest, const Archive* archive, bool signaturesIgnored);
    Result<void> refuseUnchecked(const ToolkitPlan& plan) const;
    Result<void> stageLicence(const Archive& archive);
    Result<void> noteFoldersToRemove();
    Result<void> changePath(const PathStep& step);
    Result<void> changeReceipt(const ToolkitPlan& plan, const Archive* archive, bool signaturesIgnored, const PreparedMoves& prepared);
    Result<void> commitRecord(bool removeStateFolder);
    void finish(bool pathChanged);
    Result<void> rollBack();

    System& system;
    Files& files;
    TransactionOptions options;
    TargetFolders target;
    Journal journal;
    PinnedFolders pins;
    KnownFiles known;
    StagedFiles staged;
    bool signaturesChecked = false;
    std::optional<Error> signatureError;
    bool changedSomething = false;   // open() went past its looks
    bool stateFolderExisted = true;
    bool stateFolderTrusted = false;
    std::optional<std::string> oldReceiptText;
    std::optional<Receipt> oldReceipt;
    Standing standing = Standing::Open;
};

Result<void> Transaction::State::open() {
    const auto root = files.info(target.root());
    if (!root) return std::unexpected(root.error());
    if (!*root) return fail(ErrorCode::TargetNotAToolkit, options.root);
    if ((*root)->kind != FileKind::Folder) return fail(ErrorCode::TargetIsReparsePoint, options.root);
    const auto stateFolder = files.info(target.state().root);
    if (!stateFolder) return std::unexpected(stateFolder.error());
    if (*stateFolder && (*stateFolder)->kind != FileKind::Folder) return fail(ErrorCode::TargetIsReparsePoint, toUtf8(target.state().root));
    stateFolderExisted = stateFolder->has_value();
    const auto pending = files.info(target.state().journal);
    if (!pending) return std::unexpected(pending.error());
    if (*pending) return fail(ErrorCode::JournalPending, options.root);

    if (stateFolderExisted)
        if (auto trusted = needTrustedFolder(); !trusted) return trusted;

    changedSomething = true;
    if (auto opened = openIndexEntry(system, options.indexFolder, options.root); !opened) return opened;
    if (!stateFolderExisted) {
        if (auto made = makeStateFolder(); !made) return made;
        if (auto trusted = needTrustedFolder(); !trusted) return trusted;   // somebody may have made it in between
    }
    if (auto pinned = pinFolders(); !pinned) return pinned;
    auto text = readReceiptText(files, target);
    if (!text) return std::unexpected(text.error());
    oldReceiptText = std::move(*text);
    if (oldReceiptText) {
        if (auto receipt = parseReceipt(*oldReceiptText)) oldReceipt = std::move(*receipt);
        else log().warn("The receipt in {} is damaged ({}) and counts for nothing", options.root, receipt.error().subject);
    }
    return journal.append(JournalBegin{.toolVersion = CUDNN_SETUP_VERSION,
                                       .startedAt = system.machine->utcNow(),
                                       .action = std::string(toText(options.action)),
                                       .dllFolder = options.dllFolder,
                                       .stateFolderExisted = stateFolderExisted});
}

Result<void> Transaction::State::makeStateFolder() {
    const auto open = files.isWritableByUsers(target.root());
    if (!open) return std::unexpected(open.error());
    // In a toolkit that users may write, files are changed unelevated, and the same user has to get in again.
    auto made = *open ? files.createFolder(target.state().root) : files.createProtectedFolder(target.state().root);
    if (!made && isDenied(made.error())) return fail(ErrorCode::TargetNotWritable, options.root, made.error().systemCode);
    return made;
}

Result<void> Transaction::State::needTrustedFolder() {
    const auto trusted = files.isTrustedStateFolder(target.state().root);
    if (!trusted) return std::unexpected(trusted.error());
    stateFolderTrusted = *trusted;
    return *trusted ? Result<void>{} : fail(ErrorCode::StateFolderUntrusted, toUtf8(target.state().root));
}

/// What open() did before it failed. A folder that is not ours to trust is left as it is.
Result<void> Transaction::State::takeBackOpening() {
    if (!changedSomething) return {};
    auto done = stateFolderTrusted ? tidyUndone(files, target, stateFolderExisted, pins) : removeEmptyStateFolder(files, target, pins);
    pins.releaseAll();
    if (!done) return done;
    return stateFolderTrusted ? settleIndexEntry(system, options.indexFolder, options.root, target)
                              : removeIndexEntry(system, options.indexFolder, options.root);
}

Result<void> Transaction::State::pinFolders() {
    std::vector<std::filesystem::path> folders{target.root(), target.state().root};
    for (const auto& folder : target.placeFolders()) {
        const auto path = target.inToolkit(folder);
        const auto info = files.info(path);
        if (!info) return std::unexpected(info.error());
        if (*info) folders.push_back(path);
    }
    for (const auto& folder : folders)
        if (auto pinned = pins.add(files, folder); !pinned) return pinned;
    return {};
}

Result<void> Transaction::State::refuseUnchecked(const ToolkitPlan& plan) const {
    if (signatureError) return std::unexpected(*signatureError);
    const bool placesLibraries = std::ranges::any_of(plan.files, [](const FileStep& step) {
        return (step.verb == Verb::Place || step.verb == Verb::Replace) && cudnnMajorOfLibrary(step.path.substr(step.path.rfind('/') + 1));
    });
    return placesLibraries && !signaturesChecked ? Result<void>(fail(ErrorCode::InternalError, "signatures were not checked"))
                                                 : Result<void>{};
}

Result<void> Transaction::State::stageLicence(const Archive& archive) {
    if (archive.licenceText.empty()) return {};
    if (auto made = files.createFolder(target.state().staging); !made) return made;
    const auto file = files.create(target.inState(stagedLicence), archive.licenceText.size());
    if (!file) return std::unexpected(file.error());
    if (auto written = (*file)->write(std::as_bytes(std::span(archive.licenceText))); !written) return written;
    return (*file)->flush();
}

Result<void> Transaction::State::noteFoldersToRemove() {
    if (!oldReceipt) return {};
    auto folders = oldReceipt->folders;
    std::ranges::sort(folders, std::ranges::greater{});   // "lib/x64" before "lib"
    for (const auto& folder : folders)
        if (auto noted = journal.append(JournalFolder{.path = folder, .creates = false}); !noted) return noted;
    return {};
}

Result<void> Transaction::State::changePath(const PathStep& step) {
    report(ApplyPhase::Path, 0, 1, step.segment);
    const JournalPath change{.scope = step.scope, .segment = step.segment, .before = step.before, .after = step.after};
    if (!changesOnlyItsSegment(change, toUtf8(target.inToolkit(target.dllFolder())))) return fail(ErrorCode::InternalError, step.segment);
    if (auto noted = journal.append(change); !noted) return noted;
    return writePath(*system.environment, change);
}

Result<void> Transaction::State::changeReceipt(const ToolkitPlan& plan, const Archive* archive, bool signaturesIgnored,
                                               const PreparedMoves& prepared) {
    report(ApplyPhase::Receipt, 0, 1, {});
    std::optional<std::string> after;
    if (archive) {
        InstallFacts facts{.toolVersion = CUDNN_SETUP_VERSION,
                           .installedAt = system.machine->utcNow(),
                           .signaturesIgnored = signaturesIgnored,
                           .kept = prepared.kept,
                           .folders = prepared.missingFolders};
        after = dumpJson(toJson(nextReceipt(plan, toPlanned(*archive), oldReceipt, facts)), 2) + "\n";
    }
    if (auto noted = journal.append(JournalReceipt{.before = oldReceiptText, .after = after}); !noted) return noted;
    return after ? writeTextAtomically(files, target.state().receipt, *after) : files.remove(target.state().receipt);
}

Result<void> Transaction::State::commitRecord(bool removeStateFolder) {
    auto noted = journal.append(JournalCommit{.removeStateFolder = removeStateFolder});
    if (noted) {
        standing = Standing::Committed;
        return {};
    }
    // The record may be on the disk although the call failed, and a rollback under a committed journal would end in a mixed set after a
    // kill. So the journal is made to say "not committed" first; if not even that works, recovery decides by what it reads.
    if (auto settled = journal.rewrite(); !settled) {
        standing = Standing::LeftToRecovery;
        return fail(ErrorCode::RollbackIncomplete, options.root, settled.error().systemCode,
                    {std::string(codeInfo(noted.error().code).id)});
    }
    return noted;
}

Result<Applied> Transaction::State::carryOutPlan(const ToolkitPlan& plan, const Sha256& digest, const Archive* archive,
                                                 bool signaturesIgnored) {
    const bool uninstalls = options.action == Action::Uninstall;
    if (plan.root != options.root || plan.dllFolder != options.dllFolder || uninstalls == (archive != nullptr))
        return fail(ErrorCode::InternalError, plan.root);
    if (auto checked = refuseUnchecked(plan); !checked) return std::unexpected(checked.error());
    const auto prepared = prepareMoves(system, target, plan, staged, oldReceipt, known, options.stop);
    if (!prepared) return std::unexpected(prepared.error());
    if (archive)
        if (auto done = stageLicence(*archive); !done) return std::unexpected(done.error());
    if (options.stop.stop_requested()) return fail(ErrorCode::Cancelled, options.root);

    if (auto noted = journal.append(JournalPlan{.digest = digest, .steps = prepared->moves.size()}); !noted)
        return std::unexpected(noted.error());
    const auto onFile = [this](std::size_t done, std::size_t total, std::string_view item) {
        report(ApplyPhase::Placing, done, total, item);
    };
    if (auto done = carryOut(files, target, *prepared, journal, pins, options.stop, onFile); !done) return std::unexpected(done.error());
    if (auto done = lookThatAllStand(files, target, *prepared); !done) return std::unexpected(done.error());
    report(ApplyPhase::Placing, prepared->moves.size(), prepared->moves.size(), {});
    if (options.stop.stop_requested()) return fail(ErrorCode::Cancelled, options.root);

    if (uninstalls)
        if (auto noted = noteFoldersToRemove(); !noted) return std::unexpected(noted.error());
    if (plan.path)
        if (auto done = changePath(*plan.path); !done) return std::unexpected(done.error());
    if (auto done = changeReceipt(plan, archive, signaturesIgnored, *prepared); !done) return std::unexpected(done.error());

    Applied applied{.filesChanged = prepared->moves.size(), .pathChanged = plan.path.has_value(), .findings = {}};
    bool gaveAllBack = uninstalls;
    if (uninstalls && oldReceipt) {
        const auto stay = backupsThatStay(*oldReceipt, plan);
        gaveAllBack = stay.empty();
        const auto tell = [&](const std::string& path) {
            const auto place = toUtf8(target.inToolkit(path));
            applied.findings.push_back({.code = ErrorCode::FileChangedSince, .severity = Severity::Warning, .subject = place});
            if (const auto kept = stay.find(path); kept != stay.end()) {
                applied.findings.push_back({.code = ErrorCode::PriorFileKept,
                                            .severity = Severity::Warning,
                                            .subject = place,
                                            .arguments = {toUtf8(target.state().backup / pathFromUtf8(kept->second))}});
            }
        };
        for (const auto& file : oldReceipt->files) {
            const bool adopted = file.before && file.before->backup.empty();
            const auto step = std::ranges::find(plan.files, file.path, &FileStep::path);
            const bool changed = step != plan.files.end() && step->verb == Verb::Keep && step->before != file.sha256;
            if (stay.contains(file.path) || (changed && !adopted)) tell(file.path);
        }
        for (const auto& file : oldReceipt->removed)
            if (stay.contains(file.path)) tell(file.path);
    }
    if (auto done = commitRecord(gaveAllBack); !done) return std::unexpected(done.error());
    return applied;
}

void Transaction::State::finish(bool pathChanged) {
    report(ApplyPhase::TidyingUp, 0, 1, {});
    auto tidied = tidyCommitted(files, target, journal.records(), pins);
    if (tidied) tidied = settleIndexEntry(system, options.indexFolder, options.root, target);
    // The new state is complete and the truth; the journal stays and the next writing command finishes this.
    if (!tidied)
        log().warn("Tidying up {}: {} {} ({})", options.root, codeInfo(tidied.error().code).id, tidied.error().subject,
                   tidied.error().systemCode);
    pins.releaseAll();
    if (pathChanged) announcePath(system);
    report(ApplyPhase::TidyingUp, 1, 1, {});
}

Result<void> Transaction::State::rollBack() {
    standing = Standing::LeftToRecovery;
    const auto undone =
        undo(system, target, journal.records(), known, pins,
             [this](std::size_t done, std::size_t total, std::string_view item) { report(ApplyPhase::RollingBack, done, total, item); });
    if (!undone) return std::unexpected(undone.error());
    auto tidied = tidyUndone(files, target, stateFolderExisted, pins);
    if (tidied) tidied = settleIndexEntry(system, options.indexFolder, options.root, target);
    if (!tidied) return fail(ErrorCode::RollbackIncomplete, tidied.error().subject, tidied.error().systemCode);
    pins.releaseAll();
    standing = Standing::RolledBack;
    if (!undone->lost.empty()) return fail(ErrorCode::BackupMissing, toUtf8(target.inToolkit(undone->lost.front())));
    return {};
}

Transaction::Transaction(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Transaction::Transaction(Transaction&&) noexcept = default;

Transaction::~Transaction() {
    if (!m_state || m_state->standing != Standing::Open) return;
    if (auto done = m_state->rollBack(); !done) log().error("Rolling back {}: {}", m_state->options.root, done.error().subject);
}

Result<Transaction> Transaction::begin(System& system, TransactionOptions options) {
    if (!isAllowedDllFolder(options.dllFolder)) return fail(ErrorCode::InternalError, options.dllFolder);
    auto state = std::make_unique<State>(system, std::move(options));
    if (auto opened = state->open(); !opened) {
        if (auto back = state->takeBackOpening(); !back) log().warn("Leaving {}: {}", state->options.root, back.error().subject);
        return std::unexpected(opened.error());
    }
    return Transaction(std::move(state));
}

Result<ArchiveContents> Transaction::stage(const ZipArchive& archive, unsigned workers) {
    auto& state = *m_state;
    if (state.standing != Standing::Open) return fail(ErrorCode::InternalError, "stage");
    auto unpacked = unpackIntoStaging(state.files, state.target.state().staging, archive,
                                      {.workers = workers,
                                       .stop = state.options.stop,
                                       .onProgress = [&state](std::uint64_t done, std::uint64_t total, std::string_view entry) {
                                           state.report(ApplyPhase::Unpacking, done, total, entry);
                                       }});
    if (!unpacked) return std::unexpected(unpacked.error());
    state.staged = std::move(unpacked->second);
    return std::move(unpacked->first);
}

Result<std::vector<Finding>> Transaction::checkSignatures(bool archiveIsKnown, bool allowUnsigned) {
    auto& state = *m_state;
    auto findings = judgeStaged(*state.system.signatures, state.target, state.staged, archiveIsKnown, state.options.stop,
                                [&state](std::size_t done, std::size_t total, std::string_view name) {
                                    state.report(ApplyPhase::CheckingSignatures, done, total, name);
                                });
    if (!findings) return findings;
    for (auto& finding : *findings) {
        if (finding.severity != Severity::Error) continue;
        if (allowUnsigned)
            finding = {.code = ErrorCode::SignatureIgnored,
                       .severity = Severity::Warning,
                       .subject = finding.subject,
                       .arguments = {std::string(codeInfo(finding.code).id)},
                       .systemCode = finding.systemCode};
        else if (!state.signatureError) state.signatureError = Error{finding.code, finding.subject, finding.systemCode, finding.arguments};
    }
    state.signaturesChecked = true;
    return findings;
}

Result<Applied> Transaction::commit(const ToolkitPlan& plan, const Sha256& digest, const Archive* archive, bool signaturesIgnored) {
    auto& state = *m_state;
    if (state.standing != Standing::Open) return fail(ErrorCode::InternalError, "commit");
    auto applied = state.carryOutPlan(plan, digest, archive, signaturesIgnored);
    if (applied) {
        log().info("{} of {} committed: {} files, PATH {}", toText(state.options.action), plan.root, applied->filesChanged,
                   applied->pathChanged ? "changed" : "unchanged");
        state.finish(applied->pathChanged);
        return applied;
    }
    if (state.standing != Standing::Open) return applied;
    log().error("Applying to {}: {} {} ({}); rolling back", plan.root, codeInfo(applied.error().code).id, applied.error().subject,
                applied.error().systemCode);
    if (auto back = state.rollBack(); !back)
        return fail(back.error().code, back.error().subject, back.error().systemCode, {std::string(codeInfo(applied.error().code).id)});
    return applied;
}

Result<void> Transaction::rollBack() {
    if (m_state->standing == Standing::RolledBack) return {};
    if (m_state->standing == Standing::Committed) return fail(ErrorCode::InternalError, "rollBack");
    return m_state->rollBack();
}

Result<Applied> forgetVanished(System& system, const ToolkitPlan& plan, const std::filesystem::path& indexFolder) {
    if (!plan.vanished) return fail(ErrorCode::InternalError, plan.root);
    if (plan.path) {
        const JournalPath change{
            .scope = plan.path->scope, .segment = plan.path->segment, .before = plan.path->before, .after = plan.path->after};
        if (auto written = writePath(*system.environment, change); !written) return std::unexpected(written.error());
        announcePath(system);
    }
    if (auto removed = removeIndexEntry(system, indexFolder, plan.root); !removed) return std::unexpected(removed.error());
    return Applied{.filesChanged = 0, .pathChanged = plan.path.has_value(), .findings = {}};
}

}   // namespace cudnn_setup
