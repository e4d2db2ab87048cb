#pragma once
/// @file
/// The cuDNN files of one folder with what their headers say. Reads headers of files, never whole ones.
#include "machine/snapshot.h"
#include "platform/files.h"

#include <functional>

namespace cudnn_setup {

/// @param prefix    Before each name in CudnnFile::path: "bin/", or "" for copies.
/// @param wanted    By file name in lower case.
/// @param findings  What could not be read.
/// @return By name; empty for a missing folder.
[[nodiscard]] std::vector<CudnnFile> cudnnFilesIn(const Files& files, const std::filesystem::path& folder, std::string_view prefix,
                                                  const std::function<bool(std::string_view)>& wanted, std::vector<Finding>& findings);

/// Version resource and problem of the DLL @p file at @p path; other files stay as they are.
void readHeaders(const Files& files, const std::filesystem::path& path, CudnnFile& file, std::vector<Finding>& findings);

}   // namespace cudnn_setup
