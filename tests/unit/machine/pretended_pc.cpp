#include "machine/pretended_pc.h"

#include "base/json.h"
#include "base/path_text.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>

namespace cudnn_setup {
namespace {

const std::filesystem::path stubSets = std::filesystem::path(CUDNN_SETUP_STUB_ARCHIVES) / "files";

System pretendedSystem() {
    System system;
    system.files = std::make_unique<WatchedFiles>(makeSystem().files);
    system.environment = std::make_unique<FakeEnvironmentStore>();
    system.machine = std::make_unique<FakeMachineFacts>();
    system.processes = std::make_unique<FakeProcesses>();
    system.signatures = std::make_unique<FakeSignatures>();
    return system;
}

}   // namespace

PretendedPc::PretendedPc() : PretendedPc(pretendedSystem()) {}

PretendedPc::PretendedPc(System made)
    : system(std::move(made)),
      files(dynamic_cast<WatchedFiles&>(*system.files)),
      environment(dynamic_cast<FakeEnvironmentStore&>(*system.environment)),
      machine(dynamic_cast<FakeMachineFacts&>(*system.machine)),
      processes(dynamic_cast<FakeProcesses&>(*system.processes)),
      signatures(dynamic_cast<FakeSignatures&>(*system.signatures)) {
    std::random_device random;
    m_folder = std::filesystem::canonical(std::filesystem::temp_directory_path()) /
               ("cudnn-setup-pc-" + std::to_string(random()) + std::to_string(random()));
    for (const auto& [which, name] :
         {std::pair{KnownFolder::ProgramFiles, "Program Files"}, std::pair{KnownFolder::ProgramData, "ProgramData"},
          std::pair{KnownFolder::LocalAppData, "LocalAppData"}, std::pair{KnownFolder::Windows, "Windows"},
          std::pair{KnownFolder::System32, "Windows/System32"}, std::pair{KnownFolder::Temp, "Temp"}}) {
        machine.folders[which] = path(name);
        std::filesystem::create_directories(path(name));
    }
    environment.machine["SystemRoot"] = {.text = text("Windows"), .type = RegistryText::Plain};
    setPath(EnvironmentScope::Machine, "%SystemRoot%");
}

PretendedPc::~PretendedPc() {
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
}

std::filesystem::path PretendedPc::path(std::string_view relative) const {
    return (m_folder / pathFromUtf8(relative)).make_preferred();
}

std::string PretendedPc::text(std::string_view relative) const {
    return toUtf8(path(relative));
}

void PretendedPc::write(std::string_view relative, std::string_view bytes) const {
    std::filesystem::create_directories(path(relative).parent_path());
    std::ofstream out(path(relative), std::ios::binary);
    out << bytes;
    ASSERT_TRUE(out.good()) << relative;
}

void PretendedPc::remove(std::string_view relative) const {
    ASSERT_TRUE(std::filesystem::remove(path(relative))) << relative;
}

void PretendedPc::copyStub(std::string_view stub, std::string_view to) const {
    std::filesystem::create_directories(path(to).parent_path());
    std::filesystem::copy_file(stubSets / stub, path(to), std::filesystem::copy_options::overwrite_existing);
}

void PretendedPc::copySet(std::string_view set, std::string_view root) const {
    std::filesystem::copy(stubSets / set, path(root),
                          std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
}

void PretendedPc::copyLibraries(std::string_view set, std::string_view folder) const {
    std::filesystem::create_directories(path(folder));
    std::filesystem::copy(stubSets / set / "bin", path(folder));
}

void PretendedPc::addToolkit(std::string_view version, std::string_view root) {
    const auto parsed = Version::parse(version);
    ASSERT_TRUE(parsed.has_value());
    const auto major = std::to_string(parsed->major());
    const auto at = std::string(root) + '/';
    const auto dlls = at + (parsed->major() >= 13 ? "bin/x64/" : "bin/");
    write(at + "version.json",
          R"({"cuda": {"name": "CUDA SDK", "version": ")" + std::string(version) + R"("}, "cuda_nvcc": {"version": "1.2.3"}})");
    write(at + "bin/nvcc.exe", "MZ");
    write(at + "include/cuda.h", "");
    write(at + "lib/x64/cudart.lib", "");
    const auto minor = std::to_string(parsed->minor());
    for (const auto& name : {"cudart64_" + major, "cublas64_" + major, "cublasLt64_" + major, "nvrtc64_" + major + "0_0",
                             "nvrtc-builtins64_" + major + minor}) {
        write(dlls + name + ".dll", "MZ");
    }
    // As NVIDIA's installer writes it: with a separator at the end.
    machine.toolkits.push_back({.keyName = "v" + parsed->toString(2), .installDir = text(at)});
    appendToPath(text(dlls.substr(0, dlls.size() - 1)));
}

void PretendedPc::setPath(EnvironmentScope scope, std::string_view value, RegistryText type) {
    auto& variables = scope == EnvironmentScope::Machine ? environment.machine : environment.user;
    variables["Path"] = {.text = std::string(value), .type = type};
}

void PretendedPc::appendToPath(std::string_view folder) {
    environment.machine["Path"].text += ';' + std::string(folder);
}

void PretendedPc::prependToPath(std::string_view folder) {
    auto& value = environment.machine["Path"].text;
    value = std::string(folder) + ';' + value;
}

Snapshot PretendedPc::observed() {
    auto snapshot = observe(system, {});
    EXPECT_TRUE(snapshot.has_value());
    return snapshot ? std::move(*snapshot) : Snapshot{};
}

Snapshot PretendedPc::observedTargets() {
    auto snapshot = observed();
    std::vector<std::string> roots;
    for (const auto& toolkit : snapshot.toolkits) roots.push_back(toolkit.root);
    EXPECT_TRUE(observeTargets(system, snapshot, roots, {}, {}).has_value());
    return snapshot;
}

const Toolkit& toolkitAt(const Snapshot& snapshot, const std::string& root) {
    for (const auto& toolkit : snapshot.toolkits) {
        if (toolkit.root == root) return toolkit;
    }
    ADD_FAILURE() << "no toolkit " << root;
    static const Toolkit none{.root = {}, .version = Version(0), .sources = {}, .dllFolder = {}, .dllFolderAbsolute = {}};
    return none;
}

Receipt receiptOf(const Toolkit& hashed, const Version& release) {
    const Sha256 archive{Sha256::Bytes{1}};
    Receipt receipt{
        .toolVersion = "0.1.0",
        .installedAt = "2026-05-04T12:34:56Z",
        .dllFolder = hashed.dllFolder,
        .archive = {.name = "archive.zip", .sha256 = archive, .release = release, .cudaMajor = hashed.version.major(), .origin = "unknown"},
        .files = {},
        .removed = {},
        .folders = {},
        .path = {}};
    for (const auto& file : hashed.cudnnFiles) {
        EXPECT_TRUE(file.sha256.has_value()) << file.path;
        receipt.files.push_back({.path = file.path,
                                 .size = file.size,
                                 .sha256 = file.sha256.value_or(archive),
                                 .entry = "top/" + file.path,
                                 .version = file.version,
                                 .before = {}});
    }
    return receipt;
}

std::string dumpReceipt(const Receipt& receipt) {
    return dumpJson(toJson(receipt));
}

std::string dumpIndex(const std::vector<std::string>& roots) {
    ToolkitIndex index;
    for (const auto& root : roots) index.toolkits.push_back({.root = root, .pathScope = {}, .pathSegment = {}});
    return dumpJson(toJson(index));
}

}   // namespace cudnn_setup
