#include "cudnn/archive.h"
#include "cudnn/names.h"

#include <algorithm>
#include <array>

namespace cudnn_setup {
namespace {

constexpr std::size_t headBytes = 512;

std::string_view textOf(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool isHtml(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    while (!text.empty() && std::string_view(" \t\r\n").find(text.front()) != std::string_view::npos) text.remove_prefix(1);
    std::string start(text.substr(0, 9));
    for (char& letter : start)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return start.starts_with("<html") || start.starts_with("<!doctype") || start.starts_with("<?xml");
}

bool isZip(std::string_view head) {
    using namespace std::string_view_literals;
    return head.starts_with("PK\x03\x04"sv) || head.starts_with("PK\x05\x06"sv);   // the second: without entries
}

}   // namespace

Error whyNotAZip(std::string_view fileName, std::span<const std::byte> firstBytes, std::uint64_t size) {
    using namespace std::string_view_literals;
    const std::string_view head = textOf(firstBytes);
    const auto error = [fileName](ErrorCode code, std::string kind) { return Error{code, std::string(fileName), 0, {std::move(kind)}}; };
    if (size == 0) return error(ErrorCode::ArchiveDamaged, "empty");
    if (isZip(head)) return error(ErrorCode::ArchiveDamaged, "cut-off");
    if (head.starts_with("MZ")) return error(ErrorCode::ArchiveIsNvidiaExe, "exe");
    constexpr std::array packages{
        std::pair{"\xfd\x37zXZ\0"sv, "tar.xz"},
        std::pair{"\x1f\x8b"sv, "tar.gz"},
        std::pair{"!<arch>\n"sv, "deb"},
        std::pair{"\xed\xab\xee\xdb"sv, "rpm"},
    };
    for (const auto& [magic, kind] : packages)
        if (head.starts_with(magic)) return error(ErrorCode::ArchiveLinux, kind);
    if (head.starts_with("7z\xbc\xaf\x27\x1c"sv)) return error(ErrorCode::ArchiveNotCudnn, "7z");
    if (head.starts_with("Rar!"sv)) return error(ErrorCode::ArchiveNotCudnn, "rar");
    // A login page or an error page, saved under the archive's name.
    if (isHtml(head)) return error(ErrorCode::ArchiveDamaged, "html");
    if (std::ranges::all_of(firstBytes, [](std::byte value) { return value == std::byte{0}; }))
        return error(ErrorCode::ArchiveDamaged, "zeros");
    return error(parseArchiveName(fileName) ? ErrorCode::ArchiveDamaged : ErrorCode::ArchiveNotCudnn, "unknown");
}

Result<ZipArchive> openArchive(std::unique_ptr<InputFile> file, std::string name) {
    std::array<std::byte, headBytes> head{};
    const auto count = file->readAt(0, head);
    if (!count) return fail(ErrorCode::ArchiveUnreadable, std::move(name), count.error().systemCode);
    const auto firstBytes = std::span<const std::byte>(head).first(*count);
    // A self-extracting program is a zip to some readers, so the first bytes decide before the directory does.
    if (!isZip(textOf(firstBytes))) return std::unexpected(whyNotAZip(name, firstBytes, file->size()));
    return ZipArchive::open(std::move(file), std::move(name));
}

}   // namespace cudnn_setup
