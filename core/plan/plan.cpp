#include "plan/plan.h"

#include "base/json.h"
#include "plan/file_steps.h"
#include "platform/hasher.h"
#include "receipt/lossless_text.h"

#include <algorithm>

namespace cudnn_setup {
namespace {

nlohmann::json hashToJson(const std::optional<Sha256>& hash) {
    return hash ? nlohmann::json(hash->toString()) : nlohmann::json();
}

nlohmann::json valueToJson(const std::optional<RawVariable>& value) {
    return value ? toJson(*value) : nlohmann::json();
}

}   // namespace

std::string_view toText(Verb verb) noexcept {
    switch (verb) {
        case Verb::Place: return "place";
        case Verb::Replace: return "replace";
        case Verb::Remove: return "remove";
        case Verb::Keep: return "keep";
        case Verb::Restore: return "restore";
    }
    return "keep";
}

std::string_view toText(StepReason reason) noexcept {
    switch (reason) {
        case StepReason::NewFile: return "new-file";
        case StepReason::OtherRelease: return "other-release";
        case StepReason::OtherBytes: return "other-bytes";
        case StepReason::SameBytes: return "same-bytes";
        case StepReason::LeftOver: return "left-over";
        case StepReason::NoLongerInArchive: return "no-longer-in-archive";
        case StepReason::UndoInstall: return "undo-install";
        case StepReason::GiveBack: return "give-back";
    }
    return "same-bytes";
}

bool ToolkitPlan::changesSomething() const {
    return changesReceipt || vanished || path.has_value() || std::ranges::any_of(files, changesFile);
}

PlannedArchive toPlanned(const Archive& archive) {
    return {archive.name, archive.sha256, archive.release, archive.cudaMajor, archive.origin};
}

bool Plan::isBlocked() const {
    return std::ranges::any_of(findings, [](const Finding& finding) { return finding.severity == Severity::Error; });
}

bool Plan::changesSomething() const {
    return std::ranges::any_of(toolkits, &ToolkitPlan::changesSomething);
}

std::string Plan::shortDigest() const {
    auto text = digest.toString().substr(0, 8);
    for (char& letter : text) {
        if (letter >= 'a') letter = static_cast<char>(letter - 'a' + 'A');
    }
    return text.insert(4, 1, '-');
}

Result<Sha256> digestOf(const Plan& plan) {
    auto targets = nlohmann::json::array();
    for (const auto& toolkit : plan.toolkits) {
        auto files = nlohmann::json::array();
        for (const auto& step : toolkit.files) {
            files.push_back({{"verb", toText(step.verb)},
                             {"path", losslessToJson(step.path)},
                             {"before", hashToJson(step.before)},
                             {"after", hashToJson(step.after)}});
        }
        nlohmann::json path;
        if (toolkit.path) {
            path = {{"scope", toText(toolkit.path->scope)},
                    {"before", valueToJson(toolkit.path->before)},
                    {"after", valueToJson(toolkit.path->after)}};
        }
        targets.push_back({{"root", losslessToJson(toolkit.root)}, {"files", std::move(files)}, {"path", std::move(path)}});
    }
    const nlohmann::json canonical{{"tool_version", plan.toolVersion},
                                   {"archive", plan.archive ? nlohmann::json(plan.archive->sha256.toString()) : nlohmann::json()},
                                   {"targets", std::move(targets)}};
    const auto text = dumpJson(canonical);   // nlohmann's objects are sorted by key
    return hashOf(std::as_bytes(std::span(text)));
}

}   // namespace cudnn_setup
