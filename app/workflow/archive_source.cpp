#include "workflow/archive_source.h"

#include "base/path_text.h"
#include "cudnn/names.h"

namespace cudnn_setup {

Result<ZipArchive> openSource(const Files& files, const std::string& source) {
    const auto path = pathFromUtf8(source);
    const auto name = toUtf8(path.filename());
    const auto info = files.info(path);
    if (!info) return fail(ErrorCode::ArchiveUnreadable, source, info.error().systemCode);
    if (!*info) return fail(ErrorCode::ArchiveNotFound, source);
    if ((*info)->kind != FileKind::Regular) return fail(ErrorCode::ArchiveNotCudnn, source);
    auto file = files.open(path, OpenFor::Reading);
    if (!file) return fail(ErrorCode::ArchiveUnreadable, source, file.error().systemCode);
    return openArchive(std::move(*file), name);
}

Result<void> checkExpectedHash(const Request& request, const ArchiveContents& contents) {
    if (request.expectedHash && *request.expectedHash != contents.sha256) {
        return fail(ErrorCode::ArchiveHashMismatch, contents.name, 0, {contents.sha256.toString(), request.expectedHash->toString()});
    }
    return {};
}

Result<Archive> lookAtArchive(const ZipArchive& archive, const Request& request, const std::stop_token& stop,
                              const OnWorkflowEvent& onEvent) {
    onEvent(PhaseStarted{Phase::ReadingArchive});
    const UnpackOptions options{
        .workers = archiveWorkers, .stop = stop, .onProgress = [&](std::uint64_t done, std::uint64_t total, std::string_view entry) {
            onEvent(PhaseProgress{Phase::ReadingArchive, done, total, std::string(entry)});
        }};
    const auto contents = unpack(archive, nullptr, options);
    if (!contents) return std::unexpected(contents.error());
    if (const auto checked = checkExpectedHash(request, *contents); !checked) return std::unexpected(checked.error());
    return resolveArchive(*contents);
}

std::optional<unsigned> cudaMajorByName(const std::string& fileName) {
    const auto parsed = parseArchiveName(fileName);
    if (!parsed) return std::nullopt;
    return parsed->cudaMajor;
}

}   // namespace cudnn_setup
