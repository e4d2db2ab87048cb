#include "verify/expected_set.h"

#include "cudnn/names.h"
#include "machine/path_value.h"

#include <algorithm>
#include <map>
#include <set>

namespace cudnn_setup {
namespace {

constexpr unsigned installedMajor = 9;   // the only one that this product installs

// Sets of the field (onnxruntime#28787, javacpp-presets#1805, and NVIDIA's 9.28.0.42): eight DLLs up to 9.20, tensor_ir from 9.21 on, ext
// in 9.23 at the latest. A table is for sets without archive and receipt only: those tell themselves.
constexpr std::string_view tensorIr = "cudnn_engines_tensor_ir64_9.dll";
constexpr Version firstWithTensorIr(9, 21);
constexpr std::string_view ext = "cudnn_ext64_9.dll";
constexpr Version firstWithExt(9, 23);

Component componentOfPath(std::string_view path) {
    if (path.starts_with("include/")) return Component::Header;
    if (path.starts_with("lib/x64/")) return isStaticLibrary(bareName(path)) ? Component::StaticLibrary : Component::ImportLibrary;
    return Component::Library;
}

std::string pathOf(const ArchiveFile& file, const std::string& dllFolder) {
    switch (file.component) {
        case Component::Library: return dllFolder + '/' + file.name;
        case Component::Header: return "include/" + file.name;
        case Component::ImportLibrary:
        case Component::StaticLibrary: return "lib/x64/" + file.name;
        case Component::Licence: break;
    }
    return {};
}

ExpectedSet setOfArchive(const Toolkit& toolkit, const Archive& archive) {
    ExpectedSet set{.authority = SetAuthority::Archive,
                    .major = archive.release.major(),
                    .release = archive.release,
                    .cudaMajor = archive.cudaMajor,
                    .files = {}};
    for (const auto& file : archive.files) {
        if (auto path = pathOf(file, toolkit.dllFolder); !path.empty()) {
            set.files.push_back(
                {.path = std::move(path), .name = file.name, .component = file.component, .sha256 = file.sha256, .size = file.size});
        }
    }
    return set;
}

ExpectedSet setOfReceipt(const Receipt& receipt) {
    ExpectedSet set{.authority = SetAuthority::Receipt,
                    .major = receipt.archive.release.major(),
                    .release = receipt.archive.release,
                    .cudaMajor = receipt.archive.cudaMajor,
                    .files = {}};
    for (const auto& file : receipt.files) {
        set.files.push_back({.path = file.path,
                             .name = bareName(file.path),
                             .component = componentOfPath(file.path),
                             .sha256 = file.sha256,
                             .size = file.size});
    }
    return set;
}

/// The version that most DLLs carry; of equally frequent ones the newest.
std::optional<Version> releaseOfFiles(const Toolkit& toolkit) {
    std::map<Version, int> votes;
    for (const auto& file : toolkit.cudnnFiles) {
        if (file.version && cudnnMajorOfLibrary(bareName(file.path)) == installedMajor) ++votes[*file.version];
    }
    const auto winner = std::ranges::max_element(
        votes, [](const auto& a, const auto& b) { return a.second != b.second ? a.second < b.second : a.first < b.first; });
    if (winner != votes.end()) return winner->first;
    if (toolkit.headerVersion && toolkit.headerVersion->major() == installedMajor) return toolkit.headerVersion;
    return std::nullopt;
}

ExpectedSet setOfFiles(const Toolkit& toolkit) {
    ExpectedSet set{
        .authority = SetAuthority::Files, .major = installedMajor, .release = releaseOfFiles(toolkit), .cudaMajor = {}, .files = {}};
    std::set<std::string> libraries(baseLibraries().begin(), baseLibraries().end());
    const std::set<std::string> known = [&] {
        auto names = libraries;
        names.insert({std::string(tensorIr), std::string(ext)});
        return names;
    }();
    if (set.release && *set.release >= firstWithTensorIr) libraries.insert(std::string(tensorIr));
    if (set.release && *set.release >= firstWithExt) libraries.insert(std::string(ext));
    for (const auto& file : toolkit.cudnnFiles) {
        const auto name = lowerCase(bareName(file.path));
        // These two load the others, and hold their names. The names of the known ten do not count: graph 9.20.0.48 asks for tensor_ir,
        // which that release does not ship (pytorch#188892).
        if (name != "cudnn64_9.dll" && name != "cudnn_graph64_9.dll") continue;
        for (const auto& other : file.embeddedNames) {
            if (cudnnMajorOfLibrary(other) == installedMajor && !known.contains(other)) libraries.insert(other);
        }
    }
    for (const auto& name : libraries) {
        set.files.push_back({.path = toolkit.dllFolder + '/' + name, .name = name, .component = Component::Library, .sha256 = {}});
    }
    for (const auto& file : toolkit.cudnnFiles) {
        const auto component = componentOfPath(file.path);
        if (component == Component::Library) continue;
        set.files.push_back({.path = file.path, .name = bareName(file.path), .component = component, .sha256 = {}});
    }
    return set;
}

}   // namespace

std::string bareName(std::string_view path) {
    return std::string(path.substr(path.rfind('/') + 1));
}

bool isSameRelease(const Version& a, const Version& b) {
    for (std::size_t part = 0; part < 3; ++part) {
        if (a.part(part) != b.part(part)) return false;
    }
    return a.part(3) == 0 || b.part(3) == 0 || a.part(3) == b.part(3);
}

const ExpectedFile* ExpectedSet::find(std::string_view path) const {
    const auto key = lowerCase(path);
    const auto found = std::ranges::find_if(files, [&](const auto& file) { return lowerCase(file.path) == key; });
    return found == files.end() ? nullptr : &*found;
}

std::vector<std::string> ExpectedSet::libraryNames() const {
    std::vector<std::string> names;
    for (const auto& file : files) {
        if (file.component == Component::Library) names.push_back(file.name);
    }
    return names;
}

ExpectedSet expectedSet(const Toolkit& toolkit, const Archive* archive) {
    if (archive != nullptr) return setOfArchive(toolkit, *archive);
    if (toolkit.receipt) return setOfReceipt(*toolkit.receipt);
    return setOfFiles(toolkit);
}

}   // namespace cudnn_setup
