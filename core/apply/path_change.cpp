#include "apply/path_change.h"

#include "plan/path_segments.h"

namespace cudnn_setup {
namespace {

std::string textOf(const std::optional<RawVariable>& value) {
    return value ? value->text : std::string{};
}

bool adds(const JournalPath& change) {
    return textOf(change.after).size() > textOf(change.before).size();
}

}   // namespace

bool changesOnlyItsSegment(const JournalPath& change, std::string_view dllFolderAbsolute) {
    if (normaliseSegment(change.segment) != normaliseSegment(dllFolderAbsolute)) return false;
    if (change.before && change.after && change.before->type != change.after->type) return false;
    const auto before = textOf(change.before);
    const auto after = textOf(change.after);
    return adds(change) ? addSegment(before, change.segment) == after : removeSegment(before, change.segment) == after;
}

Result<void> writePath(EnvironmentStore& environment, const JournalPath& change) {
    const auto current = environment.read(change.scope, pathVariable);
    if (!current) return std::unexpected(current.error());
    if (*current != change.before) return fail(ErrorCode::PlanChanged, std::string(pathVariable));
    return environment.write(change.scope, pathVariable, change.after);
}

Result<bool> undoPath(EnvironmentStore& environment, const JournalPath& change) {
    const auto current = environment.read(change.scope, pathVariable);
    if (!current) return std::unexpected(current.error());
    if (*current == change.before) return false;
    std::optional<RawVariable> wanted = change.before;
    if (*current != change.after) {
        // Somebody wrote PATH after us. Without a value there is nothing of ours to take out, and none of theirs to add to.
        if (!*current) return false;
        const auto expand = [&](std::string_view text) {
            return (*current)->type == RegistryText::Expandable ? environment.expand(text) : std::string(text);
        };
        wanted = *current;
        if (adds(change)) wanted->text = removeSegment((*current)->text, change.segment);
        else if (!containsSegment((*current)->text, change.segment, expand)) wanted->text = addSegment((*current)->text, change.segment);
        if (wanted == *current) return false;
    }
    if (auto written = environment.write(change.scope, pathVariable, wanted); !written) return std::unexpected(written.error());
    return true;
}

}   // namespace cudnn_setup
