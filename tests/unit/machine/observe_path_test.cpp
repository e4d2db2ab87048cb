#include "machine/pretended_pc.h"

#include <gmock/gmock.h>

using namespace cudnn_setup;
using ::testing::ElementsAre;
using Kind = PathSegmentFact::Kind;

namespace {

std::vector<Kind> kindsOf(const PathFacts& path) {
    std::vector<Kind> kinds;
    for (const auto& segment : path.segments) kinds.push_back(segment.kind);
    return kinds;
}

std::vector<std::string> foldersOf(const std::vector<CudnnCopy>& copies) {
    std::vector<std::string> folders;
    for (const auto& copy : copies) folders.push_back(copy.folder);
    return folders;
}

}   // namespace

TEST(ObservePath, TellsFoldersFromWhatIsNone) {
    PretendedPc pc;
    pc.write("tool.exe", "MZ");
    pc.setPath(EnvironmentScope::Machine,
               "%SystemRoot%;;" + pc.text("gone") + ";" + pc.text("tool.exe") + ";%NOBODY%/bin;relative/bin;\"" + pc.text("Temp") + "\"");
    const auto snapshot = pc.observed();
    EXPECT_THAT(kindsOf(snapshot.machinePath),
                ElementsAre(Kind::Folder, Kind::Empty, Kind::Missing, Kind::File, Kind::Missing, Kind::Missing, Kind::Folder));
    EXPECT_EQ(snapshot.machinePath.segments.front().raw, "%SystemRoot%");
    EXPECT_EQ(snapshot.machinePath.segments.front().expanded, pc.text("Windows"));
    EXPECT_EQ(snapshot.machinePath.segments.back().raw, '"' + pc.text("Temp") + '"');
    EXPECT_EQ(snapshot.machinePath.segments.back().expanded, pc.text("Temp"));
    EXPECT_EQ(snapshot.machinePath.value->text, pc.environment.machine["Path"].text);
}

TEST(ObservePath, ExpandsNothingInAPlainValue) {
    PretendedPc pc;
    pc.setPath(EnvironmentScope::Machine, "%SystemRoot%", RegistryText::Plain);   // Windows would not either
    const auto snapshot = pc.observed();
    EXPECT_THAT(kindsOf(snapshot.machinePath), ElementsAre(Kind::Missing));
    EXPECT_EQ(snapshot.machinePath.segments.front().expanded, "%SystemRoot%");
}

TEST(ObservePath, LooksIntoAVariableThatHoldsSeveralFolders) {
    PretendedPc pc;
    pc.environment.machine["MINE"] = {.text = pc.text("gone") + ';' + pc.text("Temp"), .type = RegistryText::Plain};
    pc.setPath(EnvironmentScope::Machine, "%MINE%;%SystemRoot%");
    const auto& segments = pc.observed().machinePath.segments;
    ASSERT_EQ(segments.size(), 3U);
    EXPECT_EQ(segments[0], (PathSegmentFact{"%MINE%", pc.text("gone"), 1, Kind::Missing}));
    EXPECT_EQ(segments[1], (PathSegmentFact{"%MINE%", pc.text("Temp"), 1, Kind::Folder}));
    EXPECT_EQ(segments[2], (PathSegmentFact{"%SystemRoot%", pc.text("Windows"), 2, Kind::Folder}));
}

TEST(ObservePath, PutsTheUsersSegmentsAfterTheMachines) {
    PretendedPc pc;
    pc.setPath(EnvironmentScope::User, pc.text("Temp"));
    const auto path = pc.observed().effectivePath();
    ASSERT_EQ(path.size(), 2U);
    EXPECT_EQ(path[0].expanded, pc.text("Windows"));
    EXPECT_EQ(path[1].expanded, pc.text("Temp"));
}

TEST(ObservePath, SaysThatThereIsNoValue) {
    PretendedPc pc;
    const auto snapshot = pc.observed();
    EXPECT_FALSE(snapshot.userPath.value.has_value());
    EXPECT_TRUE(snapshot.userPath.segments.empty());
}

TEST(ObservePath, DoesNotWaitForADeadServer) {
    PretendedPc pc;
    pc.files.silentPart = "dead";
    pc.appendToPath("//dead/tools/bin");
    pc.environment.user["CUDA_PATH"] = {.text = "//dead2/cuda/v12.6", .type = RegistryText::Plain};
    const auto snapshot = observe(pc.system, {.extraRoots = {}, .stop = {}, .networkBudget = std::chrono::milliseconds(20)});
    ASSERT_TRUE(snapshot.has_value());
    EXPECT_THAT(kindsOf(snapshot->machinePath), ElementsAre(Kind::Folder, Kind::Unreachable));
    EXPECT_TRUE(snapshot->toolkits.empty());
}

TEST(ObserveCopies, ListsSystem32FirstThenPathOrder) {
    PretendedPc pc;
    pc.copyStub("Z96/bin/cudnn64_9.dll", "Windows/System32/cudnn64_9.dll");
    pc.copyStub("Z91/bin/cudnn_ops64_9.dll", "b/cudnn_ops64_9.dll");
    pc.copyStub("Z91/bin/cudnn64_9.dll", "a/cudnn64_9.dll");
    pc.write("none/other.dll", "MZ");
    for (const auto* folder : {"b", "none", "a", "b"}) pc.appendToPath(pc.text(folder));
    const auto snapshot = pc.observed();
    EXPECT_THAT(foldersOf(snapshot.copies), ElementsAre(pc.text("Windows/System32"), pc.text("b"), pc.text("a")));
    EXPECT_TRUE(snapshot.copies[0].inSystem32);
    EXPECT_FALSE(snapshot.copies[0].onPath);
    EXPECT_TRUE(snapshot.copies[1].onPath);
    ASSERT_EQ(snapshot.copies[2].files.size(), 1U);
    EXPECT_EQ(snapshot.copies[2].files[0].path, "cudnn64_9.dll");
    EXPECT_EQ(snapshot.copies[2].files[0].version, Version(9, 1, 0, 70));
    EXPECT_FALSE(snapshot.copies[2].files[0].sha256.has_value());
}

TEST(ObserveCopies, LeavesToolkitsOut) {
    PretendedPc pc;
    pc.addToolkit("12.8.1", "cuda/v12.8");
    pc.copyLibraries("Z96", "cuda/v12.8/bin2");
    pc.copySet("Z96", "cuda/v12.8");
    pc.appendToPath(pc.text("cuda/v12.8/bin2"));
    EXPECT_THAT(foldersOf(pc.observed().copies), ElementsAre(pc.text("cuda/v12.8/bin2")));
}

TEST(ObserveMachine, TellsWhoWhenAndWhichGpus) {
    PretendedPc pc;
    pc.machine.adapters = {{.name = "NVIDIA GeForce RTX 4070", .driverVersion = "32.0.15.6094"}};
    pc.environment.machine["CUDA_PATH"] = {.text = "%SystemRoot%/cuda", .type = RegistryText::Expandable};
    pc.environment.machine["PATHEXT"] = {.text = ".EXE", .type = RegistryText::Plain};
    pc.environment.user["cudnn_path"] = {.text = "x", .type = RegistryText::Plain};
    const auto snapshot = pc.observed();
    EXPECT_EQ(snapshot.takenAt, "2026-05-04T12:34:56Z");
    EXPECT_EQ(snapshot.account.name, "PC\\user");
    EXPECT_TRUE(snapshot.account.elevated);
    EXPECT_THAT(snapshot.gpus, ElementsAre(GpuFact{.name = "NVIDIA GeForce RTX 4070", .driverVersion = "560.94"}));
    EXPECT_THAT(snapshot.variables, ElementsAre(std::pair<std::string, std::string>("CUDA_PATH", pc.text("Windows") + "/cuda"),
                                                std::pair<std::string, std::string>("cudnn_path", "x")));
}

TEST(Observe, StopsWhenAsked) {
    PretendedPc pc;
    std::stop_source source;
    source.request_stop();
    const auto snapshot = observe(pc.system, {.extraRoots = {}, .stop = source.get_token()});
    ASSERT_FALSE(snapshot.has_value());
    EXPECT_EQ(snapshot.error().code, ErrorCode::Cancelled);
}
