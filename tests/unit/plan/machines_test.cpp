#include "sample_machine.h"

#include "base/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

/// Replays snapshots, as people attach them to a report. A new file in tests/machines is planned over at least; what it must show stands in a
/// test of its own.
namespace cudnn_setup {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string readAll(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    EXPECT_TRUE(stream.good()) << path;
    return {std::istreambuf_iterator<char>(stream), {}};
}

Snapshot machine(std::string_view name) {
    const auto text = readAll(std::filesystem::path(CUDNN_SETUP_MACHINES) / (std::string(name) + ".json"));
    auto snapshot = snapshotFromJson(parseJson(text, name).value_or(nlohmann::json()));
    EXPECT_TRUE(snapshot.has_value()) << name << ": " << (snapshot ? "" : snapshot.error().subject);
    return snapshot ? std::move(*snapshot) : sample::snapshot();
}

TEST(Machines, AllReplay) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(CUDNN_SETUP_MACHINES)) {
        if (entry.path().extension() != ".json") continue;
        ++files;
        const auto snapshot = machine(entry.path().stem().string());
        const auto archive = sample::archive("9.6.0.74");
        const auto plan = sample::planInstall(snapshot, archive);
        EXPECT_EQ(plan.digest, sample::planInstall(snapshot, archive).digest) << entry.path();
        EXPECT_TRUE(snapshotFromJson(toJson(snapshot)).has_value()) << entry.path();
    }
    EXPECT_GE(files, 3U);
}

TEST(Machines, SeveralToolkits) {
    const auto snapshot = machine("several-toolkits");
    auto request = sample::installRequest();
    request.target.clear();
    const auto roots = selectTargets(request, snapshot, 12).value();
    EXPECT_THAT(roots, ElementsAre(std::string(sample::root)));
    const auto archive = sample::archive("9.6.0.74");
    const auto plan = makePlan(request, snapshot, &archive, roots, sample::expand);
    EXPECT_THAT(sample::blockers(plan), IsEmpty());
    EXPECT_EQ(sample::count(plan, Verb::Place), 31U);
    EXPECT_EQ(plan.toolkits.at(0).path->after->text,
              R"(%SystemRoot%\system32;%SystemRoot%;C:\Program Files\NVIDIA GPU Computing Toolkit\CUDA\v11.8\bin;)" +
                  std::string(sample::dllFolder));
}

TEST(Machines, HandCopiedCudnn8) {
    const auto plan = sample::planInstall(machine("hand-copied-cudnn-8"), sample::archive("9.6.0.74"));
    EXPECT_THAT(sample::blockers(plan), IsEmpty());
    EXPECT_THAT(sample::findFinding(plan, ErrorCode::ToolkitHasOtherMajor)->arguments,
                ElementsAre("cudnn.h", "cudnn_backend.h", "cudnn_version.h", "cudnn.lib"));
    EXPECT_EQ(plan.toolkits.at(0).path, std::nullopt);   // %CUDA_PATH%\bin is the DLL folder
    EXPECT_EQ(sample::count(plan, Verb::Remove), 0U);
}

TEST(Machines, MixedMinorsWithoutRights) {
    const auto plan = sample::planInstall(machine("mixed-minors-without-rights"), sample::archive("9.6.0.74"));
    EXPECT_THAT(sample::blockers(plan), ElementsAre("elevation-needed"));
    EXPECT_THAT(plan.findings.front().arguments, ElementsAre(std::string(sample::root), "Path"));
    EXPECT_NE(sample::findFinding(plan, ErrorCode::PathTypeNotExpandable), nullptr);   // so %CUDA_PATH%\bin finds nothing
    EXPECT_EQ(sample::findFinding(plan, ErrorCode::AdoptsHandCopiedFiles)->arguments.at(1), "9.1.0.70, 9.6.0.74");
    EXPECT_EQ(sample::count(plan, Verb::Place), 23U);
    EXPECT_EQ(sample::count(plan, Verb::Replace), 8U);
}

}   // namespace
}   // namespace cudnn_setup
