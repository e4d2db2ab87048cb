#include "cli/log_file.h"

#include "base/path_text.h"

#include <gtest/gtest.h>

#include <random>

namespace cudnn_setup {
namespace {

namespace fs = std::filesystem;

class OpenLog : public ::testing::Test {
protected:
    OpenLog() : folder(fs::temp_directory_path() / ("cudnn-setup-log-" + std::to_string(std::random_device{}()))) {
        fs::create_directories(folder);
    }
    const fs::path folder;
    System system = makeSystem();
};

TEST_F(OpenLog, MakesTheFolderAndSaysWhereTheLogIs) {
    const auto file = (folder / "not yet" / "there.log").make_preferred();
    EXPECT_EQ(openLog(system, toUtf8(file)), toUtf8(file));
    EXPECT_TRUE(fs::exists(file));
}

TEST_F(OpenLog, CountsARelativeNameFromTheCurrentFolder) {
    const auto before = fs::current_path();
    fs::current_path(folder);
    const auto opened = openLog(system, "here.log");
    fs::current_path(before);
    EXPECT_EQ(fs::path(pathFromUtf8(opened)).filename(), "here.log");
    EXPECT_TRUE(fs::exists(folder / "here.log"));
}

TEST_F(OpenLog, SaysNothingOfALogThatCannotBeWritten) {
    EXPECT_EQ(openLog(system, toUtf8(folder)), "");   // a folder
}

#ifdef _WIN32
TEST_F(OpenLog, TakesALongName) {
    const auto file = LR"(\\?\)" + (folder / "long" / "there.log").make_preferred().native();
    EXPECT_EQ(openLog(system, toUtf8(file)), toUtf8(file));
    EXPECT_TRUE(fs::exists(folder / "long" / "there.log"));
}
#endif

}   // namespace
}   // namespace cudnn_setup
