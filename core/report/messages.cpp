#include "report/messages.h"

#include "base/json.h"
#include "embedded/messagesEn.h"
#include "embedded/messagesZhCn.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cudnn_setup {
namespace {

void flatten(const nlohmann::json& node, const std::string& prefix, std::vector<std::pair<std::string, std::string>>& texts) {
    for (const auto& [key, value] : node.items()) {
        const std::string name = prefix.empty() ? key : prefix + '.' + key;
        if (value.is_object()) flatten(value, name, texts);
        else if (value.is_string()) texts.emplace_back(name, value.get<std::string>());
    }
}

/// {subject}, {0} … {9}, and {0...} for all from 0 on; a fact that the run does not have leaves no hole with braces in a sentence.
std::string fillIn(std::string_view pattern, std::string_view subject, std::span<const std::string> arguments) {
    std::string text;
    while (!pattern.empty()) {
        const auto open = pattern.find('{');
        const auto close = open == std::string_view::npos ? open : pattern.find('}', open);
        if (close == std::string_view::npos) return text.append(pattern);
        text.append(pattern.substr(0, open));
        const auto name = pattern.substr(open + 1, close - open - 1);
        if (name == "subject") text.append(subject);
        else if (name.size() == 1 && name[0] >= '0' && name[0] <= '9') {
            const auto index = static_cast<std::size_t>(name[0] - '0');
            if (index < arguments.size()) text.append(arguments[index]);
        } else if (name == "0...") {
            text.append(fmt::format("{}", fmt::join(arguments, ", ")));
        } else text.append(pattern.substr(open, close - open + 1));
        pattern.remove_prefix(close + 1);
    }
    return text;
}

}   // namespace

std::string_view toText(Language language) noexcept {
    return language == Language::English ? "en" : "zh-CN";
}

std::optional<Language> languageFromText(std::string_view text) noexcept {
    if (text.starts_with("en")) return Language::English;
    if (text.starts_with("zh")) return Language::SimplifiedChinese;
    return std::nullopt;
}

Messages::Messages(Language language, std::string_view catalogue) : m_language(language) {
    if (const auto json = parseJson(catalogue, toText(language))) flatten(*json, "", m_texts);
    std::ranges::sort(m_texts);
}

const Messages& Messages::of(Language language) {
    static const Messages english(Language::English, embedded::messagesEn);
    static const Messages chinese(Language::SimplifiedChinese, embedded::messagesZhCn);
    return language == Language::English ? english : chinese;
}

std::string Messages::text(std::string_view key, std::span<const std::string> arguments) const {
    const auto found = std::ranges::lower_bound(m_texts, key, {}, [](const auto& entry) { return std::string_view(entry.first); });
    if (found == m_texts.end() || found->first != key) return std::string(key);
    return fillIn(found->second, "", arguments);
}

std::string Messages::text(std::string_view key, std::initializer_list<std::string> arguments) const {
    return text(key, std::span(arguments.begin(), arguments.size()));
}

std::string Messages::describe(const Finding& finding) const {
    const auto key = fmt::format("codes.{}", codeInfo(finding.code).id);
    const auto found = std::ranges::lower_bound(m_texts, key, {}, [](const auto& entry) { return std::string_view(entry.first); });
    if (found == m_texts.end() || found->first != key) return key;
    auto sentence = fillIn(found->second, finding.subject, finding.arguments);
    // A sentence that ends in a fact which is not known must not end in blanks.
    while (!sentence.empty() && sentence.back() == ' ') sentence.pop_back();
    return sentence;
}

std::string Messages::remedy(const Finding& finding) const {
    const auto key = codeInfo(finding.code).remedy;
    return key == "none" ? std::string() : text(fmt::format("remedies.{}", key));
}

std::string Messages::systemError(std::uint32_t code) const {
    // The system's own sentences come in the system's language; the number is what people search for. HRESULTs are known in hexadecimal.
    return text("report.system-error-number", {code < 0x10000 ? std::to_string(code) : fmt::format("0x{:08X}", code)});
}

std::string Messages::bytes(std::uint64_t count) const {
    constexpr std::string_view noBreakSpace = "\u00A0";
    const auto value = static_cast<double>(count);
    if (count >= 1'000'000'000) return fmt::format("{:.1f}{}GB", value / 1e9, noBreakSpace);
    if (count >= 10'000'000) return fmt::format("{:.0f}{}MB", value / 1e6, noBreakSpace);
    if (count >= 1'000'000) return fmt::format("{:.1f}{}MB", value / 1e6, noBreakSpace);
    if (count >= 1'000) return fmt::format("{:.0f}{}kB", value / 1e3, noBreakSpace);
    return fmt::format("{}{}B", count, noBreakSpace);
}

std::vector<std::string> Messages::keys() const {
    std::vector<std::string> names;
    for (const auto& [key, value] : m_texts) names.push_back(key);
    return names;
}

}   // namespace cudnn_setup
