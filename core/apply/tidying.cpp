#include "apply/tidying.h"

#include "apply/journal.h"
#include "base/path_text.h"

namespace cudnn_setup {
namespace {

/// One folder of ours: files are flat in it. Links and folders are nobody's of ours and stay, and so does the folder then.
Result<void> removeWithFiles(Files& files, const std::filesystem::path& folder) {
    const auto names = files.list(folder);
    if (!names) return std::unexpected(names.error());
    bool empty = true;
    for (const auto& name : *names) {
        const auto path = folder / pathFromUtf8(name);
        const auto info = files.info(path);
        if (!info) return std::unexpected(info.error());
        if (*info && (*info)->kind != FileKind::Regular) empty = false;
        else if (auto removed = files.remove(path); !removed) return removed;
    }
    return empty ? files.remove(folder) : Result<void>{};
}

Result<void> removeIfEmpty(Files& files, const std::filesystem::path& folder) {
    const auto names = files.list(folder);
    if (!names) return std::unexpected(names.error());
    return names->empty() ? files.remove(folder) : Result<void>{};
}

/// writeTextAtomically()'s unfinished text.
Result<void> removeUnfinished(Files& files, const std::filesystem::path& file) {
    auto fresh = file;
    fresh += ".new";
    return files.remove(fresh);
}

Result<void> placeLicence(Files& files, const TargetFolders& target) {
    const auto staged = target.inState(stagedLicence);
    const auto info = files.info(staged);
    if (!info) return std::unexpected(info.error());
    return *info ? files.replace(staged, target.state().licence) : Result<void>{};
}

}   // namespace

Result<void> removeEmptyStateFolder(Files& files, const TargetFolders& target, PinnedFolders& pins) {
    const auto names = files.list(target.state().root);
    if (!names) return std::unexpected(names.error());
    if (!names->empty()) return {};
    pins.release(target.state().root);
    return files.remove(target.state().root);
}

Result<void> tidyUndone(Files& files, const TargetFolders& target, bool stateFolderExisted, PinnedFolders& pins) {
    const auto& state = target.state();
    if (auto done = removeWithFiles(files, state.staging); !done) return done;
    if (auto done = removeIfEmpty(files, state.superseded); !done) return done;
    if (auto done = removeIfEmpty(files, state.backup); !done) return done;
    for (const auto& file : {state.receipt, state.journal})
        if (auto done = removeUnfinished(files, file); !done) return done;
    if (auto done = files.remove(state.journal); !done) return done;
    return stateFolderExisted ? Result<void>{} : removeEmptyStateFolder(files, target, pins);
}

Result<void> tidyCommitted(Files& files, const TargetFolders& target, std::span<const JournalRecord> records, PinnedFolders& pins) {
    const auto& state = target.state();
    const auto* commit = findRecord<JournalCommit>(records);
    const auto* receipt = findRecord<JournalReceipt>(records);
    if (!commit || !receipt) return fail(ErrorCode::InternalError, toUtf8(state.journal));
    const bool uninstalled = !receipt->after;

    if (auto done = removeWithFiles(files, state.superseded); !done) return done;
    if (auto done = uninstalled ? files.remove(state.licence) : placeLicence(files, target); !done) return done;
    if (auto done = removeWithFiles(files, state.staging); !done) return done;
    if (auto done = removeIfEmpty(files, state.backup); !done) return done;
    for (const auto& record : records) {
        const auto* folder = std::get_if<JournalFolder>(&record);
        if (!folder || folder->creates) continue;
        const auto path = target.inToolkit(folder->path);
        pins.release(path);
        if (auto done = removeIfEmpty(files, path); !done) return done;
    }
    for (const auto& file : {state.receipt, state.journal})
        if (auto done = removeUnfinished(files, file); !done) return done;
    if (auto done = files.remove(state.journal); !done) return done;
    return commit->removeStateFolder ? removeEmptyStateFolder(files, target, pins) : Result<void>{};
}

}   // namespace cudnn_setup
