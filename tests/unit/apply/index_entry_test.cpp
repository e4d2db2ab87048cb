#include "apply/index_entry.h"
#include "base/json.h"
#include "scene.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

TEST(IndexFile, IsJsonThatNamesRootPathAndJournal) {
    Scene scene;
    ASSERT_TRUE(scene.install(release91()));
    const auto json = nlohmann::json::parse(readFile(scene.indexFolder() / "toolkits.json"));
    EXPECT_EQ(
        json,
        toJson(ToolkitIndex{
            {{.root = scene.rootText(), .pathScope = EnvironmentScope::Machine, .pathSegment = scene.segment(), .journalOpen = false}}}));
}

TEST(IndexFile, FindsItsEntryWhateverTheSpelling) {
    Scene scene;
    ASSERT_TRUE(openIndexEntry(scene.system, scene.indexFolder(), R"(C:\CUDA\v12.6)"));
    ASSERT_TRUE(openIndexEntry(scene.system, scene.indexFolder(), R"(c:\cuda\V12.6\)"));
    EXPECT_EQ(scene.state().index.size(), 1U);
    ASSERT_TRUE(removeIndexEntry(scene.system, scene.indexFolder(), R"(C:/CUDA/v12.6)"));
    EXPECT_TRUE(scene.state().index.empty());
}

TEST(IndexFile, IsStartedAnewWhenItIsDamaged) {
    Scene scene;
    writeFile(scene.indexFolder() / "toolkits.json", "no json");
    ASSERT_TRUE(openIndexEntry(scene.system, scene.indexFolder(), scene.rootText()));
    EXPECT_EQ(scene.state().index.size(), 1U);
}

TEST(IndexFile, IsNotWrittenWhenNothingChanges) {
    Scene scene;
    ASSERT_TRUE(scene.install(release91()));
    scene.files->restart();
    ASSERT_TRUE(settleIndexEntry(scene.system, scene.indexFolder(), scene.rootText(), TargetFolders(scene.rootText(), "bin")));
    EXPECT_EQ(scene.files->operations(), 0U);
}

#ifndef _WIN32
TEST(IndexFile, IsNotBelievedBehindALink) {
    Scene scene;
    std::filesystem::create_directories(scene.root().parent_path() / "elsewhere");
    std::filesystem::create_directory_symlink(scene.root().parent_path() / "elsewhere", scene.indexFolder());
    const auto opened = openIndexEntry(scene.system, scene.indexFolder(), scene.rootText());
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::StateFolderUntrusted);
    EXPECT_TRUE(std::filesystem::is_empty(scene.root().parent_path() / "elsewhere"));
}
#endif

}   // namespace
}   // namespace cudnn_setup
