// Risk: a snapshot from a user's bug report does not replay as what their machine was.
#include "machine/snapshot.h"

#include "base/json.h"
#include "machine/pretended_pc.h"

#include <gtest/gtest.h>

using namespace cudnn_setup;

namespace {

/// One with every member filled, so that a forgotten one shows.
Snapshot fullSnapshot() {
    PretendedPc pc;
    pc.addToolkit("12.8.1", "cuda/v12.8");
    pc.copySet("Z96", "cuda/v12.8");
    pc.addToolkit("12.4.1", "cuda/v12.4");
    pc.write("cuda/v12.8/bin/cudnn_adv64_9.dll", "");
    pc.copyStub("Z96/bin/cudnn_graph64_9.dll", "cuda/v12.8/bin/cudnn_heuristic64_9.dll");
    pc.copyLibraries("Z91", "conda/bin");
    pc.copyStub("Z91/bin/cudnn64_9.dll", "Windows/System32/cudnn64_9.dll");
    pc.appendToPath(pc.text("conda/bin") + ";;" + pc.text("gone") + ";" + pc.text("cuda/v12.8/version.json"));
    pc.setPath(EnvironmentScope::User, "x", RegistryText::Plain);
    pc.environment.machine["CUDA_PATH"] = {.text = pc.text("cuda/v12.8"), .type = RegistryText::Plain};
    pc.machine.adapters = {{.name = "NVIDIA GeForce RTX 4070", .driverVersion = "32.0.15.6094"}};
    pc.files.inUse = {pc.path("cuda/v12.8/bin/cudnn_ops64_9.dll")};
    pc.files.writableByUsers = {pc.path("cuda/v12.8/bin")};
    pc.processes.users = {{.id = 4711, .name = "python.exe"}};
    pc.write("ProgramData/cudnn-setup/toolkits.json", dumpIndex({pc.text("cuda/v11.8")}));
    pc.write("cuda/v12.4/.cudnn-setup/receipt.json", "{}");
    pc.write("cuda/v12.4/.cudnn-setup/journal.jsonl", "");
    auto snapshot = pc.observedTargets();
    snapshot.toolkits.back().receipt = receiptOf(snapshot.toolkits.back(), Version(9, 6, 0, 74));
    snapshot.machinePath.segments.back().kind = PathSegmentFact::Kind::Unreachable;
    return snapshot;
}

}   // namespace

TEST(SnapshotJson, GivesEveryMemberBack) {
    const auto snapshot = fullSnapshot();
    ASSERT_FALSE(snapshot.copies.empty());
    ASSERT_FALSE(snapshot.processes.empty());
    ASSERT_FALSE(snapshot.findings.empty());
    const auto text = dumpJson(toJson(snapshot));
    const auto back = snapshotFromJson(*parseJson(text, "snapshot"));
    ASSERT_TRUE(back.has_value()) << back.error().subject;
    EXPECT_EQ(back->takenAt, snapshot.takenAt);
    EXPECT_EQ(back->toolVersion, snapshot.toolVersion);
    EXPECT_EQ(back->systemName, snapshot.systemName);
    EXPECT_EQ(back->account.sid, snapshot.account.sid);
    EXPECT_EQ(back->account.name, snapshot.account.name);
    EXPECT_EQ(back->account.elevated, snapshot.account.elevated);
    EXPECT_EQ(back->toolkits, snapshot.toolkits);
    EXPECT_EQ(back->machinePath, snapshot.machinePath);
    EXPECT_EQ(back->userPath, snapshot.userPath);
    EXPECT_EQ(back->variables, snapshot.variables);
    EXPECT_EQ(back->copies, snapshot.copies);
    EXPECT_EQ(back->gpus, snapshot.gpus);
    EXPECT_EQ(back->index, snapshot.index);
    EXPECT_EQ(back->processes, snapshot.processes);
    EXPECT_EQ(back->findings, snapshot.findings);
    EXPECT_EQ(dumpJson(toJson(*back)), text);
}

TEST(SnapshotJson, IgnoresMembersOfANewerProgram) {
    auto json = toJson(fullSnapshot());
    const auto text = dumpJson(json);
    json["later"] = 1;
    json["toolkits"][0]["later"] = {1, 2};
    json["machine_path"]["segments"][0]["later"] = "x";
    const auto back = snapshotFromJson(json);
    ASSERT_TRUE(back.has_value()) << back.error().subject;
    EXPECT_EQ(dumpJson(toJson(*back)), text);
}

TEST(SnapshotJson, NamesTheMemberThatIsWrong) {
    const auto good = toJson(fullSnapshot());
    const auto errorAfter = [&](const char* pointer, nlohmann::json value) {
        auto json = good;
        json[nlohmann::json::json_pointer(pointer)] = std::move(value);
        const auto back = snapshotFromJson(json);
        if (back) return std::string("accepted");
        EXPECT_EQ(back.error().code, ErrorCode::JsonMalformed);
        return back.error().subject;
    };
    EXPECT_EQ(errorAfter("/taken_at", 1), "taken_at");
    EXPECT_EQ(errorAfter("/account", "me"), "account");
    EXPECT_EQ(errorAfter("/toolkits/1/version", "12.x"), "toolkits.version");
    EXPECT_EQ(errorAfter("/toolkits/1/sources/0", "guess"), "toolkits.sources.source");
    EXPECT_EQ(errorAfter("/toolkits/1/cudnn_files/0/sha256", "12"), "toolkits.cudnn_files.sha256");
    EXPECT_EQ(errorAfter("/toolkits/1/cudnn_files/0/size", -1), "toolkits.cudnn_files.size");
    EXPECT_EQ(errorAfter("/toolkits/1/receipt/files/0/path", "../evil.dll").substr(0, 16), "toolkits.receipt");
    EXPECT_EQ(errorAfter("/machine_path/segments/0/kind", "hole"), "machine_path.segments.kind");
    EXPECT_EQ(errorAfter("/processes/0/id", 1ULL << 40), "processes.id");
    EXPECT_EQ(errorAfter("/findings/0/code", "no-such-code").substr(0, 8), "findings");
    EXPECT_FALSE(snapshotFromJson(nlohmann::json::array()).has_value());
}
