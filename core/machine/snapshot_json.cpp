#include "machine/snapshot.h"

#include "base/json.h"

#include <array>

namespace cudnn_setup {
namespace {

using Json = nlohmann::json;

template <class Enum> struct Named {
    Enum value;
    std::string_view text;
};

constexpr std::array<Named<ToolkitSource>, 5> sourceNames{{{ToolkitSource::Registry, "registry"},
                                                           {ToolkitSource::Variable, "variable"},
                                                           {ToolkitSource::DefaultRoot, "default-root"},
                                                           {ToolkitSource::CommandLine, "command-line"},
                                                           {ToolkitSource::Index, "index"}}};
using Kind = PathSegmentFact::Kind;
constexpr std::array<Named<Kind>, 5> kindNames{{{Kind::Folder, "folder"},
                                                {Kind::Missing, "missing"},
                                                {Kind::File, "file"},
                                                {Kind::Empty, "empty"},
                                                {Kind::Unreachable, "unreachable"}}};

template <class Enum, std::size_t count> std::string_view nameOf(const std::array<Named<Enum>, count>& names, Enum value) {
    for (const auto& name : names) {
        if (name.value == value) return name.text;
    }
    return names.front().text;
}

template <class Enum, std::size_t count> std::optional<Enum> valueOf(const std::array<Named<Enum>, count>& names, std::string_view text) {
    for (const auto& name : names) {
        if (name.text == text) return name.value;
    }
    return std::nullopt;
}

// --- writing; all overloads are known before the template that calls them

Json json(const Finding& finding);
Json json(const CudnnFile& file);
Json json(const Toolkit& toolkit);
Json json(const PathSegmentFact& segment);
Json json(const std::pair<std::string, std::string>& variable);
Json json(const CudnnCopy& copy);
Json json(const GpuFact& gpu);
Json json(const ProcessUse& process);

template <class T> Json listOf(const std::vector<T>& values) {
    Json list = Json::array();
    for (const auto& value : values) list.push_back(json(value));
    return list;
}

Json json(const Finding& finding) {
    return toJson(finding);
}

Json json(const CudnnFile& file) {
    Json out{{"path", file.path}, {"size", file.size}, {"attributes", file.attributes}, {"in_use", file.inUse}};
    if (file.sha256) out["sha256"] = file.sha256->toString();
    if (file.version) out["version"] = file.version->toString();
    if (file.problem) out["problem"] = codeInfo(*file.problem).id;
    if (!file.innerName.empty()) out["inner_name"] = file.innerName;
    if (!file.embeddedNames.empty()) out["embedded_names"] = file.embeddedNames;
    return out;
}

Json json(const ToolkitParts& parts) {
    return {{"compiler", parts.compiler},
            {"runtime", parts.runtime},
            {"cublaslt", parts.cublasLt},
            {"nvrtc", parts.nvrtc},
            {"nvrtc_builtins", parts.nvrtcBuiltins},
            {"header", parts.header}};
}

Json json(const Toolkit& toolkit) {
    Json sources = Json::array();
    for (const auto source : toolkit.sources) sources.push_back(nameOf(sourceNames, source));
    Json out{{"root", toolkit.root},
             {"version", toolkit.version.toString()},
             {"sources", std::move(sources)},
             {"dll_folder", toolkit.dllFolder},
             {"dll_folder_absolute", toolkit.dllFolderAbsolute},
             {"parts", json(toolkit.parts)},
             {"cudnn_files", listOf(toolkit.cudnnFiles)},
             {"hashed", toolkit.hashed},
             {"state_folder", toolkit.stateFolder},
             {"journal_open", toolkit.journalOpen},
             {"writable", toolkit.writable},
             {"writable_by_users", toolkit.writableByUsers},
             {"free_bytes", toolkit.freeBytes}};
    if (toolkit.headerVersion) out["header_version"] = toolkit.headerVersion->toString();
    if (toolkit.receipt) out["receipt"] = toJson(*toolkit.receipt);
    if (toolkit.receiptError) out["receipt_error"] = toJson(toFinding(*toolkit.receiptError));
    return out;
}

Json json(const PathSegmentFact& segment) {
    return {{"raw", segment.raw}, {"expanded", segment.expanded}, {"place", segment.place}, {"kind", nameOf(kindNames, segment.kind)}};
}

Json json(const PathFacts& path) {
    return {{"value", path.value ? toJson(*path.value) : Json(nullptr)}, {"segments", listOf(path.segments)}};
}

Json json(const std::pair<std::string, std::string>& variable) {
    return {{"name", variable.first}, {"value", variable.second}};
}

Json json(const CudnnCopy& copy) {
    return {{"folder", copy.folder}, {"on_path", copy.onPath}, {"in_system32", copy.inSystem32}, {"files", listOf(copy.files)}};
}

Json json(const GpuFact& gpu) {
    return {{"name", gpu.name}, {"driver_version", gpu.driverVersion}};
}

Json json(const ProcessUse& process) {
    return {{"id", process.id}, {"name", process.name}};
}

// --- reading

/// Every element of the list @p key; the first wrong one is the reader's error, named "key.member".
template <class T, class Read> std::vector<T> readList(JsonReader& reader, std::string_view key, Read read) {
    std::vector<T> values;
    for (const auto& element : reader.array(key)) {
        Result<T> value = read(element);
        if (value) values.push_back(std::move(*value));
        else reader.reject(std::string(key) + '.' + value.error().subject);
    }
    return values;
}

template <class T, class Parse> std::optional<T> readOptional(JsonReader& reader, std::string_view key, Parse parse) {
    const auto text = reader.optionalText(key);
    if (!text) return std::nullopt;
    if (Result<T> value = parse(*text)) return *value;
    reader.reject(key);
    return std::nullopt;
}

std::uint32_t readSmall(JsonReader& reader, std::string_view key) {
    const auto value = reader.unsignedNumber(key);
    if (value > UINT32_MAX) reader.reject(key);
    return static_cast<std::uint32_t>(value);
}

Result<CudnnFile> fileFromJson(const Json& in) {
    JsonReader reader(in);
    CudnnFile file{.path = reader.text("path"),
                   .size = reader.unsignedNumber("size"),
                   .attributes = readSmall(reader, "attributes"),
                   .sha256 = readOptional<Sha256>(reader, "sha256", Sha256::parse),
                   .version = readOptional<Version>(reader, "version", Version::parse),
                   .inUse = reader.booleanOr("in_use", false),
                   .problem = readOptional<ErrorCode>(reader, "problem", codeFromId),
                   .innerName = reader.textOr("inner_name", "")};
    if (reader.has("embedded_names")) file.embeddedNames = reader.texts("embedded_names");
    if (reader.error()) return std::unexpected(*reader.error());
    return file;
}

ToolkitParts partsFromJson(JsonReader& outer) {
    JsonReader reader(outer.object("parts"));
    const ToolkitParts parts{.compiler = reader.booleanOr("compiler", false),
                             .runtime = reader.booleanOr("runtime", false),
                             .cublasLt = reader.booleanOr("cublaslt", false),
                             .nvrtc = reader.booleanOr("nvrtc", false),
                             .nvrtcBuiltins = reader.booleanOr("nvrtc_builtins", false),
                             .header = reader.booleanOr("header", false)};
    if (reader.error()) outer.reject("parts." + reader.error()->subject);
    return parts;
}

Result<ToolkitSource> sourceFromJson(const Json& in) {
    const auto source = in.is_string() ? valueOf(sourceNames, in.get_ref<const std::string&>()) : std::nullopt;
    if (!source) return fail(ErrorCode::JsonMalformed, "source");
    return *source;
}

Result<Toolkit> toolkitFromJson(const Json& in) {
    JsonReader reader(in);
    const auto version = readOptional<Version>(reader, "version", Version::parse);
    if (!version) {
        reader.reject("version");
        return std::unexpected(*reader.error());
    }
    Toolkit toolkit{.root = reader.text("root"),
                    .version = *version,
                    .sources = readList<ToolkitSource>(reader, "sources", sourceFromJson),
                    .dllFolder = reader.text("dll_folder"),
                    .dllFolderAbsolute = reader.text("dll_folder_absolute"),
                    .parts = partsFromJson(reader),
                    .cudnnFiles = readList<CudnnFile>(reader, "cudnn_files", fileFromJson),
                    .hashed = reader.booleanOr("hashed", false),
                    .receipt = std::nullopt,
                    .receiptError = std::nullopt,
                    .stateFolder = reader.booleanOr("state_folder", false),
                    .journalOpen = reader.booleanOr("journal_open", false),
                    .writable = reader.booleanOr("writable", false),
                    .writableByUsers = reader.booleanOr("writable_by_users", false),
                    .freeBytes = reader.unsignedOr("free_bytes", 0),
                    .headerVersion = readOptional<Version>(reader, "header_version", Version::parse)};
    if (reader.has("receipt")) {
        auto receipt = receiptFromJson(reader.object("receipt"));
        if (receipt) toolkit.receipt = std::move(*receipt);
        else reader.reject("receipt." + receipt.error().subject);
    }
    if (reader.has("receipt_error")) {
        const auto finding = findingFromJson(reader.object("receipt_error"));
        if (finding) toolkit.receiptError = Error{finding->code, finding->subject, finding->systemCode, finding->arguments};
        else reader.reject("receipt_error");
    }
    if (reader.error()) return std::unexpected(*reader.error());
    return toolkit;
}

Result<PathSegmentFact> segmentFromJson(const Json& in) {
    JsonReader reader(in);
    const auto kind = valueOf(kindNames, reader.text("kind"));
    if (!kind) reader.reject("kind");
    PathSegmentFact segment{.raw = reader.text("raw"),
                            .expanded = reader.text("expanded"),
                            .place = static_cast<std::size_t>(reader.unsignedNumber("place")),
                            .kind = kind.value_or(Kind::Folder)};
    if (reader.error()) return std::unexpected(*reader.error());
    return segment;
}

PathFacts pathFromJson(JsonReader& outer, std::string_view key) {
    JsonReader reader(outer.object(key));
    PathFacts path{.value = std::nullopt, .segments = readList<PathSegmentFact>(reader, "segments", segmentFromJson)};
    if (reader.has("value")) {
        auto value = rawVariableFromJson(reader.object("value"));
        if (value) path.value = std::move(*value);
        else reader.reject("value");
    }
    if (reader.error()) outer.reject(std::string(key) + '.' + reader.error()->subject);
    return path;
}

Result<std::pair<std::string, std::string>> variableFromJson(const Json& in) {
    JsonReader reader(in);
    std::pair<std::string, std::string> variable{reader.text("name"), reader.text("value")};
    if (reader.error()) return std::unexpected(*reader.error());
    return variable;
}

Result<CudnnCopy> copyFromJson(const Json& in) {
    JsonReader reader(in);
    CudnnCopy copy{.folder = reader.text("folder"),
                   .onPath = reader.booleanOr("on_path", false),
                   .inSystem32 = reader.booleanOr("in_system32", false),
                   .files = readList<CudnnFile>(reader, "files", fileFromJson)};
    if (reader.error()) return std::unexpected(*reader.error());
    return copy;
}

Result<GpuFact> gpuFromJson(const Json& in) {
    JsonReader reader(in);
    GpuFact gpu{.name = reader.text("name"), .driverVersion = reader.text("driver_version")};
    if (reader.error()) return std::unexpected(*reader.error());
    return gpu;
}

Result<ProcessUse> processFromJson(const Json& in) {
    JsonReader reader(in);
    ProcessUse process{.id = readSmall(reader, "id"), .name = reader.text("name")};
    if (reader.error()) return std::unexpected(*reader.error());
    return process;
}

Account accountFromJson(JsonReader& outer) {
    JsonReader reader(outer.object("account"));
    Account account{.name = reader.text("name"),
                    .sid = reader.text("sid"),
                    .elevated = reader.booleanOr("elevated", false),
                    .system = reader.booleanOr("system", false)};
    if (reader.error()) outer.reject("account." + reader.error()->subject);
    return account;
}

}   // namespace

nlohmann::json toJson(const Snapshot& snapshot) {
    return {{"taken_at", snapshot.takenAt},
            {"tool_version", snapshot.toolVersion},
            {"system", snapshot.systemName},
            {"account",
             {{"name", snapshot.account.name},
              {"sid", snapshot.account.sid},
              {"elevated", snapshot.account.elevated},
              {"system", snapshot.account.system}}},
            {"toolkits", listOf(snapshot.toolkits)},
            {"machine_path", json(snapshot.machinePath)},
            {"user_path", json(snapshot.userPath)},
            {"variables", listOf(snapshot.variables)},
            {"copies", listOf(snapshot.copies)},
            {"gpus", listOf(snapshot.gpus)},
            {"index", toJson(snapshot.index)},
            {"processes", listOf(snapshot.processes)},
            {"findings", listOf(snapshot.findings)}};
}

Result<Snapshot> snapshotFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    Snapshot snapshot{.takenAt = reader.text("taken_at"),
                      .toolVersion = reader.text("tool_version"),
                      .systemName = reader.text("system"),
                      .account = accountFromJson(reader),
                      .toolkits = readList<Toolkit>(reader, "toolkits", toolkitFromJson),
                      .machinePath = pathFromJson(reader, "machine_path"),
                      .userPath = pathFromJson(reader, "user_path"),
                      .variables = readList<std::pair<std::string, std::string>>(reader, "variables", variableFromJson),
                      .copies = readList<CudnnCopy>(reader, "copies", copyFromJson),
                      .gpus = readList<GpuFact>(reader, "gpus", gpuFromJson),
                      .index = {},
                      .processes = readList<ProcessUse>(reader, "processes", processFromJson),
                      .findings = readList<Finding>(reader, "findings", findingFromJson)};
    auto index = parseToolkitIndex(dumpJson(reader.object("index")));
    if (index) snapshot.index = std::move(*index);
    else reader.reject("index." + index.error().subject);
    if (reader.error()) return std::unexpected(*reader.error());
    return snapshot;
}

}   // namespace cudnn_setup
