#include "cudnn/archive.h"

#include "base/json.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace cudnn_setup {
namespace {

constexpr std::array<std::string_view, 5> componentTexts{"library", "header", "import-library", "static-library", "licence"};

}   // namespace

std::string_view toText(Component component) noexcept {
    return componentTexts[static_cast<std::size_t>(component)];
}

Result<Component> componentFromText(std::string_view text) {
    const auto found = std::ranges::find(componentTexts, text);
    if (found == componentTexts.end()) return fail(ErrorCode::JsonMalformed, std::string(text));
    return static_cast<Component>(found - componentTexts.begin());
}

std::string_view toText(ArchiveOrigin origin) noexcept {
    switch (origin) {
        case ArchiveOrigin::Nvidia: return "nvidia";
        case ArchiveOrigin::Repacked: return "repacked";
        case ArchiveOrigin::Unknown: break;
    }
    return "unknown";
}

std::string_view toText(ArchiveShape shape) noexcept {
    switch (shape) {
        case ArchiveShape::NvidiaZip: return "nvidia-zip";
        case ArchiveShape::Wheel: return "wheel";
        case ArchiveShape::Folder: break;
    }
    return "folder";
}

std::size_t Archive::count(Component component) const {
    return static_cast<std::size_t>(std::ranges::count(files, component, &ArchiveFile::component));
}

std::uint64_t Archive::bytes() const {
    return std::accumulate(files.begin(), files.end(), std::uint64_t{0}, [](std::uint64_t sum, const ArchiveFile& file) {
        return file.component == Component::Licence ? sum : sum + file.size;
    });
}

nlohmann::json toJson(const Archive& archive) {
    nlohmann::json files = nlohmann::json::array();
    for (const ArchiveFile& file : archive.files) {
        nlohmann::json row{{"entry", file.entry},
                           {"name", file.name},
                           {"component", toText(file.component)},
                           {"size", file.size},
                           {"sha256", file.sha256.toString()}};
        if (file.version) row["version"] = file.version->toString();
        files.push_back(std::move(row));
    }
    nlohmann::json findings = nlohmann::json::array();
    for (const Finding& finding : archive.findings) findings.push_back(toJson(finding));
    return {{"name", archive.name},
            {"size", archive.size},
            {"sha256", archive.sha256.toString()},
            {"shape", toText(archive.shape)},
            {"origin", toText(archive.origin)},
            {"release", archive.release.toString()},
            {"cuda_major", archive.cudaMajor},
            {"files", std::move(files)},
            {"findings", std::move(findings)}};
}

}   // namespace cudnn_setup
