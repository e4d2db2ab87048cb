#include "apply/undo.h"
#include "scene.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

TEST(KnownFile, IsRecognisedAfterARenameWithoutReadingIt) {
    Scene scene;
    const auto path = scene.root() / "bin" / "nvcc.exe";
    KnownFiles known;
    known.remember(**scene.system.files->info(path), sha256Of("pretended"));
    ASSERT_TRUE(scene.system.files->rename(path, scene.root() / "moved"));
    EXPECT_EQ(known.holds(*scene.system.files, scene.root() / "moved", sha256Of("pretended")), true);
}

TEST(KnownFile, IsHashedAgainWhenItWasRewritten) {
    Scene scene;
    const auto path = scene.root() / "bin" / "nvcc.exe";
    KnownFiles known;
    known.remember(**scene.system.files->info(path), sha256Of("compiler"));
    writeFile(path, "another compiler");
    EXPECT_EQ(known.holds(*scene.system.files, path, sha256Of("compiler")), false);
    EXPECT_EQ(known.holds(*scene.system.files, path, sha256Of("another compiler")), true);
}

TEST(KnownFile, IsNoFolderAndNothingMissing) {
    Scene scene;
    EXPECT_EQ(KnownFiles{}.holds(*scene.system.files, scene.root(), sha256Of("")), false);
    EXPECT_EQ(KnownFiles{}.holds(*scene.system.files, scene.root() / "missing", sha256Of("")), false);
}

TEST(Undo, KeepsAFolderThatSomebodyUsesByNow) {
    Scene scene;
    writeFile(scene.root() / "lib" / "theirs.txt", "theirs");
    const TargetFolders target(scene.rootText(), "bin");
    PinnedFolders pins;
    const std::vector<JournalRecord> records{JournalFolder{.path = "lib", .creates = true},
                                             JournalFolder{.path = "lib/x64", .creates = true}};
    ASSERT_TRUE(undo(scene.system, target, records, KnownFiles{}, pins, {}));
    EXPECT_TRUE(std::filesystem::exists(scene.root() / "lib" / "theirs.txt"));
}

TEST(Undo, TakesABackupThatEqualsTheFileInPlaceForBack) {
    Scene scene;
    writeFile(scene.root() / "bin" / "cudnn64_9.dll", "old");
    writeFile(scene.stateFolder() / "backup" / "0", "old");
    const TargetFolders target(scene.rootText(), "bin");
    PinnedFolders pins;
    const std::vector<JournalRecord> records{JournalFile{.index = 0,
                                                         .path = "bin/cudnn64_9.dll",
                                                         .aside = "backup/0",
                                                         .asideSha256 = sha256Of("old"),
                                                         .from = "staging/0",
                                                         .fromSha256 = sha256Of("new")}};
    ASSERT_TRUE(undo(scene.system, target, records, KnownFiles{}, pins, {}));
    EXPECT_EQ(readFile(scene.root() / "bin" / "cudnn64_9.dll"), "old");
    EXPECT_FALSE(std::filesystem::exists(scene.stateFolder() / "backup" / "0"));
}

}   // namespace
}   // namespace cudnn_setup
