#include "scene.h"

#include "base/path_text.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

namespace fs = std::filesystem;

class Installing : public ::testing::Test {
protected:
    void expectAsBefore(const SceneState& before) const {
        const auto found = scene.state();
        EXPECT_EQ(differences(before.toolkit, found.toolkit), std::vector<std::string>{});
        EXPECT_EQ(found.machine, before.machine);
        EXPECT_EQ(found.index, before.index);
    }
    [[nodiscard]] std::string contentOf(const std::string& relative) const { return readFile(scene.root() / relative); }
    Scene scene;
};

TEST_F(Installing, PlacesTheSetAndNothingElse) {
    const auto before = scene.state();
    const auto applied = scene.install(release91());
    ASSERT_TRUE(applied) << applied.error().subject;
    EXPECT_EQ(applied->filesChanged, 7U);
    EXPECT_TRUE(applied->pathChanged);
    auto expected = before.toolkit;
    for (const auto& [name, bytes] : release91())
        EXPECT_EQ(contentOf((name.ends_with(".dll") ? "bin/" : name.ends_with(".h") ? "include/" : "lib/x64/") + name), bytes);
    std::vector<std::string> added;
    for (const auto& line : differences(before.toolkit, scene.state().toolkit))
        if (!line.starts_with("+ bin/cudnn") && !line.starts_with("+ include/cudnn") && !line.starts_with("+ lib/x64/cudnn"))
            added.push_back(line);
    EXPECT_EQ(added, (std::vector<std::string>{"+ .cudnn-setup", "+ .cudnn-setup/LICENSE.txt", "+ .cudnn-setup/receipt.json", "+ lib",
                                               "+ lib/x64"}));
}

TEST_F(Installing, AppendsTheDllFolderToPathAndTellsProgramsOnce) {
    ASSERT_TRUE(scene.install(release91()));
    EXPECT_EQ(scene.path(), (RawVariable{R"(%SystemRoot%\system32;C:\Tools;)" + scene.segment(), RegistryText::Expandable}));
    EXPECT_EQ(scene.environment->store.announced, 1);
}

TEST_F(Installing, LeavesPathAloneWhereThePlanHasNoStepForIt) {
    scene.setPath(scene.segment(), RegistryText::Plain);
    const auto applied = scene.install(release91());
    ASSERT_TRUE(applied);
    EXPECT_FALSE(applied->pathChanged);
    EXPECT_EQ(scene.environment->store.writes, 0);
    EXPECT_EQ(scene.environment->store.announced, 0);
}

TEST_F(Installing, RecordsInReceiptAndIndexWhatItDid) {
    ASSERT_TRUE(scene.install(release91()));
    const auto receipt = scene.receipt();
    ASSERT_TRUE(receipt);
    EXPECT_EQ(receipt->files.size(), 7U);
    EXPECT_EQ(receipt->folders, (std::vector<std::string>{"lib", "lib/x64"}));
    const IndexedToolkit entry{
        .root = scene.rootText(), .pathScope = EnvironmentScope::Machine, .pathSegment = scene.segment(), .journalOpen = false};
    EXPECT_EQ(scene.state().index, std::vector{entry});
}

TEST_F(Installing, SaysInTheIndexThatAJournalIsOpenWhileItIs) {
    auto transaction = Transaction::begin(scene.system, scene.options(Action::Install));
    ASSERT_TRUE(transaction);
    const IndexedToolkit entry{.root = scene.rootText(), .pathScope = std::nullopt, .pathSegment = {}, .journalOpen = true};
    EXPECT_EQ(scene.state().index, std::vector{entry});
}

TEST_F(Installing, KeepsTheEntriesOfOtherToolkits) {
    const IndexedToolkit other{
        .root = "C:\\other", .pathScope = EnvironmentScope::User, .pathSegment = "C:\\other\\bin", .journalOpen = false};
    auto state = scene.state();
    state.index = {other};
    scene.restore(state);
    ASSERT_TRUE(scene.install(release91()));
    ASSERT_TRUE(scene.uninstall());
    EXPECT_EQ(scene.state().index, std::vector{other});
}

TEST_F(Installing, OverAnOlderReleaseLeavesNoFileOfIt) {
    ASSERT_TRUE(scene.install(release91()));
    const auto applied = scene.install(release923());
    ASSERT_TRUE(applied) << applied.error().subject;
    EXPECT_EQ(contentOf("bin/cudnn_ops64_9.dll"), "ops of 9.23");
    EXPECT_FALSE(fs::exists(scene.root() / "bin" / "cudnn_old64_9.dll"));
    EXPECT_FALSE(fs::exists(scene.root() / "include" / "cudnn_old.h"));
    EXPECT_FALSE(fs::exists(scene.stateFolder() / "superseded"));
    EXPECT_FALSE(fs::exists(scene.stateFolder() / "backup"));   // those were ours
    EXPECT_NE(readFile(scene.stateFolder() / "LICENSE.txt").find("licence of "), std::string::npos);
}

TEST_F(Installing, AndUninstallingGivesTheTreeFromBeforeBack) {
    const auto before = scene.state();
    ASSERT_TRUE(scene.install(release91()));
    ASSERT_TRUE(scene.install(release923()));
    const auto applied = scene.uninstall();
    ASSERT_TRUE(applied) << applied.error().subject;
    expectAsBefore(before);
}

TEST_F(Installing, OverHandCopiedFilesKeepsThemWithTheirAttributes) {
    scene.copyByHand(release91());
    for (const auto* file : {"include/cudnn.h", "include/cudnn_old.h", "bin/cudnn64_9.dll"})
        fs::permissions(scene.root() / file, fs::perms::owner_read);
    const auto before = scene.state();
    ASSERT_TRUE(scene.install(release923()));
    EXPECT_EQ(contentOf("bin/cudnn64_9.dll"), "shim of 9.23");
    ASSERT_TRUE(scene.install(release91()));   // the backup is of the first generation, whatever comes between
    const auto applied = scene.uninstall();
    ASSERT_TRUE(applied) << applied.error().subject;
    expectAsBefore(before);
}

TEST_F(Installing, GivesBackAttributesThatSomebodyChangedInTheBackup) {
    scene.copyByHand(release91());
    fs::permissions(scene.root() / "bin" / "cudnn64_9.dll", fs::perms::owner_read);
    const auto before = scene.state();
    ASSERT_TRUE(scene.install(release923()));
    for (const auto& entry : fs::directory_iterator(scene.stateFolder() / "backup")) fs::permissions(entry, fs::perms::all);
    ASSERT_TRUE(scene.uninstall());
    expectAsBefore(before);
}

TEST_F(Installing, UninstallRemovesAPathValueThatItHadMade) {
    scene.environment->store.machine.clear();
    ASSERT_TRUE(scene.install(release91()));
    EXPECT_EQ(scene.path(), (RawVariable{scene.segment(), RegistryText::Expandable}));
    ASSERT_TRUE(scene.uninstall());
    EXPECT_EQ(scene.path(), std::nullopt);
}

TEST_F(Installing, UninstallLeavesAFileThatSomebodyChangedAndNamesIt) {
    ASSERT_TRUE(scene.install(release91()));
    writeFile(scene.root() / "include" / "cudnn.h", "mine now");
    const auto applied = scene.uninstall();
    ASSERT_TRUE(applied) << applied.error().subject;
    EXPECT_EQ(contentOf("include/cudnn.h"), "mine now");
    ASSERT_EQ(applied->findings.size(), 1U);
    EXPECT_EQ(applied->findings[0].code, ErrorCode::FileChangedSince);
    EXPECT_EQ(applied->findings[0].subject, toUtf8((scene.root() / "include" / "cudnn.h").make_preferred()));
    EXPECT_FALSE(fs::exists(scene.stateFolder()));
}

TEST_F(Installing, UninstallKeepsAndNamesTheOldFileWhosePlaceIsTaken) {
    scene.copyByHand(release91());
    ASSERT_TRUE(scene.install(release923()));
    writeFile(scene.root() / "bin" / "cudnn64_9.dll", "mine now");
    const auto applied = scene.uninstall();
    ASSERT_TRUE(applied) << applied.error().subject;
    EXPECT_EQ(contentOf("bin/cudnn64_9.dll"), "mine now");
    EXPECT_EQ(contentOf("bin/cudnn_ops64_9.dll"), "ops 9.1");
    ASSERT_EQ(applied->findings.size(), 2U);
    EXPECT_EQ(applied->findings[0].code, ErrorCode::FileChangedSince);
    EXPECT_EQ(applied->findings[1].code, ErrorCode::PriorFileKept);
    EXPECT_EQ(applied->findings[1].subject, applied->findings[0].subject);
    ASSERT_EQ(applied->findings[1].arguments.size(), 1U);
    const auto kept = pathFromUtf8(applied->findings[1].arguments[0]);
    EXPECT_EQ(readFile(kept), "shim 9.1");
    EXPECT_FALSE(fs::exists(scene.stateFolder() / "receipt.json"));

    // The kept file neither disturbs the next installation nor is lost by it.
    ASSERT_TRUE(scene.install(release923()));
    ASSERT_TRUE(scene.uninstall());
    EXPECT_EQ(readFile(kept), "shim 9.1");
    EXPECT_EQ(contentOf("bin/cudnn64_9.dll"), "mine now");
}

TEST_F(Installing, RefusesBeforeTheFirstRenameWhenABackupIsGone) {
    scene.copyByHand(release91());
    ASSERT_TRUE(scene.install(release923()));
    fs::remove(scene.stateFolder() / "backup" / "0");
    const auto before = scene.state();
    const auto applied = scene.uninstall();
    ASSERT_FALSE(applied);
    EXPECT_EQ(applied.error().code, ErrorCode::BackupMissing);
    expectAsBefore(before);
}

TEST_F(Installing, RefusesAFileThatChangedAfterThePlan) {
    scene.copyByHand(release91());
    const auto archive = scene.open(release923());
    ASSERT_TRUE(archive);
    auto transaction = Transaction::begin(scene.system, scene.options(Action::Install));
    ASSERT_TRUE(transaction);
    const auto contents = transaction->stage(*archive, 1);
    ASSERT_TRUE(contents);
    ASSERT_TRUE(transaction->checkSignatures(false, false));
    const auto plan = scene.planInstall(*contents);
    writeFile(scene.root() / "bin" / "cudnn64_9.dll", "shim x.x");   // as long as before
    const auto resolved = scene.resolved(*contents);
    const auto applied = transaction->commit(plan, contents->sha256, &resolved, false);
    ASSERT_FALSE(applied);
    EXPECT_EQ(applied.error().code, ErrorCode::PlanChanged);
    EXPECT_EQ(contentOf("bin/cudnn64_9.dll"), "shim x.x");
    EXPECT_FALSE(fs::exists(scene.stateFolder()));
}

TEST_F(Installing, RefusesAndUndoesWhenPathChangedAfterThePlan) {
    auto options = scene.options(Action::Install);
    const auto before = scene.state();
    options.onProgress = [&](const ApplyProgress& progress) {
        if (progress.phase == ApplyPhase::Path) scene.setPath("D:\\somebody else");
    };
    const auto applied = scene.install(release91(), options);
    ASSERT_FALSE(applied);
    EXPECT_EQ(applied.error().code, ErrorCode::PlanChanged);
    EXPECT_EQ(differences(before.toolkit, scene.state().toolkit), std::vector<std::string>{});
    EXPECT_EQ(scene.path()->text, "D:\\somebody else");
}

TEST_F(Installing, NamesAFileThatVanishedAfterItWasPlacedAndUndoes) {
    ASSERT_TRUE(scene.install(release91()));
    const auto before = scene.state();
    auto options = scene.options(Action::Install);
    const auto shim = scene.root() / "bin" / "cudnn64_9.dll";
    options.onProgress = [&](const ApplyProgress& progress) {
        // A virus scanner between two files: the shim is in place when the header's turn comes.
        if (progress.phase == ApplyPhase::Placing && progress.item == "include/cudnn_version.h") fs::remove(shim);
    };
    const auto applied = scene.install(release923(), options);
    ASSERT_FALSE(applied);
    EXPECT_EQ(applied.error().code, ErrorCode::FileVanished);
    EXPECT_EQ(applied.error().subject, toUtf8(shim));
    expectAsBefore(before);
}

TEST_F(Installing, CanBeCancelledBeforeEveryFileAndUndoes) {
    ASSERT_TRUE(scene.install(release91()));
    const auto before = scene.state();
    std::size_t cancelledAt = 0;
    for (std::uint64_t file = 0;; ++file) {
        SCOPED_TRACE(file);
        scene.restore(before);
        std::stop_source stop;
        std::uint64_t furthest = 0;
        auto options = scene.options(Action::Install);
        options.stop = stop.get_token();
        options.onProgress = [&](const ApplyProgress& progress) {
            if (progress.phase != ApplyPhase::Placing) return;
            furthest = progress.done;
            if (progress.done == file) stop.request_stop();
        };
        const auto applied = scene.install(release923(), options);
        if (!stop.stop_requested()) break;
        ASSERT_FALSE(applied);
        EXPECT_EQ(applied.error().code, ErrorCode::Cancelled);
        EXPECT_EQ(furthest, file);   // no file behind it had its turn
        expectAsBefore(before);
        ++cancelledAt;
    }
    EXPECT_EQ(cancelledAt, 10U);   // nine files and the moment behind the last
}

TEST_F(Installing, CanBeCancelledWhileUnpackingAndLeavesNothing) {
    const auto before = scene.state();
    std::stop_source stop;
    stop.request_stop();
    auto options = scene.options(Action::Install);
    options.stop = stop.get_token();
    const auto applied = scene.install(release91(), options);
    ASSERT_FALSE(applied);
    EXPECT_EQ(applied.error().code, ErrorCode::Cancelled);
    expectAsBefore(before);
}

TEST_F(Installing, SaysThatTheDiskIsFullAndLeavesNothing) {
    const auto before = scene.state();
    ASSERT_TRUE(scene.install(release91()));
    const auto log = scene.files->log();
    for (std::size_t at = 0; at < log.size(); ++at) {
        if (!log[at].starts_with("write ") || log[at].find("staging") == std::string::npos) continue;
        SCOPED_TRACE(log[at]);
        scene.restore(before);
        scene.files->setFault({.operation = at, .error = {.code = ErrorCode::DiskFull, .subject = "staging"}});
        const auto applied = scene.install(release91());
        ASSERT_FALSE(applied);
        EXPECT_EQ(applied.error().code, ErrorCode::DiskFull);
        expectAsBefore(before);
    }
}

#ifndef _WIN32   // which file is in use is the pretended machine's to say; on Windows core/platform's own tests hold files open
TEST_F(Installing, RefusesAFileInUseBeforeTheFirstRenameAndNamesThePrograms) {
    ASSERT_TRUE(scene.install(release91()));
    const auto ops = scene.root() / "bin" / "cudnn_ops64_9.dll";
    scene.pretend(R"({"in_use": [{"file": ")" + ops.string() + R"(", "process": "python.exe", "id": 7}]})");
    scene.processes->users = {{7, "python.exe"}, {9, "python.exe"}, {8, "game.exe"}};
    const auto before = scene.state();

    const auto applied = scene.install(release923());
    ASSERT_FALSE(applied);
    EXPECT_EQ(applied.error().code, ErrorCode::FileInUse);
    EXPECT_EQ(applied.error().subject, ops.string());
    EXPECT_EQ(applied.error().arguments, (std::vector<std::string>{"python.exe", "game.exe"}));
    for (const auto& line : scene.files->log()) EXPECT_FALSE(line.starts_with("rename ")) << line;
    expectAsBefore(before);
}
#endif

TEST_F(Installing, PlacesNoLibraryWhoseSignatureIsNotNvidias) {
    const auto before = scene.state();
    scene.signatures->otherwise = Signature{.state = SignatureState::None, .commonName = {}, .organization = {}, .serial = {}};
    const auto applied = scene.install(release91());
    ASSERT_FALSE(applied);
    EXPECT_EQ(applied.error().code, ErrorCode::SignatureMissing);
    expectAsBefore(before);
}

TEST_F(Installing, TurnsSignatureErrorsIntoWarningsWhereTheUserWantsThat) {
    scene.signatures->otherwise = Signature{.state = SignatureState::None, .commonName = {}, .organization = {}, .serial = {}};
    const auto archive = scene.open(release91());
    ASSERT_TRUE(archive);
    auto transaction = Transaction::begin(scene.system, scene.options(Action::Install));
    ASSERT_TRUE(transaction);
    const auto contents = transaction->stage(*archive, 2);
    ASSERT_TRUE(contents);
    const auto findings = transaction->checkSignatures(false, true);
    ASSERT_TRUE(findings);
    ASSERT_EQ(findings->size(), 3U);
    for (const auto& finding : *findings) {
        EXPECT_EQ(finding.code, ErrorCode::SignatureIgnored);
        EXPECT_EQ(finding.severity, Severity::Warning);
        EXPECT_EQ(finding.arguments, std::vector<std::string>{"signature-missing"});
    }
    const auto resolved = scene.resolved(*contents);
    ASSERT_TRUE(transaction->commit(scene.planInstall(*contents), contents->sha256, &resolved, true));
    EXPECT_TRUE(scene.receipt()->signaturesIgnored);
}

TEST_F(Installing, PlacesNoLibraryWhoseSignatureNobodyLookedAt) {
    const auto archive = scene.open(release91());
    ASSERT_TRUE(archive);
    auto transaction = Transaction::begin(scene.system, scene.options(Action::Install));
    ASSERT_TRUE(transaction);
    const auto contents = transaction->stage(*archive, 1);
    ASSERT_TRUE(contents);
    const auto resolved = scene.resolved(*contents);
    EXPECT_FALSE(transaction->commit(scene.planInstall(*contents), contents->sha256, &resolved, false));
    EXPECT_FALSE(fs::exists(scene.root() / "bin" / "cudnn64_9.dll"));
}

TEST_F(Installing, LeavesTheToolkitAsItWasWhenTheTransactionIsDropped) {
    const auto before = scene.state();
    {
        const auto archive = scene.open(release91());
        auto transaction = Transaction::begin(scene.system, scene.options(Action::Install));
        ASSERT_TRUE(transaction);
        ASSERT_TRUE(transaction->stage(*archive, 1));
        EXPECT_TRUE(fs::exists(scene.stateFolder() / "journal.jsonl"));
    }
    expectAsBefore(before);
}

TEST_F(Installing, RollsBackForGoodWhenTheAnswerToTheCommitRecordIsLost) {
    // The record is on the disk although the call failed, and the process dies in its rollback: recovery must not take it for committed.
    ASSERT_TRUE(scene.install(release91()));
    const auto before = scene.state();
    scene.restore(before);
    ASSERT_TRUE(scene.install(release923()));
    const auto log = scene.files->log();
    std::size_t commitAt = 0;
    for (std::size_t i = 0; i < log.size(); ++i)
        if (log[i].starts_with("append ")) commitAt = i;
    bool diedInside = true;
    for (std::size_t more = 0; diedInside; ++more) {
        SCOPED_TRACE(more);
        scene.restore(before);
        scene.files->setFault({.operation = commitAt, .effect = FaultEffect::FailAfterwards});
        auto options = scene.options(Action::Install);
        options.onProgress = [&](const ApplyProgress& progress) {
            if (progress.phase == ApplyPhase::RollingBack && progress.done == 1)
                scene.files->setFault({.operation = scene.files->operations() + more, .persistent = true});
        };
        const auto applied = scene.install(release923(), options);
        ASSERT_FALSE(applied);
        diedInside = applied.error().code == ErrorCode::RollbackIncomplete;
        scene.files->heal();
        ASSERT_TRUE(scene.recover());
        expectAsBefore(before);
        if (HasFailure()) return;
    }
}

TEST_F(Installing, SaysSoWhenAnEarlierRunIsPending) {
    scene.files->setFault({.operation = 20, .persistent = true});
    EXPECT_FALSE(scene.install(release91()));
    scene.files->heal();
    const auto interrupted = scene.state();
    const auto transaction = Transaction::begin(scene.system, scene.options(Action::Install));
    ASSERT_FALSE(transaction);
    EXPECT_EQ(transaction.error().code, ErrorCode::JournalPending);
    expectAsBefore(interrupted);
}

TEST_F(Installing, GivesEveryFileTheRightsOfItsFolderBeforeItIsPlaced) {
    ASSERT_TRUE(scene.install(release91()));
    std::string last;
    std::size_t placed = 0;
    for (const auto& line : scene.files->log()) {
        if (line.starts_with("inherit security ")) last = line.substr(17);
        if (!line.starts_with("rename ") || line.find("staging") == std::string::npos) continue;
        EXPECT_TRUE(line.starts_with("rename " + last + " -> ")) << line;
        ++placed;
    }
    EXPECT_EQ(placed, 7U);
}

#ifndef _WIN32
TEST_F(Installing, RefusesAStateFolderOfSomebodyElse) {
    ASSERT_TRUE(scene.install(release91()));
    const auto before = scene.state();
    scene.pretend(R"({"untrusted": [")" + scene.stateFolder().string() + R"("]})");
    const auto transaction = Transaction::begin(scene.system, scene.options(Action::Install));
    ASSERT_FALSE(transaction);
    EXPECT_EQ(transaction.error().code, ErrorCode::StateFolderUntrusted);
    const auto recovered = scene.recover();
    ASSERT_FALSE(recovered);
    EXPECT_EQ(recovered.error().code, ErrorCode::StateFolderUntrusted);
    EXPECT_EQ(scene.files->operations(), 0U);
    expectAsBefore(before);
}

TEST_F(Installing, RefusesAStateFolderThatSomebodyElseMadeInBetween) {
    scene.pretend(R"({"untrusted": [")" + scene.stateFolder().string() + R"("], "writable_by_users": [")" + scene.root().string() +
                  R"("]})");
    const auto before = scene.state();
    const auto transaction = Transaction::begin(scene.system, scene.options(Action::Install));
    ASSERT_FALSE(transaction);
    EXPECT_EQ(transaction.error().code, ErrorCode::StateFolderUntrusted);
    expectAsBefore(before);
}

TEST_F(Installing, RefusesAStateFolderThatIsALink) {
    fs::create_directory(scene.root().parent_path() / "elsewhere");
    fs::create_directory_symlink(scene.root().parent_path() / "elsewhere", scene.stateFolder());
    const auto transaction = Transaction::begin(scene.system, scene.options(Action::Install));
    ASSERT_FALSE(transaction);
    EXPECT_EQ(transaction.error().code, ErrorCode::TargetIsReparsePoint);
    EXPECT_TRUE(fs::is_empty(scene.root().parent_path() / "elsewhere"));
}

TEST_F(Installing, RefusesATargetFolderThatIsALink) {
    fs::create_directory(scene.root().parent_path() / "elsewhere");
    fs::create_directory_symlink(scene.root().parent_path() / "elsewhere", scene.root() / "lib");
    const auto transaction = Transaction::begin(scene.system, scene.options(Action::Install));
    ASSERT_FALSE(transaction);
    EXPECT_EQ(transaction.error().code, ErrorCode::TargetIsReparsePoint);
    EXPECT_FALSE(fs::exists(scene.stateFolder()));
    EXPECT_TRUE(scene.state().index.empty());
}
#endif

TEST(VanishedToolkit, LosesItsPathSegmentAndItsEntry) {
    Scene scene;
    ASSERT_TRUE(scene.install(release91()));
    fs::remove_all(scene.root());
    const auto now = *scene.path();
    ToolkitPlan plan{.root = scene.rootText(), .toolkit = Version(12, 6), .dllFolder = "bin", .files = {}, .path = {}};
    plan.vanished = true;
    plan.path = PathStep{.scope = EnvironmentScope::Machine,
                         .segment = scene.segment(),
                         .adds = false,
                         .before = now,
                         .after = RawVariable{R"(%SystemRoot%\system32;C:\Tools)", RegistryText::Expandable}};
    const auto applied = forgetVanished(scene.system, plan, scene.indexFolder());
    ASSERT_TRUE(applied) << applied.error().subject;
    EXPECT_TRUE(applied->pathChanged);
    EXPECT_EQ(scene.path()->text, R"(%SystemRoot%\system32;C:\Tools)");
    const auto index = parseToolkitIndex(readFile(scene.indexFolder() / "toolkits.json"));
    ASSERT_TRUE(index);
    EXPECT_TRUE(index->toolkits.empty());
}

}   // namespace
}   // namespace cudnn_setup
