#include "apply/undo.h"

#include "apply/index_entry.h"
#include "apply/path_change.h"
#include "base/log.h"
#include "base/path_text.h"

#include <algorithm>
#include <ranges>

namespace cudnn_setup {
namespace {

class Undoing {
public:
    Undoing(System& system, const TargetFolders& target, const KnownFiles& known, PinnedFolders& pins)
        : m_files(*system.files), m_environment(*system.environment), m_target(target), m_known(known), m_pins(pins) {}

    Result<void> operator()(const JournalReceipt& record) {
        const auto current = readReceiptText(m_files, m_target);
        if (!current) return std::unexpected(current.error());
        if (*current == record.before) return {};
        if (!record.before) return m_files.remove(m_target.state().receipt);
        return writeTextAtomically(m_files, m_target.state().receipt, *record.before);
    }

    Result<void> operator()(const JournalPath& record) {
        const auto written = undoPath(m_environment, record);
        if (!written) return std::unexpected(written.error());
        m_undone.pathWritten |= *written;
        return {};
    }

    Result<void> operator()(const JournalFile& record) {
        const auto path = m_target.inToolkit(record.path);
        if (record.aside.empty()) return takeOutOurs(record, path);

        const auto aside = m_target.inState(record.aside);
        const auto kept = m_files.info(aside);
        if (!kept) return std::unexpected(kept.error());
        const auto isOld = m_known.holds(m_files, path, *record.asideSha256);
        if (!isOld) return std::unexpected(isOld.error());
        if (!*kept) {
            if (*isOld) return {};   // never moved, or already back
            m_undone.lost.push_back(record.path);
            return takeOutOurs(record, path);
        }
        const auto keptIsOld = m_known.holds(m_files, aside, *record.asideSha256);
        if (!keptIsOld) return std::unexpected(keptIsOld.error());
        if (!*keptIsOld) return fail(ErrorCode::RollbackIncomplete, toUtf8(aside));
        if (*isOld) return m_files.remove(aside);   // somebody else put the same bytes back
        if (auto out = takeOutOurs(record, path); !out) return out;
        const auto inTheWay = m_files.info(path);
        if (!inTheWay) return std::unexpected(inTheWay.error());
        if (*inTheWay) return fail(ErrorCode::RollbackIncomplete, toUtf8(path));
        return m_files.rename(aside, path);
    }

    Result<void> operator()(const JournalFolder& record) {
        if (!record.creates) return {};
        const auto folder = m_target.inToolkit(record.path);
        const auto entries = m_files.list(folder);
        if (!entries) return std::unexpected(entries.error());
        if (!entries->empty()) return {};   // somebody uses it by now
        m_pins.release(folder);
        return m_files.remove(folder);
    }

    Result<void> operator()(const JournalBegin&) { return {}; }
    Result<void> operator()(const JournalPlan&) { return {}; }
    Result<void> operator()(const JournalCommit&) { return fail(ErrorCode::InternalError, "undo after commit"); }

    Undone m_undone;

private:
    /// What this step placed goes back to the backup it came from, or away. A stranger's file stays.
    Result<void> takeOutOurs(const JournalFile& record, const std::filesystem::path& path) {
        if (record.from.empty()) return {};
        const auto from = m_target.inState(record.from);
        const auto waiting = m_files.info(from);
        if (!waiting) return std::unexpected(waiting.error());
        if (*waiting) return {};   // never placed
        const auto isOurs = m_known.holds(m_files, path, *record.fromSha256);
        if (!isOurs) return std::unexpected(isOurs.error());
        if (!*isOurs) return {};
        return record.from.starts_with("backup/") ? m_files.rename(path, from) : m_files.remove(path);
    }

    Files& m_files;
    EnvironmentStore& m_environment;
    const TargetFolders& m_target;
    const KnownFiles& m_known;
    PinnedFolders& m_pins;
};

}   // namespace

Result<Undone> undo(System& system, const TargetFolders& target, std::span<const JournalRecord> records, const KnownFiles& known,
                    PinnedFolders& pins, const std::function<void(std::size_t, std::size_t, std::string_view)>& onFile) {
    Undoing undoing(system, target, known, pins);
    const auto total = static_cast<std::size_t>(
        std::ranges::count_if(records, [](const JournalRecord& record) { return std::holds_alternative<JournalFile>(record); }));
    std::size_t done = 0;
    std::optional<Error> firstError;
    for (const auto& record : records | std::views::reverse) {
        // One that cannot be put back does not keep the others from it.
        if (auto one = std::visit(undoing, record); !one) {
            log().error("Rolling back: {} {} ({})", codeInfo(one.error().code).id, one.error().subject, one.error().systemCode);
            if (!firstError) firstError = one.error();
        }
        if (const auto* file = std::get_if<JournalFile>(&record); file && onFile) onFile(++done, total, file->path);
    }
    if (firstError) return fail(ErrorCode::RollbackIncomplete, firstError->subject, firstError->systemCode);
    for (const auto& path : undoing.m_undone.lost)
        log().error("Rolling back: the old file of {} is gone from {}", path, toUtf8(target.state().root));
    return std::move(undoing.m_undone);
}

}   // namespace cudnn_setup
