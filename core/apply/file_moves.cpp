#include "apply/file_moves.h"

#include "base/log.h"
#include "base/path_text.h"
#include "platform/hasher.h"

#include <algorithm>
#include <set>

namespace cudnn_setup {
namespace {

class Preparing {
public:
    Preparing(System& system, const TargetFolders& target, const StagedFiles& staged, const std::optional<Receipt>& old, KnownFiles& known,
              const std::stop_token& stop)
        : m_files(*system.files), m_target(target), m_staged(staged), m_old(old), m_known(known), m_stop(stop) {}

    Result<void> findTakenBackups() {
        const auto names = m_files.list(m_target.state().backup);
        if (!names) return std::unexpected(names.error());
        m_taken.insert(names->begin(), names->end());
        if (!m_old) return {};
        for (const auto& file : m_old->files)
            if (file.before) m_taken.insert(file.before->backup);
        for (const auto& file : m_old->removed) m_taken.insert(file.before.backup);
        return {};
    }

    Result<void> add(const FileStep& step) {
        if (m_stop.stop_requested()) return fail(ErrorCode::Cancelled, step.path);
        if (!isAllowedPath(step.path, m_target.dllFolder())) return fail(ErrorCode::InternalError, step.path);
        FileMove move{
            .record = {.index = m_prepared.moves.size(), .path = step.path, .aside = {}, .asideSha256 = {}, .from = {}, .fromSha256 = {}},
            .sizePlaced = step.sizeAfter,
            .restores = {}};
        if (auto looked = step.before ? lookAtOld(step, move) : lookThatNothingStands(step); !looked) return looked;
        if (step.verb != Verb::Remove)
            if (auto looked = step.verb == Verb::Restore ? lookAtBackup(step, move) : lookAtStaged(step, move); !looked) return looked;
        m_prepared.moves.push_back(std::move(move));
        return {};
    }

    PreparedMoves m_prepared;

private:
    Result<void> lookThatNothingStands(const FileStep& step) {
        const auto path = m_target.inToolkit(step.path);
        const auto info = m_files.info(path);
        if (!info) return std::unexpected(info.error());
        return *info ? Result<void>(fail(ErrorCode::PlanChanged, toUtf8(path))) : Result<void>{};
    }

    Result<void> lookAtOld(const FileStep& step, FileMove& move) {
        const auto path = m_target.inToolkit(step.path);
        const auto info = m_files.info(path);
        if (!info) return std::unexpected(info.error());
        if (!*info || (*info)->kind != FileKind::Regular || (*info)->size != step.sizeBefore)
            return fail(ErrorCode::PlanChanged, toUtf8(path));
        // The hash of the plan may be minutes old, and undo and uninstall will believe the one that is recorded now.
        const auto hash = hashAt(path);
        if (!hash) return std::unexpected(hash.error());
        if (*hash != step.before) return fail(ErrorCode::PlanChanged, toUtf8(path));
        m_known.remember(**info, *hash);
        move.record.asideSha256 = *hash;
        if (step.old != OldFile::Backup) {
            move.record.aside = "superseded/" + std::to_string(move.record.index);
            return {};
        }
        const auto security = m_files.security(path);
        if (!security) return std::unexpected(security.error());
        const auto name = freshBackup();
        move.record.aside = "backup/" + name;
        m_prepared.kept.emplace(
            step.path,
            PriorFile{
                .backup = name, .size = (*info)->size, .sha256 = *hash, .attributes = (*info)->attributes, .security = security->text});
        return {};
    }

    Result<void> lookAtStaged(const FileStep& step, FileMove& move) {
        const auto found = m_staged.find(step.source);
        if (found == m_staged.end() || found->second.sha256 != step.after || found->second.size != step.sizeAfter)
            return fail(ErrorCode::PlanChanged, step.path);
        const auto& staged = found->second;
        const auto path = m_target.inState(staged.file);
        const auto info = m_files.info(path);
        if (!info) return std::unexpected(info.error());
        if (!*info || (*info)->kind != FileKind::Regular || (*info)->size != staged.size)
            return fail(ErrorCode::FileVanished, toUtf8(path));
        m_known.remember(**info, staged.sha256);
        move.record.from = staged.file;
        move.record.fromSha256 = staged.sha256;
        return {};
    }

    Result<void> lookAtBackup(const FileStep& step, FileMove& move) {
        if (!isStateFileName(step.source)) return fail(ErrorCode::InternalError, step.source);
        move.record.from = "backup/" + step.source;
        const auto path = m_target.inState(move.record.from);
        const auto info = m_files.info(path);
        if (!info) return std::unexpected(info.error());
        if (!*info || (*info)->kind != FileKind::Regular) return fail(ErrorCode::BackupMissing, toUtf8(m_target.inToolkit(step.path)));
        const auto hash = hashAt(path);
        if (!hash) return std::unexpected(hash.error());
        if (*hash != step.after) return fail(ErrorCode::BackupMissing, toUtf8(m_target.inToolkit(step.path)));
        m_known.remember(**info, *hash);
        move.record.fromSha256 = *hash;
        move.restores = priorOf(step.source);
        return {};
    }

    Result<Sha256> hashAt(const std::filesystem::path& path) const {
        const auto file = m_files.open(path, OpenFor::ReadingShared);
        if (!file) return std::unexpected(file.error());
        return hashOf(**file, m_stop);
    }

    std::string freshBackup() {
        while (!m_taken.insert(std::to_string(m_nextBackup)).second) ++m_nextBackup;
        return std::to_string(m_nextBackup);
    }

    std::optional<PriorFile> priorOf(std::string_view backup) const {
        if (!m_old) return std::nullopt;
        for (const auto& file : m_old->files)
            if (file.before && file.before->backup == backup) return file.before;
        for (const auto& file : m_old->removed)
            if (file.before.backup == backup) return file.before;
        return std::nullopt;
    }

    Files& m_files;
    const TargetFolders& m_target;
    const StagedFiles& m_staged;
    const std::optional<Receipt>& m_old;
    KnownFiles& m_known;
    const std::stop_token& m_stop;
    std::set<std::string, std::less<>> m_taken;
    std::uint64_t m_nextBackup = 0;
};

/// A running program loads sibling DLLs late and would mix versions, so one that is in use stops the whole set, even where a rename would do.
Result<void> lookThatAllAreFree(System& system, const TargetFolders& target, const ToolkitPlan& plan) {
    std::vector<std::filesystem::path> used;
    for (const auto& step : plan.files) {
        if (step.verb == Verb::Keep || !step.before) continue;
        const auto path = target.inToolkit(step.path);
        const auto info = system.files->info(path);
        if (!info) return std::unexpected(info.error());
        if (!*info) continue;   // told as PlanChanged later
        const auto free = system.files->isFree(path);
        if (!free) return std::unexpected(free.error());
        if (!*free) used.push_back(path);
    }
    if (used.empty()) return {};
    std::vector<std::string> names;
    if (const auto users = system.processes->usersOf(used))
        for (const auto& user : *users)
            if (!std::ranges::count(names, user.name)) names.push_back(user.name);
    return fail(ErrorCode::FileInUse, toUtf8(used.front()), 0, std::move(names));
}

Result<std::vector<std::string>> findMissingFolders(const Files& files, const TargetFolders& target, std::span<const FileMove> moves) {
    std::vector<std::string> missing;
    for (const auto& folder : target.placeFolders()) {
        const bool needed = std::ranges::any_of(moves, [&](const FileMove& move) {
            const auto of = folderOf(move.record.path);
            return !move.record.from.empty() && (of == folder || of.starts_with(folder + "/"));
        });
        if (!needed) continue;
        const auto path = target.inToolkit(folder);
        const auto info = files.info(path);
        if (!info) return std::unexpected(info.error());
        if (!*info) missing.push_back(folder);
        else if ((*info)->kind != FileKind::Folder) return fail(ErrorCode::TargetIsReparsePoint, toUtf8(path));
    }
    return missing;
}

Result<void> giveBack(Files& files, const std::filesystem::path& path, const PriorFile& prior) {
    // A rename keeps both; they are set only where something in the backup changed them.
    const auto security = files.security(path);
    if (!security) return std::unexpected(security.error());
    if (security->text != prior.security)
        if (auto set = files.setSecurity(path, {prior.security}); !set) return set;
    const auto info = files.info(path);
    if (!info) return std::unexpected(info.error());
    return *info && (*info)->attributes != prior.attributes ? files.setAttributes(path, prior.attributes) : Result<void>{};
}

}   // namespace

Result<PreparedMoves> prepareMoves(System& system, const TargetFolders& target, const ToolkitPlan& plan, const StagedFiles& staged,
                                   const std::optional<Receipt>& old, KnownFiles& known, const std::stop_token& stop) {
    if (auto free = lookThatAllAreFree(system, target, plan); !free) return std::unexpected(free.error());
    Preparing preparing(system, target, staged, old, known, stop);
    if (auto found = preparing.findTakenBackups(); !found) return std::unexpected(found.error());
    for (const auto& step : plan.files)
        if (step.verb != Verb::Keep)
            if (auto added = preparing.add(step); !added) return std::unexpected(added.error());
    auto missing = findMissingFolders(*system.files, target, preparing.m_prepared.moves);
    if (!missing) return std::unexpected(missing.error());
    preparing.m_prepared.missingFolders = std::move(*missing);
    return std::move(preparing.m_prepared);
}

Result<void> carryOut(Files& files, const TargetFolders& target, const PreparedMoves& prepared, Journal& journal, PinnedFolders& pins,
                      const std::stop_token& stop, const std::function<void(std::size_t, std::size_t, std::string_view)>& onFile) {
    for (const auto& folder : prepared.missingFolders) {
        if (auto noted = journal.append(JournalFolder{.path = folder, .creates = true}); !noted) return noted;
        const auto path = target.inToolkit(folder);
        if (auto made = files.createFolder(path); !made) return made;
        if (auto pinned = pins.add(files, path); !pinned) return pinned;
    }
    for (const auto& folder : {target.state().backup, target.state().superseded}) {
        const auto prefix = toUtf8(folder.filename()) + "/";
        if (std::ranges::any_of(prepared.moves, [&](const FileMove& move) { return move.record.aside.starts_with(prefix); }))
            if (auto made = files.createFolder(folder); !made) return made;
    }
    for (const auto& move : prepared.moves) {
        if (onFile) onFile(move.record.index, prepared.moves.size(), move.record.path);
        if (stop.stop_requested()) return fail(ErrorCode::Cancelled, move.record.path);   // also one that the report brought
        const auto path = target.inToolkit(move.record.path);
        // The rename keeps the rights of staging, which users may not read; set them while the file still is in staging.
        if (move.record.from.starts_with("staging/"))
            if (auto set = files.inheritSecurity(target.inState(move.record.from), path.parent_path()); !set) return set;
        if (auto noted = journal.append(move.record); !noted) return noted;
        if (!move.record.aside.empty())
            if (auto moved = files.rename(path, target.inState(move.record.aside)); !moved) return moved;
        if (!move.record.from.empty())
            if (auto moved = files.rename(target.inState(move.record.from), path); !moved) return moved;
        log().info("{}: old {}, new {}", move.record.path, move.record.aside.empty() ? "none" : "to " + move.record.aside,
                   move.record.from.empty() ? "none" : "from " + move.record.from);
        if (move.restores)
            if (auto given = giveBack(files, path, *move.restores); !given) return given;
    }
    return {};
}

Result<void> lookThatAllStand(const Files& files, const TargetFolders& target, const PreparedMoves& prepared) {
    for (const auto& move : prepared.moves) {
        if (move.record.from.empty()) continue;
        const auto path = target.inToolkit(move.record.path);
        const auto info = files.info(path);
        if (!info) return std::unexpected(info.error());
        if (!*info || (*info)->kind != FileKind::Regular || (*info)->size != move.sizePlaced)
            return fail(ErrorCode::FileVanished, toUtf8(path));
    }
    return {};
}

}   // namespace cudnn_setup
