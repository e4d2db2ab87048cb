#include "machine/pretended_pc.h"
#include "platform/hasher.h"

#include <gmock/gmock.h>

#include <fstream>
#include <numeric>

using namespace cudnn_setup;
using ::testing::Contains;
using ::testing::ElementsAre;

namespace {

class ObserveTargets : public ::testing::Test {
protected:
    ObserveTargets() {
        pc.addToolkit("12.8.1", "cuda/v12.8");
        pc.copySet("Z96", "cuda/v12.8");
        snapshot = pc.observed();
    }
    Result<void> observeIt(const std::function<void(std::uint64_t)>& onProgress = {}, const std::stop_token& stop = {}) {
        return observeTargets(pc.system, snapshot, roots, stop, onProgress);
    }
    const Toolkit& toolkit() const { return snapshot.toolkits.front(); }
    const CudnnFile& file(std::string_view path) const { return *std::ranges::find(toolkit().cudnnFiles, path, &CudnnFile::path); }

    PretendedPc pc;
    Snapshot snapshot;
    std::vector<std::string> roots{pc.text("cuda/v12.8/")};   // another spelling of the root
};

}   // namespace

TEST_F(ObserveTargets, HashesEveryCudnnFile) {
    std::uint64_t progress = 0;
    ASSERT_TRUE(observeIt([&](std::uint64_t bytes) { progress += bytes; }).has_value());
    EXPECT_TRUE(toolkit().hashed);
    std::uint64_t size = 0;
    for (const auto& one : toolkit().cudnnFiles) {
        EXPECT_TRUE(one.sha256.has_value()) << one.path;
        EXPECT_FALSE(one.inUse) << one.path;
        size += one.size;
    }
    EXPECT_EQ(progress, size);
    std::ifstream in(pc.path("cuda/v12.8/include/cudnn.h"), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(in), {});
    EXPECT_EQ(file("include/cudnn.h").sha256, hashOf(std::as_bytes(std::span(bytes))).value());
}

TEST_F(ObserveTargets, ReadsTheNamesInDllsWhereNoReceiptTells) {
    ASSERT_TRUE(observeIt().has_value());
    EXPECT_THAT(file("bin/cudnn64_9.dll").embeddedNames, Contains("cudnn_graph64_9.dll"));
    EXPECT_THAT(file("bin/cudnn_adv64_9.dll").embeddedNames, Contains("cublaslt64_12.dll"));
}

TEST_F(ObserveTargets, TriesEveryFolderThatFilesGoTo) {
    ASSERT_TRUE(observeIt().has_value());
    EXPECT_TRUE(toolkit().writable);
    for (const auto* folder : {"cuda/v12.8", "cuda/v12.8/bin", "cuda/v12.8/include", "cuda/v12.8/lib/x64"}) {
        pc.files.unwritable = {pc.path(folder)};
        ASSERT_TRUE(observeIt().has_value());
        EXPECT_FALSE(toolkit().writable) << folder;
    }
}

TEST_F(ObserveTargets, FindsFilesInUseAndWhoUsesThem) {
    pc.processes.users = {{.id = 4711, .name = "python.exe"}};
    ASSERT_TRUE(observeIt().has_value());
    EXPECT_TRUE(snapshot.processes.empty());   // nobody is asked about files that are free

    pc.files.inUse = {pc.path("cuda/v12.8/bin/cudnn_ops64_9.dll")};
    ASSERT_TRUE(observeIt().has_value());
    EXPECT_TRUE(file("bin/cudnn_ops64_9.dll").inUse);
    EXPECT_TRUE(file("bin/cudnn_ops64_9.dll").sha256.has_value());   // a loaded DLL can still be read
    EXPECT_FALSE(file("bin/cudnn64_9.dll").inUse);
    EXPECT_THAT(snapshot.processes, ElementsAre(ProcessUse{.id = 4711, .name = "python.exe"}));
}

TEST_F(ObserveTargets, TakesAFileHeldWithoutSharingAsInUse) {
    pc.files.exclusive = {pc.path("cuda/v12.8/bin/cudnn_ops64_9.dll")};
    ASSERT_TRUE(observeIt().has_value());
    EXPECT_TRUE(file("bin/cudnn_ops64_9.dll").inUse);
    EXPECT_FALSE(file("bin/cudnn_ops64_9.dll").sha256.has_value());
    EXPECT_TRUE(file("bin/cudnn_adv64_9.dll").sha256.has_value());
}

TEST_F(ObserveTargets, StopsInTheMiddleOfAFile) {
    std::filesystem::resize_file(pc.path("cuda/v12.8/bin/cudnn64_9.dll"), 8 << 20);
    std::stop_source source;
    std::uint64_t progress = 0;
    const auto done = observeIt(
        [&](std::uint64_t bytes) {
            progress += bytes;
            source.request_stop();
        },
        source.get_token());
    ASSERT_FALSE(done.has_value());
    EXPECT_EQ(done.error().code, ErrorCode::Cancelled);
    EXPECT_LE(progress, 1U << 20);
}

TEST_F(ObserveTargets, KnowsNoRootThatWasNotObserved) {
    roots = {pc.text("elsewhere")};
    const auto done = observeIt();
    ASSERT_FALSE(done.has_value());
    EXPECT_EQ(done.error(), (Error{.code = ErrorCode::TargetNotAToolkit, .subject = pc.text("elsewhere")}));
}
