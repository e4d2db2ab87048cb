#pragma once
/// @file
/// What is installed in one toolkit, from where, with hashes, and what stood there before: the base of verify, repair and uninstall. It is
/// read back as input: paths are relative and stay inside the DLL folder, include, lib\x64; anything else is ReceiptDamaged.
#include "base/sha256.h"
#include "base/version.h"
#include "platform/environment_store.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace cudnn_setup {

/// A file that stood in the toolkit before the first install and is kept until uninstall.
struct PriorFile {
    std::string backup;   ///< name in .cudnn-setup\backup; empty: it was the same file as ours and never moved
    std::uint64_t size = 0;
    Sha256 sha256;
    std::uint32_t attributes = 0;
    std::string security;   ///< FileSecurity::text
    friend bool operator==(const PriorFile&, const PriorFile&) = default;
};

struct ReceiptFile {
    std::string path;   ///< relative to the toolkit, forward slashes: "bin/cudnn64_9.dll"
    std::uint64_t size = 0;
    Sha256 sha256;
    std::string entry;   ///< name inside the archive
    std::optional<Version> version;
    std::optional<PriorFile> before;
    friend bool operator==(const ReceiptFile&, const ReceiptFile&) = default;
};

/// A file of another release that was taken out of the set and kept.
struct RemovedFile {
    std::string path;
    PriorFile before;
    friend bool operator==(const RemovedFile&, const RemovedFile&) = default;
};

/// Our one PATH segment, and the value around it: uninstall writes `before` back when the value still equals `after`.
struct PathAddition {
    EnvironmentScope scope;
    std::string segment;
    std::optional<RawVariable> before;   ///< std::nullopt: there was no Path value
    RawVariable after;
    friend bool operator==(const PathAddition&, const PathAddition&) = default;
};

struct ReceiptArchive {
    std::string name;
    Sha256 sha256;
    Version release;
    unsigned cudaMajor = 0;
    std::string origin;   ///< "nvidia", "repacked", "unknown"
    friend bool operator==(const ReceiptArchive&, const ReceiptArchive&) = default;
};

struct Receipt {
    std::string toolVersion;
    std::string installedAt;   ///< UTC, ISO 8601
    std::string dllFolder;     ///< relative, "bin" or "bin/x64"
    ReceiptArchive archive;
    std::vector<ReceiptFile> files;
    std::vector<RemovedFile> removed;
    std::vector<std::string> folders;   ///< relative, that an install made ("lib", "lib/x64"): uninstall removes them when empty
    std::optional<PathAddition> path;
    bool signaturesIgnored = false;   ///< /allowunsigned was needed
    friend bool operator==(const Receipt&, const Receipt&) = default;
};

[[nodiscard]] nlohmann::json toJson(const Receipt& receipt);
/// @return Error{ReceiptDamaged, member or path}.
[[nodiscard]] Result<Receipt> receiptFromJson(const nlohmann::json& json);
[[nodiscard]] Result<Receipt> parseReceipt(std::string_view text);

/// A relative path that records may name: "include/x", "lib/x64/x" or "<dllFolder>/x", no "..", no drive, no stream, no device name.
[[nodiscard]] bool isAllowedPath(std::string_view path, std::string_view dllFolder);
/// "bin" or "bin/x64".
[[nodiscard]] bool isAllowedDllFolder(std::string_view folder);
/// A folder that records may name as made by us: "include", "lib", "lib/x64" or a part of @p dllFolder.
[[nodiscard]] bool isAllowedFolder(std::string_view folder, std::string_view dllFolder);
/// A bare name in staging, backup or superseded: letters, digits, '.', '-', '_'.
[[nodiscard]] bool isStateFileName(std::string_view name);

[[nodiscard]] nlohmann::json toJson(const RawVariable& value);
[[nodiscard]] Result<RawVariable> rawVariableFromJson(const nlohmann::json& json);
[[nodiscard]] std::string_view toText(EnvironmentScope scope) noexcept;   // "machine", "user"

}   // namespace cudnn_setup
