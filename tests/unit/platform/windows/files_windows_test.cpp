#include "platform/windows/files_windows.h"

#include "base/path_text.h"
#include "platform/absolute_path.h"
#include "platform/windows/full_path.h"
#include "temporary_machine.h"

#include <gmock/gmock.h>

namespace cudnn_setup::win {
namespace {

namespace fs = std::filesystem;

class FilesWindowsTest : public TemporaryMachine {
protected:
    /// As another program would hold it.
    [[nodiscard]] static UniqueFile hold(const fs::path& path, DWORD access, DWORD share) {
        return UniqueFile(::CreateFileW(path.c_str(), access, share, nullptr, OPEN_EXISTING, 0, nullptr));
    }
};

TEST_F(FilesWindowsTest, NoticesAFileThatAProgramHolds) {
    const auto file = put("a.dll", "x");
    for (const DWORD share : {DWORD{0}, DWORD{FILE_SHARE_READ}, DWORD{FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE}}) {
        SCOPED_TRACE(share);
        const auto held = hold(file, GENERIC_READ, share);
        ASSERT_TRUE(static_cast<bool>(held));
        EXPECT_FALSE(files.isFree(file).value());
    }
    EXPECT_TRUE(files.isFree(file).value());
}

TEST_F(FilesWindowsTest, NoticesALoadedDll) {
    const auto file = folder / "loaded.dll";
    fs::copy_file(system.processes->ownProgram(), file);   // any image will do; its code is not run
    const HMODULE module = ::LoadLibraryExW(file.c_str(), nullptr, DONT_RESOLVE_DLL_REFERENCES);
    ASSERT_NE(module, nullptr);
    EXPECT_FALSE(files.isFree(file).value());
    const auto removed = files.remove(file);
    ::FreeLibrary(module);
    ASSERT_FALSE(removed.has_value());
    EXPECT_EQ(removed.error().code, ErrorCode::FileInUse);
    EXPECT_TRUE(files.isFree(file).value());
    EXPECT_TRUE(files.remove(file).has_value());
}

TEST_F(FilesWindowsTest, SaysFileInUseWhenItCannotRename) {
    const auto file = put("a.dll", "x");
    {
        const auto held = hold(file, GENERIC_READ, FILE_SHARE_READ);
        const auto began = ::GetTickCount64();
        const auto renamed = files.rename(file, folder / "b.dll");
        EXPECT_GE(::GetTickCount64() - began, 1500U);   // a virus scanner would have let go by then
        ASSERT_FALSE(renamed.has_value());
        EXPECT_EQ(renamed.error().code, ErrorCode::FileInUse);
        EXPECT_EQ(renamed.error().subject, toUtf8(file.native()));
    }
    EXPECT_TRUE(files.rename(file, folder / "b.dll").has_value());
}

TEST_F(FilesWindowsTest, KeepsOthersFromChangingWhatItReads) {
    const auto file = put("archive.zip", "x");
    {
        const auto opened = files.open(file, OpenFor::Reading).value();
        EXPECT_FALSE(static_cast<bool>(hold(file, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE)));
        EXPECT_TRUE(static_cast<bool>(hold(file, GENERIC_READ, FILE_SHARE_READ)));
    }
    const auto writer = hold(file, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE);
    EXPECT_EQ(files.open(file, OpenFor::Reading).error().code, ErrorCode::FileInUse);   // a browser still downloads it
    EXPECT_TRUE(files.open(file, OpenFor::ReadingShared).has_value());
}

TEST_F(FilesWindowsTest, KeepsPinnedFoldersInPlace) {
    put("toolkit/bin/a.dll", "x");
    const std::array folders{folder / "toolkit" / "bin"};
    const auto pin = files.pin(folders);
    ASSERT_TRUE(pin.has_value());
    EXPECT_EQ(::MoveFileExW((folder / "toolkit" / "bin").c_str(), (folder / "toolkit" / "elsewhere").c_str(), 0), 0);
    EXPECT_TRUE(files.rename(folder / "toolkit" / "bin" / "a.dll", folder / "toolkit" / "bin" / "b.dll").has_value());
}

TEST_F(FilesWindowsTest, KeepsHiddenAndSystem) {
    const auto file = put("a.dll", "x");
    constexpr std::uint32_t wanted = FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM | FILE_ATTRIBUTE_READONLY;
    ASSERT_TRUE(files.setAttributes(file, wanted).has_value());
    EXPECT_EQ(files.info(file).value().value().attributes & wanted, wanted);
    ASSERT_TRUE(files.remove(file).has_value());
}

TEST_F(FilesWindowsTest, ReadsThroughAHandleOfAnotherProcess) {
    const auto opened = files.open(put("archive.zip", "12345"), OpenFor::Reading).value();
    ASSERT_NE(handleOf(*opened), nullptr);
    HANDLE duplicate = nullptr;
    ASSERT_NE(
        ::DuplicateHandle(::GetCurrentProcess(), handleOf(*opened), ::GetCurrentProcess(), &duplicate, 0, FALSE, DUPLICATE_SAME_ACCESS), 0);
    const auto again = inputFileFrom(UniqueFile(duplicate), "archive.zip").value();
    std::string text(5, '\0');
    EXPECT_EQ(again->readAt(0, std::as_writable_bytes(std::span(text))).value(), 5U);
    EXPECT_EQ(text, "12345");
    EXPECT_EQ(again->info().identity, opened->info().identity);
    EXPECT_FALSE(inputFileFrom(UniqueFile(), "none").has_value());
}

TEST_F(FilesWindowsTest, RefusesALinkOnTheWay) {
    // Wine 8 makes no junctions, but shows a Unix link to a folder as a reparse point. Unix programs can be started from inside.
    fs::create_directories(folder / "real" / "below");
    const auto link = folder / "link";
    const auto toUnix = reinterpret_cast<char*(CDECL*)(const wchar_t*)>(
        reinterpret_cast<void*>(::GetProcAddress(::GetModuleHandleW(L"kernel32.dll"), "wine_get_unix_file_name")));
    const std::string unixFolder = toUnix != nullptr ? toUnix(folder.c_str()) : "";
    const auto runUnix = [&](const fs::path& program, std::vector<std::string> arguments) {
        (void)system.processes->run({.program = program, .arguments = std::move(arguments), .extraEnvironment = {}, .workingFolder = {}},
                                    nullptr, {});
    };
    if (toUnix != nullptr) runUnix(R"(Z:\bin\ln)", {"-s", unixFolder + "/real", unixFolder + "/link"});
    else ::CreateSymbolicLinkW(link.c_str(), (folder / "real").c_str(), SYMBOLIC_LINK_FLAG_DIRECTORY);
    if (!fs::exists(link)) GTEST_SKIP() << "no link can be made here";
    const auto created = files.createFolder(link / "new");
    ASSERT_FALSE(created.has_value());
    EXPECT_EQ(created.error().code, ErrorCode::TargetIsReparsePoint);
    EXPECT_FALSE(fs::exists(folder / "real" / "new"));
    const std::array through{link / "below"};
    const auto pinned = files.pin(through);
    ASSERT_FALSE(pinned.has_value());
    EXPECT_EQ(pinned.error().code, ErrorCode::TargetIsReparsePoint);
    EXPECT_FALSE(files.isTrustedStateFolder(link / "below").value());
    // The same folder by its long name.
    EXPECT_FALSE(files.createFolder(LR"(\\?\)" + (link / "new").native()).has_value());
    EXPECT_FALSE(fs::exists(folder / "real" / "new"));
    const std::array straight{folder / "real" / "below"};
    EXPECT_TRUE(files.pin(straight).has_value());
    if (toUnix != nullptr) runUnix(R"(Z:\bin\rm)", {unixFolder + "/link"});   // remove_all() of MinGW's library never ends on it
}

TEST_F(FilesWindowsTest, MakesFoldersByTheirLongName) {
    EXPECT_TRUE(files.createFolder(LR"(\\?\)" + (folder / "long" / "name").native()).has_value());
    EXPECT_TRUE(fs::is_directory(folder / "long" / "name"));
}

TEST(FullPath, NamesTheFoldersBelowEveryKindOfRoot) {
    using Paths = std::vector<fs::path>;
    EXPECT_EQ(foldersOnTheWay(LR"(C:\a\b)"), (Paths{LR"(C:\a)", LR"(C:\a\b)"}));
    EXPECT_EQ(foldersOnTheWay(LR"(\\server\share\a\b)"), (Paths{LR"(\\server\share\a)", LR"(\\server\share\a\b)"}));
    EXPECT_EQ(foldersOnTheWay(LR"(\\?\C:\a)"), Paths{LR"(\\?\C:\a)"});
    EXPECT_EQ(foldersOnTheWay(LR"(\\?\UNC\server\share\a)"), Paths{LR"(\\?\UNC\server\share\a)"});
    for (const auto* root : {LR"(C:\)", LR"(\\server\share)", LR"(\\?\C:\)", LR"(\\?\UNC\server\share)"})
        EXPECT_EQ(foldersOnTheWay(root), Paths{}) << toUtf8(root);
}

TEST(AbsolutePath, LeavesServersAndLongNamesAlone) {
    for (const auto* path : {LR"(C:\a\b.log)", LR"(\\server\share\b.log)", LR"(\\?\C:\a\b.log)", LR"(\\?\UNC\server\share\b.log)"})
        EXPECT_EQ(absolutePath(path), fs::path(path));
    EXPECT_EQ(absolutePath(LR"(//server/share/b.log)"), fs::path(LR"(\\server\share\b.log)"));
    EXPECT_EQ(absolutePath("b.log"), fs::current_path() / "b.log");
}

TEST(FullPath, TakesAnyFormOfName) {
    EXPECT_EQ(extendedPath(LR"(C:\a\..\b/c\)"), LR"(\\?\C:\b\c)");
    EXPECT_EQ(extendedPath(LR"(C:\)"), LR"(\\?\C:\)");
    EXPECT_EQ(extendedPath(LR"(\\server\share\a)"), LR"(\\?\UNC\server\share\a)");
    EXPECT_EQ(extendedPath(LR"(\\?\C:\a)"), LR"(\\?\C:\a)");
}

TEST(FullPath, TellsLinksFromFilesThatAreOnlyStoredOtherwise) {
    EXPECT_TRUE(isElsewhere(FILE_ATTRIBUTE_REPARSE_POINT, IO_REPARSE_TAG_MOUNT_POINT));
    EXPECT_TRUE(isElsewhere(FILE_ATTRIBUTE_REPARSE_POINT, IO_REPARSE_TAG_SYMLINK));
    EXPECT_FALSE(isElsewhere(FILE_ATTRIBUTE_REPARSE_POINT, IO_REPARSE_TAG_DEDUP));
    EXPECT_FALSE(isElsewhere(FILE_ATTRIBUTE_NORMAL, 0));
}

}   // namespace
}   // namespace cudnn_setup::win
