#include "base/json.h"

namespace cudnn_setup {
namespace {

constexpr int maxDepth = 64;

}   // namespace

Result<nlohmann::json> parseJson(std::string_view text, std::string_view what) {
    bool tooDeep = false;
    const nlohmann::json::parser_callback_t watchDepth = [&](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
        tooDeep = tooDeep || depth > maxDepth;
        return !tooDeep;
    };
    auto json = nlohmann::json::parse(text, watchDepth, /*allow_exceptions=*/false);
    if (tooDeep || json.is_discarded()) return fail(ErrorCode::JsonMalformed, std::string(what));
    return json;
}

std::string dumpJson(const nlohmann::json& json, int indent) {
    return json.dump(indent, ' ', /*ensure_ascii=*/false, nlohmann::json::error_handler_t::replace);
}

JsonReader::JsonReader(const nlohmann::json& object) : m_object(object) {
    if (!object.is_object()) m_error = Error{ErrorCode::JsonMalformed, "object expected"};
}

const nlohmann::json* JsonReader::find(std::string_view key) const {
    if (!m_object.is_object()) return nullptr;
    const auto found = m_object.find(key);
    return found == m_object.end() || found->is_null() ? nullptr : &*found;
}

bool JsonReader::has(std::string_view key) const {
    return find(key) != nullptr;
}

void JsonReader::reject(std::string_view key) {
    if (!m_error) m_error = Error{ErrorCode::JsonMalformed, std::string(key)};
}

std::string JsonReader::text(std::string_view key) {
    const auto* value = find(key);
    if (value != nullptr && value->is_string()) return value->get<std::string>();
    reject(key);
    return {};
}

std::string JsonReader::textOr(std::string_view key, std::string_view fallback) {
    return has(key) ? text(key) : std::string(fallback);
}

std::optional<std::string> JsonReader::optionalText(std::string_view key) {
    if (!has(key)) return std::nullopt;
    return text(key);
}

std::vector<std::string> JsonReader::texts(std::string_view key) {
    std::vector<std::string> values;
    for (const auto& value : array(key)) {
        if (value.is_string()) values.push_back(value.get<std::string>());
        else reject(key);
    }
    return values;
}

std::uint64_t JsonReader::unsignedNumber(std::string_view key) {
    const auto* value = find(key);
    if (value != nullptr && value->is_number_unsigned()) return value->get<std::uint64_t>();
    // A program that builds JSON from signed integers writes the same text; only the in-memory type differs.
    if (value != nullptr && value->is_number_integer() && value->get<std::int64_t>() >= 0) {
        return static_cast<std::uint64_t>(value->get<std::int64_t>());
    }
    reject(key);
    return 0;
}

std::uint64_t JsonReader::unsignedOr(std::string_view key, std::uint64_t fallback) {
    return has(key) ? unsignedNumber(key) : fallback;
}

double JsonReader::number(std::string_view key) {
    const auto* value = find(key);
    if (value != nullptr && value->is_number()) return value->get<double>();
    reject(key);
    return 0.0;
}

double JsonReader::numberOr(std::string_view key, double fallback) {
    return has(key) ? number(key) : fallback;
}

bool JsonReader::boolean(std::string_view key) {
    const auto* value = find(key);
    if (value != nullptr && value->is_boolean()) return value->get<bool>();
    reject(key);
    return false;
}

bool JsonReader::booleanOr(std::string_view key, bool fallback) {
    return has(key) ? boolean(key) : fallback;
}

const nlohmann::json& JsonReader::array(std::string_view key) {
    static const nlohmann::json empty = nlohmann::json::array();
    const auto* value = find(key);
    if (value != nullptr && value->is_array()) return *value;
    reject(key);
    return empty;
}

const nlohmann::json& JsonReader::object(std::string_view key) {
    static const nlohmann::json empty = nlohmann::json::object();
    const auto* value = find(key);
    if (value != nullptr && value->is_object()) return *value;
    reject(key);
    return empty;
}

}   // namespace cudnn_setup
