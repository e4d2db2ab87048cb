#include "worker/protocol.h"

#include "base/json.h"

#include <algorithm>
#include <limits>

namespace cudnn_setup {
namespace {

using nlohmann::json;

constexpr std::size_t longestName = 255;   // of a file
constexpr int highestLevel = 5;            // spdlog's "critical"

template <class... Cases> struct Overloaded : Cases... {
    using Cases::operator()...;
};

json envelope(std::string_view type) {
    return {{"protocol", workerProtocolVersion}, {"type", type}};
}

std::unexpected<Error> wrong(std::string what) {
    return fail(ErrorCode::WorkerProtocol, std::move(what));
}

/// A bare file name: what is not one would be a path, and paths from the other side open nothing.
bool isFileName(std::string_view name) {
    return !name.empty() && name.size() <= longestName && name != "." && name != ".." &&
           std::ranges::none_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '/' || c == '\\' || c == ':'; });
}

struct Envelope {
    json object;
    std::string type;
};

Result<Envelope> open(std::string_view text) {
    auto parsed = parseJson(text, "message");
    if (!parsed || !parsed->is_object()) return wrong("json");
    JsonReader reader(*parsed);
    const auto version = reader.unsignedNumber("protocol");
    auto type = reader.text("type");
    if (reader.error()) return wrong("type");
    if (version != workerProtocolVersion) return wrong("protocol " + std::to_string(version));
    return Envelope{std::move(*parsed), std::move(type)};
}

Result<MessageToWorker> startWork(const json& object) {
    JsonReader reader(object);
    const auto request = requestFromJson(reader.object("request"));
    const auto digest = Sha256::parse(reader.text("digest"));
    const auto archive = reader.unsignedNumber("archive");
    if (reader.error() || !request || !digest) return wrong("start");
    const bool installs = request->action == Action::Install;
    if ((!installs && request->action != Action::Uninstall) || request->whatIf) return wrong("action");
    if (installs != (archive != 0)) return wrong("archive");
    if (installs ? !isFileName(request->source) : !request->source.empty()) return wrong("source");
    return StartWork{*request, *digest, archive};
}

Result<MessageFromWorker> progress(const json& object, std::string_view type) {
    JsonReader reader(object);
    const auto phase = phaseFromText(reader.text("phase"));
    if (type == "phase") {
        if (reader.error() || !phase) return wrong("phase");
        return PhaseStarted{*phase};
    }
    PhaseProgress made{phase.value_or(Phase::Observing), reader.unsignedNumber("done"), reader.unsignedNumber("total"),
                       reader.text("item")};
    if (reader.error() || !phase) return wrong("progress");
    return made;
}

Result<MessageFromWorker> workDone(const json& object) {
    JsonReader reader(object);
    const auto kind = outcomeKindFromText(reader.text("outcome"));
    WorkDone done{.selectedRoots = reader.texts("targets"),
                  .filesChanged = reader.unsignedNumber("files_changed"),
                  .pathChanged = reader.boolean("path_changed")};
    for (const json& entry : reader.array("toolkits")) {
        JsonReader toolkit(entry);
        auto root = toolkit.text("root");
        const auto became = outcomeKindFromText(toolkit.text("outcome"));
        if (toolkit.error() || !became) return wrong("toolkit");
        done.toolkitOutcomes.emplace_back(std::move(root), *became);
    }
    for (const json& entry : reader.array("findings")) {
        auto finding = findingFromJson(entry);
        if (!finding) return wrong("finding");
        done.findings.push_back(std::move(*finding));
    }
    if (reader.error() || !kind) return wrong("done");
    done.kind = *kind;
    return done;
}

}   // namespace

std::string toMessage(const MessageToWorker& message) {
    return std::visit(Overloaded{[](const StartWork& start) {
                                     auto made = envelope("start");
                                     made["request"] = toJson(start.request);
                                     made["digest"] = start.digest.toString();
                                     made["archive"] = start.archive;
                                     return dumpJson(made);
                                 },
                                 [](const CancelWork&) { return dumpJson(envelope("cancel")); }},
                      message);
}

std::string toMessage(const MessageFromWorker& message) {
    return std::visit(Overloaded{[](const PhaseStarted& started) {
                                     auto made = envelope("phase");
                                     made["phase"] = toText(started.phase);
                                     return dumpJson(made);
                                 },
                                 [](const PhaseProgress& progress) {
                                     auto made = envelope("progress");
                                     made["phase"] = toText(progress.phase);
                                     made["done"] = progress.done;
                                     made["total"] = progress.total;
                                     made["item"] = progress.item;
                                     return dumpJson(made);
                                 },
                                 [](const WorkerLogLine& line) {
                                     auto made = envelope("log");
                                     made["level"] = line.level;
                                     made["text"] = line.text;
                                     return dumpJson(made);
                                 },
                                 [](const WorkDone& done) {
                                     auto made = envelope("done");
                                     made["outcome"] = toText(done.kind);
                                     made["targets"] = done.selectedRoots;
                                     made["files_changed"] = done.filesChanged;
                                     made["path_changed"] = done.pathChanged;
                                     made["toolkits"] = json::array();
                                     for (const auto& [root, became] : done.toolkitOutcomes)
                                         made["toolkits"].push_back({{"root", root}, {"outcome", toText(became)}});
                                     made["findings"] = json::array();
                                     for (const Finding& finding : done.findings) made["findings"].push_back(toJson(finding));
                                     return dumpJson(made);
                                 }},
                      message);
}

Result<MessageToWorker> messageToWorker(std::string_view text) {
    const auto opened = open(text);
    if (!opened) return std::unexpected(opened.error());
    if (opened->type == "start") return startWork(opened->object);
    if (opened->type == "cancel") return CancelWork{};
    return wrong(opened->type);
}

Result<MessageFromWorker> messageFromWorker(std::string_view text) {
    const auto opened = open(text);
    if (!opened) return std::unexpected(opened.error());
    if (opened->type == "phase" || opened->type == "progress") return progress(opened->object, opened->type);
    if (opened->type == "done") return workDone(opened->object);
    if (opened->type != "log") return wrong(opened->type);
    JsonReader reader(opened->object);
    const auto level = reader.unsignedNumber("level");
    auto line = reader.text("text");
    if (reader.error() || level > highestLevel) return wrong("log");
    return WorkerLogLine{static_cast<int>(level), std::move(line)};
}

}   // namespace cudnn_setup
