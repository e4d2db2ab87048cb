#include "apply/staging.h"

#include "base/path_text.h"
#include "cudnn/names.h"

#include <algorithm>

namespace cudnn_setup {
namespace {

std::string_view bareName(std::string_view entry) {
    return entry.substr(entry.rfind('/') + 1);
}   // npos + 1 = 0

bool canBePlaced(const ZipEntry& entry) {
    const auto name = bareName(entry.name);
    return !entry.isFolder && (cudnnMajorOfLibrary(name) || isCudnnHeader(name) || isCudnnImportLibrary(name));
}

}   // namespace

StagingSink::StagingSink(Files& files, std::filesystem::path folder, std::size_t entries)
    : m_files(files), m_folder(std::move(folder)), m_open(entries) {}

Result<bool> StagingSink::begin(const ZipEntry& entry) {
    if (!canBePlaced(entry)) return false;
    auto file = m_files.create(m_folder / std::to_string(entry.index), entry.size);
    if (!file) return std::unexpected(file.error());
    m_open.at(entry.index) = std::move(*file);
    return true;
}

Result<void> StagingSink::write(const ZipEntry& entry, std::span<const std::byte> bytes) {
    return m_open.at(entry.index)->write(bytes);
}

Result<void> StagingSink::end(const ZipEntry& entry) {
    const auto file = std::move(m_open.at(entry.index));
    return file->flush();
}

Result<std::pair<ArchiveContents, StagedFiles>> unpackIntoStaging(Files& files, const std::filesystem::path& folder,
                                                                  const ZipArchive& archive, const UnpackOptions& options) {
    if (auto created = files.createFolder(folder); !created) return std::unexpected(created.error());
    std::size_t indices = 0;
    for (const auto& entry : archive.entries()) indices = std::max<std::size_t>(indices, entry.index + 1);
    StagingSink sink(files, folder, indices);
    auto contents = unpack(archive, &sink, options);
    if (!contents) return std::unexpected(contents.error());
    StagedFiles staged;
    for (const auto& [entry, sha256, pe, peError, text] : contents->entries)
        if (canBePlaced(entry))
            staged.emplace(entry.name,
                           StagedFile{"staging/" + std::to_string(entry.index), std::string(bareName(entry.name)), entry.size, sha256});
    return std::pair{std::move(*contents), std::move(staged)};
}

}   // namespace cudnn_setup
