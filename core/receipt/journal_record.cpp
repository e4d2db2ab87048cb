#include "receipt/journal_record.h"

#include "base/json.h"
#include "receipt/line_checksum.h"
#include "receipt/lossless_text.h"

#include <charconv>
#include <set>

namespace cudnn_setup {
namespace {

template <class... Cases> struct Overloaded : Cases... {
    using Cases::operator()...;
};
template <class... Cases> Overloaded(Cases...) -> Overloaded<Cases...>;

nlohmann::json hashToJson(const std::optional<Sha256>& hash) {
    return hash ? nlohmann::json(hash->toString()) : nlohmann::json();
}

nlohmann::json valueToJson(const std::optional<RawVariable>& value) {
    return value ? toJson(*value) : nlohmann::json();
}

nlohmann::json textToJson(const std::optional<std::string>& text) {
    return text ? losslessToJson(*text) : nlohmann::json();
}

nlohmann::json recordToJson(const JournalRecord& record) {
    return std::visit(
        Overloaded{
            [](const JournalBegin& begin) {
                return nlohmann::json{
                    {"record", "begin"},      {"tool_version", begin.toolVersion}, {"started_at", begin.startedAt},
                    {"action", begin.action}, {"dll_folder", begin.dllFolder},     {"state_folder_existed", begin.stateFolderExisted}};
            },
            [](const JournalPlan& plan) {
                return nlohmann::json{{"record", "plan"}, {"digest", plan.digest.toString()}, {"steps", plan.steps}};
            },
            [](const JournalFolder& folder) {
                return nlohmann::json{{"record", "folder"}, {"path", folder.path}, {"creates", folder.creates}};
            },
            [](const JournalFile& file) {
                return nlohmann::json{{"record", "file"},
                                      {"index", file.index},
                                      {"path", file.path},
                                      {"aside", file.aside},
                                      {"aside_sha256", hashToJson(file.asideSha256)},
                                      {"from", file.from},
                                      {"from_sha256", hashToJson(file.fromSha256)}};
            },
            [](const JournalPath& path) {
                return nlohmann::json{{"record", "path"},
                                      {"scope", toText(path.scope)},
                                      {"segment", losslessToJson(path.segment)},
                                      {"before", valueToJson(path.before)},
                                      {"after", valueToJson(path.after)}};
            },
            [](const JournalReceipt& receipt) {
                return nlohmann::json{{"record", "receipt"}, {"before", textToJson(receipt.before)}, {"after", textToJson(receipt.after)}};
            },
            [](const JournalCommit& commit) {
                return nlohmann::json{{"record", "commit"}, {"remove_state_folder", commit.removeStateFolder}};
            }},
        record);
}

std::optional<Sha256> readHash(JsonReader& reader, std::string_view key) {
    const auto text = reader.optionalText(key);
    if (!text) return std::nullopt;
    const auto hash = Sha256::parse(*text);
    if (hash) return *hash;
    reader.reject(key);
    return std::nullopt;
}

std::optional<RawVariable> readValue(JsonReader& reader, std::string_view key) {
    if (!reader.has(key)) return std::nullopt;
    auto value = rawVariableFromJson(reader.object(key));
    if (value) return std::move(*value);
    reader.reject(key);
    return std::nullopt;
}

std::optional<std::string> readLossless(JsonReader& reader, const nlohmann::json& json, std::string_view key) {
    if (!reader.has(key)) return std::nullopt;
    auto text = losslessFromJson(*json.find(key), key);
    if (text) return std::move(*text);
    reader.reject(key);
    return std::nullopt;
}

/// "staging/7": one of @p folders and a bare name.
bool isStatePath(std::string_view path, std::initializer_list<std::string_view> folders) {
    const auto slash = path.find('/');
    if (slash == std::string_view::npos || !isStateFileName(path.substr(slash + 1))) return false;
    for (const auto folder : folders) {
        if (path.substr(0, slash) == folder) return true;
    }
    return false;
}

JournalRecord readFile(JsonReader& reader) {
    JournalFile file{.index = static_cast<std::size_t>(reader.unsignedNumber("index")),
                     .path = reader.text("path"),
                     .aside = reader.text("aside"),
                     .asideSha256 = readHash(reader, "aside_sha256"),
                     .from = reader.text("from"),
                     .fromSha256 = readHash(reader, "from_sha256")};
    if (!file.aside.empty() && !isStatePath(file.aside, {"backup", "superseded"})) reader.reject("aside");
    if (!file.from.empty() && !isStatePath(file.from, {"staging", "backup"})) reader.reject("from");
    if (file.aside.empty() == file.asideSha256.has_value()) reader.reject("aside_sha256");
    if (file.from.empty() == file.fromSha256.has_value()) reader.reject("from_sha256");
    if (file.aside.empty() && file.from.empty()) reader.reject("from");
    return file;
}

Result<JournalRecord> recordFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    const auto kind = reader.text("record");
    JournalRecord record = JournalCommit{};
    if (kind == "begin") {
        JournalBegin begin{.toolVersion = reader.text("tool_version"),
                           .startedAt = reader.text("started_at"),
                           .action = reader.text("action"),
                           .dllFolder = reader.text("dll_folder"),
                           .stateFolderExisted = reader.boolean("state_folder_existed")};
        if (!isAllowedDllFolder(begin.dllFolder)) reader.reject("dll_folder");
        record = std::move(begin);
    } else if (kind == "plan") {
        const auto digest = readHash(reader, "digest");
        if (!digest) reader.reject("digest");
        record = JournalPlan{digest.value_or(Sha256(Sha256::Bytes{})), static_cast<std::size_t>(reader.unsignedNumber("steps"))};
    } else if (kind == "folder") {
        record = JournalFolder{reader.text("path"), reader.boolean("creates")};
    } else if (kind == "file") {
        record = readFile(reader);
    } else if (kind == "path") {
        const auto scope = reader.text("scope");
        if (scope != "machine" && scope != "user") reader.reject("scope");
        auto segment = readLossless(reader, json, "segment");
        if (!segment || segment->empty()) reader.reject("segment");
        record = JournalPath{scope == "machine" ? EnvironmentScope::Machine : EnvironmentScope::User, segment.value_or(""),
                             readValue(reader, "before"), readValue(reader, "after")};
    } else if (kind == "receipt") {
        record = JournalReceipt{readLossless(reader, json, "before"), readLossless(reader, json, "after")};
    } else if (kind == "commit") {
        record = JournalCommit{reader.boolean("remove_state_folder")};
    } else {
        reader.reject("record");
    }
    if (reader.error()) return std::unexpected(*reader.error());
    return record;
}

/// "<bytes> <crc32> <json>": what it says of itself, and what is there.
struct Line {
    std::size_t length;
    std::uint32_t sum;
    std::string_view body;
};

std::optional<Line> readLine(std::string_view text) {
    Line line{};
    const char* const end = text.data() + text.size();
    const auto afterLength = std::from_chars(text.data(), end, line.length);
    if (afterLength.ec != std::errc{} || afterLength.ptr == end || *afterLength.ptr != ' ') return std::nullopt;
    const auto afterSum = std::from_chars(afterLength.ptr + 1, end, line.sum, 16);
    if (afterSum.ec != std::errc{} || afterSum.ptr == end || *afterSum.ptr != ' ') return std::nullopt;
    line.body = std::string_view(afterSum.ptr + 1, static_cast<std::size_t>(end - afterSum.ptr - 1));
    return line;
}

bool isIntact(const std::optional<Line>& line) {
    return line && line->body.size() == line->length && lineChecksum(line->body) == line->sum;
}

/// A torn write is never longer than the line was to be; more behind it means that a line end in the middle was lost.
bool isTorn(const std::optional<Line>& line) {
    return !line || line->body.size() <= line->length + 1;
}

/// What may follow what; one instance reads one journal.
class OrderCheck {
public:
    [[nodiscard]] bool accepts(const JournalRecord& record) {
        if (m_committed) return false;
        if (const auto* begin = std::get_if<JournalBegin>(&record)) {
            if (m_begin) return false;
            m_begin = *begin;
            return true;
        }
        if (!m_begin) return false;
        if (std::holds_alternative<JournalPlan>(record)) {
            if (m_planned) return false;
            m_planned = true;
            return true;
        }
        if (!m_planned) return false;
        if (const auto* folder = std::get_if<JournalFolder>(&record)) return isAllowedFolder(folder->path, m_begin->dllFolder);
        if (const auto* file = std::get_if<JournalFile>(&record)) {
            return !m_receiptSeen && isAllowedPath(file->path, m_begin->dllFolder) && m_indices.insert(file->index).second;
        }
        if (std::holds_alternative<JournalPath>(record)) return !std::exchange(m_pathSeen, true);
        if (std::holds_alternative<JournalReceipt>(record)) return !std::exchange(m_receiptSeen, true);
        m_committed = true;
        return true;
    }

private:
    std::optional<JournalBegin> m_begin;
    std::set<std::size_t> m_indices;
    bool m_planned = false;
    bool m_pathSeen = false;
    bool m_receiptSeen = false;
    bool m_committed = false;
};

std::unexpected<Error> damagedLine(std::size_t number) {
    return fail(ErrorCode::JournalDamaged, "journal.jsonl", 0, {std::to_string(number)});
}

}   // namespace

std::string toLine(const JournalRecord& record) {
    const auto body = dumpJson(recordToJson(record));
    constexpr std::string_view digits = "0123456789abcdef";
    std::string sum;
    for (int shift = 28; shift >= 0; shift -= 4) sum += digits[(lineChecksum(body) >> static_cast<unsigned>(shift)) & 0x0FU];
    return std::to_string(body.size()) + ' ' + sum + ' ' + body + '\n';
}

Result<JournalContents> parseJournal(std::string_view text) {
    JournalContents contents;
    OrderCheck order;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const auto lineEnd = text.find('\n');
        const bool isLast = lineEnd == std::string_view::npos || lineEnd + 1 == text.size();
        const auto line = readLine(text.substr(0, lineEnd));
        if (lineEnd == std::string_view::npos || !isIntact(line)) {
            if (!isLast || !isTorn(line)) return damagedLine(number);
            contents.tornTail = true;
            return contents;
        }
        text.remove_prefix(lineEnd + 1);
        // From here on the line is as its writer left it: what is wrong now was never a torn write.
        const auto json = parseJson(line->body, "journal.jsonl");
        if (!json) return damagedLine(number);
        auto record = recordFromJson(*json);
        if (!record || !order.accepts(*record)) return damagedLine(number);
        contents.records.push_back(std::move(*record));
    }
    return contents;
}

}   // namespace cudnn_setup
