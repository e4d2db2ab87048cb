#include "wizard/path_diff.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

PathStep step(const char* before, const char* after) {
    return {EnvironmentScope::Machine, "", true, RawVariable{before, RegistryText::Expandable},
            RawVariable{after, RegistryText::Expandable}};
}

TEST(PathLines, ShowsTheAddedEntryAtItsPlace) {
    const std::vector<PathLine> expected{
        {PathLineKind::Kept, 1, "%SystemRoot%"}, {PathLineKind::Kept, 2, "C:\\Git"}, {PathLineKind::Added, 3, "C:\\CUDA\\bin"}};
    EXPECT_EQ(pathLines(step("%SystemRoot%;C:\\Git", "%SystemRoot%;C:\\Git;C:\\CUDA\\bin")), expected);
}

TEST(PathLines, ShowsARemovedEntryInTheMiddle) {
    const std::vector<PathLine> expected{{PathLineKind::Kept, 1, "a"}, {PathLineKind::Removed, 2, "b"}, {PathLineKind::Kept, 2, "c"}};
    EXPECT_EQ(pathLines(step("a;b;c", "a;c")), expected);
}

TEST(PathLines, StartsFromNothing) {
    PathStep first = step("", "C:\\CUDA\\bin");
    first.before.reset();
    EXPECT_EQ(pathLines(first), (std::vector<PathLine>{{PathLineKind::Added, 1, "C:\\CUDA\\bin"}}));
}

}   // namespace
}   // namespace cudnn_setup
