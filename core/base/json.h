#pragma once
/// @file
/// Reading JSON that came from disk or from another process: it is input, so a wrong shape is an error value, never an exception.
#include "base/error.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace cudnn_setup {

/// @return The parsed text, or Error{JsonMalformed, what}. Depth is limited, so that hostile nesting cannot exhaust the stack.
[[nodiscard]] Result<nlohmann::json> parseJson(std::string_view text, std::string_view what);

/// UTF-8 text of @p json; bytes that are not UTF-8 are replaced, never thrown over.
[[nodiscard]] std::string dumpJson(const nlohmann::json& json, int indent = -1);

/// Reads the members of one object. The first wrong member is remembered; later reads give empty values. Ask error() once at the end.
class JsonReader {
public:
    /// @param object  Borrowed; must outlive the reader.
    explicit JsonReader(const nlohmann::json& object);
    [[nodiscard]] std::string text(std::string_view key);
    [[nodiscard]] std::string textOr(std::string_view key, std::string_view fallback);
    [[nodiscard]] std::optional<std::string> optionalText(std::string_view key);   // missing or null: none
    [[nodiscard]] std::vector<std::string> texts(std::string_view key);
    [[nodiscard]] std::uint64_t unsignedNumber(std::string_view key);
    [[nodiscard]] std::uint64_t unsignedOr(std::string_view key, std::uint64_t fallback);
    [[nodiscard]] double number(std::string_view key);
    [[nodiscard]] double numberOr(std::string_view key, double fallback);
    [[nodiscard]] bool boolean(std::string_view key);
    [[nodiscard]] bool booleanOr(std::string_view key, bool fallback);
    [[nodiscard]] const nlohmann::json& array(std::string_view key);    // an empty array on error
    [[nodiscard]] const nlohmann::json& object(std::string_view key);   // an empty object on error
    [[nodiscard]] bool has(std::string_view key) const;                 // present and not null
    void reject(std::string_view key);                                  // the caller found the value impossible
    [[nodiscard]] const std::optional<Error>& error() const noexcept { return m_error; }

private:
    [[nodiscard]] const nlohmann::json* find(std::string_view key) const;
    const nlohmann::json& m_object;
    std::optional<Error> m_error;
};

}   // namespace cudnn_setup
