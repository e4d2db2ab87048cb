#include "verify/set_findings.h"

#include "cudnn/names.h"
#include "machine/path_value.h"

#include <algorithm>
#include <map>

namespace cudnn_setup {
namespace {

constexpr std::string_view versionHeader = "cudnn_version.h";

/// cudnn.h says three numbers; people know a release by them.
std::string threeParts(const Version& version) {
    return version.toString(3);
}

class SetChecker {
public:
    SetChecker(const Toolkit& toolkit, const ExpectedSet& set) : m_toolkit(toolkit), m_set(set) {
        for (const auto& file : toolkit.cudnnFiles) m_present.emplace(lowerCase(file.path), &file);
        m_releaseIsSeen = std::ranges::any_of(set.files, [&](const auto& expected) { return showsRelease(expected); });
    }

    SetCheck check() {
        std::vector<std::string> missingLibraries;
        for (const auto& expected : m_set.files) {
            auto& count = countOf(expected.component);
            ++count.expected;
            const auto present = m_present.find(lowerCase(expected.path));
            if (present == m_present.end()) {
                if (expected.component == Component::Library) missingLibraries.push_back(expected.name);
                // A table is no witness that the file was ever there.
                if (m_set.authority != SetAuthority::Files) add(ErrorCode::FileMissing, expected.name);
                continue;
            }
            if (present->second->size != 0) ++count.found;
            checkFile(expected, *present->second);
        }
        if (!missingLibraries.empty()) {
            m_result.findings.insert(m_result.findings.begin(), Finding{.code = ErrorCode::SetIncomplete,
                                                                        .subject = m_toolkit.dllFolderAbsolute,
                                                                        .arguments = std::move(missingLibraries)});
        }
        checkForeign();
        checkHeaders();
        checkCuda();
        return std::move(m_result);
    }

private:
    void add(ErrorCode code, std::string subject, std::vector<std::string> arguments = {}, Severity severity = Severity::Error) {
        m_result.findings.push_back({.code = code, .severity = severity, .subject = std::move(subject), .arguments = std::move(arguments)});
    }

    SetCount& countOf(Component component) {
        if (component == Component::Library) return m_result.libraries;
        return component == Component::Header ? m_result.headers : m_result.importLibraries;
    }

    /// A DLL of the set that is of its release, by bytes or by its own word.
    bool showsRelease(const ExpectedFile& expected) const {
        const auto present = m_present.find(lowerCase(expected.path));
        if (expected.component != Component::Library || present == m_present.end()) return false;
        const auto& file = *present->second;
        if (expected.sha256 && file.sha256 == expected.sha256) return true;
        return file.version && m_set.release && isSameRelease(*file.version, *m_set.release);
    }

    void checkFile(const ExpectedFile& expected, const CudnnFile& file) {
        const bool isLibrary = expected.component == Component::Library;
        if (expected.sha256 && file.sha256 == expected.sha256) {
            m_result.settled.insert(lowerCase(expected.name));
            return;
        }
        if (file.size == 0) return add(ErrorCode::FileEmpty, expected.name);
        if (file.problem) {
            std::vector<std::string> arguments;
            if (!file.innerName.empty()) arguments.push_back(file.innerName);
            return add(*file.problem, expected.name, std::move(arguments));
        }
        // Where the whole set is another release's, nothing is mixed: then every file is simply not the expected one.
        if (isLibrary && m_releaseIsSeen && file.version && m_set.release && !isSameRelease(*file.version, *m_set.release)) {
            return add(ErrorCode::SetMixedVersion, expected.name, {file.version->toString(), m_set.release->toString()});
        }
        if (!expected.sha256) {
            if (isLibrary && !file.version) add(ErrorCode::SetVersionUnknown, expected.name, {}, Severity::Warning);
            return;
        }
        if (file.sha256 || file.size != expected.size) {
            // Said by checkHeaders() in better words.
            if (lowerCase(expected.name) == versionHeader && headersDiffer()) return;
            return add(ErrorCode::FileChanged, expected.name);
        }
        if (!m_toolkit.hashed) return;
        if (file.inUse)
            return add(ErrorCode::FileInUse, expected.name, {}, Severity::Warning);   // held without sharing: unknown, not wrong
        add(ErrorCode::SystemCallFailed, expected.name);
    }

    /// Leftovers of another release: the shim loads siblings by bare name and would take them (pytorch#188892).
    void checkForeign() {
        if (m_set.authority == SetAuthority::Files) return checkStrangers();
        for (const auto& file : m_toolkit.cudnnFiles) {
            const auto name = bareName(file.path);
            const auto ending = "64_" + std::to_string(m_set.major) + ".lib";
            const bool ofMajor = cudnnMajorOfLibrary(name) == m_set.major || lowerCase(name).ends_with(ending);
            if (!ofMajor || m_set.find(file.path) != nullptr || isInReceipt(file)) continue;
            add(ErrorCode::FileForeign, name);
        }
    }

    /// Without archive and receipt a DLL that the table does not know is only foreign when it says so itself.
    void checkStrangers() {
        for (const auto& file : m_toolkit.cudnnFiles) {
            const auto name = bareName(file.path);
            if (cudnnMajorOfLibrary(name) != m_set.major || m_set.find(file.path) != nullptr) continue;
            checkFile({.path = file.path, .name = name, .component = Component::Library, .sha256 = {}}, file);
        }
    }

    bool isInReceipt(const CudnnFile& file) const {
        if (!m_toolkit.receipt) return false;
        const auto key = lowerCase(file.path);
        return std::ranges::any_of(m_toolkit.receipt->files,
                                   [&](const auto& ours) { return lowerCase(ours.path) == key && file.sha256 == ours.sha256; });
    }

    bool headersDiffer() const {
        if (!m_toolkit.headerVersion || !m_set.release || !m_releaseIsSeen) return false;
        return !isSameRelease(*m_toolkit.headerVersion, *m_set.release);
    }

    void checkHeaders() {
        if (!headersDiffer()) return;
        // A set without headers may stand beside another major's, which are not its own.
        const bool ours = m_set.authority == SetAuthority::Files || m_set.find("include/" + std::string(versionHeader)) != nullptr;
        if (ours) add(ErrorCode::SetHeaderMismatch, m_toolkit.root, {threeParts(*m_set.release), threeParts(*m_toolkit.headerVersion)});
    }

    void checkCuda() {
        const auto wanted = m_toolkit.version.major();
        if (m_set.authority == SetAuthority::Receipt && m_set.cudaMajor && *m_set.cudaMajor != 0 && *m_set.cudaMajor != wanted) {
            return add(ErrorCode::SetBuiltForOtherCuda, m_toolkit.root, {std::to_string(*m_set.cudaMajor), std::to_string(wanted)});
        }
        for (const auto& file : m_toolkit.cudnnFiles) {
            if (cudnnMajorOfLibrary(bareName(file.path)) != m_set.major) continue;
            for (const auto& name : file.embeddedNames) {
                const auto major = cudaMajorOfEmbeddedName(name);
                if (!major || *major == wanted) continue;
                add(ErrorCode::SetBuiltForOtherCuda, bareName(file.path), {std::to_string(*major), std::to_string(wanted)});
                break;
            }
        }
    }

    const Toolkit& m_toolkit;
    const ExpectedSet& m_set;
    std::map<std::string, const CudnnFile*> m_present;   // by path in lower case
    bool m_releaseIsSeen = false;
    SetCheck m_result;
};

}   // namespace

SetCheck checkSet(const Toolkit& toolkit, const ExpectedSet& set) {
    return SetChecker(toolkit, set).check();
}

bool isNothingInstalled(const Toolkit& toolkit, unsigned major) {
    if (toolkit.receipt || toolkit.receiptError || toolkit.journalOpen) return false;
    if (toolkit.cudnnFiles.empty()) return true;
    bool otherMajor = false;
    for (const auto& file : toolkit.cudnnFiles) {
        const auto found = cudnnMajorOfLibrary(bareName(file.path));
        if (found == major) return false;
        otherMajor = otherMajor || found.has_value();
    }
    if (toolkit.headerVersion) return toolkit.headerVersion->major() != major;
    return otherMajor;
}

}   // namespace cudnn_setup
