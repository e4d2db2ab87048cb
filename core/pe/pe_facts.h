#pragma once
/// @file
/// What a portable executable says about itself, read in one pass over its bytes from start to end, so that an archive entry can be
/// judged while it is unpacked and no file has to be read twice. The input is hostile until proven otherwise: every offset is checked.
#include "base/version.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace cudnn_setup {

enum class PeMachine : std::uint16_t { I386 = 0x014c, Amd64 = 0x8664, Arm64 = 0xaa64 };   // others keep their number

struct PeFacts {
    PeMachine machine;
    bool isDll = false;
    std::string exportName{};               ///< inner name in the export table; empty when there is none
    std::optional<Version> fileVersion{};   ///< of the version resource; NVIDIA's graph and heuristic DLLs have none since 9.5
    std::string companyName{};              ///< for reports only: not a sign of origin since 9.10.2
    /// Names of DLLs found as strings, narrow or wide, lower case: those of cuDNN's own set (cudnn*64_N.dll) and the marks of the CUDA
    /// major (cublaslt64_NN.dll, nvrtc64_NNN_N.dll, nvcudart_hybrid64.dll). zlibwapi.dll is not looked for: the name means nothing.
    std::set<std::string> embeddedNames{};
    friend bool operator==(const PeFacts&, const PeFacts&) = default;
};

[[nodiscard]] nlohmann::json toJson(const PeFacts& facts);
[[nodiscard]] Result<PeFacts> peFactsFromJson(const nlohmann::json& json);

/// Feed the bytes of one file in order, then ask once. One thread. Keeps at most about 2 MiB (headers, resources, export directory).
class PeScanner {
public:
    PeScanner();
    ~PeScanner();
    PeScanner(PeScanner&&) noexcept;
    PeScanner& operator=(PeScanner&&) noexcept;
    void feed(std::span<const std::byte> bytes);
    /// @return Error{FileEmpty} without bytes, Error{FileDamaged} when it is no PE image or is cut off; the subject is @p name.
    ///         A 32-bit image is one: what its machine means is for the caller to say.
    [[nodiscard]] Result<PeFacts> finish(std::string_view name);   // once

private:
    struct State;
    std::unique_ptr<State> m_state;
};

class InputFile;
/// The facts of a file on disk, reading only its headers, resources and export directory: no embedded names. A start page must not read
/// gigabytes. @return As PeScanner::finish.
[[nodiscard]] Result<PeFacts> readPeHeaders(const InputFile& file, std::string_view name);

}   // namespace cudnn_setup
