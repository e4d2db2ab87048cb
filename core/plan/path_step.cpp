#include "plan/path_step.h"

#include "plan/target_text.h"

#include <algorithm>

namespace cudnn_setup {
namespace {

// Where tools start to cut PATH off or refuse it: reports name 1,024 and more (OpenMS#1241), the number itself is assumed. An environment
// variable holds 32,767 characters at most (Microsoft, "SetEnvironmentVariable").
constexpr std::size_t comfortableLength = 2'047;
constexpr std::size_t greatestLength = 32'767;

std::string identity(std::string_view text) {
    return std::string(text);
}

bool holds(const std::optional<RawVariable>& value, std::string_view folder, const Expand& expand) {
    if (!value) return false;
    return containsSegment(value->text, folder, value->type == RegistryText::Expandable ? expand : Expand(identity));
}

bool hasOpenQuote(std::string_view segment) {
    return std::ranges::count(segment, '"') % 2 != 0;
}

Finding aboutLength(ErrorCode code, Severity severity, EnvironmentScope scope, std::size_t length) {
    return {code, severity, "Path", {std::to_string(length), std::string(toText(scope))}};
}

/// One warning for each segment that @p applies to, with its place from 1 on.
std::vector<Finding> aboutSegments(ErrorCode code, EnvironmentScope scope, std::string_view raw, const auto& applies) {
    std::vector<Finding> findings;
    std::size_t place = 0;
    for (const auto& segment : splitPath(raw)) {
        ++place;
        if (!applies(segment.text)) continue;
        findings.push_back({code, Severity::Warning, std::string(segment.text), {std::to_string(place), std::string(toText(scope))}});
    }
    return findings;
}

std::optional<PathStep> removal(EnvironmentScope scope, std::string_view segment, const std::optional<RawVariable>& value,
                                bool wasMissing) {
    if (!value) return std::nullopt;
    const RawVariable without{removeSegment(value->text, segment), value->type};
    if (without == *value) return std::nullopt;
    const bool removesValue = wasMissing && without.text.empty();
    return PathStep{scope, std::string(segment), false, value, removesValue ? std::nullopt : std::optional(without)};
}

/// `after` is `before` and our segment, nothing else: a receipt is input and must not smuggle another text into PATH.
bool isOurEdit(const PathAddition& recorded) {
    if (!recorded.before) return recorded.after.text == addSegment("", recorded.segment);
    return recorded.after.type == recorded.before->type && recorded.after.text == addSegment(recorded.before->text, recorded.segment);
}

}   // namespace

PathDecision planPathAddition(PathChoice choice, const Toolkit& toolkit, const PathValues& values, const Expand& expand) {
    PathDecision decision;
    const auto& folder = toolkit.dllFolderAbsolute;
    const bool onMachine = holds(values.machine, folder, expand);
    const bool onUser = holds(values.user, folder, expand);
    if (choice == PathChoice::None) {
        if (!onMachine && !onUser) decision.findings.push_back({ErrorCode::PathFolderMissing, Severity::Warning, folder});
        return decision;
    }
    const auto scope = choice == PathChoice::Machine ? EnvironmentScope::Machine : EnvironmentScope::User;
    const auto& value = values.of(scope);
    if (value && value->type == RegistryText::Plain)
        decision.findings = aboutSegments(ErrorCode::PathTypeNotExpandable, scope, value->text, namesVariable);
    // Our own segment in the user's PATH serves whoever runs this; a second one in the machine's would outlive an uninstall.
    const bool oursServes = toolkit.receipt && toolkit.receipt->path && holds(values.of(toolkit.receipt->path->scope), folder, expand);
    const bool isThere = onMachine || oursServes || (scope == EnvironmentScope::User && onUser);
    if (toolkit.writableByUsers && scope == EnvironmentScope::Machine && (onMachine || !isThere)) {
        decision.findings.push_back({ErrorCode::PathFolderWritableByUsers, onMachine ? Severity::Warning : Severity::Error, folder});
    }
    if (isThere) return decision;

    const RawVariable after =
        value ? RawVariable{addSegment(value->text, folder), value->type} : RawVariable{addSegment("", folder), RegistryText::Expandable};
    const auto length = charactersOf(after.text);
    if (length > greatestLength) {
        decision.findings.push_back(aboutLength(ErrorCode::PathTooLong, Severity::Error, scope, length));
        return decision;
    }
    if (length > comfortableLength) decision.findings.push_back(aboutLength(ErrorCode::PathLong, Severity::Warning, scope, length));
    if (value)
        std::ranges::move(aboutSegments(ErrorCode::PathQuote, scope, value->text, hasOpenQuote), std::back_inserter(decision.findings));
    decision.step = PathStep{scope, folder, true, value, after};
    return decision;
}

std::optional<PathStep> planPathRemoval(const PathAddition& recorded, std::string_view dllFolder, const PathValues& values) {
    if (normaliseSegment(recorded.segment) != normaliseSegment(dllFolder)) return std::nullopt;
    const auto& value = values.of(recorded.scope);
    if (value == recorded.after && isOurEdit(recorded)) return PathStep{recorded.scope, recorded.segment, false, value, recorded.before};
    return removal(recorded.scope, recorded.segment, value, !recorded.before);
}

std::optional<PathStep> planPathRemoval(const IndexedToolkit& entry, const PathValues& values) {
    if (!entry.pathScope || !normaliseSegment(entry.pathSegment).starts_with(normaliseSegment(entry.root) + '\\')) return std::nullopt;
    return removal(*entry.pathScope, entry.pathSegment, values.of(*entry.pathScope), false);
}

}   // namespace cudnn_setup
