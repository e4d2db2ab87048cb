#include "sample_machine.h"

#include "base/json.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace cudnn_setup::sample {
namespace {

constexpr std::array<std::string_view, 8> eight{
    "cudnn",       "cudnn_adv",       "cudnn_cnn", "cudnn_engines_precompiled", "cudnn_engines_runtime_compiled",
    "cudnn_graph", "cudnn_heuristic", "cudnn_ops"};

void add(Archive& archive, const std::string& folder, const std::string& name, Component component, std::uint64_t size) {
    const auto release = archive.release.toString();
    std::optional<Version> version;
    // NVIDIA's graph and heuristic DLLs have no version resource (9.5.0.50).
    if (component == Component::Library && !name.contains("graph") && !name.contains("heuristic")) version = archive.release;
    archive.files.push_back({"top/" + folder + name, name, component, size, hashFor(name + release), version});
}

std::string folderOf(Component component) {
    if (component == Component::Header) return "include/";
    return component == Component::Library ? "bin/" : "lib/x64/";
}

}   // namespace

Sha256 hashFor(std::string_view text) {
    Sha256::Bytes bytes{};
    std::uint64_t state = 0xCBF29CE484222325U;   // FNV-1a
    for (auto& byte : bytes) {
        for (const char letter : text) state = (state ^ static_cast<unsigned char>(letter)) * 0x100000001B3U;
        byte = static_cast<std::uint8_t>(state >> 32U);
    }
    return Sha256(bytes);
}

Archive archive(std::string_view release, unsigned cudaMajor) {
    const auto version = Version::parse(release).value();
    std::vector<std::string> stems(eight.begin(), eight.end());
    if (version >= Version(9, 23)) stems.insert(stems.end(), {"cudnn_engines_tensor_ir", "cudnn_ext"});
    std::ranges::sort(stems);
    const auto name = "cudnn-windows-x86_64-" + std::string(release) + "_cuda" + std::to_string(cudaMajor) + "-archive";
    Archive archive{.name = name + ".zip",
                    .size = 1000,
                    .sha256 = hashFor(name),
                    .shape = ArchiveShape::NvidiaZip,
                    .origin = ArchiveOrigin::Nvidia,
                    .release = version,
                    .cudaMajor = cudaMajor,
                    .files = {},
                    .licenceText = "licence",
                    .findings = {}};
    const std::string dllFolderInside = version >= Version(9, 18) ? "bin/x64/" : "bin/";
    for (const auto& stem : stems) add(archive, dllFolderInside, stem + "64_9.dll", Component::Library, 1'000'000);
    for (const auto* header :
         {"cudnn.h", "cudnn_adv.h", "cudnn_backend.h", "cudnn_cnn.h", "cudnn_graph.h", "cudnn_ops.h", "cudnn_version.h"}) {
        add(archive, "include/", header, Component::Header, 1'000);
    }
    std::vector<std::string> libraries;
    for (const auto& stem : stems) libraries.insert(libraries.end(), {stem + ".lib", stem + "64_9.lib"});
    std::ranges::sort(libraries);
    for (const auto& library : libraries) add(archive, "lib/x64/", library, Component::ImportLibrary, 10'000);
    archive.files.push_back({"top/LICENSE", "LICENSE", Component::Licence, 7, hashFor("licence"), std::nullopt});
    return archive;
}

CudnnFile file(std::string path, std::string_view bytes, std::optional<Version> version) {
    return {.path = std::move(path), .size = bytes.size(), .attributes = 32, .sha256 = hashFor(bytes), .version = version};
}

std::vector<CudnnFile> copiedByHand(const Archive& archive) {
    std::vector<CudnnFile> files;
    for (const auto& each : archive.files) {
        if (each.component == Component::Licence) continue;
        files.push_back({.path = folderOf(each.component) + each.name,
                         .size = each.size,
                         .attributes = 32,
                         .sha256 = each.sha256,
                         .version = each.version});
    }
    std::ranges::sort(files, {}, &CudnnFile::path);
    return files;
}

std::vector<CudnnFile> copiedByHand897() {
    std::vector<CudnnFile> files;
    std::vector<std::string> stems{"cudnn"};
    for (const auto* part : {"ops", "cnn", "adv"}) {
        for (const auto* use : {"infer", "train"}) stems.push_back(std::string("cudnn_") + part + '_' + use);
    }
    for (const auto& stem : stems) {
        files.push_back(file("bin/" + stem + "64_8.dll", stem + "8.dll", Version(8, 9, 7, 29)));
        files.push_back(file("lib/x64/" + stem + ".lib", stem + "8.lib"));
        files.push_back(file("lib/x64/" + stem + "64_8.lib", stem + "64_8.lib"));
        files.push_back(file("include/" + stem + ".h", stem + "8.h"));
    }
    files.push_back(file("include/cudnn_backend.h", "backend8"));
    files.push_back(file("include/cudnn_version.h", "version8"));
    std::ranges::sort(files, {}, &CudnnFile::path);
    return files;
}

RawVariable machinePath() {
    return {R"(%SystemRoot%\system32;%SystemRoot%;%SystemRoot%\System32\Wbem;)" + std::string(dllFolder), RegistryText::Expandable};
}

Toolkit toolkit() {
    Toolkit toolkit{.root = std::string(root),
                    .version = Version(12, 8, 1),
                    .sources = {ToolkitSource::Registry},
                    .dllFolder = "bin",
                    .dllFolderAbsolute = std::string(dllFolder),
                    .parts = {.compiler = true, .runtime = true, .cublasLt = true, .nvrtc = true, .nvrtcBuiltins = true, .header = true},
                    .cudnnFiles = {},
                    .hashed = true,
                    .receipt = std::nullopt,
                    .receiptError = std::nullopt};
    toolkit.writable = true;
    toolkit.freeBytes = 100'000'000'000;
    return toolkit;
}

Snapshot snapshot(Toolkit toolkit) {
    Snapshot snapshot{};
    snapshot.takenAt = "2026-05-04T12:34:56Z";
    snapshot.toolVersion = "0.1.0";
    snapshot.systemName = "Windows 11";
    snapshot.account = {.name = "PC\\admin", .sid = "S-1-5-21-1", .elevated = true, .system = false};
    snapshot.toolkits.push_back(std::move(toolkit));
    snapshot.machinePath.value = machinePath();
    return snapshot;
}

Request requestFor(Action action) {
    Request request;
    request.action = action;
    return request;
}

Request installRequest() {
    return {.action = Action::Install,
            .source = R"(C:\t\cudnn.zip)",
            .expectedHash = std::nullopt,
            .target = std::string(root),
            .acceptLicence = true};
}

std::string expand(std::string_view text) {
    std::string expanded(text);
    const std::pair<std::string, std::string> variables[]{{"%SystemRoot%", R"(C:\Windows)"}, {"%CUDA_PATH%", std::string(root)}};
    for (const auto& [name, value] : variables) {
        for (auto at = expanded.find(name); at != std::string::npos; at = expanded.find(name)) expanded.replace(at, name.size(), value);
    }
    return expanded;
}

Plan planInstall(const Snapshot& snapshot, const Archive& archive, const Request& request) {
    std::vector<std::string> roots;
    for (const auto& each : snapshot.toolkits) roots.push_back(each.root);
    return makePlan(request, snapshot, &archive, roots, expand);
}

Plan planUninstall(const Snapshot& snapshot) {
    std::vector<std::string> roots;
    for (const auto& each : snapshot.toolkits) roots.push_back(each.root);
    return makePlan(requestFor(Action::Uninstall), snapshot, nullptr, roots, expand);
}

CarriedOut& CarriedOut::install(const Archive& archive, const Request& request) {
    apply(planInstall(m_now, archive, request), &archive);
    return *this;
}

CarriedOut& CarriedOut::uninstall() {
    apply(planUninstall(m_now), nullptr);
    return *this;
}

void CarriedOut::apply(const Plan& plan, const Archive* archive) {
    ASSERT_EQ(blockers(plan), std::vector<std::string>{});
    ASSERT_EQ(plan.toolkits.size(), 1U);
    const auto& steps = plan.toolkits.front();
    std::map<std::string, CudnnFile> files;
    for (const auto& each : toolkit().cudnnFiles) files.emplace(each.path, each);
    InstallFacts facts{
        .toolVersion = m_now.toolVersion, .installedAt = "2026-05-04T12:35:00Z", .signaturesIgnored = false, .kept = {}, .folders = {}};
    for (const auto& step : steps.files) {
        if (step.verb == Verb::Keep) continue;
        if (const auto there = files.find(step.path); there != files.end()) {
            ASSERT_EQ(step.before, there->second.sha256) << step.path;
            if (step.old == OldFile::Backup) {
                const auto name = std::to_string(m_nextBackup++);
                facts.kept.emplace(step.path, PriorFile{name, there->second.size, *there->second.sha256, there->second.attributes, "D:"});
                m_backups.emplace(name, there->second);
            } else {
                ASSERT_EQ(step.old, OldFile::Discard) << step.path;
            }
            files.erase(there);
        } else {
            ASSERT_EQ(step.old, OldFile::None) << step.path;
            ASSERT_FALSE(step.before.has_value()) << step.path;
        }
        if (step.verb == Verb::Restore) {
            const auto kept = m_backups.find(step.source);
            ASSERT_NE(kept, m_backups.end()) << step.source;
            ASSERT_EQ(step.after, kept->second.sha256);
            files.emplace(kept->second.path, kept->second);
            m_backups.erase(kept);
        } else if (step.verb != Verb::Remove) {
            files.emplace(
                step.path,
                CudnnFile{.path = step.path, .size = step.sizeAfter, .attributes = 32, .sha256 = step.after, .version = step.versionAfter});
        }
    }
    if (steps.path) {
        auto& value = steps.path->scope == EnvironmentScope::Machine ? m_now.machinePath.value : m_now.userPath.value;
        ASSERT_EQ(value, steps.path->before);
        value = steps.path->after;
    }
    toolkit().cudnnFiles.clear();
    for (auto& [path, each] : files) toolkit().cudnnFiles.push_back(each);
    if (archive != nullptr) toolkit().receipt = nextReceipt(steps, toPlanned(*archive), toolkit().receipt, facts);
    else toolkit().receipt.reset();
    if (toolkit().receipt) {
        const auto text = toJson(*toolkit().receipt);
        ASSERT_TRUE(receiptFromJson(text).has_value()) << receiptFromJson(text).error().subject;   // what is written can be read again
    }
}

std::map<std::string, std::string> tree(const Toolkit& toolkit) {
    std::map<std::string, std::string> files;
    for (const auto& each : toolkit.cudnnFiles) files.emplace(each.path, each.sha256 ? each.sha256->toString() : "unreadable");
    return files;
}

const FileStep* findStep(const Plan& plan, std::string_view path) {
    for (const auto& toolkit : plan.toolkits) {
        const auto found = std::ranges::find(toolkit.files, path, &FileStep::path);
        if (found != toolkit.files.end()) return &*found;
    }
    return nullptr;
}

std::size_t count(const Plan& plan, Verb verb) {
    std::size_t steps = 0;
    for (const auto& toolkit : plan.toolkits) steps += static_cast<std::size_t>(std::ranges::count(toolkit.files, verb, &FileStep::verb));
    return steps;
}

const Finding* findFinding(const Plan& plan, ErrorCode code) {
    const auto found = std::ranges::find(plan.findings, code, &Finding::code);
    return found == plan.findings.end() ? nullptr : &*found;
}

std::vector<std::string> blockers(const Plan& plan) {
    std::vector<std::string> ids;
    for (const auto& finding : plan.findings) {
        if (finding.severity == Severity::Error) ids.emplace_back(codeInfo(finding.code).id);
    }
    return ids;
}

}   // namespace cudnn_setup::sample
