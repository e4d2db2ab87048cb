#pragma once
/// @file
/// What file names say in cuDNN's world, in one place.
#include "base/version.h"

#include <optional>
#include <span>

namespace cudnn_setup {

/// "cudnn64_9.dll", "cudnn_ops64_9.dll", "cudnn_ops_infer64_8.dll": a cuDNN DLL and its major. @return std::nullopt for other names.
[[nodiscard]] std::optional<unsigned> cudnnMajorOfLibrary(std::string_view fileName);
/// A cuDNN header ("cudnn.h", "cudnn_*.h").
[[nodiscard]] bool isCudnnHeader(std::string_view fileName);
/// A cuDNN .lib ("cudnn.lib", "cudnn_ops.lib", "cudnn64_9.lib"); static ones ("…static….lib") included.
[[nodiscard]] bool isCudnnImportLibrary(std::string_view fileName);
[[nodiscard]] bool isStaticLibrary(std::string_view fileName);

struct ArchiveName {
    std::string platform;
    Version release;
    unsigned cudaMajor;
};   // "windows-x86_64"
/// cudnn-<platform>-<A.B.C.D>_cuda<NN>-archive.zip (or .tar.xz), and nvidia_cudnn_cu12-<A.B.C.D>-….whl.
[[nodiscard]] std::optional<ArchiveName> parseArchiveName(std::string_view fileName);

/// CUDA major that names embedded in a DLL speak of: cublaslt64_12.dll → 12, nvrtc64_120_0.dll → 12.
[[nodiscard]] std::optional<unsigned> cudaMajorOfEmbeddedName(std::string_view name);

/// The eight DLLs of every cuDNN 9; archives tell of more themselves.
[[nodiscard]] std::span<const std::string_view> baseLibraries();
/// CUDNN_MAJOR, CUDNN_MINOR, CUDNN_PATCHLEVEL out of cudnn_version.h. @return Error{FileDamaged} when one is missing or no number.
[[nodiscard]] Result<Version> parseVersionHeader(std::string_view text);
/// cudnnGetVersion()'s number: 90500 → 9.5.0, 8907 → 8.9.7.
[[nodiscard]] Version versionFromNumber(std::uint64_t number);

}   // namespace cudnn_setup
