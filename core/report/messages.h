#pragma once
/// @file
/// The only place where codes become sentences. Catalogues are resources/messages/<language>.json, compiled in; tests say which language
/// lacks which key.
#include "base/finding.h"

#include <optional>
#include <span>
#include <string_view>

namespace cudnn_setup {

enum class Language { English, SimplifiedChinese };
[[nodiscard]] std::string_view toText(Language language) noexcept;                        // "en", "zh-CN"
[[nodiscard]] std::optional<Language> languageFromText(std::string_view text) noexcept;   // "en", "en-US", "zh-CN", "zh-Hans" …

/// Thread-safe, immutable.
class Messages {
public:
    [[nodiscard]] static const Messages& of(Language language);
    /// Text of "section.key" with {0}, {1} … filled in. A missing key gives the key itself: visible, never a crash.
    [[nodiscard]] std::string text(std::string_view key, std::span<const std::string> arguments = {}) const;
    [[nodiscard]] std::string text(std::string_view key, std::initializer_list<std::string> arguments) const;
    /// What happened and why: "codes.<id>" with {subject}, {0}, {1} …
    [[nodiscard]] std::string describe(const Finding& finding) const;
    /// What to do next; empty for "none".
    [[nodiscard]] std::string remedy(const Finding& finding) const;
    /// "error 5", "error 0x80096010": what people search for.
    [[nodiscard]] std::string systemError(std::uint32_t code) const;
    /// Decimal megabytes or gigabytes with a no-break space: "550 MB", "1.8 GB".
    [[nodiscard]] std::string bytes(std::uint64_t count) const;
    [[nodiscard]] std::vector<std::string> keys() const;   // for tests
    [[nodiscard]] Language language() const noexcept { return m_language; }

private:
    Messages(Language language, std::string_view catalogue);
    Language m_language;
    std::vector<std::pair<std::string, std::string>> m_texts;   // sorted by key
};

}   // namespace cudnn_setup
