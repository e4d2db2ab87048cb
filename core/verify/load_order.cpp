#include "verify/load_order.h"

#include "cudnn/names.h"
#include "machine/path_value.h"

#include <algorithm>

namespace cudnn_setup {
namespace {

struct SearchFolder {
    std::string folder;
    const std::vector<CudnnFile>* files;
    bool isTarget;
};

std::vector<SearchFolder> searchFolders(const Snapshot& snapshot, const Toolkit& target) {
    std::vector<SearchFolder> folders;
    std::set<std::string> seen;
    const auto targetKey = folderKey(target.dllFolderAbsolute);
    for (const auto& copy : snapshot.copies) {
        if (!copy.inSystem32) continue;
        folders.push_back({.folder = copy.folder, .files = &copy.files, .isTarget = false});
        seen.insert(folderKey(copy.folder));
    }
    for (const auto& segment : snapshot.effectivePath()) {
        const auto key = folderKey(segment.expanded);
        if (segment.kind != PathSegmentFact::Kind::Folder || !seen.insert(key).second) continue;
        if (key == targetKey) {
            folders.push_back({.folder = target.dllFolderAbsolute, .files = &target.cudnnFiles, .isTarget = true});
            continue;
        }
        for (const auto& toolkit : snapshot.toolkits) {
            if (folderKey(toolkit.dllFolderAbsolute) == key)
                folders.push_back({.folder = toolkit.dllFolderAbsolute, .files = &toolkit.cudnnFiles, .isTarget = false});
        }
        for (const auto& copy : snapshot.copies) {
            if (folderKey(copy.folder) == key) folders.push_back({.folder = copy.folder, .files = &copy.files, .isTarget = false});
        }
    }
    return folders;
}

const CudnnFile* findLibrary(const std::vector<CudnnFile>& files, std::string_view name) {
    const auto key = lowerCase(name);
    const auto found = std::ranges::find_if(files, [&](const auto& file) { return lowerCase(bareName(file.path)) == key; });
    return found == files.end() ? nullptr : &*found;
}

/// "C:\a (9.1.0.70): cudnn64_9.dll, cudnn_ops64_9.dll; C:\b (9.6.0.74): cudnn_adv64_9.dll": where the first hits lie.
std::string describeHits(std::span<const LoadOrder> order) {
    std::vector<std::pair<std::string, std::string>> groups;   // in the order of the first file
    for (const auto& one : order) {
        if (one.hits.empty()) continue;
        const auto& hit = one.hits.front();
        const auto place = hit.folder + " (" + (hit.version ? hit.version->toString() : "?") + ')';
        auto group = std::ranges::find(groups, place, &std::pair<std::string, std::string>::first);
        if (group == groups.end()) groups.emplace_back(place, one.library);
        else group->second += ", " + one.library;
    }
    std::string text;
    for (const auto& [place, names] : groups) {
        if (!text.empty()) text += "; ";
        text += place;
        text += ": ";
        text += names;
    }
    return text;
}

/// The DLLs that a program which has loaded the shim of release @p shim will ask for, as far as the table of sets knows.
bool isAskedFor(std::string_view library, const std::optional<Version>& shim) {
    const auto base = baseLibraries();
    if (std::ranges::find(base, lowerCase(library)) != base.end() || !shim) return true;
    // An older set in front does not ask for what came later (the set of nine begins with 9.21, that of ten with 9.23).
    if (lowerCase(library) == "cudnn_engines_tensor_ir64_9.dll") return *shim >= Version(9, 21);
    return *shim >= Version(9, 23);
}

}   // namespace

std::vector<LoadOrder> loadOrderOf(const Snapshot& snapshot, const Toolkit& toolkit, const ExpectedSet& set,
                                   const std::set<std::string>& settled) {
    const auto folders = searchFolders(snapshot, toolkit);
    std::vector<LoadOrder> order;
    for (const auto& name : set.libraryNames()) {
        LoadOrder one{.library = name, .hits = {}};
        for (const auto& folder : folders) {
            const auto* file = findLibrary(*folder.files, name);
            if (file == nullptr) continue;
            auto version = file->version;
            if (!version && folder.isTarget && settled.contains(lowerCase(name))) version = set.release;
            one.hits.push_back({.folder = folder.folder, .version = version});
        }
        order.push_back(std::move(one));
    }
    return order;
}

std::vector<Finding> copyFindings(const Snapshot& snapshot, const Toolkit& toolkit, const ExpectedSet& set,
                                  std::span<const LoadOrder> order) {
    std::vector<Finding> findings;
    for (const auto& copy : snapshot.copies) {
        if (!copy.inSystem32) continue;
        for (const auto& file : copy.files) {
            if (cudnnMajorOfLibrary(file.path) != set.major) continue;
            findings.push_back(
                {.code = ErrorCode::CopyInSystem32, .severity = Severity::Warning, .subject = copy.folder, .arguments = {file.path}});
            break;
        }
    }

    // The shim comes first in every program; where it lies, its siblings have to lie.
    const auto shim = std::ranges::find_if(order, [](const auto& one) { return lowerCase(one.library).starts_with("cudnn64_"); });
    if (shim == order.end() || shim->hits.empty()) return findings;
    const auto& first = shim->hits.front();
    const auto targetKey = folderKey(toolkit.dllFolderAbsolute);
    const bool isOurs = folderKey(first.folder) == targetKey;
    std::vector<LoadOrder> asked;
    for (const auto& one : order) {
        if (isOurs || isAskedFor(one.library, first.version)) asked.push_back(one);
    }
    bool mixed = false;
    std::optional<Version> version = first.version;
    for (const auto& one : asked) {
        if (one.hits.empty()) continue;   // missing everywhere: the set's own finding says it
        const auto& hit = one.hits.front();
        if (folderKey(hit.folder) != folderKey(first.folder)) mixed = true;
        // Inside the target the set's own findings judge versions, with hashes.
        if (!isOurs && hit.version && version && !isSameRelease(*hit.version, *version)) mixed = true;
        if (!version) version = hit.version;
    }
    if (mixed) {
        findings.push_back({.code = ErrorCode::CopiesMixed, .subject = first.folder, .arguments = {describeHits(asked)}});
    } else if (!isOurs) {
        findings.push_back({.code = ErrorCode::CopyHidesTarget,
                            .severity = Severity::Warning,
                            .subject = first.folder,
                            .arguments = {shim->library, first.version ? first.version->toString() : std::string{}}});
    }
    return findings;
}

}   // namespace cudnn_setup
