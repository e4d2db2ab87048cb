#include "sample_machine.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

class Digest : public ::testing::Test {
protected:
    Digest() { machine.machinePath.value = RawVariable{R"(%SystemRoot%)", RegistryText::Expandable}; }
    [[nodiscard]] Plan make() const { return sample::planInstall(machine, archive); }
    Snapshot machine = sample::snapshot();
    Archive archive = sample::archive("9.6.0.74");
};

TEST_F(Digest, IsEqualForEqualInput) {
    EXPECT_EQ(make().digest, make().digest);
    EXPECT_EQ(make().digest, digestOf(make()).value());
}

TEST_F(Digest, DoesNotSeeWhatDecidesNothing) {
    const auto digest = make().digest;
    machine.takenAt = "2026-05-04T23:59:59Z";
    machine.toolkits.front().freeBytes = 0;
    machine.toolkits.front().writable = false;
    machine.account.elevated = false;
    machine.processes = {{1, "python.exe"}};
    machine.gpus = {{"GPU", "560.94"}};
    archive.findings.push_back({ErrorCode::ArchiveRepacked, Severity::Warning, archive.name});
    archive.name = "renamed.zip";
    auto plan = make();
    EXPECT_TRUE(plan.isBlocked());
    EXPECT_EQ(plan.digest, digest);
    for (auto& step : plan.toolkits.front().files) step.reason = StepReason::OtherBytes;
    EXPECT_EQ(digestOf(plan).value(), digest);
}

TEST_F(Digest, SeesEveryHashPathAndText) {
    const auto digest = make().digest;
    const auto differs = [&](auto change) {
        auto plan = make();
        change(plan);
        return digestOf(plan).value() != digest;
    };
    EXPECT_TRUE(differs([](Plan& plan) { plan.toolkits[0].files[5].after = sample::hashFor("other"); }));
    EXPECT_TRUE(differs([](Plan& plan) { plan.toolkits[0].files[5].before = sample::hashFor("other"); }));
    EXPECT_TRUE(differs([](Plan& plan) { plan.toolkits[0].files[5].verb = Verb::Keep; }));
    EXPECT_TRUE(differs([](Plan& plan) { plan.toolkits[0].files[5].path += 'x'; }));
    EXPECT_TRUE(differs([](Plan& plan) { plan.toolkits[0].files.pop_back(); }));
    EXPECT_TRUE(differs([](Plan& plan) { std::swap(plan.toolkits[0].files[0], plan.toolkits[0].files[1]); }));
    EXPECT_TRUE(differs([](Plan& plan) { plan.toolkits[0].root += 'x'; }));
    EXPECT_TRUE(differs([](Plan& plan) { plan.toolkits[0].path.reset(); }));
    EXPECT_TRUE(differs([](Plan& plan) { plan.toolkits[0].path->scope = EnvironmentScope::User; }));
    EXPECT_TRUE(differs([](Plan& plan) { plan.toolkits[0].path->after->type = RegistryText::Plain; }));
    EXPECT_TRUE(differs([](Plan& plan) { plan.toolkits[0].path->before->text += ';'; }));
    EXPECT_TRUE(differs([](Plan& plan) { plan.toolkits[0].path->before.reset(); }));
    EXPECT_TRUE(differs([](Plan& plan) { plan.archive->sha256 = sample::hashFor("other"); }));
    EXPECT_TRUE(differs([](Plan& plan) { plan.toolVersion = "0.1.1"; }));
}

TEST_F(Digest, TellsPathTextsApartThatAreNoUtf8) {
    auto plan = make();
    plan.toolkits[0].path->before->text = "a\xFF";
    const auto first = digestOf(plan).value();
    plan.toolkits[0].path->before->text = "a\xFE";
    EXPECT_NE(digestOf(plan).value(), first);
}

/// Two processes, perhaps of two builds, compare digests: the canonical form is a contract. The expected value is not this program's own
/// output but that of Python's hashlib over this text (1 and 2 stand for 64 of them):
/// {"archive":"1","targets":[{"files":[{"after":"2","before":null,"path":"bin/cudnn64_9.dll","verb":"place"}],"path":{"after":{"text":
/// "C:\\CUDA\\v12.8\\bin","type":"expandable"},"before":null,"scope":"machine"},"root":"C:\\CUDA\\v12.8"}],"tool_version":"0.1.0"}
TEST(DigestText, IsPinned) {
    Plan plan{.toolVersion = "0.1.0", .action = Action::Install};
    plan.archive = PlannedArchive{"a.zip", Sha256::parse(std::string(64, '1')).value(), Version(9, 6, 0, 74), 12, ArchiveOrigin::Nvidia};
    ToolkitPlan toolkit{.root = R"(C:\CUDA\v12.8)", .toolkit = Version(12, 8), .dllFolder = "bin", .files = {}, .path = std::nullopt};
    toolkit.files.push_back({.verb = Verb::Place,
                             .reason = StepReason::NewFile,
                             .path = "bin/cudnn64_9.dll",
                             .component = Component::Library,
                             .after = Sha256::parse(std::string(64, '2')).value()});
    toolkit.path = PathStep{EnvironmentScope::Machine, R"(C:\CUDA\v12.8\bin)", true, std::nullopt,
                            RawVariable{R"(C:\CUDA\v12.8\bin)", RegistryText::Expandable}};
    plan.toolkits.push_back(toolkit);
    EXPECT_EQ(digestOf(plan).value().toString(), "002f4e0b5410f80c5ea87b9cd4c644c5a7533acd35fc0fd3affa5057e4e3f444");
    plan.digest = digestOf(plan).value();
    EXPECT_EQ(plan.shortDigest(), "002F-4E0B");
}

}   // namespace
}   // namespace cudnn_setup
