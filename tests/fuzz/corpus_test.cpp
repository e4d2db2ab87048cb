/// Every file of the corpus is an ordinary test: what a fuzzer once found stays found.
#include "fuzz_target.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace cudnn_setup {
namespace {

class Corpus : public ::testing::TestWithParam<FuzzTarget> {};

TEST_P(Corpus, OfTheTargetIsTaken) {
    const auto folder = std::filesystem::path(CUDNN_SETUP_FUZZ_CORPUS) / GetParam().name;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
    std::ranges::sort(files);
    ASSERT_FALSE(files.empty());
    for (const auto& file : files) {
        SCOPED_TRACE(file.filename().string());
        std::ifstream in(file, std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
        GetParam().run(bytes);
        // Cut off anywhere, too; long files at a few hundred places.
        const auto step = std::max<std::size_t>(1, bytes.size() / 200);
        for (std::size_t length = 0; length < bytes.size(); length += step) GetParam().run(bytes.substr(0, length));
    }
}

INSTANTIATE_TEST_SUITE_P(All, Corpus, ::testing::ValuesIn(fuzzTargets().begin(), fuzzTargets().end()), [](const auto& one) {
    std::string name(one.param.name);
    std::ranges::replace(name, '-', '_');
    return name;
});

}   // namespace
}   // namespace cudnn_setup
