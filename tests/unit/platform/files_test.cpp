/// Promise 2 rests on these: a rename that replaces silently, a removal that stops at a read-only file or a folder made through a
/// junction would
/// break "all or nothing" without any later check noticing.
#include "platform/files.h"

#include "base/path_text.h"
#include "platform/hasher.h"
#include "temporary_machine.h"

#include <gmock/gmock.h>

#include <array>
#include <thread>

#ifndef _WIN32
#include <sys/stat.h>
#endif

namespace cudnn_setup {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class FilesTest : public TemporaryMachine {
protected:
    static std::span<const std::byte> bytesOf(std::string_view text) { return std::as_bytes(std::span(text)); }
    static ErrorCode codeOf(const auto& result) { return result.error().code; }
};

TEST_F(FilesTest, SaysNothingAboutAMissingFile) {
    EXPECT_EQ(files.info(folder / "missing").value(), std::nullopt);
    EXPECT_EQ(files.info(folder / "missing" / "deeper").value(), std::nullopt);
}

TEST_F(FilesTest, TellsFilesFromFolders) {
    const auto file = put("a.dll", "12345");
    const auto info = files.info(file).value().value();
    EXPECT_EQ(info.kind, FileKind::Regular);
    EXPECT_EQ(info.size, 5U);
    EXPECT_EQ(files.info(folder).value().value().kind, FileKind::Folder);
    EXPECT_EQ(files.info(folder).value().value().size, 0U);
    // Between 2020 and 2100 in FILETIME.
    EXPECT_GT(info.modified, 132'223'104'000'000'000);
    EXPECT_LT(info.modified, 157'469'184'000'000'000);
}

TEST_F(FilesTest, KnowsOneFileUnderTwoNames) {
    const auto file = put("a.dll", "a");
    fs::create_hard_link(file, folder / "b.dll");
    put("c.dll", "a");
    const auto identity = files.info(file).value().value().identity;
    EXPECT_FALSE(identity.empty());
    EXPECT_EQ(files.info(folder / "b.dll").value().value().identity, identity);
    EXPECT_NE(files.info(folder / "c.dll").value().value().identity, identity);
    EXPECT_EQ(files.open(file, OpenFor::Reading).value()->info().identity, identity);
}

TEST_F(FilesTest, ListsNamesSortedAndNothingForAMissingFolder) {
    put("list/b", "");
    put("list/a", "");
    put("list/c/d", "");
    put(fs::path("list") / pathFromUtf8("\xE6\xB5\x8B\xE8\xAF\x95"), "");
    EXPECT_THAT(files.list(folder / "list").value(), ElementsAre("a", "b", "c", "\xE6\xB5\x8B\xE8\xAF\x95"));
    EXPECT_THAT(files.list(folder / "missing").value(), IsEmpty());
    EXPECT_FALSE(files.list(folder / "list" / "a").has_value());
}

TEST_F(FilesTest, ReadsAtAnyOffsetFromSeveralThreads) {
    std::string text;
    for (int number = 0; text.size() < 200'000; ++number) text += std::to_string(number) + ' ';
    const auto file = files.open(put("big", text), OpenFor::Reading).value();
    EXPECT_EQ(file->size(), text.size());
    std::array<bool, 4> same{};
    {
        std::vector<std::jthread> threads;
        threads.reserve(same.size());
        for (std::size_t worker = 0; worker < same.size(); ++worker) {
            threads.emplace_back([&, worker] {
                same[worker] = true;
                for (std::size_t offset = worker; offset < text.size(); offset += 1777) {
                    std::string piece(1000, '\0');
                    const auto read = file->readAt(offset, std::as_writable_bytes(std::span(piece)));
                    same[worker] = same[worker] && read && piece.substr(0, *read) == text.substr(offset, 1000);
                }
            });
        }
    }
    EXPECT_THAT(same, ::testing::Each(true));
    std::array<std::byte, 10> end{};
    EXPECT_EQ(file->readAt(text.size() - 3, end).value(), 3U);
    EXPECT_EQ(file->readAt(text.size(), end).value(), 0U);
    EXPECT_EQ(file->readAt(text.size() + 100, end).value(), 0U);
}

TEST_F(FilesTest, OpensNeitherMissingFilesNorFolders) {
    EXPECT_EQ(codeOf(files.open(folder / "missing", OpenFor::Reading)), ErrorCode::SystemCallFailed);
    EXPECT_EQ(files.open(folder / "missing", OpenFor::Reading).error().systemCode, 2U);
    EXPECT_EQ(files.open(folder / "missing", OpenFor::Reading).error().subject, toUtf8(folder / "missing"));
    EXPECT_FALSE(files.open(folder, OpenFor::Reading).has_value());
}

TEST_F(FilesTest, WritesANewFileAndLeavesNoReservedSpace) {
    const auto path = folder / "new";
    {
        const auto file = files.create(path, 1'000'000).value();
        EXPECT_TRUE(file->write(bytesOf("one ")).has_value());
        EXPECT_TRUE(file->write(bytesOf("two")).has_value());
        EXPECT_TRUE(file->flush().has_value());
    }
    EXPECT_EQ(textOf(path), "one two");
    EXPECT_EQ(files.info(path).value().value().size, 7U);
#ifndef _WIN32
    struct stat status{};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_LT(status.st_blocks * 512, 500'000);
#endif
}

TEST_F(FilesTest, CreatesNoFileOverAnother) {
    const auto path = put("there", "old");
    EXPECT_EQ(codeOf(files.create(path, 0)), ErrorCode::SystemCallFailed);
    EXPECT_EQ(textOf(path), "old");
}

TEST_F(FilesTest, SaysDiskFullBeforeTheFirstByteWhereSpaceCanBeReserved) {
    const auto path = folder / "huge";
    const auto file = files.create(path, files.freeSpace(folder).value() + (1ULL << 40U));
    if (file) GTEST_SKIP() << "this file system reserves nothing";
    EXPECT_EQ(codeOf(file), ErrorCode::DiskFull);
    EXPECT_FALSE(fs::exists(path));
}

TEST_F(FilesTest, AppendsAndCreates) {
    const auto path = folder / "journal";
    EXPECT_TRUE(files.appendFlushed(path, bytesOf("a\n")).has_value());
    EXPECT_TRUE(files.appendFlushed(path, bytesOf("b\n")).has_value());
    EXPECT_EQ(textOf(path), "a\nb\n");
}

TEST_F(FilesTest, RenamesOnlyToAFreeName) {
    const auto from = put("from", "new");
    const auto to = put("to", "old");
    const auto refused = files.rename(from, to);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().subject, toUtf8(to));
    EXPECT_EQ(textOf(from), "new");
    EXPECT_EQ(textOf(to), "old");
    EXPECT_TRUE(files.rename(from, folder / "free").has_value());
    EXPECT_EQ(textOf(folder / "free"), "new");
    EXPECT_FALSE(fs::exists(from));
}

TEST_F(FilesTest, RenamesFolders) {
    put("staging/a", "a");
    EXPECT_TRUE(files.rename(folder / "staging", folder / "moved").has_value());
    EXPECT_EQ(textOf(folder / "moved" / "a"), "a");
}

TEST_F(FilesTest, SaysWhichFileToRenameIsMissing) {
    const auto moved = files.rename(folder / "missing", folder / "to");
    ASSERT_FALSE(moved.has_value());
    EXPECT_EQ(moved.error().systemCode, 2U);
    EXPECT_EQ(moved.error().subject, toUtf8(folder / "missing"));
}

TEST_F(FilesTest, ReplacesAtOnce) {
    const auto from = put("from", "new");
    const auto to = put("to", "old");
    EXPECT_TRUE(files.replace(from, to).has_value());
    EXPECT_EQ(textOf(to), "new");
    EXPECT_FALSE(fs::exists(from));
}

TEST_F(FilesTest, RemovesFilesAndEmptyFoldersOnly) {
    const auto file = put("sub/file", "x");
    EXPECT_FALSE(files.remove(folder / "sub").has_value());
    EXPECT_EQ(textOf(file), "x");
    EXPECT_TRUE(files.remove(file).has_value());
    EXPECT_TRUE(files.remove(folder / "sub").has_value());
    EXPECT_FALSE(fs::exists(folder / "sub"));
}

TEST_F(FilesTest, MindsNoMissingFileToRemove) {
    EXPECT_TRUE(files.remove(folder / "missing").has_value());
    EXPECT_TRUE(files.remove(folder / "missing" / "deeper").has_value());
}

TEST_F(FilesTest, RemovesReadOnlyFiles) {
    const auto file = put("file", "x");
    ASSERT_TRUE(files.setAttributes(file, 1).has_value());
    EXPECT_EQ(files.info(file).value().value().attributes & 1U, 1U);
    EXPECT_TRUE(files.remove(file).has_value());
    EXPECT_FALSE(fs::exists(file));
}

TEST_F(FilesTest, SetsAndClearsReadOnly) {
    const auto file = put("file", "x");
    const auto before = files.info(file).value().value().attributes;
    ASSERT_TRUE(files.setAttributes(file, before | 1U).has_value());
    ASSERT_TRUE(files.setAttributes(file, before).has_value());
    EXPECT_EQ(files.info(file).value().value().attributes, before);
}

TEST_F(FilesTest, CreatesFoldersWithTheirParents) {
    EXPECT_TRUE(files.createFolder(folder / "a" / "b" / "c").has_value());
    EXPECT_TRUE(fs::is_directory(folder / "a" / "b" / "c"));
    EXPECT_TRUE(files.createFolder(folder / "a" / "b").has_value());
    put("file", "");
    EXPECT_FALSE(files.createFolder(folder / "file").has_value());
    EXPECT_FALSE(files.createFolder(folder / "file" / "below").has_value());
}

TEST_F(FilesTest, KeepsAProtectedFolderUsableForItsOwner) {
    const auto state = folder / "state";
    ASSERT_TRUE(files.createProtectedFolder(state).has_value());
    ASSERT_TRUE(files.createProtectedFolder(state).has_value());   // the second run
    EXPECT_TRUE(files.isTrustedStateFolder(state).value());
    EXPECT_TRUE(files.isWritable(state).value());
    EXPECT_FALSE(files.isWritableByUsers(state).value());
    EXPECT_TRUE(writeTextAtomically(files, state / "index.json", "{}").has_value());
    EXPECT_EQ(readText(files, state / "index.json", 100).value(), "{}");
}

TEST_F(FilesTest, BringsSecurityBack) {
    const auto file = put("file", "x");
    const auto before = files.security(file).value();
    EXPECT_FALSE(before.text.empty());
    ASSERT_TRUE(files.setSecurity(file, before).has_value());
    EXPECT_EQ(files.security(file).value(), before);
    EXPECT_FALSE(files.setSecurity(file, FileSecurity{"nonsense"}).has_value());
    EXPECT_FALSE(files.security(folder / "missing").has_value());
}

TEST_F(FilesTest, LetsAStagedFileInheritFromItsTarget) {
    const auto staged = put("staging/file", "x");
    EXPECT_TRUE(files.inheritSecurity(staged, folder).has_value());
    EXPECT_EQ(textOf(staged), "x");
}

TEST_F(FilesTest, PinsFoldersAndNothingElse) {
    put("a/file", "x");
    const std::array folders{folder / "a", folder};
    const auto pin = files.pin(folders);
    ASSERT_TRUE(pin.has_value());
    EXPECT_TRUE(files.rename(folder / "a" / "file", folder / "a" / "other").has_value());   // work inside goes on
    const std::array wrong{folder / "a" / "other"};
    EXPECT_FALSE(files.pin(wrong).has_value());
    const std::array missing{folder / "missing"};
    EXPECT_FALSE(files.pin(missing).has_value());
}

TEST_F(FilesTest, MeasuresFreeSpaceOfAFolderThatIsNotThereYet) {
    EXPECT_GT(files.freeSpace(folder).value(), 0U);
    EXPECT_GT(files.freeSpace(folder / "not" / "yet").value(), 0U);
}

TEST_F(FilesTest, LeavesNothingBehindWhenAskedForWritability) {
    EXPECT_TRUE(files.isWritable(folder).value());
    EXPECT_FALSE(files.isWritable(folder / "missing").has_value());
    EXPECT_THAT(files.list(folder).value(), IsEmpty());
}

TEST_F(FilesTest, TakesFilesThatNobodyHoldsForFree) {
    EXPECT_TRUE(files.isFree(put("file", "x")).value());
    EXPECT_TRUE(files.isFree(folder / "missing").value());
}

TEST_F(FilesTest, ReadsTextUpToItsLimit) {
    const auto file = put("text", "12345");
    EXPECT_EQ(readText(files, file, 5).value(), "12345");
    EXPECT_EQ(codeOf(readText(files, file, 4)), ErrorCode::SystemCallFailed);
    EXPECT_EQ(codeOf(readText(files, folder / "missing", 5)), ErrorCode::SystemCallFailed);
    EXPECT_EQ(readText(files, put("empty", ""), 5).value(), "");
}

TEST_F(FilesTest, WritesTextOverALeftOver) {
    put("text.new", "torn");
    const auto file = put("text", "old");
    ASSERT_TRUE(writeTextAtomically(files, file, "new").has_value());
    EXPECT_EQ(textOf(file), "new");
    EXPECT_THAT(files.list(folder).value(), ElementsAre("text"));
}

TEST_F(FilesTest, HashesWholeFiles) {
    const std::string text(2'500'000, 'a');
    const auto file = files.open(put("file", text), OpenFor::Reading).value();
    EXPECT_EQ(hashOf(*file, {}).value(), hashOf(bytesOf(text)).value());
    const auto empty = files.open(put("empty", ""), OpenFor::Reading).value();
    EXPECT_EQ(hashOf(*empty, {}).value(), hashOf(bytesOf("")).value());
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(codeOf(hashOf(*file, stop.get_token())), ErrorCode::Cancelled);
}

TEST_F(FilesTest, WorksBeyond260Characters) {
    fs::path deep = folder;
    for (int level = 0; level < 12; ++level) deep /= std::string(30, 'd');
    ASSERT_GT(deep.native().size(), 300U);
    ASSERT_TRUE(files.createFolder(deep).has_value());
    { ASSERT_TRUE(files.create(deep / "file", 3).value()->write(bytesOf("abc")).has_value()); }
    ASSERT_TRUE(files.rename(deep / "file", deep / "renamed").has_value());
    EXPECT_EQ(readText(files, deep / "renamed", 10).value(), "abc");
    EXPECT_THAT(files.list(deep).value(), ElementsAre("renamed"));
    EXPECT_TRUE(files.isFree(deep / "renamed").value());
    ASSERT_TRUE(files.remove(deep / "renamed").has_value());
    for (fs::path at = deep; at != folder; at = at.parent_path()) ASSERT_TRUE(files.remove(at).has_value());
}

#ifndef _WIN32
TEST_F(FilesTest, FollowsNoLinkToAFolder) {
    fs::create_directories(folder / "real");
    fs::create_directory_symlink(folder / "real", folder / "link");
    EXPECT_EQ(files.info(folder / "link").value().value().kind, FileKind::Other);
    EXPECT_EQ(codeOf(files.createFolder(folder / "link" / "below")), ErrorCode::TargetIsReparsePoint);
    EXPECT_FALSE(fs::exists(folder / "real" / "below"));
    EXPECT_EQ(codeOf(files.createProtectedFolder(folder / "link")), ErrorCode::TargetIsReparsePoint);
    const std::array links{folder / "link"};
    EXPECT_EQ(codeOf(files.pin(links)), ErrorCode::TargetIsReparsePoint);
    fs::create_directories(folder / "real" / "below");
    const std::array throughLink{folder / "link" / "below"};
    EXPECT_EQ(codeOf(files.pin(throughLink)), ErrorCode::TargetIsReparsePoint);
    EXPECT_FALSE(files.isTrustedStateFolder(folder / "link" / "below").value());
}

TEST_F(FilesTest, RemovesALinkAndNotWhatItNames) {
    put("real/file", "x");
    fs::create_directory_symlink(folder / "real", folder / "link");
    EXPECT_TRUE(files.remove(folder / "link").has_value());
    EXPECT_EQ(textOf(folder / "real" / "file"), "x");
}
#endif

}   // namespace
}   // namespace cudnn_setup
