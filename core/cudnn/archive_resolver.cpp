#include "cudnn/archive.h"
#include "cudnn/known_archives.h"
#include "cudnn/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace cudnn_setup {
namespace {

constexpr unsigned supportedMajor = 9;
/// The only mark of cuda13 builds in DLLs that name neither cublasLt nor nvrtc; no cuda12 build holds it (read in 9.28.0.42, both builds).
constexpr std::string_view hybridRuntime = "nvcudart_hybrid64.dll";

std::string lowered(std::string_view text) {
    std::string lower(text);
    for (char& letter : lower)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return lower;
}

std::string_view bareName(std::string_view entry) {
    const std::size_t slash = entry.rfind('/');
    return slash == std::string_view::npos ? entry : entry.substr(slash + 1);
}

bool isUtf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const auto first = static_cast<unsigned char>(text[at]);
        const std::size_t length = first < 0x80                    ? 1
                                   : first >= 0xc2 && first < 0xe0 ? 2
                                   : first >= 0xe0 && first < 0xf0 ? 3
                                   : first >= 0xf0 && first < 0xf5 ? 4
                                                                   : 0;
        if (length == 0 || text.size() - at < length) return false;
        for (std::size_t next = 1; next < length; ++next)
            if ((static_cast<unsigned char>(text[at + next]) & 0xc0U) != 0x80U) return false;
        at += length;
    }
    return true;
}

/// Licence texts come as UTF-8, with or without a byte order mark, or as Latin-1.
std::string utf8Text(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    if (isUtf8(text)) return std::string(text);
    std::string converted;
    for (const char letter : text) {
        const auto value = static_cast<unsigned char>(letter);
        if (value < 0x80) {
            converted.push_back(letter);
        } else {
            converted.push_back(static_cast<char>(0xc0U | (value >> 6U)));
            converted.push_back(static_cast<char>(0x80U | (value & 0x3fU)));
        }
    }
    return converted;
}

std::string machineText(PeMachine machine) {
    return fmt::format("machine 0x{:04x}", static_cast<std::uint16_t>(machine));
}

std::string cudaText(unsigned major) {
    return fmt::format("CUDA {}", major);
}

/// One archive being resolved: each step adds what it found, or gives the error that ends it.
class Resolver {
public:
    explicit Resolver(const ArchiveContents& contents)
        : m_contents(contents), m_nameHint(parseArchiveName(contents.name)), m_known(findKnownArchive(contents.sha256)) {
        for (const UnpackedEntry& entry : contents.entries) {
            if (cudnnMajorOfLibrary(bareName(entry.entry.name))) m_libraries.push_back(&entry);
            const std::size_t slash = entry.entry.name.find('/');
            const std::string_view top = std::string_view(entry.entry.name).substr(0, slash);
            if (slash != std::string::npos && top.ends_with(".dist-info")) m_distInfo = top;
        }
    }

    [[nodiscard]] Result<Archive> resolve() {
        if (m_libraries.empty()) return std::unexpected(whyNoLibraries());
        for (const auto step : {&Resolver::keepWindowsX64, &Resolver::keepOneMajor, &Resolver::collectFiles, &Resolver::checkComplete,
                                &Resolver::checkInnerNames, &Resolver::findRelease, &Resolver::findCudaMajor})
            if (auto error = (this->*step)()) return std::unexpected(std::move(*error));
        findOrigin();
        findLicence();
        sayWhatIsMissing();

        std::ranges::sort(m_files, [](const ArchiveFile& left, const ArchiveFile& right) {
            return left.component != right.component ? left.component < right.component : left.name < right.name;
        });
        return Archive{.name = m_contents.name,
                       .size = m_contents.size,
                       .sha256 = m_contents.sha256,
                       .shape = isWheel() ? ArchiveShape::Wheel : ArchiveShape::NvidiaZip,
                       .origin = m_origin,
                       .release = *m_release,
                       .cudaMajor = m_cudaMajor,
                       .files = std::move(m_files),
                       .licenceText = std::move(m_licence),
                       .findings = std::move(m_findings)};
    }

private:
    using MaybeError = std::optional<Error>;

    [[nodiscard]] bool isWheel() const { return !m_distInfo.empty(); }
    [[nodiscard]] static Error error(ErrorCode code, std::string_view subject, std::vector<std::string> arguments) {
        return Error{code, std::string(subject), 0, std::move(arguments)};
    }
    void warn(ErrorCode code, std::string_view subject, std::vector<std::string> arguments, Severity severity = Severity::Warning) {
        m_findings.push_back({.code = code, .severity = severity, .subject = std::string(subject), .arguments = std::move(arguments)});
    }
    /// A contradiction ends the matter, unless the archive's hash says that NVIDIA made it so: then our rule is what is wrong.
    [[nodiscard]] MaybeError contradiction(ErrorCode code, std::string_view subject, std::vector<std::string> arguments) {
        if (m_known == nullptr) return error(code, subject, std::move(arguments));
        warn(code, subject, std::move(arguments), Severity::Info);
        return std::nullopt;
    }

    [[nodiscard]] Error whyNoLibraries() const {
        const UnpackedEntry* header = nullptr;
        for (const UnpackedEntry& entry : m_contents.entries) {
            const std::string name = lowered(bareName(entry.entry.name));
            if (name.starts_with("libcudnn") && (name.find(".so") != std::string::npos || name.ends_with(".a")))
                return error(ErrorCode::ArchiveLinux, m_contents.name, {entry.entry.name});
            if (isCudnnHeader(name)) header = &entry;
        }
        for (const UnpackedEntry& entry : m_contents.entries) {
            const std::string name = lowered(bareName(entry.entry.name));
            const bool isArchive = name.ends_with(".zip") || name.ends_with(".whl") || name.ends_with(".tar.xz") || name.ends_with(".exe");
            if (isArchive && name.find("cudnn") != std::string::npos)
                return error(ErrorCode::ArchiveInArchive, entry.entry.name, {m_contents.name});
        }
        if (header != nullptr) return error(ErrorCode::ArchiveWithoutDlls, m_contents.name, {header->entry.name});
        if (m_nameHint) return error(ErrorCode::ArchiveWithoutDlls, m_contents.name, {});
        return error(ErrorCode::ArchiveNotCudnn, m_contents.name, {"no-cudnn-file"});
    }

    MaybeError keepWindowsX64() {
        const auto isMachine = [](const UnpackedEntry* entry, PeMachine machine) { return entry->pe && entry->pe->machine == machine; };
        for (const UnpackedEntry* entry : m_libraries)
            if (entry->peError)
                return error(ErrorCode::ArchiveDamaged, entry->entry.name, {std::string(codeInfo(entry->peError->code).id)});
        const auto arm64 =
            std::ranges::find_if(m_libraries, [&](const UnpackedEntry* entry) { return isMachine(entry, PeMachine::Arm64); });
        const auto x64 = std::ranges::find_if(m_libraries, [&](const UnpackedEntry* entry) { return isMachine(entry, PeMachine::Amd64); });
        if (x64 == m_libraries.end()) {
            if (arm64 != m_libraries.end()) return error(ErrorCode::ArchiveArm64, m_contents.name, {(*arm64)->entry.name});
            return error(ErrorCode::ArchiveNotCudnn, m_contents.name, {"machine", m_libraries.front()->entry.name});
        }
        m_hasArm64 = arm64 != m_libraries.end();
        const UnpackedEntry* witness = *x64;
        std::erase_if(m_libraries, [&](const UnpackedEntry* entry) { return isMachine(entry, PeMachine::Arm64); });
        const auto foreign =
            std::ranges::find_if_not(m_libraries, [&](const UnpackedEntry* entry) { return isMachine(entry, PeMachine::Amd64); });
        if (foreign != m_libraries.end())
            return error(ErrorCode::ArchiveContradicts, (*foreign)->entry.name,
                         {machineText((*foreign)->pe->machine), witness->entry.name, "x86_64"});
        return std::nullopt;
    }

    MaybeError keepOneMajor() {
        const auto majorOf = [](const UnpackedEntry* entry) { return cudnnMajorOfLibrary(bareName(entry->entry.name)).value_or(0); };
        const auto other = std::ranges::find_if(m_libraries, [&](const UnpackedEntry* entry) { return majorOf(entry) != supportedMajor; });
        if (other == m_libraries.end()) return std::nullopt;
        const auto supported =
            std::ranges::find_if(m_libraries, [&](const UnpackedEntry* entry) { return majorOf(entry) == supportedMajor; });
        if (supported != m_libraries.end())
            return error(ErrorCode::ArchiveContradicts, (*other)->entry.name,
                         {"cuDNN " + std::to_string(majorOf(*other)), (*supported)->entry.name, "cuDNN " + std::to_string(supportedMajor)});
        std::string found = std::to_string(majorOf(*other));
        if ((*other)->pe->fileVersion) found = (*other)->pe->fileVersion->toString();
        return error(ErrorCode::ArchiveOtherMajor, m_contents.name, {found, std::to_string(supportedMajor), (*other)->entry.name});
    }

    MaybeError collectFiles() {
        std::map<std::string, const UnpackedEntry*> taken;   // lower-case bare name
        for (const UnpackedEntry& entry : m_contents.entries) {
            const std::string_view name = bareName(entry.entry.name);
            Component component = Component::Library;
            if (cudnnMajorOfLibrary(name)) {
                if (std::ranges::find(m_libraries, &entry) == m_libraries.end()) continue;   // the other machine's
            } else if (isCudnnHeader(name)) {
                component = Component::Header;
            } else if (isCudnnImportLibrary(name)) {
                component = isStaticLibrary(name) ? Component::StaticLibrary : Component::ImportLibrary;
                if (m_hasArm64 && lowered(entry.entry.name).find("/arm64/") != std::string::npos) continue;
            } else {
                continue;
            }
            const auto [first, isNew] = taken.emplace(lowered(name), &entry);
            if (!isNew) {
                if (first->second->sha256 == entry.sha256) continue;
                // Several releases or CUDA flavours in one file, as in the folders of NVIDIA's graphical installer.
                return error(ErrorCode::ArchiveContradicts, entry.entry.name,
                             {"SHA-256 " + entry.sha256.toString(), first->second->entry.name, first->second->sha256.toString()});
            }
            m_files.push_back({.entry = entry.entry.name,
                               .name = std::string(name),
                               .component = component,
                               .size = entry.entry.size,
                               .sha256 = entry.sha256,
                               .version = entry.pe ? entry.pe->fileVersion : std::nullopt});
            if (component == Component::Library) m_set.emplace(lowered(name), &entry);
        }
        return std::nullopt;
    }

    /// The set is read out of the files: the shim names its sub-libraries, and cudnn_graph the rest (read in 9.0.0.312, 9.5.0.50, 9.28.0.42).
    MaybeError checkComplete() {
        std::set<std::string> wanted;
        for (const std::string_view base : {"cudnn64_9.dll", "cudnn_graph64_9.dll"}) {
            wanted.emplace(base);
            const auto found = m_set.find(std::string(base));
            if (found == m_set.end()) continue;
            for (const std::string& name : found->second->pe->embeddedNames)
                if (cudnnMajorOfLibrary(name) == supportedMajor) wanted.insert(name);
        }
        const bool namesNothing = wanted.size() == 2;
        if (namesNothing || !m_set.contains("cudnn64_9.dll") || !m_set.contains("cudnn_graph64_9.dll"))
            for (const std::string_view base : baseLibraries()) wanted.emplace(base);
        std::vector<std::string> missing;
        for (const std::string& name : wanted)
            if (!m_set.contains(name)) missing.push_back(name);
        if (missing.empty()) return std::nullopt;
        return contradiction(ErrorCode::ArchiveIncomplete, m_contents.name, std::move(missing));
    }

    /// Equal to the file name in every cuDNN DLL read, so another one means a renamed file.
    MaybeError checkInnerNames() {
        for (const auto& [name, entry] : m_set)
            if (!entry->pe->exportName.empty() && lowered(entry->pe->exportName) != name)
                if (auto failed =
                        contradiction(ErrorCode::ArchiveContradicts, entry->entry.name, {entry->pe->exportName, m_contents.name, name}))
                    return failed;
        return std::nullopt;
    }

    MaybeError findRelease() {
        std::map<Version, std::vector<const UnpackedEntry*>>
            byVersion;   // NVIDIA's graph and heuristic have none since 9.5: no sign of anything
        for (const auto& [name, entry] : m_set)
            if (entry->pe->fileVersion) byVersion[*entry->pe->fileVersion].push_back(entry);
        if (!byVersion.empty()) {
            const auto most = std::ranges::max_element(byVersion, {}, [](const auto& pair) { return pair.second.size(); });
            m_release = most->first;
            m_releaseEvidence = most->second.front()->entry.name;
            for (const auto& [version, entries] : byVersion) {
                if (version == *m_release) continue;
                if (auto failed = contradiction(ErrorCode::ArchiveContradicts, entries.front()->entry.name,
                                                {version.toString(), most->second.front()->entry.name, m_release->toString()}))
                    return failed;
            }
        }
        for (const UnpackedEntry& entry : m_contents.entries) {
            if (lowered(bareName(entry.entry.name)) != "cudnn_version.h" || entry.text.empty()) continue;
            const auto header = parseVersionHeader(entry.text);
            if (!header) continue;
            const bool agrees = !m_release || header->toString(3) == m_release->toString(3);
            if (!agrees)
                if (auto failed = contradiction(ErrorCode::ArchiveContradicts, entry.entry.name,
                                                {header->toString(3), m_releaseEvidence, m_release->toString()}))
                    return failed;
            if (!m_release) {
                m_release = *header;
                m_releaseEvidence = entry.entry.name;
            }
        }
        if (!m_nameHint) {
            if (!m_release) return error(ErrorCode::ArchiveIncomplete, m_contents.name, {"cudnn_version.h"});
            return std::nullopt;
        }
        // The name knows four parts where a header knows three; where it contradicts, somebody renamed the file.
        if (!m_release || m_release->toString(3) == m_nameHint->release.toString(3)) {
            if (!m_release || m_release->part(3) == 0) m_release = m_nameHint->release;
        }
        if (*m_release != m_nameHint->release)
            warn(ErrorCode::ArchiveContradicts, m_contents.name,
                 {m_nameHint->release.toString(), m_releaseEvidence, m_release->toString()});
        return std::nullopt;
    }

    MaybeError findCudaMajor() {
        std::map<unsigned, const UnpackedEntry*> majors;
        bool isHybrid = false;
        for (const auto& [name, entry] : m_set)
            for (const std::string& embedded : entry->pe->embeddedNames) {
                if (const auto major = cudaMajorOfEmbeddedName(embedded)) majors.emplace(*major, entry);
                isHybrid = isHybrid || embedded == hybridRuntime;
            }
        if (majors.size() > 1) {
            const auto& [low, lowEntry] = *majors.begin();
            const auto& [high, highEntry] = *majors.rbegin();
            if (auto failed = contradiction(ErrorCode::ArchiveContradicts, highEntry->entry.name,
                                            {cudaText(high), lowEntry->entry.name, cudaText(low)}))
                return failed;
        }
        if (m_known != nullptr) m_cudaMajor = m_known->cudaMajor;
        else if (!majors.empty()) m_cudaMajor = majors.rbegin()->first;
        else if (isHybrid) m_cudaMajor = 13;
        else if (m_nameHint) m_cudaMajor = m_nameHint->cudaMajor;
        else if (const auto wheel = parseArchiveName(std::string(m_distInfo.substr(0, m_distInfo.rfind('.'))) + "-win_amd64.whl"))
            m_cudaMajor = wheel->cudaMajor;
        else return error(ErrorCode::ArchiveNotCudnn, m_contents.name, {"no-cuda-major"});

        if (m_nameHint && m_nameHint->cudaMajor != m_cudaMajor) {
            const std::string_view evidence =
                majors.empty() ? std::string_view(m_contents.name) : std::string_view(majors.rbegin()->second->entry.name);
            warn(ErrorCode::ArchiveContradicts, m_contents.name,
                 {cudaText(m_nameHint->cudaMajor), std::string(evidence), cudaText(m_cudaMajor)});
        }
        return std::nullopt;
    }

    void findOrigin() {
        if (m_known != nullptr) {
            m_origin = ArchiveOrigin::Nvidia;
            return;
        }
        for (const KnownArchive& known : knownArchives()) {
            if (!known.fromNvidia || known.name.ends_with(".whl") != isWheel() || known.name.starts_with("cudnn-windows-arm64")) continue;
            const bool isSame =
                lowered(known.name) == lowered(m_contents.name) || (known.release == *m_release && known.cudaMajor == m_cudaMajor);
            if (!isSame) continue;
            m_origin = ArchiveOrigin::Repacked;
            warn(ErrorCode::ArchiveRepacked, m_contents.name, {known.name, known.sha256.toString(), m_contents.sha256.toString()});
            return;
        }
    }

    void findLicence() {
        const UnpackedEntry* best = nullptr;   // the one nearest to the top
        for (const UnpackedEntry& entry : m_contents.entries) {
            const std::string name = lowered(bareName(entry.entry.name));
            if (!name.starts_with("license") && !name.starts_with("licence")) continue;
            if (!entry.text.empty() && (best == nullptr || entry.entry.name.size() < best->entry.name.size())) best = &entry;
        }
        if (best == nullptr) {
            warn(ErrorCode::ArchiveWithoutLicence, m_contents.name, {});
            return;
        }
        m_licence = utf8Text(best->text);
        m_files.push_back({.entry = best->entry.name,
                           .name = std::string(bareName(best->entry.name)),
                           .component = Component::Licence,
                           .size = best->entry.size,
                           .sha256 = best->sha256,
                           .version = std::nullopt});
    }

    void sayWhatIsMissing() {
        const auto has = [this](Component component) {
            return std::ranges::find(m_files, component, &ArchiveFile::component) != m_files.end();
        };
        // Wheels are made for running programs: no import libraries since 9.5.
        const Severity severity = isWheel() ? Severity::Info : Severity::Warning;
        if (!has(Component::Header)) warn(ErrorCode::ArchiveWithoutHeaders, m_contents.name, {}, severity);
        if (!has(Component::ImportLibrary)) warn(ErrorCode::ArchiveWithoutImportLibraries, m_contents.name, {}, severity);
    }

    const ArchiveContents& m_contents;
    std::optional<ArchiveName> m_nameHint;
    const KnownArchive* m_known;                         // NVIDIA's own archive
    std::string_view m_distInfo;                         // folder of a wheel's metadata; points into m_contents
    std::vector<const UnpackedEntry*> m_libraries;       // cuDNN DLLs, in directory order
    std::map<std::string, const UnpackedEntry*> m_set;   // the ones to install, by lower-case name
    bool m_hasArm64 = false;
    std::vector<ArchiveFile> m_files;
    std::optional<Version> m_release;
    std::string m_releaseEvidence;   // entry that tells it
    unsigned m_cudaMajor = 0;
    ArchiveOrigin m_origin = ArchiveOrigin::Unknown;
    std::string m_licence;
    std::vector<Finding> m_findings;
};

}   // namespace

Result<Archive> resolveArchive(const ArchiveContents& contents) {
    return Resolver(contents).resolve();
}

}   // namespace cudnn_setup
