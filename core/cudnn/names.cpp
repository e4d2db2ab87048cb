#include "cudnn/names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace cudnn_setup {
namespace {

std::string lowered(std::string_view text) {
    std::string lower(text);
    for (char& letter : lower)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return lower;
}

bool isDigit(char letter) {
    return letter >= '0' && letter <= '9';
}

/// The digits at the start of @p text, taken off. @return std::nullopt for none, or more than nine.
std::optional<unsigned> takeNumber(std::string_view& text) {
    std::size_t digits = 0;
    while (digits < text.size() && isDigit(text[digits])) ++digits;
    unsigned number = 0;
    if (digits == 0 || digits > 9) return std::nullopt;
    std::from_chars(text.data(), text.data() + digits, number);
    text.remove_prefix(digits);
    return number;
}

bool take(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

std::optional<Version> takeVersion(std::string_view& text) {
    std::size_t length = 0;
    while (length < text.size() && (isDigit(text[length]) || text[length] == '.')) ++length;
    const auto version = Version::parse(text.substr(0, length));
    if (!version) return std::nullopt;
    text.remove_prefix(length);
    return *version;
}

std::optional<ArchiveName> parseZipName(std::string_view name) {
    if (!take(name, "cudnn-")) return std::nullopt;
    constexpr std::array<std::string_view, 6> platforms{"windows-x86_64", "windows-arm64", "linux-x86_64",
                                                        "linux-sbsa",     "linux-aarch64", "linux-ppc64le"};
    const auto platform = std::ranges::find_if(platforms, [name](std::string_view known) { return name.starts_with(known); });
    if (platform == platforms.end()) return std::nullopt;
    name.remove_prefix(platform->size());
    if (!take(name, "-")) return std::nullopt;
    const auto release = takeVersion(name);
    if (!release || !take(name, "_cuda")) return std::nullopt;
    const auto cudaMajor = takeNumber(name);
    if (!cudaMajor) return std::nullopt;
    // 9.27.0 has an archive spelled _cuda13.4-archive.zip (redistrib_9.27.0.json).
    if (take(name, ".") && !takeNumber(name)) return std::nullopt;
    // A browser's second download ends in "-archive (1).zip".
    if (!name.starts_with("-archive")) return std::nullopt;
    return ArchiveName{std::string(*platform), *release, *cudaMajor};
}

std::optional<ArchiveName> parseWheelName(std::string_view name) {
    if (!name.ends_with(".whl") || !take(name, "nvidia_cudnn_cu")) return std::nullopt;
    const auto cudaMajor = takeNumber(name);
    if (!cudaMajor || !take(name, "-")) return std::nullopt;
    const auto release = takeVersion(name);
    if (!release) return std::nullopt;
    std::string platform = "unknown";
    if (name.find("win_amd64") != std::string_view::npos) platform = "windows-x86_64";
    else if (name.find("win_arm64") != std::string_view::npos) platform = "windows-arm64";
    else if (name.find("linux") != std::string_view::npos)
        platform = name.find("x86_64") != std::string_view::npos ? "linux-x86_64" : "linux-sbsa";
    return ArchiveName{std::move(platform), *release, *cudaMajor};
}

/// The number behind "#define NAME" in a header.
std::optional<unsigned> definedNumber(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find("#define"); at != std::string_view::npos; at = text.find("#define", at + 1)) {
        std::string_view line = text.substr(at + 7);
        line = line.substr(0, line.find('\n'));
        const auto skipBlanks = [&line] {
            while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
        };
        skipBlanks();
        if (!take(line, name) || line.empty() || (line.front() != ' ' && line.front() != '\t')) continue;
        skipBlanks();
        const auto number = takeNumber(line);
        skipBlanks();
        if (number && (line.empty() || line.front() == '\r' || line.front() == '/')) return number;
    }
    return std::nullopt;
}

}   // namespace

std::optional<unsigned> cudnnMajorOfLibrary(std::string_view fileName) {
    const std::string name = lowered(fileName);
    if (!name.starts_with("cudnn") || !name.ends_with(".dll")) return std::nullopt;
    const std::size_t at = name.rfind("64_");
    if (at == std::string::npos) return std::nullopt;
    if (at != 5 && name[5] != '_') return std::nullopt;   // "cudnn64_9.dll" or "cudnn_….64_9.dll"
    std::string_view rest = std::string_view(name).substr(at + 3);
    const auto major = takeNumber(rest);
    if (!major || rest != ".dll") return std::nullopt;
    return major;
}

bool isCudnnHeader(std::string_view fileName) {
    const std::string name = lowered(fileName);
    // cudnn-frontend is another product, header-only, that people copy into the same folder.
    return name == "cudnn.h" || (name.starts_with("cudnn_") && name.ends_with(".h") && !name.starts_with("cudnn_frontend"));
}

bool isCudnnImportLibrary(std::string_view fileName) {
    const std::string name = lowered(fileName);
    return name.starts_with("cudnn") && name.ends_with(".lib") && (name == "cudnn.lib" || name[5] == '_' || name.starts_with("cudnn64_"));
}

bool isStaticLibrary(std::string_view fileName) {
    const std::string name = lowered(fileName);
    return name.ends_with(".lib") && name.find("static") != std::string::npos;
}

std::optional<ArchiveName> parseArchiveName(std::string_view fileName) {
    const std::string name = lowered(fileName);
    if (auto wheel = parseWheelName(name)) return wheel;
    return parseZipName(name);
}

std::optional<unsigned> cudaMajorOfEmbeddedName(std::string_view name) {
    if (take(name, "cublaslt64_")) return takeNumber(name);
    if (!take(name, "nvrtc64_")) return std::nullopt;
    const auto number = takeNumber(name);   // 112, 120, 130
    if (!number || *number < 10) return std::nullopt;
    return *number / 10;
}

std::span<const std::string_view> baseLibraries() {
    static constexpr std::array<std::string_view, 8> names{
        "cudnn64_9.dll",
        "cudnn_adv64_9.dll",
        "cudnn_cnn64_9.dll",
        "cudnn_engines_precompiled64_9.dll",
        "cudnn_engines_runtime_compiled64_9.dll",
        "cudnn_graph64_9.dll",
        "cudnn_heuristic64_9.dll",
        "cudnn_ops64_9.dll",
    };
    return names;
}

Result<Version> parseVersionHeader(std::string_view text) {
    const auto major = definedNumber(text, "CUDNN_MAJOR");
    const auto minor = definedNumber(text, "CUDNN_MINOR");
    const auto patch = definedNumber(text, "CUDNN_PATCHLEVEL");
    if (!major || !minor || !patch) return fail(ErrorCode::FileDamaged, "cudnn_version.h");
    return Version(*major, *minor, *patch);
}

Version versionFromNumber(std::uint64_t number) {
    const auto part = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
    if (number >= 10000) return Version(part(number / 10000), part(number / 100 % 100), part(number % 100));
    return Version(part(number / 1000), part(number / 100 % 10), part(number % 100));
}

}   // namespace cudnn_setup
