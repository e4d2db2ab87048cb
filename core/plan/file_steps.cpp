#include "plan/file_steps.h"

#include "cudnn/names.h"
#include "machine/path_value.h"
#include "plan/target_text.h"

#include <algorithm>
#include <map>
#include <set>

namespace cudnn_setup {
namespace {

std::string_view nameOf(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

Component componentOf(std::string_view path) {
    const auto name = nameOf(path);
    if (isCudnnHeader(name)) return Component::Header;
    if (isStaticLibrary(name)) return Component::StaticLibrary;
    if (isCudnnImportLibrary(name)) return Component::ImportLibrary;
    return Component::Library;
}

/// Files of a toolkit by path in lower case.
std::map<std::string, const CudnnFile*> byPath(const Toolkit& toolkit) {
    std::map<std::string, const CudnnFile*> files;
    for (const auto& file : toolkit.cudnnFiles) files.emplace(lowerCase(file.path), &file);
    return files;
}

/// What a receipt says about a path.
class Installed {
public:
    explicit Installed(const std::optional<Receipt>& receipt) {
        if (!receipt) return;
        m_release = receipt->archive.release;
        for (const auto& file : receipt->files) m_files.emplace(lowerCase(file.path), &file);
        for (const auto& file : receipt->removed) m_removed.insert(lowerCase(file.path));
    }
    [[nodiscard]] const ReceiptFile* find(const std::string& key) const {
        const auto found = m_files.find(key);
        return found == m_files.end() ? nullptr : found->second;
    }
    /// We placed something there or took something out.
    [[nodiscard]] bool knows(const std::string& key) const { return m_files.contains(key) || m_removed.contains(key); }
    /// The backup holds one generation, what stood there before the first install: a path that the receipt knows has its own already, or
    /// had none. An adopted file was never moved, so this is its first time.
    [[nodiscard]] OldFile fateOf(const std::string& key) const {
        if (const auto* file = find(key)) return file->before && file->before->backup.empty() ? OldFile::Backup : OldFile::Discard;
        return m_removed.contains(key) ? OldFile::Discard : OldFile::Backup;
    }
    [[nodiscard]] const std::optional<Version>& release() const { return m_release; }

private:
    std::map<std::string, const ReceiptFile*> m_files;
    std::set<std::string> m_removed;
    std::optional<Version> m_release;
};

/// Which cuDNN major a header or library for the linker belongs to. Few names tell; the others go by what else is there.
class DevelopmentFiles {
public:
    DevelopmentFiles(const Toolkit& toolkit, unsigned archiveMajor) : m_unnamedOwner(archiveMajor) {
        if (toolkit.headerVersion) {
            m_unnamedOwner = toolkit.headerVersion->major();
            return;
        }
        std::optional<unsigned> other;
        for (const auto& file : toolkit.cudnnFiles) {
            const auto major = majorInName(nameOf(file.path));
            if (major == archiveMajor) return;
            if (major) other = major;
        }
        m_unnamedOwner = other.value_or(archiveMajor);
    }
    [[nodiscard]] unsigned majorOf(std::string_view path) const { return majorInName(nameOf(path)).value_or(m_unnamedOwner); }

private:
    static std::optional<unsigned> majorInName(std::string_view name) {
        if (const auto major = cudnnMajorOfLibrary(name)) return major;
        auto lower = lowerCase(name);
        if (lower.ends_with(".lib")) {
            const auto asLibrary =
                lower.substr(0, lower.size() - 4) + ".dll";   // cudnn_ops64_9.lib is the import library of cudnn_ops64_9.dll
            if (const auto major = cudnnMajorOfLibrary(asLibrary)) return major;
        }
        // Only cuDNN 8 splits its parts into inference and training (archive listing of 8.9.7.29).
        if (lower.contains("_infer.") || lower.contains("_train.")) return 8;
        return std::nullopt;
    }
    unsigned m_unnamedOwner;
};

Finding warning(ErrorCode code, std::string subject, std::vector<std::string> arguments = {}) {
    return {code, Severity::Warning, std::move(subject), std::move(arguments)};
}

/// Decides about one toolkit; collects what the findings about the whole set need.
class InstallDecision {
public:
    InstallDecision(const Toolkit& toolkit, const Archive& archive)
        : m_toolkit(toolkit), m_archive(archive), m_installed(toolkit.receipt), m_development(toolkit, archive.release.major()) {}

    FileDecisions decide() {
        auto present = byPath(m_toolkit);
        for (const auto& file : m_archive.files) {
            if (file.component == Component::Licence) continue;
            const auto path = std::string(targetFolder(file.component, m_toolkit.dllFolder)) + '/' + file.name;
            const auto there = present.find(lowerCase(path));
            want(file, path, there == present.end() ? nullptr : there->second);
            if (there != present.end()) present.erase(there);
        }
        for (const auto& [key, file] : present) considerLeftOver(key, *file);
        addSummaries();
        return std::move(m_decisions);
    }

private:
    void want(const ArchiveFile& file, const std::string& path, const CudnnFile* there) {
        FileStep step{.verb = Verb::Place,
                      .reason = StepReason::NewFile,
                      .path = path,
                      .component = file.component,
                      .after = file.sha256,
                      .sizeAfter = file.size,
                      .versionAfter = file.version,
                      .source = file.entry};
        if (there != nullptr) {
            describeOld(step, *there);
            const auto key = lowerCase(path);
            if (there->sha256 == file.sha256) {
                step.verb = Verb::Keep;
                step.reason = StepReason::SameBytes;
                if (!m_installed.knows(key)) noteAdopted(*there);
            } else {
                step.verb = Verb::Replace;
                step.reason = isOfOtherRelease(step, key) ? StepReason::OtherRelease : StepReason::OtherBytes;
                step.old = m_installed.fateOf(key);
                noteMoved(key, *there, file.component);
            }
        }
        m_decisions.steps.push_back(std::move(step));
    }

    void considerLeftOver(const std::string& key, const CudnnFile& file) {
        const bool ours = m_installed.find(key) != nullptr;
        const auto component = componentOf(file.path);
        if (!ours && m_development.majorOf(file.path) != m_archive.release.major()) return;
        FileStep step{.verb = Verb::Remove,
                      .reason = ours ? StepReason::NoLongerInArchive : StepReason::LeftOver,
                      .path = file.path,
                      .component = component,
                      .old = m_installed.fateOf(key)};
        describeOld(step, file);
        noteMoved(key, file, component);
        m_decisions.steps.push_back(std::move(step));
    }

    static void describeOld(FileStep& step, const CudnnFile& file) {
        step.path = file.path;
        step.before = file.sha256;
        step.sizeBefore = file.size;
        step.versionBefore = file.version;
    }

    [[nodiscard]] bool isOfOtherRelease(const FileStep& step, const std::string& key) const {
        if (step.versionBefore && step.versionAfter) return *step.versionBefore != *step.versionAfter;
        const auto* ours = m_installed.find(key);
        return ours != nullptr && step.before == ours->sha256 && m_installed.release() != m_archive.release;
    }

    void noteMoved(const std::string& key, const CudnnFile& file, Component component) {
        if (m_installed.knows(key)) {
            const auto* ours = m_installed.find(key);
            const bool intact = ours != nullptr && ours->sha256 == file.sha256;
            if (!intact && file.sha256 && m_installed.fateOf(key) == OldFile::Discard) {
                m_decisions.findings.push_back(warning(ErrorCode::FileChanged, fullPath(m_toolkit.root, file.path)));
            }
            return;
        }
        const bool isForBuilding = component != Component::Library;
        const bool isOfOtherMajor = isForBuilding && m_development.majorOf(file.path) != m_archive.release.major();
        if (isOfOtherMajor) m_otherMajor.emplace_back(nameOf(file.path));
        else noteAdopted(file);
    }

    void noteAdopted(const CudnnFile& file) {
        ++m_adopted;
        if (file.version) m_adoptedReleases.insert(*file.version);
    }

    void addSummaries() {
        if (!m_otherMajor.empty()) {
            m_decisions.findings.push_back(warning(ErrorCode::ToolkitHasOtherMajor, m_toolkit.root, std::move(m_otherMajor)));
        }
        if (m_adopted == 0) return;
        std::vector<std::string> arguments{std::to_string(m_adopted)};
        std::string releases;
        for (const auto& release : m_adoptedReleases) releases += (releases.empty() ? "" : ", ") + release.toString();
        arguments.push_back(std::move(releases));
        m_decisions.findings.push_back({ErrorCode::AdoptsHandCopiedFiles, Severity::Info, m_toolkit.root, std::move(arguments)});
    }

    const Toolkit& m_toolkit;
    const Archive& m_archive;
    Installed m_installed;
    DevelopmentFiles m_development;
    FileDecisions m_decisions;
    std::vector<std::string> m_otherMajor;
    std::size_t m_adopted = 0;
    std::set<Version> m_adoptedReleases;
};

FileStep restoreStep(const std::string& path, const PriorFile& prior) {
    return {.verb = Verb::Restore,
            .reason = StepReason::GiveBack,
            .path = path,
            .component = componentOf(path),
            .after = prior.sha256,
            .sizeAfter = prior.size,
            .source = prior.backup};
}

FileStep keepStep(const CudnnFile& file, StepReason reason) {
    return {.verb = Verb::Keep,
            .reason = reason,
            .path = file.path,
            .component = componentOf(file.path),
            .before = file.sha256,
            .after = file.sha256,
            .sizeBefore = file.size,
            .sizeAfter = file.size,
            .versionBefore = file.version,
            .versionAfter = file.version};
}

}   // namespace

FileDecisions planInstallFiles(const Toolkit& toolkit, const Archive& archive) {
    return InstallDecision(toolkit, archive).decide();
}

FileDecisions planUninstallFiles(const Toolkit& toolkit, const Receipt& receipt) {
    FileDecisions decisions;
    const auto present = byPath(toolkit);
    const auto find = [&](const std::string& path) {
        const auto found = present.find(lowerCase(path));
        return found == present.end() ? nullptr : found->second;
    };
    const auto stays = [&](const CudnnFile& file) {
        decisions.steps.push_back(keepStep(file, StepReason::OtherBytes));
        decisions.findings.push_back(warning(ErrorCode::FileChangedSince, fullPath(toolkit.root, file.path)));
    };
    for (const auto& file : receipt.files) {
        const auto* there = find(file.path);
        const bool hasBackup = file.before && !file.before->backup.empty();
        if (there == nullptr) {
            if (hasBackup) decisions.steps.push_back(restoreStep(file.path, *file.before));
            continue;
        }
        const bool isOurs = there->sha256 == file.sha256 || !there->sha256;                   // unreadable: filesInTheWay() refuses
        const bool isBack = !isOurs && file.before && there->sha256 == file.before->sha256;   // somebody gave it back already
        const bool isAdopted = isOurs && file.before && !hasBackup;
        if (isBack || isAdopted) {
            decisions.steps.push_back(keepStep(*there, StepReason::GiveBack));
        } else if (!isOurs) {
            stays(*there);
        } else {
            auto step = hasBackup ? restoreStep(there->path, *file.before)
                                  : FileStep{.verb = Verb::Remove,
                                             .reason = StepReason::UndoInstall,
                                             .path = there->path,
                                             .component = componentOf(there->path)};
            step.old = OldFile::Discard;
            step.before = there->sha256;
            step.sizeBefore = there->size;
            step.versionBefore = there->version;
            decisions.steps.push_back(std::move(step));
        }
    }
    for (const auto& removed : receipt.removed) {
        const auto* there = find(removed.path);
        if (there == nullptr) decisions.steps.push_back(restoreStep(removed.path, removed.before));
        else if (there->sha256 == removed.before.sha256) decisions.steps.push_back(keepStep(*there, StepReason::GiveBack));
        else stays(*there);
    }
    return decisions;
}

std::vector<Finding> filesInTheWay(const Toolkit& toolkit, std::span<const FileStep> steps, std::span<const ProcessUse> processes) {
    std::vector<Finding> findings;
    std::vector<std::string> programs;
    for (const auto& process : processes) programs.push_back(process.name);
    const auto present = byPath(toolkit);
    const bool librariesChange =
        std::ranges::any_of(steps, [](const FileStep& step) { return step.component == Component::Library && changesFile(step); });
    for (const auto& step : steps) {
        const auto there = present.find(lowerCase(step.path));
        if (there == present.end()) continue;
        const auto& file = *there->second;
        const bool mustBeFree = changesFile(step) || (step.component == Component::Library && librariesChange);
        if (mustBeFree && file.inUse) {
            findings.push_back({ErrorCode::FileInUse, Severity::Error, fullPath(toolkit.root, file.path), programs});
        } else if (changesFile(step) && !file.sha256) {
            findings.push_back({ErrorCode::SystemCallFailed, Severity::Error, fullPath(toolkit.root, file.path)});
        }
    }
    return findings;
}

bool changesFile(const FileStep& step) {
    return step.verb != Verb::Keep;
}

std::string_view targetFolder(Component component, std::string_view dllFolder) {
    switch (component) {
        case Component::Header: return "include";
        case Component::ImportLibrary:
        case Component::StaticLibrary: return "lib/x64";
        case Component::Library:
        case Component::Licence: break;
    }
    return dllFolder;
}

}   // namespace cudnn_setup
