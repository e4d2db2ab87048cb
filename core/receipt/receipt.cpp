#include "receipt/receipt.h"

#include "base/json.h"
#include "receipt/lossless_text.h"

#include <limits>
#include <set>

namespace cudnn_setup {
namespace {

constexpr std::uint64_t formatNumber = 1;

std::unexpected<Error> damaged(std::string subject) {
    return fail(ErrorCode::ReceiptDamaged, std::move(subject));
}

/// Names compare without case: on NTFS two spellings are one file.
std::string nameKey(std::string_view text) {
    std::string key(text);
    for (char& letter : key) {
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    }
    return key;
}

nlohmann::json priorToJson(const PriorFile& prior) {
    return {{"backup", prior.backup},
            {"size", prior.size},
            {"sha256", prior.sha256.toString()},
            {"attributes", prior.attributes},
            {"security", prior.security}};
}

Sha256 readSha256(JsonReader& reader, std::string_view key) {
    const auto parsed = Sha256::parse(reader.text(key));
    if (parsed) return *parsed;
    reader.reject(key);
    return Sha256(Sha256::Bytes{});
}

std::uint32_t readNumber32(JsonReader& reader, std::string_view key) {
    const auto number = reader.unsignedNumber(key);
    if (number > std::numeric_limits<std::uint32_t>::max()) reader.reject(key);
    return static_cast<std::uint32_t>(number);
}

Version readVersion(JsonReader& reader, std::string_view key) {
    const auto parsed = Version::parse(reader.text(key));
    if (parsed) return *parsed;
    reader.reject(key);
    return Version(0);
}

Result<PriorFile> priorFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    PriorFile prior{.backup = reader.text("backup"),
                    .size = reader.unsignedNumber("size"),
                    .sha256 = readSha256(reader, "sha256"),
                    .attributes = readNumber32(reader, "attributes"),
                    .security = reader.text("security")};
    if (!prior.backup.empty() && !isStateFileName(prior.backup)) reader.reject("backup");
    if (reader.error()) return damaged(reader.error()->subject);
    return prior;
}

Result<ReceiptFile> fileFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    ReceiptFile file{.path = reader.text("path"),
                     .size = reader.unsignedNumber("size"),
                     .sha256 = readSha256(reader, "sha256"),
                     .entry = reader.text("entry"),
                     .version = std::nullopt,
                     .before = std::nullopt};
    if (reader.has("version")) file.version = readVersion(reader, "version");
    if (reader.has("before")) {
        auto prior = priorFromJson(reader.object("before"));
        if (!prior) return std::unexpected(prior.error());
        file.before = std::move(*prior);
    }
    if (reader.error()) return damaged(reader.error()->subject);
    return file;
}

Result<RemovedFile> removedFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    const auto path = reader.text("path");
    auto prior = priorFromJson(reader.object("before"));
    if (reader.error()) return damaged(reader.error()->subject);
    if (!prior) return std::unexpected(prior.error());
    if (prior->backup.empty()) return damaged(path);   // what was taken out can only be given back from the backup
    return RemovedFile{path, std::move(*prior)};
}

Result<PathAddition> pathFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    const auto scope = reader.text("scope");
    if (scope != "machine" && scope != "user") reader.reject("scope");
    auto segment = reader.text("segment");
    if (segment.empty()) reader.reject("segment");
    std::optional<RawVariable> before;
    if (reader.has("before")) {
        auto value = rawVariableFromJson(reader.object("before"));
        if (!value) return damaged("path.before");
        before = std::move(*value);
    }
    auto after = rawVariableFromJson(reader.object("after"));
    if (reader.error()) return damaged(reader.error()->subject);
    if (!after) return damaged("path.after");
    return PathAddition{scope == "machine" ? EnvironmentScope::Machine : EnvironmentScope::User, std::move(segment), std::move(before),
                        std::move(*after)};
}

Result<ReceiptArchive> archiveFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    ReceiptArchive archive{.name = reader.text("name"),
                           .sha256 = readSha256(reader, "sha256"),
                           .release = readVersion(reader, "release"),
                           .cudaMajor = readNumber32(reader, "cuda_major"),
                           .origin = reader.text("origin")};
    if (reader.error()) return damaged(reader.error()->subject);
    return archive;
}

/// Paths inside the allowed folders, no path and no backup named twice.
Result<void> checkPaths(const Receipt& receipt) {
    if (!isAllowedDllFolder(receipt.dllFolder)) return damaged("dll_folder");
    std::set<std::string> paths;
    std::set<std::string> backups;
    const auto accept = [&](const std::string& path, const PriorFile* prior) {
        if (!isAllowedPath(path, receipt.dllFolder) || !paths.insert(nameKey(path)).second) return false;
        return prior == nullptr || prior->backup.empty() || backups.insert(nameKey(prior->backup)).second;
    };
    for (const auto& file : receipt.files) {
        if (!accept(file.path, file.before ? &*file.before : nullptr)) return damaged(file.path);
    }
    for (const auto& removed : receipt.removed) {
        if (!accept(removed.path, &removed.before)) return damaged(removed.path);
    }
    for (const auto& folder : receipt.folders) {
        if (!isAllowedFolder(folder, receipt.dllFolder)) return damaged(folder);
    }
    return {};
}

}   // namespace

std::string_view toText(EnvironmentScope scope) noexcept {
    return scope == EnvironmentScope::Machine ? "machine" : "user";
}

nlohmann::json toJson(const RawVariable& value) {
    return {{"text", losslessToJson(value.text)}, {"type", value.type == RegistryText::Plain ? "plain" : "expandable"}};
}

Result<RawVariable> rawVariableFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    const auto type = reader.text("type");
    if (type != "plain" && type != "expandable") reader.reject("type");
    if (!reader.has("text")) reader.reject("text");
    if (reader.error()) return std::unexpected(*reader.error());
    auto text = losslessFromJson(json.at("text"), "text");
    if (!text) return std::unexpected(text.error());
    return RawVariable{std::move(*text), type == "plain" ? RegistryText::Plain : RegistryText::Expandable};
}

nlohmann::json toJson(const Receipt& receipt) {
    auto files = nlohmann::json::array();
    for (const auto& file : receipt.files) {
        nlohmann::json json{{"path", file.path}, {"size", file.size}, {"sha256", file.sha256.toString()}, {"entry", file.entry}};
        if (file.version) json["version"] = file.version->toString();
        if (file.before) json["before"] = priorToJson(*file.before);
        files.push_back(std::move(json));
    }
    auto removed = nlohmann::json::array();
    for (const auto& file : receipt.removed) removed.push_back({{"path", file.path}, {"before", priorToJson(file.before)}});
    nlohmann::json json{{"format", formatNumber},
                        {"tool_version", receipt.toolVersion},
                        {"installed_at", receipt.installedAt},
                        {"dll_folder", receipt.dllFolder},
                        {"archive",
                         {{"name", receipt.archive.name},
                          {"sha256", receipt.archive.sha256.toString()},
                          {"release", receipt.archive.release.toString()},
                          {"cuda_major", receipt.archive.cudaMajor},
                          {"origin", receipt.archive.origin}}},
                        {"files", std::move(files)},
                        {"removed", std::move(removed)},
                        {"folders", receipt.folders},
                        {"signatures_ignored", receipt.signaturesIgnored}};
    if (receipt.path) {
        json["path"] = {{"scope", toText(receipt.path->scope)},
                        {"segment", receipt.path->segment},
                        {"before", receipt.path->before ? toJson(*receipt.path->before) : nlohmann::json()},
                        {"after", toJson(receipt.path->after)}};
    }
    return json;
}

Result<Receipt> receiptFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    if (reader.unsignedNumber("format") != formatNumber) reader.reject("format");
    auto archive = archiveFromJson(reader.object("archive"));
    if (reader.error()) return damaged(reader.error()->subject);
    if (!archive) return std::unexpected(archive.error());
    Receipt receipt{.toolVersion = reader.text("tool_version"),
                    .installedAt = reader.text("installed_at"),
                    .dllFolder = reader.text("dll_folder"),
                    .archive = std::move(*archive),
                    .files = {},
                    .removed = {},
                    .folders = reader.has("folders") ? reader.texts("folders") : std::vector<std::string>{},
                    .path = std::nullopt,
                    .signaturesIgnored = reader.booleanOr("signatures_ignored", false)};
    for (const auto& item : reader.array("files")) {
        auto file = fileFromJson(item);
        if (!file) return std::unexpected(file.error());
        receipt.files.push_back(std::move(*file));
    }
    for (const auto& item : reader.array("removed")) {
        auto file = removedFromJson(item);
        if (!file) return std::unexpected(file.error());
        receipt.removed.push_back(std::move(*file));
    }
    if (reader.has("path")) {
        auto path = pathFromJson(reader.object("path"));
        if (!path) return std::unexpected(path.error());
        receipt.path = std::move(*path);
    }
    if (reader.error()) return damaged(reader.error()->subject);
    if (auto checked = checkPaths(receipt); !checked) return std::unexpected(checked.error());
    return receipt;
}

Result<Receipt> parseReceipt(std::string_view text) {
    const auto json = parseJson(text, "receipt.json");
    if (!json) return damaged(json.error().subject);
    return receiptFromJson(*json);
}

}   // namespace cudnn_setup
