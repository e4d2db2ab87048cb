#include "workflow/applier.h"

#include "apply/transaction.h"
#include "base/log.h"
#include "base/path_text.h"
#include "cudnn/names.h"
#include "machine/observe.h"
#include "plan/file_steps.h"
#include "platform/hasher.h"
#include "workflow/archive_source.h"

#include <algorithm>
#include <mutex>

namespace cudnn_setup {
namespace {

/// One apply() from the lock to the commit. Fails by returning an error; what was begun rolls itself back.
class Run {
public:
    Run(System& system, const OpenArchive& openArchive, const Request& request, const std::optional<Sha256>& expected,
        const std::stop_token& stop, const OnWorkflowEvent& onEvent)
        : m_system(system), m_openArchive(openArchive), m_request(request), m_expected(expected), m_stop(stop), m_onEvent(onEvent) {
        m_outcome.request = request;
    }

    Outcome go() {
        const auto done = m_request.action == Action::Uninstall ? uninstall() : m_request.source.empty() ? mend() : install();
        if (!done) {
            const Finding reason = toFinding(done.error());
            addFindings(m_outcome.findings, std::span(&reason, 1));
            std::ranges::stable_partition(m_outcome.findings, [&](const Finding& finding) { return finding == reason; });
            m_outcome.kind = kindOf(done.error());
            if (m_current) m_outcome.toolkitOutcomes.emplace_back(*m_current, m_outcome.kind);
            log().error("{} {} (system code {})", codeInfo(done.error().code).id, done.error().subject, done.error().systemCode);
        }
        if (m_request.repair) sayRepaired();
        m_outcome.exitCode = exitCodeOf(m_outcome.kind, m_outcome.findings, std::nullopt);
        return std::move(m_outcome);
    }

private:
    OutcomeKind kindOf(const Error& error) const {
        if (error.code == ErrorCode::Cancelled) return OutcomeKind::Cancelled;
        if (error.code == ErrorCode::RollbackIncomplete) return OutcomeKind::Failed;
        return m_committing && error.code != ErrorCode::FileInUse ? OutcomeKind::RolledBack : OutcomeKind::Refused;
    }

    OnProgress progress() {
        return [this](const ApplyProgress& progress) {
            const auto phase = phaseFromText(toText(progress.phase));
            if (!phase) return;
            {
                const std::scoped_lock guard(m_phaseMutex);
                if (m_phase != *phase) {
                    m_phase = *phase;
                    m_onEvent(PhaseStarted{*phase});
                }
            }
            m_onEvent(PhaseProgress{*phase, progress.done, progress.total, progress.item});
        };
    }

    Result<void> lockAndObserve() {
        auto lock = m_system.processes->acquireRunLock();
        if (!lock) return std::unexpected(lock.error());
        m_lock = std::move(*lock);
        return observeAgain();
    }

    Result<void> observeAgain() {
        m_onEvent(PhaseStarted{Phase::Observing});
        auto snapshot = observe(m_system, {.extraRoots = namedFolders(m_request), .stop = m_stop});
        if (!snapshot) return std::unexpected(snapshot.error());
        m_outcome.snapshot = std::move(*snapshot);
        return {};
    }

    Result<std::filesystem::path> indexFolderOfRun() const {
        const bool elevated = m_outcome.snapshot->account.elevated || m_outcome.snapshot->account.system;
        return indexFolder(m_system, elevated ? EnvironmentScope::Machine : EnvironmentScope::User);
    }

    /// Settles what an interrupted run left in the targets. The snapshot is taken again when something was changed.
    Result<void> settleTargets() {
        const auto folder = indexFolderOfRun();
        if (!folder) return std::unexpected(folder.error());
        bool changed = false;
        for (const Toolkit& toolkit : m_outcome.snapshot->toolkits) {
            if (!isSelected(toolkit.root)) continue;
            const auto recovery = recover(m_system, toolkit.root, *folder, progress());
            if (!recovery) return std::unexpected(recovery.error());
            if (*recovery == Recovery::NothingToDo) continue;
            changed = true;
            const auto what = *recovery == Recovery::Undone ? "undone" : "completed";
            log().info("an interrupted run in {} was {}", toolkit.root, what);
            const Finding finding{ErrorCode::Recovered, Severity::Info, toolkit.root, {what}};
            addFindings(m_outcome.findings, std::span(&finding, 1));
        }
        return changed ? observeAgain() : Result<void>();
    }

    bool isSelected(const std::string& root) const {
        return std::ranges::find(m_outcome.selectedRoots, root) != m_outcome.selectedRoots.end();
    }

    Toolkit& toolkitAt(const std::string& root) { return *std::ranges::find(m_outcome.snapshot->toolkits, root, &Toolkit::root); }

    Result<void> selectAndSettle(std::optional<unsigned> cudaMajor) {
        auto roots = selectTargets(m_request, *m_outcome.snapshot, cudaMajor);
        if (!roots) return std::unexpected(roots.error());
        m_outcome.selectedRoots = std::move(*roots);
        if (const auto settled = settleTargets(); !settled) return settled;
        auto there = m_outcome.selectedRoots;   // an uninstall may mean a toolkit that is gone
        std::erase_if(there, [this](const std::string& root) {
            return std::ranges::find(m_outcome.snapshot->toolkits, root, &Toolkit::root) == m_outcome.snapshot->toolkits.end();
        });
        return observeTargets(m_system, *m_outcome.snapshot, there, m_stop, [](std::uint64_t) {});
    }

    Plan planNow(const Archive* archive) {
        m_onEvent(PhaseStarted{Phase::Planning});
        auto plan = makePlan(m_request, *m_outcome.snapshot, archive, m_outcome.selectedRoots,
                             [this](std::string_view text) { return m_system.environment->expand(text); });
        m_onEvent(PlanMade{plan});
        return plan;
    }

    /// @return true: go on; false: the plan itself says no or that there is nothing to do, and the outcome is filled.
    Result<bool> takePlan(Plan plan) {
        addFindings(m_outcome.findings, plan.findings);
        m_outcome.plan = std::move(plan);
        log().info("plan {} for {} toolkits", m_outcome.plan->digest.toString(), m_outcome.plan->toolkits.size());
        if (m_outcome.plan->isBlocked()) {
            m_outcome.kind = OutcomeKind::Refused;
            return false;
        }
        if (m_expected && *m_expected != m_outcome.plan->digest) {
            Plan shown;
            shown.digest = *m_expected;
            return fail(ErrorCode::PlanChanged, m_outcome.selectedRoots.front(), 0, {m_outcome.plan->shortDigest(), shown.shortDigest()});
        }
        return true;
    }

    TransactionOptions transactionOptions(const std::string& root, std::filesystem::path folder) {
        return {.root = root,
                .dllFolder = toolkitAt(root).dllFolder,
                .action = m_request.action,
                .indexFolder = std::move(folder),
                .stop = m_stop,
                .onProgress = progress()};
    }

    Result<void> commit(Transaction& transaction, const ToolkitPlan& plan, const Archive* archive) {
        m_committing = true;
        auto applied = transaction.commit(plan, m_outcome.plan->digest, archive, m_request.allowUnsigned && m_signaturesIgnored);
        m_committing = applied.has_value() ? false : m_committing;
        if (!applied) return std::unexpected(applied.error());
        m_outcome.filesChanged += applied->filesChanged;
        m_outcome.pathChanged = m_outcome.pathChanged || applied->pathChanged;
        addFindings(m_outcome.findings, applied->findings);
        return {};
    }

    Result<void> install() {
        auto source = m_openArchive(m_request);
        if (!source) return std::unexpected(source.error());
        log().info("archive {}", m_request.source);
        if (const auto ready = lockAndObserve(); !ready) return ready;

        auto cudaMajor = cudaMajorByName(source->name());
        if (!cudaMajor) {
            const auto looked = lookAtArchive(*source, m_request, m_stop, m_onEvent);
            if (!looked) return std::unexpected(looked.error());
            cudaMajor = looked->cudaMajor;
        }
        if (const auto ready = selectAndSettle(cudaMajor); !ready) return ready;
        // First: an archive that is installed and whole needs no rights.
        if (const auto settled = settledWithoutUnpacking(*source); !settled) return std::unexpected(settled.error());
        else if (*settled) return {};
        const auto blockers = blockersBeforeStaging(m_request, *m_outcome.snapshot, m_outcome.selectedRoots);
        addFindings(m_outcome.findings, blockers);
        if (std::ranges::any_of(blockers, [](const Finding& finding) { return finding.severity == Severity::Error; })) return {};
        return installEach(*source);
    }

    /// The receipt names this very archive: one hash of it and the planner tell whether there is anything to do.
    Result<bool> settledWithoutUnpacking(const ZipArchive& source) {
        const auto& receipt = toolkitAt(m_outcome.selectedRoots.front()).receipt;
        if (!receipt || receipt->archive.name != source.name()) return false;
        const auto hash = hashOf(source.file(), m_stop);
        if (!hash) return std::unexpected(hash.error());
        const bool allHaveIt = std::ranges::all_of(m_outcome.selectedRoots, [&](const std::string& root) {
            const auto& there = toolkitAt(root).receipt;
            return there && there->archive.sha256 == *hash && hasWhatIsAskedFor(*there, source);
        });
        if (!allHaveIt) return false;
        const auto archive = archiveOfReceipt(*receipt);
        if (!archive) return false;
        auto plan = planNow(&*archive);
        if (plan.isBlocked() || plan.changesSomething()) return false;
        addFindings(m_outcome.findings, plan.findings);
        m_outcome.archive = *archive;
        m_outcome.plan = std::move(plan);
        m_outcome.kind = OutcomeKind::AlreadyInstalled;
        for (const auto& root : m_outcome.selectedRoots) m_outcome.toolkitOutcomes.emplace_back(root, OutcomeKind::AlreadyInstalled);
        return true;
    }

    /// An install with /nostatic left files in the archive that one without it would place.
    bool hasWhatIsAskedFor(const Receipt& receipt, const ZipArchive& source) const {
        if (m_request.noStatic) return true;
        const auto isStatic = [](const std::string& path) { return isStaticLibrary(path.substr(path.find_last_of('/') + 1)); };
        return std::ranges::any_of(receipt.files, isStatic, &ReceiptFile::path) ||
               std::ranges::none_of(source.entries(), isStatic, &ZipEntry::name);
    }

    /// One transaction a toolkit, in version order. The plan is made from the first one's staged bytes, for all of them; a failure undoes
    /// the toolkit that it happened in and leaves those before it done.
    Result<void> installEach(const ZipArchive& source) {
        for (const std::string& root : m_outcome.selectedRoots) {
            if (const auto room = checkRoom(root, source); !room) return room;
        }
        for (const std::string& root : m_outcome.selectedRoots) {
            if (m_outcome.plan && !changesSomething(root)) {
                m_outcome.toolkitOutcomes.emplace_back(root, OutcomeKind::AlreadyInstalled);
                continue;
            }
            m_current = root;
            const auto going = installInto(root, source);
            if (!going) return std::unexpected(going.error());
            m_current.reset();
            if (!*going) return {};
        }
        const bool changed =
            std::ranges::any_of(m_outcome.toolkitOutcomes, [](const auto& one) { return one.second == OutcomeKind::Installed; });
        m_outcome.kind = changed ? OutcomeKind::Installed : OutcomeKind::AlreadyInstalled;
        return {};
    }

    Result<void> checkRoom(const std::string& root, const ZipArchive& source) {
        std::uint64_t needed = 0;
        for (const ZipEntry& entry : source.entries()) needed += entry.size;
        const auto free = toolkitAt(root).freeBytes;
        if (free >= needed) return {};
        return fail(ErrorCode::DiskFull, root, 0, {std::to_string(needed), std::to_string(free)});
    }

    const ToolkitPlan* planOf(const std::string& root) const {
        const auto found = std::ranges::find(m_outcome.plan->toolkits, root, &ToolkitPlan::root);
        return found == m_outcome.plan->toolkits.end() ? nullptr : &*found;
    }
    bool changesSomething(const std::string& root) const {
        const auto* plan = planOf(root);
        return plan != nullptr && plan->changesSomething();
    }

    /// @return false: nothing more is to be done, and the outcome is filled.
    Result<bool> installInto(const std::string& root, const ZipArchive& source) {
        const auto folder = indexFolderOfRun();
        if (!folder) return std::unexpected(folder.error());
        auto transaction = Transaction::begin(m_system, transactionOptions(root, *folder));
        if (!transaction) return std::unexpected(transaction.error());
        const auto going = stageAndPlan(*transaction, source);
        if (!going) return std::unexpected(going.error());
        if (!*going || !changesSomething(root)) {
            if (const auto back = transaction->rollBack(); !back) return std::unexpected(back.error());
            if (*going) m_outcome.toolkitOutcomes.emplace_back(root, OutcomeKind::AlreadyInstalled);
            return *going;
        }
        if (const auto done = commit(*transaction, *planOf(root), &*m_outcome.archive); !done) return std::unexpected(done.error());
        m_outcome.toolkitOutcomes.emplace_back(root, OutcomeKind::Installed);
        return true;
    }

    /// Everything up to the first rename.
    Result<bool> stageAndPlan(Transaction& transaction, const ZipArchive& source) {
        const auto contents = transaction.stage(source, archiveWorkers);
        if (!contents) return std::unexpected(contents.error());
        if (m_outcome.plan) {   // made with the first toolkit; these are other copies of the same bytes
            if (contents->sha256 != m_outcome.archive->sha256) return fail(ErrorCode::ArchiveChanged, m_outcome.archive->name);
        } else {
            if (const auto checked = checkExpectedHash(m_request, *contents); !checked) return std::unexpected(checked.error());
            auto archive = resolveArchive(*contents);
            if (!archive) return std::unexpected(archive.error());
            m_onEvent(ArchiveRead{*archive});
            m_outcome.archive = std::move(*archive);
            const auto going = takePlan(planNow(&*m_outcome.archive));
            if (!going || !*going) return going;
            if (!m_outcome.plan->changesSomething()) return true;
        }
        const auto signatures = transaction.checkSignatures(m_outcome.archive->origin == ArchiveOrigin::Nvidia, m_request.allowUnsigned);
        if (!signatures) return std::unexpected(signatures.error());
        addFindings(m_outcome.findings, *signatures);
        m_signaturesIgnored = !signatures->empty();
        if (std::ranges::none_of(*signatures, [](const Finding& finding) { return finding.severity == Severity::Error; })) return true;
        m_outcome.kind = OutcomeKind::Refused;
        return false;
    }

    Result<void> uninstall() {
        if (const auto ready = lockAndObserve(); !ready) return ready;
        if (const auto ready = selectAndSettle(std::nullopt); !ready) return ready;
        const auto going = takePlan(planNow(nullptr));
        if (!going) return std::unexpected(going.error());
        if (!*going) return {};
        const auto folder = indexFolderOfRun();
        if (!folder) return std::unexpected(folder.error());
        for (const ToolkitPlan& plan : m_outcome.plan->toolkits) {
            m_current = plan.root;
            if (plan.vanished) {   // no folder is left to work in: only its PATH segment and its index entry
                const auto forgotten = forgetVanished(m_system, plan, *folder);
                if (!forgotten) return std::unexpected(forgotten.error());
                m_outcome.pathChanged = m_outcome.pathChanged || forgotten->pathChanged;
                addFindings(m_outcome.findings, forgotten->findings);
            } else {
                auto transaction = Transaction::begin(m_system, transactionOptions(plan.root, *folder));
                if (!transaction) return std::unexpected(transaction.error());
                if (const auto done = commit(*transaction, plan, nullptr); !done) return done;
            }
            m_outcome.toolkitOutcomes.emplace_back(plan.root, OutcomeKind::Uninstalled);
            m_current.reset();
        }
        m_outcome.kind = OutcomeKind::Uninstalled;
        return {};
    }

    /// What needs no archive: an interrupted run (settled by selectAndSettle), and the PATH entry.
    Result<void> mend() {
        if (const auto ready = lockAndObserve(); !ready) return ready;
        if (const auto ready = selectAndSettle(std::nullopt); !ready) return ready;
        const auto folder = indexFolderOfRun();
        if (!folder) return std::unexpected(folder.error());
        m_outcome.kind = OutcomeKind::AlreadyInstalled;
        const auto all = m_outcome.selectedRoots;
        for (const std::string& root : all) {
            m_current = root;
            if (wasSettled() && hasNoInstallation(root)) {   // the run that was cut off was the first one, and it is undone
                m_outcome.toolkitOutcomes.emplace_back(root, OutcomeKind::AlreadyInstalled);
                continue;
            }
            const auto archive = archiveInstalledIn(root);
            if (!archive) return std::unexpected(archive.error());
            m_outcome.selectedRoots = {root};   // each from its own receipt
            m_outcome.plan.reset();
            const auto going = takePlan(planNow(&*archive));
            m_outcome.selectedRoots = all;
            if (!going) return std::unexpected(going.error());
            if (!*going) return {};
            const ToolkitPlan* plan = planOf(root);
            if (plan == nullptr || std::ranges::any_of(plan->files, changesFile))
                return fail(ErrorCode::RepairNeedsArchive, root, 0, {archive->name});
            if (plan->path) {
                auto transaction = Transaction::begin(m_system, transactionOptions(root, *folder));
                if (!transaction) return std::unexpected(transaction.error());
                if (const auto done = commit(*transaction, *plan, &*archive); !done) return done;
                m_outcome.kind = OutcomeKind::Installed;
            }
            m_outcome.toolkitOutcomes.emplace_back(root, plan->path ? OutcomeKind::Installed : OutcomeKind::AlreadyInstalled);
            m_current.reset();
        }
        return {};
    }

    bool wasSettled() const {
        return std::ranges::find(m_outcome.findings, ErrorCode::Recovered, &Finding::code) != m_outcome.findings.end();
    }
    bool hasNoInstallation(const std::string& root) const {
        const auto found = std::ranges::find(m_outcome.snapshot->toolkits, root, &Toolkit::root);
        return found != m_outcome.snapshot->toolkits.end() && !found->receipt && !found->receiptError;
    }

    Result<Archive> archiveInstalledIn(const std::string& root) {
        const auto found = std::ranges::find(m_outcome.snapshot->toolkits, root, &Toolkit::root);
        if (found == m_outcome.snapshot->toolkits.end()) return fail(ErrorCode::ToolkitVanished, root);
        if (!found->receipt) return fail(ErrorCode::RepairNeedsArchive, root, 0, {"cudnn-windows-x86_64-*.zip"});
        auto archive = archiveOfReceipt(*found->receipt);
        if (!archive) return fail(ErrorCode::RepairNeedsArchive, root, 0, {found->receipt->archive.name});
        return std::move(*archive);
    }

    /// The same work under the name that was asked for.
    void sayRepaired() {
        const auto renamed = [&](OutcomeKind kind) {
            if (kind == OutcomeKind::Installed) return OutcomeKind::Repaired;
            return kind == OutcomeKind::AlreadyInstalled ? OutcomeKind::NothingToDo : kind;
        };
        for (auto& [root, kind] : m_outcome.toolkitOutcomes) kind = renamed(kind);
        m_outcome.kind = renamed(m_outcome.kind);
        if (wasSettled() && m_outcome.kind == OutcomeKind::NothingToDo) m_outcome.kind = OutcomeKind::Repaired;
    }

    /// The facts of the archive as the receipt keeps them: enough to plan with.
    static std::optional<Archive> archiveOfReceipt(const Receipt& receipt);

    System& m_system;
    const OpenArchive& m_openArchive;
    const Request& m_request;
    const std::optional<Sha256>& m_expected;
    const std::stop_token& m_stop;
    const OnWorkflowEvent& m_onEvent;
    std::unique_ptr<RunLock> m_lock;
    std::mutex m_phaseMutex;
    std::optional<Phase> m_phase;
    bool m_committing = false;
    std::optional<std::string> m_current;   // root that is being worked on
    bool m_signaturesIgnored = false;
    Outcome m_outcome;
};

std::optional<Archive> Run::archiveOfReceipt(const Receipt& receipt) {
    Archive archive{.name = receipt.archive.name,
                    .sha256 = receipt.archive.sha256,
                    .shape = ArchiveShape::NvidiaZip,
                    .origin = ArchiveOrigin::Unknown,
                    .release = receipt.archive.release,
                    .cudaMajor = receipt.archive.cudaMajor};
    for (const auto origin : {ArchiveOrigin::Nvidia, ArchiveOrigin::Repacked}) {
        if (receipt.archive.origin == toText(origin)) archive.origin = origin;
    }
    for (const ReceiptFile& file : receipt.files) {
        const auto name = file.path.substr(file.path.find_last_of('/') + 1);
        auto component = Component::Library;
        if (file.path.starts_with("include/")) component = Component::Header;
        else if (file.path.starts_with("lib/")) component = isStaticLibrary(name) ? Component::StaticLibrary : Component::ImportLibrary;
        archive.files.push_back({file.entry, name, component, file.size, file.sha256, file.version});
    }
    return archive;
}

}   // namespace

LocalApplier::LocalApplier(System& system)
    : LocalApplier(system, [&system](const Request& request) { return openSource(*system.files, request.source); }) {}

Outcome LocalApplier::apply(const Request& request, const std::optional<Sha256>& expected, const std::stop_token& stop,
                            const OnWorkflowEvent& onEvent) {
    return Run(m_system, m_openArchive, request, expected, stop, onEvent).go();
}

}   // namespace cudnn_setup
