// Acceptance cases A06, A07 and A19 (rows 1 to 3, 5, 6), and what a set looks like that is not one.
#include "verify/verified_pc.h"

using namespace cudnn_setup;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;

namespace {

const Version z91(9, 1, 0, 70), z96(9, 6, 0, 74), z923(9, 23, 1, 3);

class VerifySet : public VerifiedPc {};

}   // namespace

TEST_F(VerifySet, SaysThatNothingIsInstalled) {
    EXPECT_FALSE(verify().isHealthy());
    EXPECT_THAT(errors(), ElementsAre(Finding{.code = ErrorCode::NothingInstalled, .subject = pc.text(T)}));
    EXPECT_EQ(last.release, std::nullopt);
}

TEST_F(VerifySet, TakesAnotherMajorsFilesForNoInstallation) {
    pc.copySet("Z897", T);
    EXPECT_FALSE(verify().isHealthy());
    EXPECT_THAT(errors(), ElementsAre(Field(&Finding::code, ErrorCode::NothingInstalled)));
}

TEST_F(VerifySet, AcceptsACompleteHandCopiedSet) {   // A07 (c) 1
    pc.copySet("Z96", T);
    EXPECT_TRUE(verify().isHealthy());
    EXPECT_EQ(last.release, z96);
    EXPECT_EQ(last.libraries.found, 8U);
    EXPECT_EQ(last.libraries.expected, 8U);
    EXPECT_EQ(last.headers.found, 7U);
    EXPECT_EQ(last.importLibraries.found, 16U);
    EXPECT_THAT(
        found(ErrorCode::SetVersionUnknown),
        ElementsAre(Finding{.code = ErrorCode::SetVersionUnknown, .severity = Severity::Warning, .subject = "cudnn_graph64_9.dll"},
                    Finding{.code = ErrorCode::SetVersionUnknown, .severity = Severity::Warning, .subject = "cudnn_heuristic64_9.dll"}));
    EXPECT_EQ(last.findings.size(), 2U);
}

TEST_F(VerifySet, NamesTheMissingSix) {   // A06 (a)
    for (const auto* name : {"cudnn64_9.dll", "cudnn_ops64_9.dll"}) pc.copyStub(std::string("Z96/bin/") + name, T + "/bin/" + name);
    EXPECT_FALSE(verify().isHealthy());
    EXPECT_EQ(last.libraries.found, 2U);
    EXPECT_EQ(last.libraries.expected, 8U);
    EXPECT_THAT(errors(), ElementsAre(Finding{.code = ErrorCode::SetIncomplete,
                                              .subject = bin,
                                              .arguments = {"cudnn_adv64_9.dll", "cudnn_cnn64_9.dll", "cudnn_engines_precompiled64_9.dll",
                                                            "cudnn_engines_runtime_compiled64_9.dll", "cudnn_graph64_9.dll",
                                                            "cudnn_heuristic64_9.dll"}}));
}

TEST_F(VerifySet, KnowsThatNewerReleasesHaveTen) {   // A06 (b)
    pc.copySet("Z923", T);
    EXPECT_TRUE(verify().isHealthy());
    EXPECT_EQ(last.libraries.expected, 10U);
    pc.remove(T + "/bin/cudnn_engines_tensor_ir64_9.dll");
    pc.remove(T + "/bin/cudnn_ext64_9.dll");
    EXPECT_FALSE(verify().isHealthy());
    EXPECT_EQ(last.libraries.found, 8U);
    EXPECT_EQ(last.libraries.expected, 10U);
    EXPECT_THAT(found(ErrorCode::SetIncomplete),
                ElementsAre(Field(&Finding::arguments, ElementsAre("cudnn_engines_tensor_ir64_9.dll", "cudnn_ext64_9.dll"))));
}

TEST_F(VerifySet, AccusesOnlyTheOddFile) {   // A07 (a)
    pc.copySet("Z96", T);
    pc.copyStub("Z91/bin/cudnn_adv64_9.dll", T + "/bin/cudnn_adv64_9.dll");
    const Finding odd{.code = ErrorCode::SetMixedVersion, .subject = "cudnn_adv64_9.dll", .arguments = {"9.1.0.70", "9.6.0.74"}};
    verify();
    EXPECT_THAT(errors(), ElementsAre(odd));

    const auto archive = archiveOf("Z96", z96);
    verify(&archive);
    EXPECT_THAT(errors(), ElementsAre(odd));
}

TEST_F(VerifySet, IsSettledByTheReceipt) {   // A07 (b)
    pc.copySet("Z96", T);
    keepReceipt(z96);
    EXPECT_TRUE(verify().isHealthy());
    EXPECT_THAT(last.findings, IsEmpty());
    EXPECT_EQ(last.libraries.found, 8U);
    EXPECT_EQ(last.headers.expected, 7U);
    EXPECT_EQ(last.importLibraries.expected, 16U);
}

TEST_F(VerifySet, IsSettledByTheArchive) {   // A07 (c) 2 and 3
    pc.copySet("Z96", T);
    const auto archive = archiveOf("Z96", z96);
    EXPECT_TRUE(verify(&archive).isHealthy());
    EXPECT_THAT(last.findings, IsEmpty());

    std::filesystem::resize_file(pc.path(T + "/bin/cudnn_heuristic64_9.dll"),
                                 std::filesystem::file_size(pc.path(T + "/bin/cudnn_heuristic64_9.dll")) + 1);
    EXPECT_FALSE(verify(&archive).isHealthy());
    EXPECT_THAT(errors(), ElementsAre(Finding{.code = ErrorCode::FileChanged, .subject = "cudnn_heuristic64_9.dll"}));
}

TEST_F(VerifySet, ComparesHeadersWithDlls) {   // A07 (d)
    pc.copySet("Z96", T);
    pc.copyStub("Z91/include/cudnn_version.h", T + "/include/cudnn_version.h");
    const Finding mismatch{.code = ErrorCode::SetHeaderMismatch, .subject = pc.text(T), .arguments = {"9.6.0", "9.1.0"}};
    verify();
    EXPECT_THAT(errors(), ElementsAre(mismatch));

    const auto archive = archiveOf("Z96", z96);
    verify(&archive);
    EXPECT_THAT(errors(), ElementsAre(mismatch));
}

TEST_F(VerifySet, CallsAWholeOtherReleaseChangedAndNotMixed) {
    pc.copySet("Z91", T);
    const auto archive = archiveOf("Z96", z96);
    verify(&archive);
    EXPECT_THAT(found(ErrorCode::SetMixedVersion), IsEmpty());
    EXPECT_THAT(found(ErrorCode::SetHeaderMismatch), IsEmpty());   // DLLs and headers agree
    std::size_t changedDlls = 0;
    for (const auto& finding : found(ErrorCode::FileChanged)) changedDlls += finding.subject.ends_with(".dll") ? 1U : 0U;
    EXPECT_EQ(changedDlls, 8U);
}

TEST_F(VerifySet, MissesWhatTheReceiptHas) {
    pc.copySet("Z96", T);
    keepReceipt(z96);
    pc.remove(T + "/bin/cudnn_ops64_9.dll");
    pc.remove(T + "/include/cudnn.h");
    EXPECT_FALSE(verify().isHealthy());
    EXPECT_THAT(errors(), ElementsAre(Finding{.code = ErrorCode::SetIncomplete, .subject = bin, .arguments = {"cudnn_ops64_9.dll"}},
                                      Finding{.code = ErrorCode::FileMissing, .subject = "cudnn_ops64_9.dll"},
                                      Finding{.code = ErrorCode::FileMissing, .subject = "cudnn.h"}));
    EXPECT_EQ(last.libraries.found, 7U);
    EXPECT_EQ(last.headers.found, 6U);
}

TEST_F(VerifySet, FindsLeftOversOfAnotherRelease) {
    pc.copySet("Z96", T);
    keepReceipt(z96);
    pc.copyStub("Z923/bin/cudnn_ext64_9.dll", T + "/bin/cudnn_ext64_9.dll");
    pc.copyStub("Z897/bin/cudnn64_8.dll", T + "/bin/cudnn64_8.dll");   // another major's: serves other programs
    verify();
    EXPECT_THAT(errors(), ElementsAre(Finding{.code = ErrorCode::FileForeign, .subject = "cudnn_ext64_9.dll"}));
}

TEST_F(VerifySet, FindsLeftOversAmongHandCopiedFilesByTheirVersion) {
    pc.copySet("Z96", T);
    pc.copyStub("Z923/bin/cudnn_ext64_9.dll", T + "/bin/cudnn_ext64_9.dll");
    verify();
    EXPECT_THAT(errors(), ElementsAre(Finding{
                              .code = ErrorCode::SetMixedVersion, .subject = "cudnn_ext64_9.dll", .arguments = {"9.23.1.3", "9.6.0.74"}}));
}

TEST_F(VerifySet, TellsEmptyAndWrongDllsFromChangedOnes) {   // A19 rows 5 and 6
    pc.copySet("Z923", T);
    keepReceipt(z923);
    pc.write(T + "/bin/cudnn_ext64_9.dll", "");
    pc.copyStub("32-bit.dll", T + "/bin/cudnn_cnn64_9.dll");
    pc.copyStub("Z923/bin/cudnn_ops64_9.dll", T + "/bin/cudnn_adv64_9.dll");
    verify();
    EXPECT_THAT(errors(), ::testing::UnorderedElementsAre(
                              Finding{.code = ErrorCode::FileEmpty, .subject = "cudnn_ext64_9.dll"},
                              Finding{.code = ErrorCode::FileWrongMachine, .subject = "cudnn_cnn64_9.dll"},
                              Finding{.code = ErrorCode::FileRenamed, .subject = "cudnn_adv64_9.dll", .arguments = {"cudnn_ops64_9.dll"}}));
    EXPECT_EQ(last.libraries.found, 9U);
}

TEST_F(VerifySet, SeesTheOtherCudaMajorInHandCopiedDlls) {
    pc.copySet("cuda13", T);
    verify();
    EXPECT_THAT(
        found(ErrorCode::SetBuiltForOtherCuda),
        ::testing::Contains(Finding{.code = ErrorCode::SetBuiltForOtherCuda, .subject = "cudnn_adv64_9.dll", .arguments = {"13", "12"}}));
}

TEST_F(VerifySet, NamesEachMissingDependency) {   // A19 rows 1 to 3
    pc.copySet("Z96", T);
    keepReceipt(z96);
    const auto errorWithout = [&](const std::string& name) {
        pc.remove(T + "/bin/" + name);
        verify();
        pc.write(T + "/bin/" + name, "MZ");
        return errors();
    };
    EXPECT_THAT(errorWithout("cublasLt64_12.dll"),
                ElementsAre(Finding{.code = ErrorCode::CublasLtMissing, .subject = "cublasLt64_12.dll", .arguments = {bin}}));
    EXPECT_THAT(errorWithout("nvrtc64_120_0.dll"),
                ElementsAre(Finding{.code = ErrorCode::NvrtcMissing, .subject = "nvrtc64_120_0.dll", .arguments = {bin}}));
    EXPECT_THAT(errorWithout("nvrtc-builtins64_128.dll"),
                ElementsAre(Finding{.code = ErrorCode::NvrtcBuiltinsMissing, .subject = "nvrtc-builtins64_128.dll", .arguments = {bin}}));
}

TEST_F(VerifySet, SaysThatAnEarlierRunWasCutOffOrItsRecordIsDamaged) {
    pc.copySet("Z96", T);
    pc.write(T + "/.cudnn-setup/journal.jsonl", "x");
    pc.write(T + "/.cudnn-setup/receipt.json", "{}");
    EXPECT_FALSE(verify().isHealthy());
    ASSERT_EQ(errors().size(), 2U);
    EXPECT_EQ(errors()[0], (Finding{.code = ErrorCode::JournalPending, .subject = pc.text(T)}));
    EXPECT_EQ(errors()[1].code, ErrorCode::ReceiptDamaged);
    EXPECT_EQ(errors()[1].subject, pc.text(T + "/.cudnn-setup/receipt.json"));
    EXPECT_EQ(last.libraries.found, 8U);   // the files are judged all the same
}

TEST_F(VerifySet, DoesNotAccuseAFileThatItMayNotRead) {
    pc.copySet("Z96", T);
    keepReceipt(z96);
    pc.files.exclusive = {pc.path(T + "/bin/cudnn_ops64_9.dll")};
    pc.processes.users = {{.id = 4711, .name = "python.exe"}};
    EXPECT_TRUE(verify().isHealthy());
    EXPECT_THAT(
        last.findings,
        ElementsAre(Finding{
            .code = ErrorCode::FileInUse, .severity = Severity::Warning, .subject = "cudnn_ops64_9.dll", .arguments = {"python.exe"}}));
}

TEST_F(VerifySet, ComparesSizesWhereNothingWasHashed) {
    pc.copySet("Z96", T);
    keepReceipt(z96);
    verify();
    auto toolkit = toolkitAt(snapshot, pc.text(T));
    toolkit.hashed = false;
    for (auto& file : toolkit.cudnnFiles) file.sha256.reset();
    EXPECT_THAT(verifyToolkit(snapshot, toolkit, nullptr).findings, IsEmpty());   // nothing about graph and heuristic either
    std::ranges::find(toolkit.cudnnFiles, "bin/cudnn_graph64_9.dll", &CudnnFile::path)->size += 1;
    EXPECT_THAT(verifyToolkit(snapshot, toolkit, nullptr).findings,
                ElementsAre(Finding{.code = ErrorCode::FileChanged, .subject = "cudnn_graph64_9.dll"}));
}
