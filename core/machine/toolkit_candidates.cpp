#include "machine/toolkit_candidates.h"

#include "base/path_text.h"
#include "machine/path_value.h"
#include "platform/absolute_path.h"

#include <algorithm>

namespace cudnn_setup {
namespace {

constexpr std::uint64_t indexLimit = 1 << 20;   // bytes; an entry has about 300

class CandidateList {
public:
    void add(std::string_view root, std::string_view versionName, ToolkitSource source) {
        auto folder = withoutTrailingSeparators(folderOfSegment(root));
        if (!isAbsoluteFolder(folder)) return;
        const auto key = folderKey(folder);
        auto known = std::ranges::find_if(m_candidates, [&](const auto& candidate) { return folderKey(candidate.root) == key; });
        if (known == m_candidates.end()) {
            m_candidates.push_back({.root = std::move(folder), .versionName = {}, .sources = {}});
            known = std::prev(m_candidates.end());
        }
        if (known->versionName.empty()) known->versionName = versionName;
        if (!std::ranges::count(known->sources, source)) known->sources.push_back(source);
    }
    std::vector<ToolkitCandidate> take() { return std::move(m_candidates); }

private:
    std::vector<ToolkitCandidate> m_candidates;
};

bool looksLikeVersionFolder(std::string_view name) {
    return name.size() > 1 && (name[0] == 'v' || name[0] == 'V') && Version::parse(name.substr(1)).has_value();
}

void readIndexIn(const System& system, EnvironmentScope scope, ToolkitIndex& index, std::vector<Finding>& findings) {
    const auto folder = indexFolder(system, scope);
    if (!folder) return findings.push_back(toFinding(folder.error(), Severity::Warning));
    const auto file = *folder / "toolkits.json";
    const auto info = system.files->info(file);
    if (!info) return findings.push_back(toFinding(info.error(), Severity::Warning));
    if (!*info) return;
    const auto trusted = system.files->isTrustedStateFolder(*folder);
    if (!trusted) return findings.push_back(toFinding(trusted.error(), Severity::Warning));
    if (!*trusted)
        return findings.push_back({.code = ErrorCode::StateFolderUntrusted, .severity = Severity::Warning, .subject = toUtf8(*folder)});
    const auto text = readText(*system.files, file, indexLimit);
    if (!text) return findings.push_back(toFinding(text.error(), Severity::Warning));
    auto read = parseToolkitIndex(*text);
    if (!read) return findings.push_back({.code = ErrorCode::ReceiptDamaged, .severity = Severity::Warning, .subject = toUtf8(file)});
    for (auto& toolkit : read->toolkits) {
        const auto key = folderKey(toolkit.root);
        if (std::ranges::none_of(index.toolkits, [&](const auto& known) { return folderKey(known.root) == key; })) {
            index.toolkits.push_back(std::move(toolkit));
        }
    }
}

}   // namespace

Result<std::filesystem::path> indexFolder(const System& system, EnvironmentScope scope) {
    auto folder = system.machine->folder(scope == EnvironmentScope::Machine ? KnownFolder::ProgramData : KnownFolder::LocalAppData);
    if (!folder) return folder;
    return *folder / "cudnn-setup";
}

ToolkitIndex readIndex(const System& system, std::vector<Finding>& findings) {
    ToolkitIndex index;
    readIndexIn(system, EnvironmentScope::Machine, index, findings);
    readIndexIn(system, EnvironmentScope::User, index, findings);
    std::ranges::sort(index.toolkits, {}, &IndexedToolkit::root);
    return index;
}

std::vector<ToolkitCandidate> toolkitCandidates(const System& system, const ObserveOptions& options, Snapshot& snapshot) {
    CandidateList list;
    if (const auto registered = system.machine->registeredToolkits()) {
        for (const auto& toolkit : *registered) list.add(toolkit.installDir, toolkit.keyName, ToolkitSource::Registry);
    } else {
        snapshot.findings.push_back(toFinding(registered.error(), Severity::Warning));
    }
    for (const auto& [name, value] : snapshot.variables) {
        if (!lowerCase(name).starts_with("cuda_path")) continue;
        // People put lists and quotes there; each part is looked at, and what is no toolkit falls out later.
        for (const auto& part : splitPath(value)) list.add(part.text, {}, ToolkitSource::Variable);
    }
    if (const auto programFiles = system.machine->folder(KnownFolder::ProgramFiles)) {
        const auto root = *programFiles / "NVIDIA GPU Computing Toolkit" / "CUDA";
        if (const auto names = system.files->list(root)) {
            for (const auto& name : *names) {
                if (looksLikeVersionFolder(name)) list.add(toUtf8(root / pathFromUtf8(name)), {}, ToolkitSource::DefaultRoot);
            }
        } else {
            snapshot.findings.push_back(toFinding(names.error(), Severity::Warning));
        }
    }
    for (const auto& toolkit : snapshot.index.toolkits) list.add(toolkit.root, {}, ToolkitSource::Index);
    for (const auto& root : options.extraRoots) {
        list.add(isAbsoluteFolder(root) ? root : toUtf8(absolutePath(pathFromUtf8(root))), {}, ToolkitSource::CommandLine);
    }
    return list.take();
}

}   // namespace cudnn_setup
