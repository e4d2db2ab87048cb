#include "sample_machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

using namespace sample;   // NOLINT(google-build-using-namespace): the pretended machine is this file's vocabulary
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Snapshot withFiles(std::vector<CudnnFile> files, std::optional<Version> headerVersion = std::nullopt) {
    auto machine = sample::snapshot();
    machine.toolkits.front().cudnnFiles = std::move(files);
    machine.toolkits.front().headerVersion = headerVersion;
    return machine;
}

CudnnFile& fileAt(Snapshot& machine, std::string_view path) {
    return *std::ranges::find(machine.toolkits.front().cudnnFiles, path, &CudnnFile::path);
}

TEST(InstallPlan, PlacesAWholeSetInACleanToolkit) {
    // Acceptance case A01: 8 DLLs, 7 headers, 16 import libraries; T\bin is on PATH already.
    const auto archive96 = archive("9.6.0.74");
    const auto plan = planInstall(sample::snapshot(), archive96);
    ASSERT_THAT(blockers(plan), IsEmpty());
    ASSERT_THAT(plan.toolkits, SizeIs(1));
    const auto& toolkit = plan.toolkits.front();
    EXPECT_THAT(toolkit.files, SizeIs(31));
    EXPECT_EQ(count(plan, Verb::Place), 31U);
    EXPECT_EQ(toolkit.path, std::nullopt);
    EXPECT_TRUE(plan.changesSomething());
    EXPECT_EQ(toolkit.bytesNeeded, 8U * 1'000'000 + 7U * 1'000 + 16U * 10'000);
    const auto* shim = findStep(plan, "bin/cudnn64_9.dll");
    ASSERT_NE(shim, nullptr);
    EXPECT_EQ(*shim, (FileStep{.verb = Verb::Place,
                               .reason = StepReason::NewFile,
                               .path = "bin/cudnn64_9.dll",
                               .component = Component::Library,
                               .after = archive96.files.front().sha256,
                               .sizeAfter = 1'000'000,
                               .versionAfter = Version(9, 6, 0, 74),
                               .source = "top/bin/cudnn64_9.dll"}));
    EXPECT_NE(findStep(plan, "include/cudnn_version.h"), nullptr);
    EXPECT_NE(findStep(plan, "lib/x64/cudnn_ops64_9.lib"), nullptr);
    EXPECT_EQ(plan.archive, toPlanned(archive96));
    EXPECT_THAT(plan.findings, IsEmpty());
}

TEST(InstallPlan, ChoosesTheFolderByComponentNotByTheArchivesLayout) {
    // A02: 9.23 keeps its DLLs in bin\x64; a CUDA 12 toolkit wants them in bin, a CUDA 13 toolkit in bin\x64.
    const auto plan = planInstall(sample::snapshot(), archive("9.23.1.3"));
    EXPECT_NE(findStep(plan, "bin/cudnn_ext64_9.dll"), nullptr);
    EXPECT_EQ(findStep(plan, "bin/x64/cudnn_ext64_9.dll"), nullptr);
    EXPECT_EQ(count(plan, Verb::Place), 37U);

    auto toolkit13 = toolkit();
    toolkit13.version = Version(13, 0);
    toolkit13.dllFolder = "bin/x64";
    toolkit13.dllFolderAbsolute += R"(\x64)";
    const auto plan13 = planInstall(sample::snapshot(toolkit13), archive("9.23.1.3", 13));
    EXPECT_NE(findStep(plan13, "bin/x64/cudnn_ext64_9.dll"), nullptr);
    ASSERT_TRUE(plan13.toolkits.front().path.has_value());
    EXPECT_EQ(plan13.toolkits.front().path->segment, std::string(dllFolder) + R"(\x64)");
}

TEST(InstallPlan, RefusesAnArchiveForAnotherCuda) {
    // A03: one error only, with both majors.
    auto machine = sample::snapshot();
    machine.account.elevated = false;
    machine.toolkits.front().writable = false;
    for (const unsigned major : {11U, 13U}) {
        const auto plan = planInstall(machine, archive("9.6.0.74", major));
        EXPECT_THAT(blockers(plan), ElementsAre("archive-built-for-other-cuda"));
        EXPECT_THAT(findFinding(plan, ErrorCode::ArchiveBuiltForOtherCuda)->arguments,
                    ElementsAre(std::to_string(major), "12", "top/bin/cudnn_engines_precompiled64_9.dll"));
        EXPECT_FALSE(plan.changesSomething());
    }
}

TEST(InstallPlan, CarriesOverWhatTheArchiveSays) {
    auto repacked = archive("9.6.0.74");
    repacked.findings.push_back({ErrorCode::ArchiveRepacked, Severity::Warning, repacked.name});
    EXPECT_NE(findFinding(planInstall(sample::snapshot(), repacked), ErrorCode::ArchiveRepacked), nullptr);
}

TEST(InstallPlan, ComparesTheArchivesHashWithTheOneThatWasAskedFor) {
    const auto archive96 = archive("9.6.0.74");
    auto request = installRequest();
    request.expectedHash = archive96.sha256;
    EXPECT_THAT(blockers(planInstall(sample::snapshot(), archive96, request)), IsEmpty());
    request.expectedHash = hashFor("other");
    const auto plan = planInstall(sample::snapshot(), archive96, request);
    EXPECT_THAT(blockers(plan), ElementsAre("archive-hash-mismatch"));
    EXPECT_THAT(plan.findings.front().arguments, ElementsAre(archive96.sha256.toString(), hashFor("other").toString()));
    EXPECT_THAT(blockers(makePlan(request, sample::snapshot(), nullptr, {}, expand)), ElementsAre("source-missing"));
}

TEST(InstallPlan, AdoptsWhatWasCopiedByHandAndKeepsIt) {
    // Another release: everything that differs goes to the backup; no /force is needed, not even for a newer one.
    for (const auto* release : {"9.1.0.70", "9.10.2.21"}) {
        const auto machine = withFiles(copiedByHand(archive(release)));
        const auto plan = planInstall(machine, archive("9.6.0.74"));
        ASSERT_THAT(blockers(plan), IsEmpty());
        EXPECT_EQ(count(plan, Verb::Replace), 31U);
        for (const auto& step : plan.toolkits.front().files) EXPECT_EQ(step.old, OldFile::Backup) << step.path;
        EXPECT_EQ(findStep(plan, "bin/cudnn64_9.dll")->reason, StepReason::OtherRelease);
        EXPECT_EQ(findStep(plan, "bin/cudnn_graph64_9.dll")->reason, StepReason::OtherBytes);   // no version resource tells
        const auto* adopts = findFinding(plan, ErrorCode::AdoptsHandCopiedFiles);
        ASSERT_NE(adopts, nullptr);
        EXPECT_EQ(*adopts, (Finding{ErrorCode::AdoptsHandCopiedFiles, Severity::Info, std::string(root), {"31", release}}));
    }
}

TEST(InstallPlan, KeepsFilesThatAreTheSameAndStillWritesAReceipt) {
    const auto archive96 = archive("9.6.0.74");
    const auto plan = planInstall(withFiles(copiedByHand(archive96)), archive96);
    EXPECT_EQ(count(plan, Verb::Keep), 31U);
    EXPECT_TRUE(plan.changesSomething());
    EXPECT_TRUE(plan.toolkits.front().changesReceipt);
    EXPECT_EQ(findFinding(plan, ErrorCode::AlreadyInstalled), nullptr);
    EXPECT_EQ(findStep(plan, "bin/cudnn64_9.dll")->source, "top/bin/cudnn64_9.dll");
}

TEST(InstallPlan, ReplacesOnlyWhatDiffers) {
    // A07 e: one file of the set is another one.
    const auto archive96 = archive("9.6.0.74");
    auto machine = withFiles(copiedByHand(archive96));
    fileAt(machine, "bin/cudnn_adv64_9.dll").sha256 = hashFor("9.1");
    const auto plan = planInstall(machine, archive96);
    EXPECT_EQ(count(plan, Verb::Replace), 1U);
    EXPECT_EQ(count(plan, Verb::Keep), 30U);
}

TEST(InstallPlan, LeavesExactlyOneVersionOfItsMajor) {
    // Hand-copied 9.23 under an older archive: what that one lacks would be loaded by bare name and mix versions.
    const auto machine = withFiles(copiedByHand(archive("9.23.1.3")));
    const auto plan = planInstall(machine, archive("9.6.0.74"));
    std::vector<std::string> removed;
    for (const auto& step : plan.toolkits.front().files) {
        if (step.verb != Verb::Remove) continue;
        removed.push_back(step.path);
        EXPECT_EQ(step.reason, StepReason::LeftOver);
        EXPECT_EQ(step.old, OldFile::Backup);
        EXPECT_EQ(step.after, std::nullopt);
    }
    EXPECT_THAT(removed, ElementsAre("bin/cudnn_engines_tensor_ir64_9.dll", "bin/cudnn_ext64_9.dll", "lib/x64/cudnn_engines_tensor_ir.lib",
                                     "lib/x64/cudnn_engines_tensor_ir64_9.lib", "lib/x64/cudnn_ext.lib", "lib/x64/cudnn_ext64_9.lib"));
}

TEST(InstallPlan, TouchesAnotherMajorOnlyWhereNamesAreEqual) {
    // A08.
    for (const auto header : {std::optional<Version>(Version(8, 9, 7)), std::optional<Version>()}) {
        const auto plan = planInstall(withFiles(copiedByHand897(), header), archive("9.6.0.74"));
        ASSERT_THAT(blockers(plan), IsEmpty());
        const auto* other = findFinding(plan, ErrorCode::ToolkitHasOtherMajor);
        ASSERT_NE(other, nullptr);
        EXPECT_EQ(other->severity, Severity::Warning);
        EXPECT_THAT(other->arguments, ElementsAre("cudnn.h", "cudnn_backend.h", "cudnn_version.h", "cudnn.lib"));
        EXPECT_EQ(count(plan, Verb::Replace), 4U);
        EXPECT_EQ(count(plan, Verb::Remove), 0U);
        EXPECT_EQ(findStep(plan, "include/cudnn.h")->old, OldFile::Backup);
        EXPECT_EQ(findStep(plan, "bin/cudnn64_8.dll"), nullptr);
        EXPECT_EQ(findFinding(plan, ErrorCode::AdoptsHandCopiedFiles), nullptr);
    }
}

TEST(InstallPlan, DoesNotTakeTheFilesOfItsOwnMajorForAnothers) {
    auto files = copiedByHand(archive("9.1.0.70"));
    for (auto& each : copiedByHand897()) {
        if (each.path.starts_with("bin/")) files.push_back(each);   // both majors' DLLs, headers of 9
    }
    for (const auto header : {std::optional<Version>(Version(9, 1, 0)), std::optional<Version>()}) {
        const auto plan = planInstall(withFiles(files, header), archive("9.6.0.74"));
        EXPECT_EQ(findFinding(plan, ErrorCode::ToolkitHasOtherMajor), nullptr);
        EXPECT_EQ(count(plan, Verb::Replace), 31U);
    }
}

TEST(InstallPlan, BelievesTheHeaderAboutItsMajor) {
    const auto plan =
        planInstall(withFiles({file("include/cudnn.h", "8"), file("include/cudnn_version.h", "8")}, Version(8, 9, 7)), archive("9.6.0.74"));
    EXPECT_THAT(findFinding(plan, ErrorCode::ToolkitHasOtherMajor)->arguments, ElementsAre("cudnn.h", "cudnn_version.h"));
}

TEST(InstallPlan, LeavesAnotherMajorsOwnFilesOnEveryUpgrade) {
    // After the first install cudnn_version.h is of 9; cudnn_ops_infer.h and the like still are not.
    auto machine = CarriedOut(withFiles(copiedByHand897(), Version(8, 9, 7))).install(archive("9.6.0.74")).now();
    machine.toolkits.front().headerVersion = Version(9, 6, 0);
    const auto plan = planInstall(machine, archive("9.23.1.3"));
    EXPECT_EQ(count(plan, Verb::Remove), 0U);
    EXPECT_EQ(findFinding(plan, ErrorCode::ToolkitHasOtherMajor), nullptr);
}

TEST(InstallPlan, KeepsOneGenerationOnly) {
    // Taken out at the first install and kept; what somebody copied to the same place since is not from before it.
    auto machine = CarriedOut(withFiles({file("bin/cudnn_ext64_9.dll", "first")})).install(archive("9.6.0.74")).now();
    machine.toolkits.front().cudnnFiles.push_back(file("bin/cudnn_ext64_9.dll", "second"));
    const auto plan = planInstall(machine, archive("9.6.0.74"));
    EXPECT_EQ(findStep(plan, "bin/cudnn_ext64_9.dll")->verb, Verb::Remove);
    EXPECT_EQ(findStep(plan, "bin/cudnn_ext64_9.dll")->old, OldFile::Discard);
    EXPECT_NE(findFinding(plan, ErrorCode::FileChanged), nullptr);
}

TEST(InstallPlan, TakesOutHeadersAndImportLibrariesThatTheArchiveLacks) {
    // A wheel has no import libraries.
    auto wheel = archive("9.6.0.74");
    std::erase_if(wheel.files, [](const ArchiveFile& each) { return each.component == Component::ImportLibrary; });
    const auto plan = planInstall(withFiles(copiedByHand(archive("9.1.0.70"))), wheel);
    EXPECT_EQ(count(plan, Verb::Remove), 16U);
    EXPECT_EQ(findStep(plan, "lib/x64/cudnn.lib")->old, OldFile::Backup);
    // Those of 8.9.7 are not this major's.
    EXPECT_EQ(count(planInstall(withFiles(copiedByHand897(), Version(8, 9, 7)), wheel), Verb::Remove), 0U);
}

TEST(InstallPlan, KeepsTheSpellingThatIsThere) {
    const auto archive96 = archive("9.6.0.74");
    const auto plan = planInstall(withFiles({file("bin/CUDNN64_9.DLL", "old")}), archive96);
    EXPECT_EQ(findStep(plan, "bin/cudnn64_9.dll"), nullptr);
    ASSERT_NE(findStep(plan, "bin/CUDNN64_9.DLL"), nullptr);
    EXPECT_EQ(findStep(plan, "bin/CUDNN64_9.DLL")->verb, Verb::Replace);
    EXPECT_EQ(plan.toolkits.front().files.size(), 31U);
}

TEST(InstallPlan, DiscardsItsOwnFilesOnAnUpgrade) {
    auto machine = CarriedOut(sample::snapshot()).install(archive("9.1.0.70")).now();
    const auto plan = planInstall(machine, archive("9.6.0.74"));
    ASSERT_THAT(blockers(plan), IsEmpty());
    EXPECT_EQ(count(plan, Verb::Replace), 31U);
    for (const auto& step : plan.toolkits.front().files) {
        EXPECT_EQ(step.old, OldFile::Discard) << step.path;
        EXPECT_EQ(step.reason, StepReason::OtherRelease) << step.path;
    }
    EXPECT_THAT(plan.findings, IsEmpty());
}

TEST(InstallPlan, DiscardsWhatItsNewArchiveNoLongerHas) {
    auto machine = CarriedOut(sample::snapshot()).install(archive("9.23.1.3")).now();
    machine.toolkits.front().receipt->archive.release = Version(9, 6);   // an archive of the same release that holds less
    const auto plan = planInstall(machine, archive("9.6.0.74"));
    const auto* step = findStep(plan, "bin/cudnn_ext64_9.dll");
    ASSERT_NE(step, nullptr);
    EXPECT_EQ(step->verb, Verb::Remove);
    EXPECT_EQ(step->reason, StepReason::NoLongerInArchive);
    EXPECT_EQ(step->old, OldFile::Discard);
}

TEST(InstallPlan, HasNothingToDoTheSecondTime) {
    // A12, without rights: nothing is to be written, so none are needed.
    auto machine = CarriedOut(sample::snapshot()).install(archive("9.6.0.74")).now();
    machine.account.elevated = false;
    machine.toolkits.front().writable = false;
    machine.toolkits.front().freeBytes = 0;
    const auto plan = planInstall(machine, archive("9.6.0.74"));
    EXPECT_FALSE(plan.changesSomething());
    EXPECT_FALSE(plan.isBlocked());
    EXPECT_EQ(plan.findings, (std::vector{Finding{ErrorCode::AlreadyInstalled, Severity::Info, std::string(root), {"9.6.0.74"}}}));
}

TEST(InstallPlan, WritesANewReceiptWhereOnlyThatDiffers) {
    const auto archive96 = archive("9.6.0.74");
    const auto installed = CarriedOut(sample::snapshot()).install(archive96).now();
    const auto changesReceiptOnly = [&](const Snapshot& machine, const Archive& offered) {
        const auto plan = planInstall(machine, offered);
        return count(plan, Verb::Keep) == plan.toolkits.front().files.size() && plan.changesSomething();
    };
    EXPECT_FALSE(changesReceiptOnly(installed, archive96));
    auto repacked = archive96;
    repacked.sha256 = hashFor("repacked");   // the same files from another archive
    EXPECT_TRUE(changesReceiptOnly(installed, repacked));
    auto lessKnown = installed;
    lessKnown.toolkits.front().receipt->files.pop_back();
    EXPECT_TRUE(changesReceiptOnly(lessKnown, archive96));
    auto otherwise = installed;
    otherwise.toolkits.front().receipt->files.back().path = "lib/x64/cudnn_gone.lib";
    EXPECT_TRUE(changesReceiptOnly(otherwise, archive96));
    auto tooMuch = installed;
    tooMuch.toolkits.front().receipt->files.push_back(tooMuch.toolkits.front().receipt->files.back());
    tooMuch.toolkits.front().receipt->files.back().path = "lib/x64/cudnn_gone.lib";
    EXPECT_TRUE(changesReceiptOnly(tooMuch, archive96));
    auto otherBytes = installed;
    otherBytes.toolkits.front().receipt->files.back().sha256 = hashFor("other");
    EXPECT_TRUE(changesReceiptOnly(otherBytes, archive96));
}

TEST(InstallPlan, RepairsWhatChangedOrVanishedSince) {
    auto machine = CarriedOut(sample::snapshot()).install(archive("9.6.0.74")).now();
    fileAt(machine, "bin/cudnn_heuristic64_9.dll").sha256 = hashFor("damaged");
    std::erase_if(machine.toolkits.front().cudnnFiles, [](const CudnnFile& each) { return each.path == "include/cudnn.h"; });
    const auto plan = planInstall(machine, archive("9.6.0.74"));
    EXPECT_EQ(count(plan, Verb::Replace), 1U);
    EXPECT_EQ(count(plan, Verb::Place), 1U);
    EXPECT_EQ(count(plan, Verb::Keep), 29U);
    // The backup holds what stood there before the first install, and there was nothing.
    EXPECT_EQ(findStep(plan, "bin/cudnn_heuristic64_9.dll")->old, OldFile::Discard);
    EXPECT_EQ(plan.findings,
              (std::vector{Finding{ErrorCode::FileChanged, Severity::Warning, std::string(root) + R"(\bin\cudnn_heuristic64_9.dll)"}}));
}

TEST(InstallPlan, DoesNotGoBackToAnOlderReleaseThanItsOwn) {
    const auto machine = CarriedOut(sample::snapshot()).install(archive("9.6.0.74")).now();
    const auto plan = planInstall(machine, archive("9.1.0.70"));
    EXPECT_THAT(blockers(plan), ElementsAre("toolkit-has-newer"));
    EXPECT_THAT(findFinding(plan, ErrorCode::ToolkitHasNewer)->arguments, ElementsAre("9.6.0.74", "9.1.0.70"));
    EXPECT_FALSE(plan.changesSomething());
    // A folder or wheel may not tell the last number: then the first three decide.
    auto unnumbered = archive("9.6.0.74");
    unnumbered.release = Version(9, 6, 0);
    EXPECT_THAT(blockers(planInstall(machine, unnumbered)), IsEmpty());
}

TEST(InstallPlan, CountsAllFilesAsForeignBehindADamagedReceipt) {
    const auto archive96 = archive("9.6.0.74");
    auto machine = withFiles(copiedByHand(archive("9.1.0.70")));
    machine.toolkits.front().receiptError = Error{ErrorCode::ReceiptDamaged, "files"};
    const auto plan = planInstall(machine, archive96);
    EXPECT_FALSE(plan.isBlocked());
    EXPECT_EQ(findFinding(plan, ErrorCode::ReceiptDamaged)->severity, Severity::Warning);
    EXPECT_EQ(findStep(plan, "bin/cudnn64_9.dll")->old, OldFile::Backup);
}

TEST(InstallPlan, NeedsTheSpaceOfTheUnpackedFiles) {
    // A17.1: one byte decides.
    auto machine = sample::snapshot();
    const auto needed = 8U * 1'000'000 + 7U * 1'000 + 16U * 10'000;
    machine.toolkits.front().freeBytes = needed;
    EXPECT_THAT(blockers(planInstall(machine, archive("9.6.0.74"))), IsEmpty());
    machine.toolkits.front().freeBytes = needed - 1;
    const auto plan = planInstall(machine, archive("9.6.0.74"));
    EXPECT_EQ(plan.findings,
              (std::vector{
                  Finding{ErrorCode::DiskFull, Severity::Error, std::string(root), {std::to_string(needed), std::to_string(needed - 1)}}}));
}

TEST(InstallPlan, RefusesPathsThatProgramsCannotLoadFrom) {
    // A16 b: lib\x64\cudnn_engines_runtime_compiled64_9.lib adds 47 characters.
    for (const auto& [length, fits] : {std::pair{255U, true}, {259U, true}, {260U, false}, {300U, false}}) {
        auto deep = toolkit();
        deep.root = R"(C:\)" + std::string(length - 47 - 3, 'x');
        const auto plan = planInstall(sample::snapshot(deep), archive("9.6.0.74"));
        EXPECT_EQ(blockers(plan).empty(), fits) << length;
        if (!fits) {
            EXPECT_THAT(findFinding(plan, ErrorCode::TargetPathTooLong)->arguments,
                        ElementsAre(std::to_string(length), "lib/x64/cudnn_engines_runtime_compiled64_9.lib"));
        }
    }
    auto elsewhere = toolkit();
    elsewhere.root = "/tmp/" + std::string(300, 'x');   // no limit of Windows
    EXPECT_THAT(blockers(planInstall(sample::snapshot(elsewhere), archive("9.6.0.74"))), IsEmpty());
}

TEST(InstallPlan, AsksForRightsWhereItLacksThem) {
    auto machine = sample::snapshot();
    machine.account.elevated = false;
    EXPECT_THAT(blockers(planInstall(machine, archive("9.6.0.74"))), IsEmpty());   // writable, PATH needs nothing
    machine.toolkits.front().writable = false;
    machine.machinePath.value.reset();
    auto plan = planInstall(machine, archive("9.6.0.74"));   // A15 a: one blocker for both
    EXPECT_EQ(plan.findings,
              (std::vector{Finding{ErrorCode::ElevationNeeded, Severity::Error, std::string(root), {std::string(root), "Path"}}}));
    machine.toolkits.front().writable = true;
    plan = planInstall(machine, archive("9.6.0.74"));
    EXPECT_THAT(findFinding(plan, ErrorCode::ElevationNeeded)->arguments, ElementsAre("Path"));
    auto forUser = installRequest();
    forUser.path = PathChoice::User;   // A15 c
    EXPECT_THAT(blockers(planInstall(machine, archive("9.6.0.74"), forUser)), IsEmpty());
    machine.account.elevated = true;
    machine.toolkits.front().writable = false;   // A15 b
    EXPECT_THAT(blockers(planInstall(machine, archive("9.6.0.74"))), ElementsAre("target-not-writable"));
}

TEST(InstallPlan, KnowsItsBlockersBeforeAnArchiveIsRead) {
    const std::vector<std::string> roots{std::string(root)};
    auto machine = sample::snapshot();
    EXPECT_THAT(blockersBeforeStaging(installRequest(), machine, roots), IsEmpty());
    machine.account.elevated = false;
    machine.machinePath.value = RawVariable{R"(%CUDA_PATH%\bin)", RegistryText::Expandable};
    machine.machinePath.segments = {{R"(%CUDA_PATH%\bin)", std::string(dllFolder)}};
    EXPECT_THAT(blockersBeforeStaging(installRequest(), machine, roots), IsEmpty());   // expanded as the snapshot saw it
    machine.machinePath.segments.clear();
    EXPECT_EQ(blockersBeforeStaging(installRequest(), machine, roots),
              (std::vector{Finding{ErrorCode::ElevationNeeded, Severity::Error, std::string(root), {"Path"}}}));
}

TEST(InstallPlan, OnlyReadingWaitsForAnOpenJournal) {
    const std::vector<std::string> roots{std::string(root)};
    auto machine = sample::snapshot();
    machine.toolkits.front().journalOpen = true;
    const std::vector pending{Finding{ErrorCode::JournalPending, Severity::Error, std::string(root)}};
    EXPECT_EQ(blockersBeforeStaging(requestFor(Action::Verify), machine, roots), pending);
    EXPECT_EQ(makePlan(requestFor(Action::Prove), machine, nullptr, roots, expand).findings, pending);
    auto whatIf = installRequest();
    whatIf.whatIf = true;
    EXPECT_EQ(planInstall(machine, archive("9.6.0.74"), whatIf).findings, pending);
    EXPECT_THAT(blockers(planInstall(machine, archive("9.6.0.74"))), IsEmpty());   // apply recovers first
}

TEST(InstallPlan, ReplacesNoFileThatSomebodyUses) {
    auto machine = CarriedOut(sample::snapshot()).install(archive("9.1.0.70")).now();
    machine.processes = {{4711, "python.exe"}};
    fileAt(machine, "bin/cudnn_ops64_9.dll").inUse = true;
    fileAt(machine, "bin/cudnn_ops64_9.dll").sha256.reset();   // held without sharing: not even readable
    const auto plan = planInstall(machine, archive("9.6.0.74"));
    EXPECT_EQ(plan.findings.front(),
              (Finding{ErrorCode::FileInUse, Severity::Error, std::string(root) + R"(\bin\cudnn_ops64_9.dll)", {"python.exe"}}));
    EXPECT_THAT(blockers(plan), SizeIs(1));
}

TEST(InstallPlan, ChangesNoSetBehindARunningProgram) {
    // The shim stays as it is, but the program that loaded it would load the new siblings late and mix versions.
    const auto archive96 = archive("9.6.0.74");
    auto machine = withFiles(copiedByHand(archive96));
    fileAt(machine, "bin/cudnn64_9.dll").inUse = true;
    EXPECT_THAT(blockers(planInstall(machine, archive96)), IsEmpty());
    fileAt(machine, "include/cudnn.h").sha256 = hashFor("other");   // no DLL changes
    EXPECT_THAT(blockers(planInstall(machine, archive96)), IsEmpty());
    fileAt(machine, "bin/cudnn_ops64_9.dll").sha256 = hashFor("other");
    EXPECT_THAT(blockers(planInstall(machine, archive96)), ElementsAre("file-in-use"));
}

TEST(InstallPlan, PlansNothingForAFileItCannotRead) {
    const auto archive96 = archive("9.6.0.74");
    auto machine = withFiles(copiedByHand(archive96));
    fileAt(machine, "include/cudnn.h").sha256.reset();
    EXPECT_THAT(blockers(planInstall(machine, archive96)), ElementsAre("system-call-failed"));
}

TEST(InstallPlan, EditsOnePathForSeveralToolkits) {
    auto machine = sample::snapshot();
    auto second = toolkit();
    second.root = R"(C:\CUDA\v12.4)";
    second.dllFolderAbsolute = R"(C:\CUDA\v12.4\bin)";
    machine.toolkits.push_back(second);
    machine.machinePath.value = RawVariable{"C:\\x", RegistryText::Expandable};
    const auto plan = planInstall(machine, archive("9.6.0.74"));
    ASSERT_THAT(plan.toolkits, SizeIs(2));
    EXPECT_EQ(plan.toolkits[1].path->before, plan.toolkits[0].path->after);
    EXPECT_EQ(plan.toolkits[1].path->after->text, "C:\\x;" + std::string(dllFolder) + R"(;C:\CUDA\v12.4\bin)");
}

TEST(InstallPlan, NamesATargetThatIsNone) {
    const std::vector<std::string> roots{R"(C:\nowhere)"};
    const auto archive96 = archive("9.6.0.74");
    EXPECT_THAT(blockers(makePlan(installRequest(), sample::snapshot(), &archive96, roots, expand)), ElementsAre("target-not-a-toolkit"));
}

TEST(InstallPlan, PutsBlockersFirst) {
    auto machine = sample::snapshot();
    machine.machinePath.value = RawVariable{R"(%SystemRoot%)", RegistryText::Plain};
    machine.toolkits.front().freeBytes = 0;
    machine.toolkits.front().cudnnFiles = copiedByHand(archive("9.1.0.70"));
    const auto plan = planInstall(machine, archive("9.6.0.74"));
    ASSERT_THAT(plan.findings, SizeIs(3));
    EXPECT_EQ(plan.findings[0].severity, Severity::Error);
    EXPECT_EQ(plan.findings[1].severity, Severity::Warning);
    EXPECT_EQ(plan.findings[2].severity, Severity::Info);
}

}   // namespace
}   // namespace cudnn_setup
