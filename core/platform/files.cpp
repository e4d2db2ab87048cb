#include "platform/files.h"

#include "base/path_text.h"

#include <cerrno>

namespace cudnn_setup {

Result<std::string> readText(const Files& files, const std::filesystem::path& path, std::uint64_t limit) {
    const auto file = files.open(path, OpenFor::ReadingShared);
    if (!file) return std::unexpected(file.error());
    if ((*file)->size() > limit) return fail(ErrorCode::SystemCallFailed, toUtf8(path), EFBIG);
    std::string text(static_cast<std::size_t>((*file)->size()), '\0');
    const auto read = (*file)->readAt(0, std::as_writable_bytes(std::span(text)));
    if (!read) return std::unexpected(read.error());
    text.resize(*read);
    return text;
}

Result<void> writeTextAtomically(Files& files, const std::filesystem::path& path, std::string_view text) {
    std::filesystem::path fresh = path;
    fresh += ".new";
    // A run that was cut off may have left one; it was never the truth.
    if (auto removed = files.remove(fresh); !removed) return removed;
    {
        const auto file = files.create(fresh, text.size());
        if (!file) return std::unexpected(file.error());
        auto written = (*file)->write(std::as_bytes(std::span(text)));
        if (written) written = (*file)->flush();
        if (!written) return written;
    }
    return files.replace(fresh, path);
}

}   // namespace cudnn_setup
