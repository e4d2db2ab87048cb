#pragma once
/// @file
/// Errors are values. A code says what went wrong, the subject says with what; sentences are made in core/report only.
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudnn_setup {

enum class ErrorCode : std::uint16_t {
#define CODE(number, name, id, exitCode, remedy) name = (number),
#include "base/codes.def"
#undef CODE
};

struct Error {
    ErrorCode code;
    std::string subject;                    ///< the file, switch or key it is about; never a sentence
    std::uint32_t systemCode = 0;           ///< GetLastError() or errno of the failing call; 0 = none
    std::vector<std::string> arguments{};   ///< further facts for the text, in the order that the catalogue names them
    friend bool operator==(const Error&, const Error&) = default;
};

template <class T> using Result = std::expected<T, Error>;

/// `return fail(ErrorCode::DiskFull, path);`
[[nodiscard]] inline std::unexpected<Error> fail(ErrorCode code, std::string subject, std::uint32_t systemCode = 0,
                                                 std::vector<std::string> arguments = {}) {
    return std::unexpected(Error{code, std::move(subject), systemCode, std::move(arguments)});
}

/// One row of codes.def. The views point to static storage.
struct CodeInfo {
    ErrorCode code;
    std::string_view name;     ///< as in C++
    std::string_view id;       ///< as in files, JSON and messages
    int exitCode;              ///< 0: this code never ends a run by itself
    std::string_view remedy;   ///< key of the next step in the catalogues; "none" = nothing to do
};

/// All codes in the order of codes.def.
[[nodiscard]] std::span<const CodeInfo> allCodes() noexcept;
[[nodiscard]] const CodeInfo& codeInfo(ErrorCode code) noexcept;
/// @return The code with that identifier, or Error{JsonMalformed, id}.
[[nodiscard]] Result<ErrorCode> codeFromId(std::string_view id);

}   // namespace cudnn_setup
