#pragma once
/// @file
/// The variables that a process starts with.
#include <windows.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudnn_setup::win {

/// Names and values; names are compared without case.
class EnvironmentBlock {
public:
    /// What a new program of the token's user gets (CreateEnvironmentBlock); nullptr: the machine's variables only. @return std::nullopt
    /// when the system cannot tell.
    [[nodiscard]] static std::optional<EnvironmentBlock> forNewProgram(HANDLE token);
    [[nodiscard]] static EnvironmentBlock ofThisProcess();

    [[nodiscard]] std::optional<std::wstring> find(std::wstring_view name) const;
    void set(std::wstring_view name, std::wstring_view value);   // an empty value removes
    /// As CreateProcess wants it: sorted, each entry ended by a zero, one more at the end.
    [[nodiscard]] std::wstring text() const;

private:
    explicit EnvironmentBlock(const wchar_t* block);
    std::vector<std::pair<std::wstring, std::wstring>> m_variables;
};

}   // namespace cudnn_setup::win
