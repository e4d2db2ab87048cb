// Risk: one dead server on PATH makes every command of the program wait for minutes.
#include "machine/folder_reach.h"

#include "machine/pretended_pc.h"

#include <gtest/gtest.h>

using namespace cudnn_setup;

TEST(VolumeOf, IsShareOrDrive) {
    EXPECT_EQ(volumeOf(R"(C:\Windows\System32)"), R"(c:\)");
    EXPECT_EQ(volumeOf(R"(\\Server\Share\tools\bin)"), R"(\\server\share\)");
    EXPECT_EQ(volumeOf("//server/share"), R"(\\server\share\)");
    EXPECT_EQ(volumeOf(R"(\\server)"), R"(\\server\)");
    EXPECT_EQ(volumeOf(R"(\\?\UNC\server\share\x)"), R"(\\server\share\)");
    EXPECT_EQ(volumeOf(R"(\\?\D:\x)"), R"(d:\)");
    EXPECT_EQ(volumeOf("/usr/bin"), "");
}

TEST(FolderReach, GivesUpOnASilentShareAndKeepsTheOthers) {
    PretendedPc pc;
    pc.files.silentPart = "dead";
    const std::vector<std::string> folders{"//dead/share/a", "//dead/share/b", "//other/share/c", pc.text("Windows")};
    const std::vector<std::string> local{pc.text("Windows")};
    const FolderReach reach(pc.files, folders, local, std::chrono::milliseconds(20));   // the call returns although nobody wakes the share
    EXPECT_FALSE(reach.answers("//dead/share/a"));
    EXPECT_FALSE(reach.answers("//DEAD/share/other"));
    EXPECT_TRUE(reach.answers(pc.text("Windows")));
}

TEST(FolderReach, AsksNoLocalDrive) {
    PretendedPc pc;
    pc.files.silentPart = "Windows";   // would hang
    const std::vector<std::string> folders{pc.text("Windows/x")};
    const FolderReach reach(pc.files, folders, folders, std::chrono::hours(1));
    EXPECT_TRUE(reach.answers(folders.front()));
}
