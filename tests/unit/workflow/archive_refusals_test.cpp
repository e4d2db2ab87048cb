/// The risk: a wrong or damaged archive that leaves something behind. Every one that the acceptance cases A03 and A04 name.
#include "base/json.h"
#include "workflow/workflow_pc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace cudnn_setup {
namespace {

struct Case {
    std::string id;
    std::string finding;
    int exitCode;
};

void PrintTo(const Case& one, std::ostream* out) {
    *out << one.id;
}

std::vector<Case> wrongArchives() {
    std::ifstream in(std::filesystem::path(CUDNN_SETUP_STUB_ARCHIVES) / "index.json");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    std::vector<Case> cases;
    if (const auto index = parseJson(text, "index.json")) {
        for (const auto& [id, entry] : index->items()) {
            if (entry.at("exit_code") != 0) cases.push_back({id, entry.at("finding"), entry.at("exit_code")});
        }
    }
    return cases;
}

class WrongArchive : public ::testing::TestWithParam<Case> {};

TEST_P(WrongArchive, IsRefusedWithItsCodeAndChangesNothing) {
    WorkflowPc pc;
    const auto before = pc.tree();
    const auto pathBefore = pc.machinePath();
    const auto outcome = pc.run(pc.install(GetParam().id));
    EXPECT_EQ(outcome.exitCode, GetParam().exitCode);
    EXPECT_EQ(outcome.kind, OutcomeKind::Refused);
    EXPECT_EQ(outcome.filesChanged, 0U);
    EXPECT_THAT(errorIds(outcome), ::testing::ElementsAre(GetParam().finding));
    EXPECT_EQ(pc.tree(), before);
    EXPECT_EQ(pc.machinePath(), pathBefore);
    EXPECT_FALSE(pc.hasStateFolder());
}

INSTANTIATE_TEST_SUITE_P(Acceptance, WrongArchive, ::testing::ValuesIn(wrongArchives()), [](const auto& one) {
    auto name = one.param.id;
    std::erase(name, '-');
    return name;
});

TEST(WrongArchives, AreFoundAtAll) {
    EXPECT_GE(wrongArchives().size(), 15U);
}

TEST(MissingArchive, IsNamed) {
    WorkflowPc pc;
    auto request = pc.install("Z96");
    request.source = pc.text("no-such.zip");
    const auto outcome = pc.run(request);
    EXPECT_EQ(outcome.exitCode, 13);
    EXPECT_THAT(errorIds(outcome), ::testing::ElementsAre("archive-not-found"));
}

}   // namespace
}   // namespace cudnn_setup
