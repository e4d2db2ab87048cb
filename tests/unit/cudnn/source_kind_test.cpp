// Covers: "damaged" where the truth is "another file" and the other way round.
#include "cudnn/archive.h"

#include "doubles/memory_file.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

constexpr std::string_view zipName = "cudnn-windows-x86_64-9.6.0.74_cuda12-archive.zip";

std::string kindOf(std::string_view content, std::string_view name = zipName) {
    const auto archive = openArchive(std::make_unique<MemoryFile>(content), std::string(name));
    if (archive) return "opened";
    EXPECT_EQ(archive.error().subject, name);
    EXPECT_EQ(archive.error().arguments.size(), 1U);
    return std::string(codeInfo(archive.error().code).id) + " " + archive.error().arguments.front();
}

TEST(SourceKind, NamesWhatIsNoZip) {
    using namespace std::string_view_literals;
    EXPECT_EQ(kindOf(""), "archive-damaged empty");
    EXPECT_EQ(kindOf("MZ\x90"), "archive-is-nvidia-exe exe");
    EXPECT_EQ(kindOf("\xfd\x37zXZ\0..."sv), "archive-linux tar.xz");
    EXPECT_EQ(kindOf("\x1f\x8b\x08..."), "archive-linux tar.gz");
    EXPECT_EQ(kindOf("!<arch>\ndebian-binary"), "archive-linux deb");
    EXPECT_EQ(kindOf("7z\xbc\xaf\x27\x1c..."), "archive-not-cudnn 7z");
    EXPECT_EQ(kindOf("Rar!\x1a\x07"), "archive-not-cudnn rar");
    EXPECT_EQ(kindOf("\xef\xbb\xbf\r\n <!DOCTYPE html><html>"), "archive-damaged html");
    EXPECT_EQ(kindOf("<?xml version=\"1.0\"?><Error><Code>AccessDenied"), "archive-damaged html");
    EXPECT_EQ(kindOf(std::string(4096, '\0')), "archive-damaged zeros");
    EXPECT_EQ(kindOf("something"), "archive-damaged unknown");
    EXPECT_EQ(kindOf("something", "notes.txt"), "archive-not-cudnn unknown");
}

TEST(SourceKind, CallsACutZipDamaged) {
    EXPECT_EQ(kindOf("PK\x03\x04 and so on"), "archive-damaged no-directory");
}

TEST(SourceKind, SaysThatTheFileCannotBeRead) {
    auto file = std::make_unique<MemoryFile>(std::string_view("PK\x03\x04"));
    file->failFrom(0, 5);
    const auto archive = openArchive(std::move(file), "a.zip");
    ASSERT_FALSE(archive);
    EXPECT_EQ(archive.error(), (Error{ErrorCode::ArchiveUnreadable, "a.zip", 5}));
}

}   // namespace
}   // namespace cudnn_setup
