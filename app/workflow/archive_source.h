#pragma once
/// @file
/// The archive that the user named, opened once; and the look at it, which writes nothing.
#include "workflow/applier.h"

namespace cudnn_setup {

/// @param source  UTF-8 path. @return ArchiveNotFound, ArchiveUnreadable, what whyNotAZip() says, or what ZipArchive::open() says.
[[nodiscard]] Result<ZipArchive> openSource(const Files& files, const std::string& source);

/// One pass over all bytes: hashes, CRC and PE facts, resolved into a release. Emits PhaseStarted and PhaseProgress of ReadingArchive.
[[nodiscard]] Result<Archive> lookAtArchive(const ZipArchive& archive, const Request& request, const std::stop_token& stop,
                                            const OnWorkflowEvent& onEvent);

/// The hash that the user or a policy asked for. @return Error{ArchiveHashMismatch}.
[[nodiscard]] Result<void> checkExpectedHash(const Request& request, const ArchiveContents& contents);

/// CUDA major by the archive's name: enough to choose a target before anything is unpacked. Content decides later.
[[nodiscard]] std::optional<unsigned> cudaMajorByName(const std::string& fileName);

constexpr unsigned archiveWorkers = 2;   // a third gains nothing: the largest DLL is 46 % of a release (9.21.1.3)

}   // namespace cudnn_setup
