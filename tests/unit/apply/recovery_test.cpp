// The journal as input: what a stranger wrote into it, or into the toolkit since, must not make us delete or write anything foreign.
#include "scene.h"

#include "base/path_text.h"

#include <gtest/gtest.h>

#include <functional>

namespace cudnn_setup {
namespace {

namespace fs = std::filesystem;

class Recovering : public ::testing::Test {
protected:
    /// An upgrade whose process ends before the first operation that @p isThere.
    void dieBefore(const std::function<bool(const std::string&)>& isThere) {
        ASSERT_TRUE(scene.install(release91()));
        old = scene.state();
        scene.restore(old);
        ASSERT_TRUE(scene.install(release923()));
        const auto log = scene.files->log();
        std::size_t at = 0;
        while (at < log.size() && !isThere(log[at])) ++at;
        ASSERT_LT(at, log.size());
        scene.restore(old);
        scene.files->setFault({.operation = at, .persistent = true});
        ASSERT_FALSE(scene.install(release923()));
        scene.files->heal();
    }
    void dieAfterAllFiles() {
        dieBefore([](const std::string& line) { return line.find("receipt.json.new") != std::string::npos; });
    }
    void writeJournal(std::initializer_list<JournalRecord> records) {
        std::string text;
        for (const auto& record : records) text += toLine(record);
        writeFile(scene.stateFolder() / "journal.jsonl", text);
    }
    [[nodiscard]] static JournalBegin begun() {
        return {
            .toolVersion = "1", .startedAt = "2026-05-04T12:34:56Z", .action = "install", .dllFolder = "bin", .stateFolderExisted = false};
    }
    Scene scene;
    SceneState old;
    const JournalPlan planned{.digest = Sha256(Sha256::Bytes{}), .steps = 1};
};

TEST_F(Recovering, SaysWhetherThereWasAnythingToDo) {
    EXPECT_EQ(scene.recover(), Recovery::NothingToDo);
    dieAfterAllFiles();
    EXPECT_EQ(scene.recover(), Recovery::Undone);
    EXPECT_EQ(scene.recover(), Recovery::NothingToDo);
}

TEST_F(Recovering, CompletesWhatHadCommittedAndTellsProgramsAboutPath) {
    ASSERT_TRUE(scene.install(release91()));
    const auto log = scene.files->log();
    const auto finished = scene.state();
    ASSERT_TRUE(scene.uninstall());
    scene.restore(scene.state());
    scene.environment->store.announced = 0;
    std::size_t commit = 0;
    for (std::size_t i = 0; i < log.size(); ++i)
        if (log[i].starts_with("append ")) commit = i;
    scene.files->setFault({.operation = commit + 1, .persistent = true});
    EXPECT_TRUE(scene.install(release91()));
    scene.files->heal();
    scene.environment->store.announced = 0;
    EXPECT_EQ(scene.recover(), Recovery::Completed);
    EXPECT_EQ(differences(finished.toolkit, scene.state().toolkit), std::vector<std::string>{});
    EXPECT_EQ(scene.environment->store.announced, 1);
}

TEST_F(Recovering, ChangesNothingForADamagedJournal) {
    dieAfterAllFiles();
    auto text = readFile(scene.stateFolder() / "journal.jsonl");
    text[40] ^= 1;   // in the first line: the last one could be a torn write
    writeFile(scene.stateFolder() / "journal.jsonl", text);
    const auto before = scene.state();
    const auto recovered = scene.recover();
    ASSERT_FALSE(recovered);
    EXPECT_EQ(recovered.error().code, ErrorCode::JournalDamaged);
    EXPECT_EQ(differences(before.toolkit, scene.state().toolkit), std::vector<std::string>{});
}

TEST_F(Recovering, WritesNoPathThatIsNotOurOneSegment) {
    writeJournal({begun(), planned,
                  JournalPath{.scope = EnvironmentScope::Machine,
                              .segment = scene.segment(),
                              .before = RawVariable{"C:\\evil", RegistryText::Expandable},
                              .after = scene.path()}});
    const auto before = scene.state();
    const auto recovered = scene.recover();
    ASSERT_FALSE(recovered);
    EXPECT_EQ(recovered.error().code, ErrorCode::JournalDamaged);
    EXPECT_EQ(scene.state().machine, before.machine);
    EXPECT_EQ(differences(before.toolkit, scene.state().toolkit), std::vector<std::string>{});
}

TEST_F(Recovering, DeletesOnlyTheBytesThatItPlaced) {
    writeFile(scene.root() / "bin" / "cudnn64_9.dll", "somebody's");
    writeJournal({begun(), planned,
                  JournalFile{.index = 0,
                              .path = "bin/cudnn64_9.dll",
                              .aside = {},
                              .asideSha256 = {},
                              .from = "staging/0",
                              .fromSha256 = sha256Of("ours")}});
    EXPECT_EQ(scene.recover(), Recovery::Undone);
    EXPECT_EQ(readFile(scene.root() / "bin" / "cudnn64_9.dll"), "somebody's");
    EXPECT_FALSE(fs::exists(scene.stateFolder()));
}

TEST_F(Recovering, TouchesNothingOutsideTheFoldersOfCudnn) {
    const auto precious = scene.root().parent_path() / "precious";
    writeFile(precious, "ours");
    for (const auto* path : {"../precious", "bin/../../precious", "precious", R"(bin\..\..\precious)", "lib/precious"}) {
        SCOPED_TRACE(path);
        writeJournal(
            {begun(), planned,
             JournalFile{.index = 0, .path = path, .aside = {}, .asideSha256 = {}, .from = "staging/0", .fromSha256 = sha256Of("ours")}});
        const auto recovered = scene.recover();
        ASSERT_FALSE(recovered);
        EXPECT_EQ(recovered.error().code, ErrorCode::JournalDamaged);
        EXPECT_EQ(readFile(precious), "ours");
    }
}

TEST_F(Recovering, RestoresOnlyTheRecordedBytes) {
    dieAfterAllFiles();
    writeFile(scene.stateFolder() / "superseded" / "0", "forged");
    const auto recovered = scene.recover();
    ASSERT_FALSE(recovered);
    EXPECT_EQ(recovered.error().code, ErrorCode::RollbackIncomplete);
    for (const auto& [path, entry] : scene.state().toolkit)
        EXPECT_TRUE(path.starts_with(".cudnn-setup/") || entry.bytes != "forged") << path;
    EXPECT_TRUE(fs::exists(scene.stateFolder() / "journal.jsonl"));
}

TEST_F(Recovering, LeavesAStrangersFileInTheWayAndGoesOnWhenItIsGone) {
    dieAfterAllFiles();
    const auto shim = scene.root() / "bin" / "cudnn64_9.dll";
    writeFile(shim, "somebody's");
    const auto recovered = scene.recover();
    ASSERT_FALSE(recovered);
    EXPECT_EQ(recovered.error().code, ErrorCode::RollbackIncomplete);
    EXPECT_EQ(recovered.error().subject, toUtf8(shim));
    EXPECT_EQ(readFile(shim), "somebody's");
    EXPECT_EQ(readFile(scene.root() / "bin" / "cudnn_ops64_9.dll"), "ops 9.1");   // the others are back

    fs::remove(shim);
    EXPECT_EQ(scene.recover(), Recovery::Undone);
    EXPECT_EQ(differences(old.toolkit, scene.state().toolkit), std::vector<std::string>{});
}

TEST_F(Recovering, NamesAnOldFileThatIsGoneAndIsNotStuckOnIt) {
    dieAfterAllFiles();
    const auto superseded = scene.stateFolder() / "superseded";
    for (const auto& entry : fs::directory_iterator(superseded))
        if (readFile(entry.path()) == "ops 9.1") fs::remove(entry.path());
    const auto recovered = scene.recover();
    ASSERT_FALSE(recovered);
    EXPECT_EQ(recovered.error().code, ErrorCode::BackupMissing);
    EXPECT_EQ(recovered.error().subject, toUtf8((scene.root() / "bin" / "cudnn_ops64_9.dll").make_preferred()));
    EXPECT_EQ(scene.recover(), Recovery::NothingToDo);
    EXPECT_EQ(readFile(scene.root() / "bin" / "cudnn64_9.dll"), "shim 9.1");
}

TEST_F(Recovering, LeavesInPathWhatSomebodyElseWroteSince) {
    const auto before = scene.path()->text;
    const auto after = before + ";" + scene.segment();
    writeJournal({begun(), planned,
                  JournalPath{.scope = EnvironmentScope::Machine,
                              .segment = scene.segment(),
                              .before = RawVariable{before, RegistryText::Expandable},
                              .after = RawVariable{after, RegistryText::Expandable}}});
    scene.setPath(after + ";D:\\theirs");
    EXPECT_EQ(scene.recover(), Recovery::Undone);
    EXPECT_EQ(scene.path()->text, before + ";D:\\theirs");
    EXPECT_EQ(scene.environment->store.announced, 1);
}

TEST_F(Recovering, ForgetsTheIndexEntryOfARunThatHadNotBegun) {
    auto state = scene.state();
    state.index = {{.root = scene.rootText(), .pathScope = std::nullopt, .pathSegment = {}, .journalOpen = true}};
    scene.restore(state);
    EXPECT_EQ(scene.recover(), Recovery::NothingToDo);
    EXPECT_TRUE(scene.state().index.empty());
}

TEST_F(Recovering, LeavesAToolkitAloneThatIsGone) {
    fs::remove_all(scene.root());
    EXPECT_EQ(scene.recover(), Recovery::NothingToDo);
    EXPECT_EQ(scene.files->operations(), 0U);
    fs::create_directories(scene.root());
}

}   // namespace
}   // namespace cudnn_setup
