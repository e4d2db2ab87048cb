#include "machine/pretended_pc.h"
#include "machine/toolkit_observation.h"

#include <gmock/gmock.h>

using namespace cudnn_setup;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

namespace {

std::vector<std::string> rootsOf(const Snapshot& snapshot) {
    std::vector<std::string> roots;
    for (const auto& toolkit : snapshot.toolkits) roots.push_back(toolkit.root);
    return roots;
}

constexpr auto defaultRoot = "Program Files/NVIDIA GPU Computing Toolkit/CUDA/";

}   // namespace

TEST(ObserveToolkits, FindsOneThatManyNamesLeadToOnce) {
    PretendedPc pc;
    const auto root = std::string(defaultRoot) + "v12.8";
    pc.addToolkit("12.8.1", root);
    pc.environment.machine["CUDA_PATH"] = {.text = '"' + pc.text(root) + '"', .type = RegistryText::Plain};
    pc.environment.machine["CUDA_PATH_V12_8"] = {.text = pc.text(root + '/'), .type = RegistryText::Plain};
    pc.write("ProgramData/cudnn-setup/toolkits.json", dumpIndex({pc.text(root)}));
    const auto snapshot = observe(pc.system, {.extraRoots = {pc.text(root)}, .stop = {}});
    ASSERT_TRUE(snapshot.has_value());
    ASSERT_THAT(rootsOf(*snapshot), ElementsAre(pc.text(root)));
    const auto& toolkit = snapshot->toolkits.front();
    EXPECT_THAT(toolkit.sources, UnorderedElementsAre(ToolkitSource::Registry, ToolkitSource::Variable, ToolkitSource::DefaultRoot,
                                                      ToolkitSource::CommandLine, ToolkitSource::Index));
    EXPECT_EQ(toolkit.version, Version(12, 8, 1));
    EXPECT_EQ(toolkit.dllFolder, "bin");
    EXPECT_EQ(toolkit.dllFolderAbsolute, pc.text(root + "/bin"));
    EXPECT_EQ(toolkit.parts,
              (ToolkitParts{.compiler = true, .runtime = true, .cublasLt = true, .nvrtc = true, .nvrtcBuiltins = true, .header = true}));
    EXPECT_FALSE(toolkit.isLeftOver());
    EXPECT_GT(toolkit.freeBytes, 0U);
    EXPECT_THAT(snapshot->findings, IsEmpty());
}

TEST(ObserveToolkits, SortsByVersionAndKnowsCuda13sFolder) {
    PretendedPc pc;
    pc.addToolkit("13.0.2", "cuda/v13.0");
    pc.addToolkit("12.10.1", "cuda/v12.10");
    pc.addToolkit("12.8.1", "cuda/v12.8");
    const auto snapshot = pc.observed();
    EXPECT_THAT(rootsOf(snapshot), ElementsAre(pc.text("cuda/v12.8"), pc.text("cuda/v12.10"), pc.text("cuda/v13.0")));
    EXPECT_EQ(snapshot.toolkits.back().dllFolder, "bin/x64");
    EXPECT_EQ(snapshot.toolkits.back().dllFolderAbsolute, pc.text("cuda/v13.0/bin/x64"));
    EXPECT_TRUE(snapshot.toolkits.back().parts.runtime);
}

TEST(ObserveToolkits, LooksAtEachPartOfAListInCudaPath) {
    PretendedPc pc;
    pc.write("my cuda/version.json", R"({"cuda": {"version": "12.6.77"}})");
    pc.write("my cuda/bin/nvcc.exe", "MZ");
    pc.environment.user["CUDA_PATH"] = {.text = pc.text("my cuda/bin") + ';' + pc.text("my cuda") + ';' + pc.text("gone"),
                                        .type = RegistryText::Plain};
    const auto snapshot = pc.observed();
    ASSERT_THAT(rootsOf(snapshot), ElementsAre(pc.text("my cuda")));   // neither its bin nor what is gone
    EXPECT_EQ(snapshot.toolkits.front().version, Version(12, 6, 77));
}

TEST(ObserveToolkits, TakesTheVersionFromKeyNameOrHeaderWithoutJson) {
    PretendedPc pc;
    pc.write("by key/bin/nvcc.exe", "MZ");
    pc.machine.toolkits = {{.keyName = "v12.4", .installDir = pc.text("by key")}};
    pc.write(std::string(defaultRoot) + "v12.5/bin/nvcc.exe", "MZ");
    pc.write(std::string(defaultRoot) + "notes/readme.txt", "no toolkit");
    pc.write("by header/include/cuda.h", "/* words */\n#define CUDA_VERSION 12060\n");
    const auto snapshot = observe(pc.system, {.extraRoots = {pc.text("by header"), pc.text("Temp")}, .stop = {}});
    ASSERT_TRUE(snapshot.has_value());
    ASSERT_THAT(rootsOf(*snapshot), ElementsAre(pc.text("by key"), pc.text(std::string(defaultRoot) + "v12.5"), pc.text("by header")));
    EXPECT_EQ(snapshot->toolkits[0].version, Version(12, 4));
    EXPECT_EQ(snapshot->toolkits[1].version, Version(12, 5));
    EXPECT_EQ(snapshot->toolkits[2].version, Version(12, 6));
}

TEST(ObserveToolkits, CallsAnEmptiedFolderALeftOver) {
    PretendedPc pc;
    std::filesystem::create_directories(pc.path(std::string(defaultRoot) + "v12.1/bin"));
    const auto snapshot = pc.observed();
    ASSERT_EQ(snapshot.toolkits.size(), 1U);
    EXPECT_TRUE(snapshot.toolkits.front().isLeftOver());
}

TEST(ObserveToolkits, ListsCudnnFilesWithVersionsButReadsOnlyHeaders) {
    PretendedPc pc;
    pc.addToolkit("12.8.1", "cuda/v12.8");
    pc.copySet("Z96", "cuda/v12.8");
    std::filesystem::resize_file(pc.path("cuda/v12.8/bin/cudnn_adv64_9.dll"),
                                 3'000'000'000);   // sparse: as long as NVIDIA's whole set and more
    const auto snapshot = pc.observed();
    const auto& files = snapshot.toolkits.front().cudnnFiles;
    EXPECT_EQ(files.size(), 8U + 7U + 16U);
    const auto fileAt = [&](std::string_view path) { return *std::ranges::find(files, path, &CudnnFile::path); };
    EXPECT_EQ(fileAt("bin/cudnn_ops64_9.dll").version, Version(9, 6, 0, 74));
    EXPECT_EQ(fileAt("bin/cudnn_graph64_9.dll").version, std::nullopt);
    EXPECT_EQ(fileAt("bin/cudnn_graph64_9.dll").problem, std::nullopt);
    EXPECT_EQ(fileAt("bin/cudnn_adv64_9.dll").size, 3'000'000'000U);
    EXPECT_GT(fileAt("include/cudnn.h").size, 0U);
    EXPECT_EQ(snapshot.toolkits.front().headerVersion, Version(9, 6, 0));
    EXPECT_FALSE(snapshot.toolkits.front().hashed);
    EXPECT_LT(pc.files.bytesRead, 40'000'000U);
}

TEST(ObserveToolkits, SeesWhatHeadersOfADllShowToBeWrong) {
    PretendedPc pc;
    pc.addToolkit("12.8.1", "cuda/v12.8");
    pc.copySet("Z96", "cuda/v12.8");
    pc.write("cuda/v12.8/bin/cudnn_adv64_9.dll", "");
    pc.write("cuda/v12.8/bin/cudnn_ops64_9.dll", "no program");
    pc.copyStub("32-bit.dll", "cuda/v12.8/bin/cudnn_cnn64_9.dll");
    pc.copyStub("Z96/bin/cudnn_graph64_9.dll", "cuda/v12.8/bin/cudnn_heuristic64_9.dll");
    const auto snapshot = pc.observed();
    const auto problemOf = [&](std::string_view path) {
        return std::ranges::find(snapshot.toolkits.front().cudnnFiles, path, &CudnnFile::path)->problem;
    };
    EXPECT_EQ(problemOf("bin/cudnn_adv64_9.dll"), ErrorCode::FileEmpty);
    EXPECT_EQ(problemOf("bin/cudnn_ops64_9.dll"), ErrorCode::FileDamaged);
    EXPECT_EQ(problemOf("bin/cudnn_cnn64_9.dll"), ErrorCode::FileWrongMachine);
    EXPECT_EQ(problemOf("bin/cudnn_heuristic64_9.dll"), ErrorCode::FileRenamed);
    EXPECT_EQ(problemOf("bin/cudnn64_9.dll"), std::nullopt);
}

TEST(ObserveState, ReadsReceiptAndJournal) {
    PretendedPc pc;
    pc.addToolkit("12.8.1", "cuda/v12.8");
    pc.copySet("Z96", "cuda/v12.8");
    const auto before = pc.observedTargets();
    EXPECT_FALSE(before.toolkits.front().stateFolder);
    const auto receipt = receiptOf(before.toolkits.front(), Version(9, 6, 0, 74));
    pc.write("cuda/v12.8/.cudnn-setup/receipt.json", dumpReceipt(receipt));
    auto toolkit = pc.observed().toolkits.front();
    EXPECT_TRUE(toolkit.stateFolder);
    EXPECT_FALSE(toolkit.journalOpen);
    EXPECT_EQ(toolkit.receipt, receipt);
    EXPECT_FALSE(toolkit.receiptError.has_value());

    pc.write("cuda/v12.8/.cudnn-setup/journal.jsonl", "torn");
    EXPECT_TRUE(pc.observed().toolkits.front().journalOpen);
}

TEST(ObserveState, BelievesNoDamagedReceiptNorOneOfAnotherFolder) {
    PretendedPc pc;
    pc.addToolkit("12.8.1", "cuda/v12.8");
    pc.write("cuda/v12.8/.cudnn-setup/receipt.json", "{}");
    auto toolkit = pc.observed().toolkits.front();
    EXPECT_FALSE(toolkit.receipt.has_value());
    ASSERT_TRUE(toolkit.receiptError.has_value());
    EXPECT_EQ(toolkit.receiptError->code, ErrorCode::ReceiptDamaged);

    auto receipt = receiptOf(pc.observedTargets().toolkits.front(), Version(9, 6, 0, 74));
    receipt.dllFolder = "bin/x64";
    pc.write("cuda/v12.8/.cudnn-setup/receipt.json", dumpReceipt(receipt));
    toolkit = pc.observed().toolkits.front();
    EXPECT_FALSE(toolkit.receipt.has_value());
    EXPECT_TRUE(toolkit.receiptError.has_value());
}

TEST(ObserveIndex, SaysWhichToolkitIsGone) {
    PretendedPc pc;
    pc.write("ProgramData/cudnn-setup/toolkits.json", dumpIndex({pc.text("cuda/v12.4")}));
    const auto snapshot = pc.observed();
    EXPECT_EQ(snapshot.index.toolkits.size(), 1U);
    EXPECT_THAT(snapshot.toolkits, IsEmpty());
    EXPECT_THAT(snapshot.findings,
                ElementsAre(Finding{.code = ErrorCode::ToolkitVanished, .severity = Severity::Warning, .subject = pc.text("cuda/v12.4")}));
}

TEST(ObserveIndex, BelievesNoFolderThatOthersMayWrite) {
    PretendedPc pc;
    pc.addToolkit("12.8.1", "cuda/v12.8");
    pc.machine.toolkits.clear();
    pc.write("ProgramData/cudnn-setup/toolkits.json", dumpIndex({pc.text("cuda/v12.8")}));
    pc.files.untrusted.insert(pc.path("ProgramData/cudnn-setup"));
    const auto snapshot = pc.observed();
    EXPECT_THAT(snapshot.index.toolkits, IsEmpty());
    EXPECT_THAT(snapshot.toolkits, IsEmpty());
    EXPECT_THAT(snapshot.findings, Contains(Field(&Finding::code, ErrorCode::StateFolderUntrusted)));
}

TEST(ToolkitVersion, IsReadFromNvidiasShapes) {
    EXPECT_EQ(versionFromToolkitJson(R"({"cuda_cccl": {"version": "1"}, "cuda": {"name": "CUDA SDK", "version": "12.6.77"}})"),
              Version(12, 6, 77));
    EXPECT_EQ(versionFromToolkitJson(R"({"cuda": "12.6"})"), std::nullopt);
    EXPECT_EQ(versionFromToolkitJson("[]"), std::nullopt);
    EXPECT_EQ(versionFromToolkitJson("{"), std::nullopt);
    EXPECT_EQ(versionFromCudaHeader("#define CUDA_VERSION 11080\r\n"), Version(11, 8));
    EXPECT_EQ(versionFromCudaHeader("#define CUDA_VERSION x"), std::nullopt);
}
