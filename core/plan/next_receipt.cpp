#include "plan/next_receipt.h"

#include "machine/path_value.h"

#include <algorithm>

namespace cudnn_setup {
namespace {

/// What stood somewhere before the first install, as the receipt before this one and this transaction know it.
class Before {
public:
    Before(const std::optional<Receipt>& old, const std::map<std::string, PriorFile>& kept) {
        for (const auto& [path, prior] : kept) m_moved.emplace(lowerCase(path), prior);
        if (!old) return;
        for (const auto& file : old->files) {
            m_known.insert(lowerCase(file.path));
            if (file.before) m_recorded.emplace(lowerCase(file.path), RemovedFile{file.path, *file.before});
        }
        for (const auto& file : old->removed) {
            m_known.insert(lowerCase(file.path));
            m_recorded.emplace(lowerCase(file.path), file);
        }
    }

    /// Of a file that stands there after the plan.
    [[nodiscard]] std::optional<PriorFile> of(const FileStep& step) const {
        const auto key = lowerCase(step.path);
        if (const auto moved = m_moved.find(key); moved != m_moved.end()) return moved->second;   // OldFile::Backup: its first time
        const auto recorded = m_recorded.find(key);
        const bool isInBackup = recorded != m_recorded.end() && !recorded->second.before.backup.empty();
        if (isInBackup) return recorded->second.before;
        // Adopted: it was there, or somebody changed it since; what stands there is the nearest to what stood there. Once it is gone
        // (Place) nothing can be given back.
        const bool isAdopted = step.verb == Verb::Keep && step.before && (recorded != m_recorded.end() || !m_known.contains(key));
        if (!isAdopted) return std::nullopt;
        return PriorFile{.backup = {}, .size = step.sizeBefore, .sha256 = *step.before, .attributes = 0, .security = {}};
    }

    /// Everything in the backup that no file of the new set takes the place of.
    [[nodiscard]] std::vector<RemovedFile> apartFrom(std::span<const ReceiptFile> files, std::span<const FileStep> steps) const {
        std::map<std::string, RemovedFile> left;
        for (const auto& step : steps) {
            const auto moved = m_moved.find(lowerCase(step.path));
            if (step.verb == Verb::Remove && moved != m_moved.end()) left.emplace(moved->first, RemovedFile{step.path, moved->second});
        }
        for (const auto& [key, recorded] : m_recorded) {
            if (!recorded.before.backup.empty()) left.emplace(key, recorded);
        }
        for (const auto& file : files) left.erase(lowerCase(file.path));
        std::vector<RemovedFile> removed;
        for (auto& [key, file] : left) removed.push_back(std::move(file));
        return removed;
    }

private:
    std::map<std::string, PriorFile> m_moved;        // by this transaction
    std::map<std::string, RemovedFile> m_recorded;   // by the receipt before it
    std::set<std::string> m_known;
};

}   // namespace

Receipt nextReceipt(const ToolkitPlan& plan, const PlannedArchive& archive, const std::optional<Receipt>& old, const InstallFacts& facts) {
    Receipt receipt{.toolVersion = facts.toolVersion,
                    .installedAt = facts.installedAt,
                    .dllFolder = plan.dllFolder,
                    .archive = {archive.name, archive.sha256, archive.release, archive.cudaMajor, std::string(toText(archive.origin))},
                    .files = {},
                    .removed = {},
                    .folders = old ? old->folders : std::vector<std::string>{},
                    .path = old ? old->path : std::nullopt,
                    .signaturesIgnored = facts.signaturesIgnored};
    const Before before(old, facts.kept);
    for (const auto& step : plan.files) {
        if (step.verb == Verb::Remove || !step.after) continue;
        receipt.files.push_back({step.path, step.sizeAfter, *step.after, step.source, step.versionAfter, before.of(step)});
    }
    receipt.removed = before.apartFrom(receipt.files, plan.files);
    for (const auto& folder : facts.folders) {
        if (!std::ranges::count(receipt.folders, folder)) receipt.folders.push_back(folder);
    }
    if (plan.path && plan.path->after)
        receipt.path = PathAddition{plan.path->scope, plan.path->segment, plan.path->before, *plan.path->after};
    return receipt;
}

}   // namespace cudnn_setup
