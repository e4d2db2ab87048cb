#pragma once
/// @file
/// New files before their rename: .cudnn-setup\staging\<n>, n = the entry's place in the archive's directory.
#include "archive/unpack.h"

#include <map>

namespace cudnn_setup {

/// What the staged bytes of one entry are.
struct StagedFile {
    std::string file;   ///< relative to .cudnn-setup: "staging/7"
    std::string name;   ///< bare name of the entry
    std::uint64_t size = 0;
    Sha256 sha256;
};

/// Takes what can be placed (cuDNN's DLLs, headers, libraries by name) and flushes each file: a rename that survives a power cut without
/// its bytes would leave a file of zeros. Called from unpack()'s threads, one thread an entry.
class StagingSink final : public UnpackSink {
public:
    /// @param folder  Exists and is empty. @param entries  Highest entry index + 1.
    StagingSink(Files& files, std::filesystem::path folder, std::size_t entries);
    [[nodiscard]] Result<bool> begin(const ZipEntry& entry) override;
    [[nodiscard]] Result<void> write(const ZipEntry& entry, std::span<const std::byte> bytes) override;
    [[nodiscard]] Result<void> end(const ZipEntry& entry) override;

private:
    Files& m_files;
    std::filesystem::path m_folder;
    std::vector<std::unique_ptr<OutputFile>> m_open;   // by entry index: no lock, an entry belongs to one thread
};

/// Staged files by the name of their entry.
using StagedFiles = std::map<std::string, StagedFile, std::less<>>;

/// Unpacks into @p folder (created; a leftover of nobody, the journal says that no other run is open).
[[nodiscard]] Result<std::pair<ArchiveContents, StagedFiles>> unpackIntoStaging(Files& files, const std::filesystem::path& folder,
                                                                                const ZipArchive& archive, const UnpackOptions& options);

}   // namespace cudnn_setup
