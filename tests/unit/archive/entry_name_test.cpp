// Covers: a member that is written outside its folder, into a device or a stream, or under another name than the one checked.
#include "archive/entry_name.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

TEST(EntryName, KeepsOrdinaryNames) {
    for (const std::string name : {"cudnn-windows-x86_64-9.6.0.74_cuda12-archive/bin/cudnn64_9.dll", "a", "a/", "a b/c.d", "com/port",
                                   "console.txt", "null", "com10.txt", "\xe6\x96\x87\xe4\xbb\xb6.txt", ".hidden", "a..b"})
        EXPECT_EQ(safeEntryName(name), name);
}

TEST(EntryName, TakesBackslashesAsSeparators) {
    EXPECT_EQ(safeEntryName("top\\bin\\cudnn64_9.dll"), "top/bin/cudnn64_9.dll");
    EXPECT_EQ(safeEntryName(".\\top//bin/"), "top/bin/");
}

TEST(EntryName, RefusesWhatLeavesTheFolder) {
    for (const std::string_view name : {"../evil.dll", "..\\..\\evil.dll", "a/../../evil.dll", "a/..", "..", "/etc/passwd", "\\evil.dll",
                                        "\\\\server\\share\\x", "//server/share", "C:\\evil.dll", "c:evil.dll", "C:/x"}) {
        const auto safe = safeEntryName(name);
        ASSERT_FALSE(safe) << name;
        EXPECT_EQ(safe.error().code, ErrorCode::ArchiveUnsafeName);
        EXPECT_EQ(safe.error().subject, name);
    }
}

TEST(EntryName, RefusesWhatWindowsReadsAsAnotherName) {
    for (const std::string_view name : {"cudnn64_9.dll.",
                                        "cudnn64_9.dll ",
                                        "bin./x.dll",
                                        "bin /x.dll",
                                        "x.dll:stream",
                                        "CON",
                                        "con.txt",
                                        "a/NUL",
                                        "nul .txt",
                                        "COM1",
                                        "com1.dll",
                                        "LPT9.x",
                                        "com\xc2\xb9",
                                        "aux.h",
                                        "CONIN$",
                                        "what?.dll",
                                        "a*b",
                                        "a<b",
                                        "a|b",
                                        "a\"b",
                                        "...",
                                        "",
                                        "/",
                                        "./"})
        EXPECT_FALSE(safeEntryName(name)) << name;
    EXPECT_FALSE(safeEntryName(std::string_view("a\nb")));
    EXPECT_FALSE(safeEntryName(std::string_view("a\0b", 3)));
    EXPECT_FALSE(safeEntryName(std::string(256, 'x')));
    EXPECT_FALSE(safeEntryName(std::string(2000, '/') + "x"));
}

}   // namespace
}   // namespace cudnn_setup
