#pragma once
/// @file
/// What should be installed in a toolkit, and who says so.
#include "cudnn/archive.h"
#include "machine/snapshot.h"

namespace cudnn_setup {

struct ExpectedFile {
    std::string path;   ///< relative to the toolkit, forward slashes
    std::string name;   ///< bare file name
    Component component;
    std::optional<Sha256> sha256;   ///< none: only the file's own headers can speak
    std::uint64_t size = 0;         ///< where sha256 is given: all that can be compared of a toolkit that was not hashed
};

enum class SetAuthority {
    Archive,   ///< the user named one
    Receipt,   ///< what this product installed
    Files,     ///< hand-copied: the files judge each other
};

struct ExpectedSet {
    SetAuthority authority;
    unsigned major;                      ///< of cuDNN
    std::optional<Version> release;      ///< three or four parts; none when no file tells
    std::optional<unsigned> cudaMajor;   ///< that it was built for
    std::vector<ExpectedFile> files;     ///< libraries, headers, import libraries
    [[nodiscard]] const ExpectedFile* find(std::string_view path) const;
    [[nodiscard]] std::vector<std::string> libraryNames() const;
};

/// Without archive and receipt: the DLLs that the release needs, and those headers and import libraries that are there.
[[nodiscard]] ExpectedSet expectedSet(const Toolkit& toolkit, const Archive* archive);

/// Equal as far as both tell: the fourth number is missing (0) in cuDNN's headers and in some archives' names.
[[nodiscard]] bool isSameRelease(const Version& a, const Version& b);
/// "bin/cudnn64_9.dll" → "cudnn64_9.dll".
[[nodiscard]] std::string bareName(std::string_view path);

}   // namespace cudnn_setup
