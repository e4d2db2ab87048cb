#include "sample_machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

using namespace sample;   // NOLINT(google-build-using-namespace): the pretended machine is this file's vocabulary
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Snapshot withFiles(std::vector<CudnnFile> files) {
    auto machine = sample::snapshot();
    machine.toolkits.front().cudnnFiles = std::move(files);
    machine.machinePath.value = RawVariable{R"(%SystemRoot%\system32)", RegistryText::Expandable};
    return machine;
}

void changeFile(Snapshot& machine, std::string_view path, std::string_view bytes) {
    std::ranges::find(machine.toolkits.front().cudnnFiles, path, &CudnnFile::path)->sha256 = hashFor(bytes);
}

void removeFile(Snapshot& machine, std::string_view path) {
    std::erase_if(machine.toolkits.front().cudnnFiles, [&](const CudnnFile& each) { return each.path == path; });
}

const ReceiptFile& receiptFile(const Snapshot& machine, std::string_view path) {
    return *std::ranges::find(machine.toolkits.front().receipt->files, path, &ReceiptFile::path);
}

/// Whatever was there first comes back, whatever was installed over it since.
void expectGivesBack(const std::vector<CudnnFile>& start, const std::vector<std::string>& releases) {
    CarriedOut run(withFiles(start));
    const auto before = tree(run.toolkit());
    const auto pathBefore = run.now().machinePath.value;
    for (const auto& release : releases) run.install(archive(release));
    ASSERT_EQ(run.toolkit().receipt->archive.release, Version::parse(releases.back()).value());
    run.uninstall();
    EXPECT_EQ(tree(run.toolkit()), before);
    EXPECT_EQ(run.now().machinePath.value, pathBefore);
    EXPECT_THAT(run.backups(), IsEmpty());
    EXPECT_EQ(run.toolkit().receipt, std::nullopt);
}

TEST(UninstallPlan, GivesBackACleanTree) {
    expectGivesBack({}, {"9.6.0.74"});
    expectGivesBack({}, {"9.1.0.70", "9.6.0.74", "9.23.1.3"});
}

TEST(UninstallPlan, GivesBackHandCopiedFiles) {
    const auto hand91 = copiedByHand(archive("9.1.0.70"));
    expectGivesBack(hand91, {"9.6.0.74"});   // A14
    expectGivesBack(hand91, {"9.6.0.74", "9.23.1.3"});
    expectGivesBack(hand91, {"9.1.0.70"});                                          // adopted, never moved
    expectGivesBack(hand91, {"9.1.0.70", "9.6.0.74"});                              // adopted, moved at its first replacement
    expectGivesBack(copiedByHand(archive("9.23.1.3")), {"9.6.0.74"});               // left-overs were taken out
    expectGivesBack(copiedByHand(archive("9.23.1.3")), {"9.6.0.74", "9.23.1.3"});   // and their names came back with a new archive
    expectGivesBack(copiedByHand(archive("9.23.1.3")), {"9.23.1.3", "9.24.0.1"});
    expectGivesBack(copiedByHand(archive("9.23.1.3")),
                    {"9.6.0.74", "9.10.2.21"});   // taken out by the first install, still out after the second
    expectGivesBack({file("bin/CUDNN64_9.DLL", "odd spelling")}, {"9.6.0.74"});
}

TEST(UninstallPlan, GivesBackAnotherMajor) {
    expectGivesBack(copiedByHand897(), {"9.6.0.74"});   // A08
    expectGivesBack(copiedByHand897(), {"9.6.0.74", "9.23.1.3"});
}

TEST(UninstallPlan, TakesOutWhatOnlyAnOlderArchiveBrought) {
    CarriedOut run(withFiles({}));
    run.install(archive("9.23.1.3"));
    run.toolkit().receipt->archive.release = Version(9, 6, 0, 74);
    run.install(archive("9.6.0.74"));
    EXPECT_FALSE(tree(run.toolkit()).contains("bin/cudnn_ext64_9.dll"));
    run.uninstall();
    EXPECT_THAT(tree(run.toolkit()), IsEmpty());
}

TEST(UninstallPlan, GivesBackWhatAnInstallBetweenNoLongerHad) {
    // A zip replaced hand-copied import libraries, then a wheel without any took them out.
    CarriedOut run(withFiles(copiedByHand(archive("9.1.0.70"))));
    const auto before = tree(run.toolkit());
    run.install(archive("9.6.0.74"));
    auto wheel = archive("9.10.2.21");
    std::erase_if(wheel.files, [](const ArchiveFile& each) { return each.component == Component::ImportLibrary; });
    run.install(wheel);
    EXPECT_FALSE(tree(run.toolkit()).contains("lib/x64/cudnn.lib"));
    EXPECT_THAT(run.toolkit().receipt->removed, SizeIs(16));
    run.uninstall();
    EXPECT_EQ(tree(run.toolkit()), before);
}

TEST(UninstallPlan, RestoresOverItsOwnFileAndRemovesTheOthers) {
    auto machine = CarriedOut(withFiles({file("include/cudnn.h", "old")})).install(archive("9.6.0.74")).now();
    const auto plan = planUninstall(machine);
    ASSERT_THAT(blockers(plan), IsEmpty());
    EXPECT_EQ(count(plan, Verb::Restore), 1U);
    EXPECT_EQ(count(plan, Verb::Remove), 30U);
    const auto* header = findStep(plan, "include/cudnn.h");
    EXPECT_EQ(header->reason, StepReason::GiveBack);
    EXPECT_EQ(header->old, OldFile::Discard);
    EXPECT_EQ(header->source, receiptFile(machine, "include/cudnn.h").before->backup);
    EXPECT_EQ(header->after, hashFor("old"));
    EXPECT_EQ(findStep(plan, "bin/cudnn64_9.dll")->reason, StepReason::UndoInstall);
    EXPECT_EQ(plan.archive, std::nullopt);
    ASSERT_TRUE(plan.toolkits.front().path.has_value());
    EXPECT_FALSE(plan.toolkits.front().path->adds);
}

TEST(UninstallPlan, LeavesWhatSomebodyChangedSince) {
    auto machine = CarriedOut(withFiles({file("include/cudnn.h", "old")})).install(archive("9.6.0.74")).now();
    changeFile(machine, "bin/cudnn64_9.dll", "somebody's");
    changeFile(machine, "include/cudnn.h", "somebody's too");
    const auto plan = planUninstall(machine);
    EXPECT_FALSE(plan.isBlocked());
    EXPECT_EQ(findStep(plan, "bin/cudnn64_9.dll")->verb, Verb::Keep);
    EXPECT_EQ(findStep(plan, "include/cudnn.h")->verb, Verb::Keep);
    EXPECT_EQ(count(plan, Verb::Remove), 29U);
    EXPECT_EQ(plan.findings,
              (std::vector{Finding{ErrorCode::FileChangedSince, Severity::Warning, std::string(root) + R"(\bin\cudnn64_9.dll)"},
                           Finding{ErrorCode::FileChangedSince, Severity::Warning, std::string(root) + R"(\include\cudnn.h)"}}));
}

TEST(UninstallPlan, FindsThatSomebodyGaveAFileBackAlready) {
    auto machine = CarriedOut(withFiles({file("include/cudnn.h", "old")})).install(archive("9.6.0.74")).now();
    changeFile(machine, "include/cudnn.h", "old");
    const auto plan = planUninstall(machine);
    EXPECT_EQ(findStep(plan, "include/cudnn.h")->verb, Verb::Keep);
    EXPECT_THAT(plan.findings, IsEmpty());
}

TEST(UninstallPlan, FillsThePlaceOfWhatVanished) {
    auto machine = CarriedOut(withFiles({file("include/cudnn.h", "old")})).install(archive("9.6.0.74")).now();
    removeFile(machine, "include/cudnn.h");
    removeFile(machine, "bin/cudnn64_9.dll");
    const auto plan = planUninstall(machine);
    EXPECT_EQ(findStep(plan, "include/cudnn.h")->verb, Verb::Restore);
    EXPECT_EQ(findStep(plan, "include/cudnn.h")->old, OldFile::None);
    EXPECT_EQ(findStep(plan, "bin/cudnn64_9.dll"), nullptr);
}

TEST(UninstallPlan, PutsNothingInThePlaceThatSomebodyTook) {
    auto machine = CarriedOut(withFiles({file("bin/cudnn_ext64_9.dll", "left over")})).install(archive("9.6.0.74")).now();
    ASSERT_THAT(machine.toolkits.front().receipt->removed, SizeIs(1));
    const auto whileOut = planUninstall(machine);
    EXPECT_EQ(findStep(whileOut, "bin/cudnn_ext64_9.dll")->verb, Verb::Restore);
    machine.toolkits.front().cudnnFiles.push_back(file("bin/cudnn_ext64_9.dll", "left over"));   // given back by hand
    const auto givenBack = planUninstall(machine);
    EXPECT_THAT(givenBack.findings, IsEmpty());
    EXPECT_EQ(findStep(givenBack, "bin/cudnn_ext64_9.dll")->verb, Verb::Keep);
    machine.toolkits.front().cudnnFiles.back() = file("bin/cudnn_ext64_9.dll", "new one");
    const auto plan = planUninstall(machine);
    EXPECT_EQ(findStep(plan, "bin/cudnn_ext64_9.dll")->verb, Verb::Keep);
    EXPECT_NE(findFinding(plan, ErrorCode::FileChangedSince), nullptr);
}

TEST(UninstallPlan, NeedsAReceipt) {
    auto machine = withFiles(copiedByHand(archive("9.6.0.74")));
    EXPECT_THAT(blockers(planUninstall(machine)), ElementsAre("nothing-installed"));
    machine.toolkits.front().receiptError = Error{ErrorCode::ReceiptDamaged, "files"};
    EXPECT_THAT(blockers(planUninstall(machine)), ElementsAre("receipt-damaged"));
}

TEST(UninstallPlan, NeedsRightsAndFreeFiles) {
    auto machine = CarriedOut(withFiles({})).install(archive("9.6.0.74")).now();
    machine.account.elevated = false;
    const auto unelevated = planUninstall(machine);
    EXPECT_THAT(findFinding(unelevated, ErrorCode::ElevationNeeded)->arguments, ElementsAre("Path"));
    machine.account.elevated = true;
    std::ranges::find(machine.toolkits.front().cudnnFiles, "bin/cudnn_ops64_9.dll", &CudnnFile::path)->inUse = true;
    EXPECT_THAT(blockers(planUninstall(machine)), ElementsAre("file-in-use"));
}

TEST(UninstallPlan, ClearsUpAfterAToolkitThatIsGone) {
    auto machine = sample::snapshot();
    machine.toolkits.clear();
    machine.index.toolkits = {{std::string(root), EnvironmentScope::Machine, std::string(dllFolder), false}};
    const std::vector<std::string> roots{std::string(root)};
    const auto plan = makePlan(requestFor(Action::Uninstall), machine, nullptr, roots, expand);
    EXPECT_FALSE(plan.isBlocked());
    EXPECT_NE(findFinding(plan, ErrorCode::ToolkitVanished), nullptr);
    ASSERT_THAT(plan.toolkits, SizeIs(1));
    EXPECT_TRUE(plan.toolkits.front().vanished);
    EXPECT_EQ(plan.toolkits.front().path->after->text, R"(%SystemRoot%\system32;%SystemRoot%;%SystemRoot%\System32\Wbem)");
    EXPECT_TRUE(plan.changesSomething());
}

TEST(NextReceipt, KeepsTheBackupOfTheFirstInstallOnly) {
    CarriedOut run(withFiles(copiedByHand(archive("9.1.0.70"))));
    run.install(archive("9.6.0.74"));
    const auto first = *receiptFile(run.now(), "bin/cudnn64_9.dll").before;
    changeFile(run.now(), "bin/cudnn64_9.dll", "damaged");
    run.install(archive("9.23.1.3"));
    EXPECT_EQ(receiptFile(run.now(), "bin/cudnn64_9.dll").before, first);
    EXPECT_EQ(first.sha256, hashFor("cudnn64_9.dll9.1.0.70"));
    EXPECT_EQ(receiptFile(run.now(), "bin/cudnn_ext64_9.dll").before, std::nullopt);
}

TEST(NextReceipt, SaysWhatIsInstalledFromWhere) {
    auto run = CarriedOut(withFiles({})).install(archive("9.6.0.74"));
    const auto& receipt = *run.toolkit().receipt;
    EXPECT_EQ(receipt.archive, (ReceiptArchive{"cudnn-windows-x86_64-9.6.0.74_cuda12-archive.zip", archive("9.6.0.74").sha256,
                                               Version(9, 6, 0, 74), 12, "nvidia"}));
    EXPECT_THAT(receipt.files, SizeIs(31));
    EXPECT_EQ(receipt.files.front().entry, "top/bin/cudnn64_9.dll");
    ASSERT_TRUE(receipt.path.has_value());
    EXPECT_EQ(receipt.path->segment, dllFolder);
    const auto path = receipt.path;
    run.install(archive("9.23.1.3"));   // PATH needs nothing now, and what was added stays known
    EXPECT_EQ(run.toolkit().receipt->path, path);
}

TEST(NextReceipt, CannotGiveBackAnAdoptedFileThatIsGone) {
    CarriedOut run(withFiles(copiedByHand(archive("9.6.0.74"))));
    run.install(archive("9.6.0.74"));
    ASSERT_EQ(receiptFile(run.now(), "include/cudnn.h").before->backup, "");
    removeFile(run.now(), "include/cudnn.h");
    run.install(archive("9.6.0.74"));
    EXPECT_EQ(receiptFile(run.now(), "include/cudnn.h").before, std::nullopt);
    EXPECT_TRUE(receiptFile(run.now(), "include/cudnn_ops.h").before.has_value());
}

TEST(NextReceipt, CollectsTheFoldersThatInstallsMade) {
    const auto archive96 = archive("9.6.0.74");
    const auto plan = planInstall(sample::snapshot(), archive96);
    InstallFacts facts{.toolVersion = "0.1.0",
                       .installedAt = "2026-05-04T12:35:00Z",
                       .signaturesIgnored = true,
                       .kept = {},
                       .folders = {"lib", "lib/x64"}};
    const auto first = nextReceipt(plan.toolkits.front(), toPlanned(archive96), std::nullopt, facts);
    EXPECT_THAT(first.folders, ElementsAre("lib", "lib/x64"));
    EXPECT_TRUE(first.signaturesIgnored);
    facts.folders = {"include", "lib"};
    EXPECT_THAT(nextReceipt(plan.toolkits.front(), toPlanned(archive96), first, facts).folders, ElementsAre("lib", "lib/x64", "include"));
}

}   // namespace
}   // namespace cudnn_setup
