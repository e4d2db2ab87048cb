#include "machine/path_observation.h"

#include "base/path_text.h"
#include "cudnn/names.h"
#include "machine/cudnn_files.h"
#include "machine/path_value.h"

#include <set>

namespace cudnn_setup {
namespace {

using Kind = PathSegmentFact::Kind;

Kind kindOf(const Files& files, const FolderReach& reach, const std::string& folder) {
    if (folder.empty()) return Kind::Empty;
    if (!isAbsoluteFolder(folder)) return Kind::Missing;
    if (!reach.answers(folder)) return Kind::Unreachable;
    const auto info = files.info(pathFromUtf8(folder));
    if (!info) return Kind::Unreachable;
    if (!*info) return Kind::Missing;
    return (*info)->kind == FileKind::Regular ? Kind::File : Kind::Folder;
}

}   // namespace

PathFacts readPath(const System& system, EnvironmentScope scope, std::vector<Finding>& findings) {
    PathFacts path;
    auto value = system.environment->read(scope, "Path");
    if (!value) {
        findings.push_back(toFinding(value.error(), Severity::Warning));
        return path;
    }
    path.value = std::move(*value);
    if (!path.value) return path;
    std::size_t place = 0;
    for (const auto& [offset, raw] : splitPath(path.value->text)) {
        ++place;
        // Windows expands REG_EXPAND_SZ values only: in a REG_SZ one %SystemRoot% is a folder of that name.
        const auto text = path.value->type == RegistryText::Expandable ? system.environment->expand(raw) : std::string(raw);
        const auto add = [&](std::string_view part) {
            path.segments.push_back({.raw = std::string(raw), .expanded = folderOfSegment(part), .place = place});
        };
        const auto parts = splitPath(text);
        for (const auto& part : parts) add(part.text);
        if (parts.empty()) add({});
    }
    return path;
}

void lookAtSegments(const Files& files, const FolderReach& reach, PathFacts& path) {
    for (auto& segment : path.segments) segment.kind = kindOf(files, reach, segment.expanded);
}

std::vector<CudnnCopy> cudnnCopies(const System& system, const Snapshot& snapshot, std::vector<Finding>& findings) {
    const auto isLibrary = [](std::string_view name) { return cudnnMajorOfLibrary(name).has_value(); };
    std::set<std::string> seen;
    for (const auto& toolkit : snapshot.toolkits) seen.insert(folderKey(toolkit.dllFolderAbsolute));
    std::vector<CudnnCopy> copies;
    std::string system32;
    if (const auto folder = system.machine->folder(KnownFolder::System32)) {
        system32 = folderKey(toUtf8(*folder));
        seen.insert(system32);
        CudnnCopy copy{
            .folder = toUtf8(*folder), .inSystem32 = true, .files = cudnnFilesIn(*system.files, *folder, {}, isLibrary, findings)};
        if (!copy.files.empty()) copies.push_back(std::move(copy));
    } else {
        findings.push_back(toFinding(folder.error(), Severity::Warning));
    }
    for (const auto& segment : snapshot.effectivePath()) {
        if (segment.kind != Kind::Folder) continue;
        const auto key = folderKey(segment.expanded);
        if (key == system32 && !copies.empty() && copies.front().inSystem32) copies.front().onPath = true;
        if (!seen.insert(key).second) continue;
        CudnnCopy copy{.folder = withoutTrailingSeparators(segment.expanded),
                       .onPath = true,
                       .files = cudnnFilesIn(*system.files, pathFromUtf8(segment.expanded), {}, isLibrary, findings)};
        if (!copy.files.empty()) copies.push_back(std::move(copy));
    }
    return copies;
}

}   // namespace cudnn_setup
