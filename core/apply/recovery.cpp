#include "apply/index_entry.h"
#include "apply/journal.h"
#include "apply/path_change.h"
#include "apply/tidying.h"
#include "apply/transaction.h"
#include "apply/undo.h"
#include "base/log.h"
#include "base/path_text.h"

namespace cudnn_setup {
namespace {

class Recovering {
public:
    Recovering(System& system, const std::string& root, const std::filesystem::path& indexFolder, const OnProgress& onProgress)
        : m_system(system), m_files(*system.files), m_root(root), m_indexFolder(indexFolder), m_onProgress(onProgress) {}

    Result<Recovery> run() {
        const TargetFolders target(m_root, "bin");   // the DLL folder is the journal's to say
        if (const auto there = isFolder(target.root()); !there || !*there)
            return there ? Recovery::NothingToDo : Result<Recovery>(failed(there));
        const auto stateFolder = isFolder(target.state().root);
        if (!stateFolder) return failed(stateFolder);
        if (!*stateFolder) return settled(target, Recovery::NothingToDo);
        const auto trusted = m_files.isTrustedStateFolder(target.state().root);
        if (!trusted) return failed(trusted);
        if (!*trusted) return fail(ErrorCode::StateFolderUntrusted, toUtf8(target.state().root));
        const auto journal = readJournal(m_files, target.state().journal);
        if (!journal) return failed(journal);
        if (!*journal) {
            if (auto removed = removeEmptyStateFolder(m_files, target, m_pins); !removed) return failed(removed);
            return settled(target, Recovery::NothingToDo);
        }
        return carryOn((*journal)->records);
    }

private:
    template <class T> static std::unexpected<Error> failed(const Result<T>& result) { return std::unexpected(result.error()); }

    /// @return false: there is nothing. Error{TargetIsReparsePoint}: something else than a folder.
    Result<bool> isFolder(const std::filesystem::path& path) const {
        const auto info = m_files.info(path);
        if (!info) return failed(info);
        if (!*info) return false;
        if ((*info)->kind != FileKind::Folder) return fail(ErrorCode::TargetIsReparsePoint, toUtf8(path));
        return true;
    }

    Result<Recovery> settled(const TargetFolders& target, Recovery recovery) {
        if (auto settled = settleIndexEntry(m_system, m_indexFolder, m_root, target); !settled) return failed(settled);
        return recovery;
    }

    Result<void> pinFolders(const TargetFolders& target) {
        std::vector<std::filesystem::path> folders{target.root(), target.state().root};
        for (const auto& folder : target.placeFolders()) folders.push_back(target.inToolkit(folder));
        for (const auto& folder : folders) {
            const auto there = isFolder(folder);
            if (!there) return failed(there);
            if (!*there) continue;
            if (auto pinned = m_pins.add(m_files, folder); !pinned) return pinned;
        }
        return {};
    }

    Result<Recovery> carryOn(std::span<const JournalRecord> records) {
        const auto* begin = findRecord<JournalBegin>(records);
        const TargetFolders target(m_root, begin ? begin->dllFolder : "bin");
        const auto* path = findRecord<JournalPath>(records);
        if (path && !changesOnlyItsSegment(*path, toUtf8(target.inToolkit(target.dllFolder()))))
            return fail(ErrorCode::JournalDamaged, toUtf8(target.state().journal), 0, {path->segment});
        if (auto pinned = pinFolders(target); !pinned) return failed(pinned);
        log().warn("An earlier run ({}) of {} was cut off", begin ? begin->action : "before its first record", m_root);

        if (findRecord<JournalCommit>(records)) {
            if (auto tidied = tidyCommitted(m_files, target, records, m_pins); !tidied) return failed(tidied);
            if (path) announce();
            return settled(target, Recovery::Completed);
        }
        const auto undone =
            undo(m_system, target, records, KnownFiles{}, m_pins, [&](std::size_t done, std::size_t total, std::string_view item) {
                if (m_onProgress) m_onProgress({ApplyPhase::Recovering, done, total, std::string(item)});
            });
        if (!undone) return failed(undone);
        // A torn first record says nothing about the folder; what is empty goes, and a receipt or a backup keeps it.
        if (auto tidied = tidyUndone(m_files, target, begin && begin->stateFolderExisted, m_pins); !tidied) return failed(tidied);
        if (undone->pathWritten) announce();
        if (auto done = settled(target, Recovery::Undone); !done || undone->lost.empty()) return done;
        return fail(ErrorCode::BackupMissing, toUtf8(target.inToolkit(undone->lost.front())));
    }

    void announce() const {
        if (auto told = m_system.environment->announceChange(); !told)
            log().warn("Programs were not told about PATH ({})", told.error().systemCode);
    }

    System& m_system;
    Files& m_files;
    const std::string& m_root;
    const std::filesystem::path& m_indexFolder;
    const OnProgress& m_onProgress;
    PinnedFolders m_pins;
};

}   // namespace

Result<Recovery> recover(System& system, const std::string& root, const std::filesystem::path& indexFolder, const OnProgress& onProgress) {
    return Recovering(system, root, indexFolder, onProgress).run();
}

}   // namespace cudnn_setup
