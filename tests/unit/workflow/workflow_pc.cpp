#include "workflow/workflow_pc.h"

#include "base/json.h"
#include "base/path_text.h"

#include <fstream>
#include <iterator>

namespace cudnn_setup {
namespace {

std::string bytesOf(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Short, so that a failing test can print two trees.
std::string fingerprint(const std::string& bytes) {
    return std::to_string(bytes.size()) + " bytes, " + std::to_string(std::hash<std::string>{}(bytes));
}

}   // namespace

WorkflowPc::WorkflowPc() : root(text("cuda/v12.8")) {
    addToolkit("12.8.1", "cuda/v12.8");
    machine.user.elevated = true;
}

std::string WorkflowPc::archive(const std::string& id) {
    const std::filesystem::path folder = CUDNN_SETUP_STUB_ARCHIVES;
    const auto index = parseJson(bytesOf(folder / "index.json"), "index.json");
    return toUtf8(folder / pathFromUtf8(index.value().at(id).at("file").get<std::string>()));
}

Request WorkflowPc::install(const std::string& id) const {
    auto made = request(Action::Install);
    made.source = archive(id);
    made.acceptLicence = true;
    return made;
}

Request WorkflowPc::request(Action action) const {
    Request made;
    made.action = action;
    made.target = root;
    return made;
}

Outcome WorkflowPc::run(const Request& request, OnWorkflowEvent onEvent) {
    LocalApplier applier(system);
    Workflow workflow(system, applier, nullptr, std::move(onEvent));
    return workflow.run(request);
}

std::map<std::string, std::string> WorkflowPc::tree() const {
    std::map<std::string, std::string> found;
    const auto top = path("cuda/v12.8");
    for (const auto& entry : std::filesystem::recursive_directory_iterator(top)) {
        const auto name = toUtf8(entry.path().lexically_relative(top));
        if (!name.starts_with(".cudnn-setup")) found[name] = entry.is_regular_file() ? fingerprint(bytesOf(entry.path())) : "folder";
    }
    return found;
}

RawVariable WorkflowPc::machinePath() const {
    return environment.machine.at("Path");
}

bool WorkflowPc::hasStateFolder() const {
    return std::filesystem::exists(path("cuda/v12.8/.cudnn-setup"));
}

std::vector<std::string> errorIds(const Outcome& outcome) {
    std::vector<std::string> ids;
    for (const Finding& finding : outcome.findings) {
        if (finding.severity == Severity::Error) ids.emplace_back(codeInfo(finding.code).id);
    }
    return ids;
}

bool hasFinding(const Outcome& outcome, ErrorCode code) {
    for (const Finding& finding : outcome.findings) {
        if (finding.code == code) return true;
    }
    return false;
}

}   // namespace cudnn_setup
