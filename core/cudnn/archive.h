#pragma once
/// @file
/// The source that the user brings, resolved by content: which release it is, for which CUDA major, and which files belong to it.
/// The file's name is a hint; when it contradicts the content, that is a finding.
#include "archive/unpack.h"
#include "base/finding.h"

namespace cudnn_setup {

enum class Component { Library, Header, ImportLibrary, StaticLibrary, Licence };   // Library: a DLL
[[nodiscard]] std::string_view toText(Component component) noexcept;   // "library", "header", "import-library", "static-library", "licence"
[[nodiscard]] Result<Component> componentFromText(std::string_view text);

struct ArchiveFile {
    std::string entry;   ///< name inside the archive
    std::string name;    ///< bare file name, "cudnn64_9.dll"
    Component component;
    std::uint64_t size = 0;
    Sha256 sha256;
    std::optional<Version> version;   ///< of the version resource
};

enum class ArchiveOrigin {
    Nvidia,     ///< its hash is in the known-archives file
    Repacked,   ///< a known name or release with another hash
    Unknown,    ///< nothing is known about this release
};
[[nodiscard]] std::string_view toText(ArchiveOrigin origin) noexcept;   // "nvidia", "repacked", "unknown"

enum class ArchiveShape { NvidiaZip, Wheel, Folder };
[[nodiscard]] std::string_view toText(ArchiveShape shape) noexcept;

struct Archive {
    std::string name;   ///< file name
    std::uint64_t size = 0;
    Sha256 sha256;
    ArchiveShape shape;
    ArchiveOrigin origin;
    Version release;   ///< four parts where a version resource or the name tells, else three and 0
    unsigned cudaMajor = 0;
    std::vector<ArchiveFile> files{};   ///< in the order libraries, headers, import libraries, static libraries, licence; by name within
    std::string licenceText{};          ///< UTF-8; empty when the archive holds none
    std::vector<Finding> findings{};    ///< warnings and info; errors make resolveArchive() fail
    [[nodiscard]] std::size_t count(Component component) const;
    [[nodiscard]] std::uint64_t bytes() const;   // unpacked, of the files that are placed (no licence)
};

[[nodiscard]] nlohmann::json toJson(const Archive& archive);   // for /result and logs; the licence text left out

/// Pure. @return Error{ArchiveNotCudnn | ArchiveWithoutDlls | ArchiveIncomplete | ArchiveOtherMajor | ArchiveContradicts | ArchiveLinux |
///         ArchiveArm64 | ArchiveInArchive | ArchiveDamaged}. Arguments: ArchiveIncomplete the missing files; ArchiveContradicts what the
///         subject says, the other witness, what that one says; ArchiveOtherMajor the version found, the major supported, the entry.
///         ArchiveContradicts as a warning: the file's name says one thing, the content another, and the content was followed.
[[nodiscard]] Result<Archive> resolveArchive(const ArchiveContents& contents);

/// What a file is that is not a zip, by its first bytes: HTML, a PE (NVIDIA's exe), xz/gzip (the Linux archive), empty, cut off.
/// The error's argument is one word: empty, cut-off, exe, tar.xz, tar.gz, deb, rpm, 7z, rar, html, zeros, unknown.
[[nodiscard]] Error whyNotAZip(std::string_view fileName, std::span<const std::byte> firstBytes, std::uint64_t size);

/// How a source file is opened: what is no zip is named by whyNotAZip(), the rest as by ZipArchive::open().
[[nodiscard]] Result<ZipArchive> openArchive(std::unique_ptr<InputFile> file, std::string name);

}   // namespace cudnn_setup
