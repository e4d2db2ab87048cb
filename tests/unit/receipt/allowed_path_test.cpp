#include "receipt/receipt.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

TEST(AllowedPath, IsAFileInOneOfTheThreeFolders) {
    for (const auto* path : {"bin/cudnn64_9.dll", "include/cudnn.h", "lib/x64/cudnn64_9.lib", "bin/comet.dll"}) {
        EXPECT_TRUE(isAllowedPath(path, "bin")) << path;
    }
    EXPECT_TRUE(isAllowedPath("bin/x64/cudnn64_9.dll", "bin/x64"));
}

TEST(AllowedPath, IsNoOtherFolder) {
    for (const auto* path : {"bin/x64/cudnn64_9.dll", "cudnn64_9.dll", "lib/cudnn.lib", "include/sub/cudnn.h", "bin", "bin/", "",
                             "/bin/x.dll", "Bin/x.dll", "nvvm/bin/x.dll"}) {
        EXPECT_FALSE(isAllowedPath(path, "bin")) << path;
    }
    EXPECT_FALSE(isAllowedPath("bin/cudnn64_9.dll", "bin/x64"));
}

TEST(AllowedPath, FollowsNoDllFolderThatIsNone) {
    for (const auto* folder : {"", ".", "..", "bin/..", "../bin", "C:/Windows", "lib/x64/..", "BIN"}) {
        EXPECT_FALSE(isAllowedPath(std::string(folder) + "/x.dll", folder)) << folder;
    }
}

TEST(AllowedPath, DoesNotLeaveItsFolder) {
    for (const auto* path :
         {"bin/..", "bin/.", "bin/../x.dll", "bin/..\\x.dll", "bin\\x.dll", "include/../../x.h", "bin/C:x.dll", "bin//x.dll"}) {
        EXPECT_FALSE(isAllowedPath(path, "bin")) << path;
    }
}

TEST(AllowedPath, IsWhatWindowsTakesForThatVeryFile) {
    // A stream, ends that Windows drops, wildcards and devices: each would reach another file or none.
    for (const auto* path : {"bin/x.dll:stream", "bin/x.dll.", "bin/x.dll ", "bin/x?.dll", "bin/*.dll", "bin/a|b", "bin/a\nb", "bin/con",
                             "bin/NUL.dll", "bin/com1", "bin/LPT9.txt", "bin/aux .dll", "bin/conout$", "bin/com\xC2\xB9.h"}) {
        EXPECT_FALSE(isAllowedPath(path, "bin")) << path;
    }
    EXPECT_FALSE(isAllowedPath(std::string_view("bin/a\0b", 7), "bin"));
}

TEST(AllowedFolder, IsAPartOfWhereFilesGo) {
    EXPECT_TRUE(isAllowedFolder("lib", "bin"));
    EXPECT_TRUE(isAllowedFolder("lib/x64", "bin"));
    EXPECT_TRUE(isAllowedFolder("bin", "bin/x64"));
    EXPECT_FALSE(isAllowedFolder("bin/x64", "bin"));
    EXPECT_FALSE(isAllowedFolder("nvvm", "bin"));
    EXPECT_FALSE(isAllowedFolder("..", ".."));
}

}   // namespace
}   // namespace cudnn_setup
