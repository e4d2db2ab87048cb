// Covers: archives that are damaged, hostile, or read differently by two readers. Nothing is unpacked here.
#include "archive/zip_archive.h"

#include "doubles/memory_file.h"
#include "zip_builder.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

Result<ZipArchive> open(std::string_view zip, const ZipLimits& limits = {}) {
    return ZipArchive::open(std::make_unique<MemoryFile>(zip), "a.zip", limits);
}

/// "opened" or the identifier of the error.
std::string outcome(std::string_view zip, const ZipLimits& limits = {}) {
    const auto archive = open(zip, limits);
    return archive ? "opened" : std::string(codeInfo(archive.error().code).id);
}

std::string outcome(BuiltEntry entry) {
    return outcome(buildZip({{.name = "first", .data = "one"}, std::move(entry)}));
}

TEST(ZipArchive, ListsEntriesInDirectoryOrder) {
    const auto archive =
        open(buildZip({{.name = "top/"}, {.name = "top\\b.txt", .data = "hello"}, {.name = "top/a.txt", .data = "x", .deflated = false}}));
    ASSERT_TRUE(archive);
    ASSERT_EQ(archive->entries().size(), 3U);
    EXPECT_TRUE(archive->entries()[0].isFolder);
    EXPECT_EQ(archive->entries()[1].name, "top/b.txt");
    EXPECT_EQ(archive->entries()[1].size, 5U);
    EXPECT_TRUE(archive->isDeflated(archive->entries()[1]));
    EXPECT_FALSE(archive->isDeflated(archive->entries()[2]));
}

TEST(ZipArchive, ReadsZip64CommentsAndDescriptors) {
    EXPECT_EQ(outcome(buildZip({{.name = "a", .data = "aa", .zip64 = true}, {.name = "b", .data = "b", .zip64 = true}}, "a comment", true)),
              "opened");
    EXPECT_EQ(outcome(buildZip({{.name = "a", .data = "aa", .hasDescriptor = true}, {.name = "b", .data = "b"}})), "opened");
    EXPECT_EQ(outcome(buildZip({})), "opened");
}

TEST(ZipArchive, CutOffAnywhereIsDamaged) {
    const std::string zip =
        buildZip({{.name = "bin/a.dll", .data = std::string(500, 'a')}, {.name = "b", .data = "b", .zip64 = true}}, "", true);
    for (std::size_t size = 0; size < zip.size(); ++size)
        ASSERT_EQ(outcome(std::string_view(zip).substr(0, size)), "archive-damaged") << size;
}

TEST(ZipArchive, WithBytesBeforeOrBehindIsDamaged) {
    const std::string zip = buildZip({{.name = "a", .data = "a"}});
    EXPECT_EQ(outcome("MZ" + zip), "archive-damaged");
    EXPECT_EQ(outcome(zip + "x"), "archive-damaged");
}

TEST(ZipArchive, AnyChangedByteIsRefusedOrChangesNothingThatCounts) {
    const std::string zip = buildZip({{.name = "bin/a.dll", .data = std::string(50, 'a')}, {.name = "b", .data = "b"}});
    const auto original = open(zip);
    ASSERT_TRUE(original);
    for (std::size_t at = 0; at < zip.size(); ++at)
        for (const unsigned bit : {1U, 0x20U, 0x80U}) {
            std::string changed = zip;
            changed[at] = static_cast<char>(static_cast<unsigned char>(changed[at]) ^ bit);
            const auto archive = open(changed);
            if (!archive) continue;
            ASSERT_EQ(archive->entries().size(), 2U) << at;
            for (std::size_t index = 0; index < 2; ++index) {
                ASSERT_EQ(archive->entries()[index].name, original->entries()[index].name) << at;
                ASSERT_EQ(archive->entries()[index].size, original->entries()[index].size) << at;
                ASSERT_EQ(archive->entries()[index].crc32, original->entries()[index].crc32) << at;
                ASSERT_EQ(archive->dataOffset(archive->entries()[index]), original->dataOffset(original->entries()[index])) << at;
            }
        }
}

TEST(ZipArchive, RefusesUnsafeNames) {
    const auto archive = open(buildZip({{.name = "a", .data = "a"}, {.name = "..\\..\\evil.dll", .data = "MZ"}}));
    ASSERT_FALSE(archive);
    EXPECT_EQ(archive.error().code, ErrorCode::ArchiveUnsafeName);
    EXPECT_EQ(archive.error().subject, "..\\..\\evil.dll");
}

TEST(ZipArchive, RefusesTwoNamesForOneFile) {
    EXPECT_EQ(outcome(BuiltEntry{.name = "FIRST"}), "archive-unsafe-name");
    EXPECT_EQ(outcome(BuiltEntry{.name = "first"}), "archive-unsafe-name");
    EXPECT_EQ(outcome(BuiltEntry{.name = "./first"}), "archive-unsafe-name");
    EXPECT_EQ(outcome(BuiltEntry{.name = "first/"}), "archive-unsafe-name");
    EXPECT_EQ(outcome(BuiltEntry{.name = "First/second"}), "archive-unsafe-name");
    EXPECT_EQ(outcome(buildZip({{.name = "bin/"}, {.name = "bin/"}, {.name = "bin/a"}})), "opened");
}

TEST(ZipArchive, RefusesLinks) {
    constexpr std::uint16_t unixSystem = 3U << 8U;
    EXPECT_EQ(outcome(BuiltEntry{.name = "link", .data = "/etc", .madeBy = unixSystem, .externalAttributes = 0120777U << 16U}),
              "archive-unsafe-name");
    EXPECT_EQ(outcome(BuiltEntry{.name = "pipe", .madeBy = unixSystem, .externalAttributes = 0010644U << 16U}), "archive-unsafe-name");
    EXPECT_EQ(outcome(BuiltEntry{.name = "junction", .externalAttributes = 0x400}), "archive-unsafe-name");
    EXPECT_EQ(outcome(BuiltEntry{.name = "file", .madeBy = unixSystem, .externalAttributes = 0100644U << 16U}), "opened");
}

TEST(ZipArchive, RefusesWhatItCannotUnpack) {
    EXPECT_EQ(outcome(BuiltEntry{.name = "x", .data = "x", .flags = 1}), "archive-encrypted");
    EXPECT_EQ(outcome(BuiltEntry{.name = "x", .data = "x", .method = 14}), "archive-method-unsupported");
}

TEST(ZipArchive, RefusesALocalHeaderThatSaysSomethingElse) {
    EXPECT_EQ(outcome(BuiltEntry{.name = "good.dll", .localName = "evil.dll"}), "archive-damaged");
    EXPECT_EQ(outcome(BuiltEntry{.name = "x", .data = "x", .localName = "xy"}), "archive-damaged");
}

TEST(ZipArchive, RefusesANameThatEndsEarlierForSomeReaders) {
    EXPECT_EQ(outcome(BuiltEntry{.name = std::string("good.dll\0.txt", 13), .data = "x"}), "archive-damaged");
}

TEST(ZipArchive, RefusesOverlaps) {
    EXPECT_EQ(outcome(buildZip({{.name = "a", .data = "abc"}, {.name = "a2", .data = "abc", .localName = "a2", .headerOffset = 0}})),
              "archive-damaged");
    // An entry inside the packed bytes of another one.
    const std::string inner = buildZip({{.name = "x", .data = "xyz", .deflated = false}});
    const std::string local = inner.substr(0, 30 + 1 + 3);
    EXPECT_EQ(outcome(buildZip(
                  {{.name = "x", .data = local, .deflated = false}, {.name = "x", .data = "xyz", .deflated = false, .headerOffset = 31}})),
              "archive-damaged");
}

TEST(ZipArchive, KeepsToItsLimits) {
    const std::string zip = buildZip({{.name = "a", .data = "aaaa"}, {.name = "b", .data = "bbbb"}});
    EXPECT_EQ(outcome(zip, {.entries = 1}), "archive-too-large");
    EXPECT_EQ(outcome(zip, {.totalBytes = 7}), "archive-too-large");
    EXPECT_EQ(outcome(zip, {.entries = 2, .totalBytes = 8}), "opened");
    EXPECT_EQ(outcome(buildZip({{.name = "zeros", .data = std::string(2 << 20, '\0')}})), "archive-too-large");
    EXPECT_EQ(outcome(buildZip({{.name = "x", .data = "x", .size = UINT64_MAX, .zip64 = true}})), "archive-too-large");
}

TEST(ZipArchive, SaysThatTheFileCannotBeRead) {
    const std::string zip = buildZip({{.name = "a", .data = "a"}});
    auto file = std::make_unique<MemoryFile>(zip);
    file->failFrom(5, 1117);
    const auto archive = ZipArchive::open(std::move(file), "a.zip");
    ASSERT_FALSE(archive);
    EXPECT_EQ(archive.error(), (Error{ErrorCode::ArchiveUnreadable, "a.zip", 1117}));
}

}   // namespace
}   // namespace cudnn_setup
