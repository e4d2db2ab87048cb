#include "machine/toolkit_observation.h"

#include "base/json.h"
#include "base/path_text.h"
#include "cudnn/names.h"
#include "machine/cudnn_files.h"
#include "machine/path_value.h"
#include "receipt/state_layout.h"

#include <algorithm>
#include <charconv>

namespace cudnn_setup {
namespace {

constexpr std::uint64_t versionFileLimit = 1 << 20;
constexpr std::uint64_t cudnnVersionHeaderLimit = 1 << 20;
constexpr std::uint64_t receiptLimit = 16 << 20;    // a set has below a hundred files, 2 KiB each at most
constexpr std::size_t cudaHeaderStart = 64 << 10;   // CUDA_VERSION stands in the first pages of cuda.h

bool isDigits(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// "cudart64_12.dll" for 12, "cudart64_110.dll" for 11.
bool isNumberedLibrary(std::string_view name, std::string_view stem, unsigned major) {
    if (!name.starts_with(stem) || !name.ends_with(".dll")) return false;
    const auto number = name.substr(stem.size(), name.size() - stem.size() - 4);
    return isDigits(number) && number.starts_with(std::to_string(major));
}

/// "nvrtc64_120_0.dll"; nvrtc64_120_0.alt.dll beside it is a variant that nobody loads by default.
bool isNvrtc(std::string_view name, unsigned major) {
    if (!name.starts_with("nvrtc64_") || !name.ends_with("_0.dll")) return false;
    return cudaMajorOfEmbeddedName(name) == major;
}

std::optional<Version> versionOfName(std::string_view name) {
    if (name.size() < 2 || (name[0] != 'v' && name[0] != 'V')) return std::nullopt;
    if (const auto version = Version::parse(name.substr(1))) return *version;
    return std::nullopt;
}

std::optional<std::string> startOfFile(const Files& files, const std::filesystem::path& path, std::size_t bytes) {
    const auto file = files.open(path, OpenFor::ReadingShared);
    if (!file) return std::nullopt;
    std::string text(bytes, '\0');
    const auto read = (*file)->readAt(0, std::as_writable_bytes(std::span(text)));
    if (!read) return std::nullopt;
    text.resize(*read);
    return text;
}

std::optional<Version> readVersion(const Files& files, const ToolkitCandidate& candidate) {
    const auto root = pathFromUtf8(candidate.root);
    if (const auto text = readText(files, root / "version.json", versionFileLimit)) {
        if (auto version = versionFromToolkitJson(*text)) return version;
    }
    if (auto version = versionOfName(candidate.versionName)) return version;
    if (auto version = versionOfName(toUtf8(root.filename()))) return version;
    if (const auto text = startOfFile(files, root / "include" / "cuda.h", cudaHeaderStart)) return versionFromCudaHeader(*text);
    return std::nullopt;
}

bool isFile(const Files& files, const std::filesystem::path& path) {
    const auto info = files.info(path);
    return info && *info && (*info)->kind != FileKind::Folder;
}

ToolkitParts readParts(const Files& files, const std::filesystem::path& root, const std::string& dllFolder, unsigned major) {
    ToolkitParts parts{.compiler = isFile(files, root / "bin" / "nvcc.exe"), .header = isFile(files, root / "include" / "cuda.h")};
    const auto names = files.list(root / pathFromUtf8(dllFolder));
    if (!names) return parts;
    for (const auto& written : *names) {
        const auto name = lowerCase(written);
        parts.runtime = parts.runtime || isNumberedLibrary(name, "cudart64_", major);
        parts.cublasLt = parts.cublasLt || isNumberedLibrary(name, "cublaslt64_", major);
        parts.nvrtc = parts.nvrtc || isNvrtc(name, major);
        parts.nvrtcBuiltins = parts.nvrtcBuiltins || isNumberedLibrary(name, "nvrtc-builtins64_", major);
    }
    return parts;
}

void append(std::vector<CudnnFile>& files, std::vector<CudnnFile> more) {
    std::ranges::move(more, std::back_inserter(files));
}

void readState(const Files& files, Toolkit& toolkit) {
    const StateLayout layout(pathFromUtf8(toolkit.root));
    const auto there = [&](const std::filesystem::path& path) {
        const auto info = files.info(path);
        return info && info->has_value();
    };
    toolkit.stateFolder = there(layout.root);
    if (!toolkit.stateFolder) return;
    toolkit.journalOpen = there(layout.journal);
    if (!there(layout.receipt)) return;
    const auto text = readText(files, layout.receipt, receiptLimit);
    auto receipt = text ? parseReceipt(*text) : Result<Receipt>(std::unexpected(text.error()));
    if (!receipt) {
        toolkit.receiptError = receipt.error();
    } else if (receipt->dllFolder != toolkit.dllFolder) {
        // Every path in it would be judged against another folder than the one that programs load from.
        toolkit.receiptError = Error{.code = ErrorCode::ReceiptDamaged, .subject = "dll_folder"};
    } else {
        toolkit.receipt = std::move(*receipt);
    }
}

}   // namespace

std::optional<Version> versionFromToolkitJson(std::string_view text) {
    const auto json = parseJson(text, "version.json");
    if (!json || !json->is_object()) return std::nullopt;
    const auto cuda = json->find("cuda");
    if (cuda == json->end() || !cuda->is_object()) return std::nullopt;
    const auto version = cuda->find("version");
    if (version == cuda->end() || !version->is_string()) return std::nullopt;
    const auto parsed = Version::parse(version->get_ref<const std::string&>());
    return parsed ? std::optional(*parsed) : std::nullopt;
}

std::optional<Version> versionFromCudaHeader(std::string_view text) {
    constexpr std::string_view define = "#define CUDA_VERSION ";
    const auto at = text.find(define);
    if (at == std::string_view::npos) return std::nullopt;
    const auto number = text.substr(at + define.size());
    std::uint32_t value = 0;
    if (std::from_chars(number.data(), number.data() + number.size(), value).ec != std::errc{} || value < 1000) return std::nullopt;
    return Version(value / 1000, value % 1000 / 10);
}

std::optional<Toolkit> readToolkit(const System& system, const ToolkitCandidate& candidate, std::vector<Finding>& findings) {
    const Files& files = *system.files;
    const auto root = pathFromUtf8(candidate.root);
    const auto info = files.info(root);
    if (!info) {
        findings.push_back(toFinding(info.error(), Severity::Warning));
        return std::nullopt;
    }
    if (!*info || (*info)->kind == FileKind::Regular) return std::nullopt;
    const auto version = readVersion(files, candidate);
    if (!version) return std::nullopt;

    Toolkit toolkit{.root = candidate.root, .version = *version, .sources = candidate.sources, .dllFolder = {}, .dllFolderAbsolute = {}};
    // CUDA 13 moved the DLLs, and only them: nvcc.exe stays in bin.
    toolkit.dllFolder = version->major() >= 13 ? "bin/x64" : "bin";
    toolkit.dllFolderAbsolute = joinFolder(toolkit.root, toolkit.dllFolder);
    const auto libraries = pathFromUtf8(toolkit.dllFolderAbsolute);
    toolkit.parts = readParts(files, root, toolkit.dllFolder, version->major());

    const auto isLibrary = [](std::string_view name) { return cudnnMajorOfLibrary(name).has_value(); };
    append(toolkit.cudnnFiles, cudnnFilesIn(files, libraries, toolkit.dllFolder + '/', isLibrary, findings));
    append(toolkit.cudnnFiles, cudnnFilesIn(files, root / "include", "include/", isCudnnHeader, findings));
    append(toolkit.cudnnFiles, cudnnFilesIn(files, root / "lib" / "x64", "lib/x64/", isCudnnImportLibrary, findings));
    if (const auto text = readText(files, root / "include" / "cudnn_version.h", cudnnVersionHeaderLimit)) {
        if (const auto headers = parseVersionHeader(*text)) toolkit.headerVersion = *headers;
    }
    readState(files, toolkit);

    const auto librariesThere = files.info(libraries);
    if (const auto open = files.isWritableByUsers(librariesThere && *librariesThere ? libraries : root)) toolkit.writableByUsers = *open;
    else findings.push_back(toFinding(open.error(), Severity::Warning));
    if (const auto space = files.freeSpace(root)) toolkit.freeBytes = *space;
    else findings.push_back(toFinding(space.error(), Severity::Warning));
    return toolkit;
}

}   // namespace cudnn_setup
