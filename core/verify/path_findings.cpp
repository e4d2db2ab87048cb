#include "verify/path_findings.h"

#include "machine/path_value.h"

#include <algorithm>
#include <set>

namespace cudnn_setup {
namespace {

using Kind = PathSegmentFact::Kind;

bool holds(const std::vector<PathSegmentFact>& segments, const std::string& folder) {
    const auto key = folderKey(folder);
    return std::ranges::any_of(segments,
                               [&](const auto& segment) { return !segment.expanded.empty() && folderKey(segment.expanded) == key; });
}

/// @param seen  Folders of earlier segments, the machine's included.
void addSegmentFindings(const PathFacts& path, EnvironmentScope scope, std::set<std::string>& seen, std::vector<Finding>& findings) {
    std::size_t place = 0;
    for (const auto& segment : path.segments) {
        const bool isFirstOfPlace = segment.place != place;
        place = segment.place;
        const auto add = [&](ErrorCode code, Severity severity) {
            findings.push_back({.code = code,
                                .severity = severity,
                                .subject = segment.raw,
                                .arguments = {std::to_string(place), std::string(toText(scope))}});
        };
        if (segment.kind == Kind::Empty) {
            // One ';' at the end is how Windows' own editor leaves the value.
            if (place != path.segments.back().place) add(ErrorCode::PathEmptySegment, Severity::Info);
            continue;
        }
        if (isFirstOfPlace && segment.raw.contains('"')) add(ErrorCode::PathQuote, Severity::Info);
        if (!seen.insert(folderKey(segment.expanded)).second) add(ErrorCode::PathDuplicate, Severity::Info);
        else if (segment.kind == Kind::File) add(ErrorCode::PathSegmentIsFile, Severity::Warning);
        else if (segment.kind == Kind::Missing) add(ErrorCode::PathDead, Severity::Info);
        if (isFirstOfPlace && path.value && path.value->type == RegistryText::Plain && namesVariable(segment.raw))
            add(ErrorCode::PathTypeNotExpandable, Severity::Warning);
    }
}

}   // namespace

std::vector<Finding> pathFindings(const Snapshot& snapshot, const Toolkit& toolkit) {
    std::vector<Finding> findings;
    if (!holds(snapshot.effectivePath(), toolkit.dllFolderAbsolute)) {
        findings.push_back({.code = ErrorCode::PathFolderMissing, .severity = Severity::Warning, .subject = toolkit.dllFolderAbsolute});
    }
    if (toolkit.writableByUsers && holds(snapshot.machinePath.segments, toolkit.dllFolderAbsolute)) {
        findings.push_back(
            {.code = ErrorCode::PathFolderWritableByUsers, .severity = Severity::Warning, .subject = toolkit.dllFolderAbsolute});
    }
    std::set<std::string> seen;
    addSegmentFindings(snapshot.machinePath, EnvironmentScope::Machine, seen, findings);
    addSegmentFindings(snapshot.userPath, EnvironmentScope::User, seen, findings);
    return findings;
}

}   // namespace cudnn_setup
