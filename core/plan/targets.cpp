#include "machine/path_value.h"
#include "plan/plan.h"

#include <algorithm>
#include <charconv>

namespace cudnn_setup {
namespace {

using Roots = std::vector<std::string>;

bool isUsable(const Toolkit& toolkit) {
    return !toolkit.isLeftOver();
}

Roots usableRoots(const Snapshot& snapshot) {
    Roots roots;
    for (const auto& toolkit : snapshot.toolkits) {
        if (isUsable(toolkit)) roots.push_back(toolkit.root);
    }
    return roots;
}

/// "12.6" names 12.6 and every 12.6.x; a folder always has a separator or a drive.
bool isVersionText(std::string_view text) {
    return Version::parse(text).has_value();
}

bool matches(const Version& version, std::string_view wanted) {
    const auto parts = static_cast<std::size_t>(std::ranges::count(wanted, '.')) + 1;
    const auto parsed = Version::parse(wanted);
    if (!parsed) return false;
    for (std::size_t part = 0; part < parts; ++part) {
        if (version.part(part) != parsed->part(part)) return false;
    }
    return true;
}

/// The highest usable toolkit that @p fits; of equal versions the first root.
std::optional<std::string> highest(const Snapshot& snapshot, const auto& fits) {
    const Toolkit* best = nullptr;
    for (const auto& toolkit : snapshot.toolkits) {
        if (isUsable(toolkit) && fits(toolkit) && (best == nullptr || toolkit.version > best->version)) best = &toolkit;
    }
    if (best == nullptr) return std::nullopt;
    return best->root;
}

/// The order in which several are worked on. Roots that are gone come first: they have no version.
void sortByVersion(Roots& roots, const Snapshot& snapshot) {
    std::ranges::stable_sort(roots, {}, [&](const std::string& root) {
        const auto found = std::ranges::find(snapshot.toolkits, root, &Toolkit::root);
        return found == snapshot.toolkits.end() ? Version(0) : found->version;
    });
}

/// Why an install finds no target among all toolkits.
std::unexpected<Error> noTarget(const Snapshot& snapshot, std::optional<unsigned> cudaMajor) {
    auto found = usableRoots(snapshot);
    if (cudaMajor) found.insert(found.begin(), std::to_string(*cudaMajor));
    return fail(ErrorCode::NoToolkit, {}, 0, std::move(found));
}

/// Toolkits where this product left something, known by the index, a receipt or a journal. One that is gone is among them.
Roots installedRoots(const Snapshot& snapshot) {
    Roots roots;
    for (const auto& entry : snapshot.index.toolkits) roots.push_back(entry.root);
    for (const auto& toolkit : snapshot.toolkits) {
        const bool isOurs = toolkit.receipt || toolkit.receiptError || toolkit.journalOpen;
        const bool isKnown =
            std::ranges::any_of(roots, [&](const std::string& root) { return folderKey(root) == folderKey(toolkit.root); });
        if (isOurs && !isKnown) roots.push_back(toolkit.root);
    }
    return roots;
}

Result<Roots> namedTarget(const Snapshot& snapshot, const std::string& target) {
    if (isVersionText(target)) {
        if (auto root = highest(snapshot, [&](const Toolkit& toolkit) { return matches(toolkit.version, target); })) return Roots{*root};
        return fail(ErrorCode::TargetNotAToolkit, target, 0, usableRoots(snapshot));
    }
    for (const auto& toolkit : snapshot.toolkits) {
        if (folderKey(toolkit.root) == folderKey(target) && isUsable(toolkit)) return Roots{toolkit.root};
    }
    // An uninstall may name a toolkit that is gone, or whose own files are.
    for (const auto& root : installedRoots(snapshot)) {
        if (folderKey(root) == folderKey(target)) return Roots{root};
    }
    return fail(ErrorCode::TargetNotAToolkit, target, 0, usableRoots(snapshot));
}

Result<Roots> installTargets(const Request& request, const Snapshot& snapshot, std::optional<unsigned> cudaMajor) {
    const auto fits = [&](const Toolkit& toolkit) { return !cudaMajor || toolkit.version.major() == *cudaMajor; };
    if (request.target == "all") {
        Roots roots;
        for (const auto& toolkit : snapshot.toolkits) {
            if (isUsable(toolkit) && fits(toolkit)) roots.push_back(toolkit.root);
        }
        if (roots.empty()) return noTarget(snapshot, cudaMajor);
        sortByVersion(roots, snapshot);
        return roots;
    }
    if (!request.target.empty()) return namedTarget(snapshot, request.target);
    if (auto root = highest(snapshot, fits)) return Roots{*root};
    return noTarget(snapshot, cudaMajor);
}

}   // namespace

Result<std::vector<std::string>> selectTargets(const Request& request, const Snapshot& snapshot, std::optional<unsigned> cudaMajor) {
    // A repair means what is installed; with an archive also what somebody copied by hand into the toolkit that an install would take.
    const bool mends = request.repair && (request.target.empty() || request.source.empty());
    if (request.action == Action::Install && !(mends && !installedRoots(snapshot).empty())) {
        if (mends && request.source.empty()) return fail(ErrorCode::NothingInstalled, {});
        return installTargets(request, snapshot, cudaMajor);
    }
    if (!request.target.empty() && request.target != "all") return namedTarget(snapshot, request.target);
    auto roots = installedRoots(snapshot);
    if (!roots.empty()) return roots;
    if (request.action == Action::Uninstall) return fail(ErrorCode::NothingInstalled, {});
    // Nothing of ours anywhere: look at what somebody copied by hand, else at the toolkit that an install would take.
    const auto hasCudnn = [](const Toolkit& toolkit) { return !toolkit.cudnnFiles.empty(); };
    if (auto root = highest(snapshot, hasCudnn)) return Roots{*root};
    if (auto root = highest(snapshot, [](const Toolkit&) { return true; })) return Roots{*root};
    return fail(ErrorCode::NoToolkit, {});
}

}   // namespace cudnn_setup
