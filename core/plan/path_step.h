#pragma once
/// @file
/// Whether PATH gains or loses one segment, and what is to be said about it. Everything else in the value stays as it is.
#include "plan/path_segments.h"
#include "plan/plan.h"

namespace cudnn_setup {

/// Path of both scopes as the steps before this one leave it; std::nullopt: no such value.
struct PathValues {
    std::optional<RawVariable> machine;
    std::optional<RawVariable> user;
    [[nodiscard]] const std::optional<RawVariable>& of(EnvironmentScope scope) const {
        return scope == EnvironmentScope::Machine ? machine : user;
    }
    void take(const PathStep& step) { (step.scope == EnvironmentScope::Machine ? machine : user) = step.after; }
};

struct PathDecision {
    std::optional<PathStep> step;
    std::vector<Finding> findings;
};

/// Adds the toolkit's DLL folder at the end of the scope that @p choice names, unless a program would find it already.
[[nodiscard]] PathDecision planPathAddition(PathChoice choice, const Toolkit& toolkit, const PathValues& values, const Expand& expand);

/// Takes out what an install recorded. @param dllFolder The toolkit's own one, absolute: a receipt that names another folder is not followed.
[[nodiscard]] std::optional<PathStep> planPathRemoval(const PathAddition& recorded, std::string_view dllFolder, const PathValues& values);

/// For a toolkit that is gone: only the index knows its segment, which must lie in @p entry's root.
[[nodiscard]] std::optional<PathStep> planPathRemoval(const IndexedToolkit& entry, const PathValues& values);

}   // namespace cudnn_setup
