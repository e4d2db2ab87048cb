#pragma once
/// @file
/// %NAME% in registry text. ExpandEnvironmentStrings knows only the calling process's variables; we need those that a new program of
/// another user would get, so the look-up is a parameter.
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace cudnn_setup {

/// @param lookUp  The value of a variable (any case), or none.
/// @return @p text with every known %NAME% replaced once; values are not expanded again, unknown names keep their percent signs
///         ("%A%B%" with only B known becomes "%A" and B's value), as ExpandEnvironmentStrings does it.
[[nodiscard]] std::string expandVariables(std::string_view text,
                                          const std::function<std::optional<std::string>(std::string_view name)>& lookUp);

/// Whether two names of variables are the same: ASCII letters of either case are equal. Windows folds the other letters as well, but
/// no variable that we touch has any.
[[nodiscard]] bool isSameVariable(std::string_view a, std::string_view b) noexcept;

}   // namespace cudnn_setup
