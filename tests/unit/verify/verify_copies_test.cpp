// Acceptance case A09: other copies that new programs would load.
#include "verify/verified_pc.h"

using namespace cudnn_setup;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;

namespace {

const Version z91(9, 1, 0, 70), z96(9, 6, 0, 74), z923(9, 23, 1, 3);

class VerifyCopies : public VerifiedPc {
protected:
    VerifyCopies() {
        pc.copySet("Z96", T);
        keepReceipt(z96);
    }
    const std::string env = pc.text("env/Library/bin");
};

class VerifyOlderCopies : public VerifiedPc {};

}   // namespace

TEST_F(VerifyCopies, ListsTheTargetAloneWhereNothingIsInItsWay) {
    verify();
    ASSERT_EQ(last.loadOrder.size(), 8U);
    for (const auto& order : last.loadOrder) {
        ASSERT_EQ(order.hits.size(), 1U) << order.library;
        EXPECT_EQ(order.hits[0].folder, bin);
        EXPECT_EQ(order.hits[0].version, z96) << order.library;   // graph and heuristic too: settled by hash
    }
}

TEST_F(VerifyCopies, WarnsOfACompleteSetInFront) {   // A09 (a)
    pc.copyLibraries("Z91", "env/Library/bin");
    pc.prependToPath(env);
    EXPECT_TRUE(verify().isHealthy());
    EXPECT_THAT(last.findings, ElementsAre(Finding{.code = ErrorCode::CopyHidesTarget,
                                                   .severity = Severity::Warning,
                                                   .subject = env,
                                                   .arguments = {"cudnn64_9.dll", "9.1.0.70"}}));
    for (const auto& order : last.loadOrder) {
        ASSERT_EQ(order.hits.size(), 2U) << order.library;
        EXPECT_EQ(order.hits[0].folder, env);
        EXPECT_EQ(order.hits[0].version, z91);
        EXPECT_EQ(order.hits[1].folder, bin);
        EXPECT_EQ(order.hits[1].version, z96);
    }
}

TEST_F(VerifyCopies, RefusesAMixOfTwoFolders) {   // A09 (b)
    pc.copyLibraries("Z91", "env/Library/bin");
    pc.prependToPath(env);
    pc.remove("env/Library/bin/cudnn_adv64_9.dll");
    EXPECT_FALSE(verify().isHealthy());
    ASSERT_EQ(errors().size(), 1U);
    EXPECT_EQ(errors()[0].code, ErrorCode::CopiesMixed);
    EXPECT_EQ(errors()[0].subject, env);
    EXPECT_THAT(errors()[0].arguments[0], ::testing::StartsWith(env + " (9.1.0.70): "));
    EXPECT_THAT(errors()[0].arguments[0], ::testing::EndsWith("; " + bin + " (9.6.0.74): cudnn_adv64_9.dll"));
}

TEST_F(VerifyCopies, RefusesASingleDllInFrontOfTheTarget) {
    pc.copyStub("Z91/bin/cudnn_ops64_9.dll", "Windows/System32/cudnn_ops64_9.dll");
    EXPECT_FALSE(verify().isHealthy());
    EXPECT_THAT(errors(), ElementsAre(Field(&Finding::code, ErrorCode::CopiesMixed)));
    EXPECT_THAT(found(ErrorCode::CopyInSystem32), ElementsAre(Field(&Finding::subject, pc.text("Windows/System32"))));
}

TEST_F(VerifyCopies, IsNotDisturbedByCopiesBehindTheTargetOrOfAnotherMajor) {
    pc.copyLibraries("Z91", "behind");
    pc.appendToPath(pc.text("behind"));
    pc.copyLibraries("Z897", "other major");
    pc.prependToPath(pc.text("other major"));
    EXPECT_TRUE(verify().isHealthy());
    EXPECT_THAT(last.findings, IsEmpty());
    EXPECT_EQ(last.loadOrder.front().hits.size(), 2U);
}

TEST_F(VerifyCopies, RefusesAMixInsideTheFolderInFront) {
    pc.copyLibraries("Z91", "env/Library/bin");
    pc.copyStub("Z96/bin/cudnn_cnn64_9.dll", "env/Library/bin/cudnn_cnn64_9.dll");
    pc.prependToPath(env);
    verify();
    EXPECT_THAT(errors(), ElementsAre(Field(&Finding::code, ErrorCode::CopiesMixed)));
}

TEST_F(VerifyCopies, SeesAnotherToolkitThatComesFirst) {
    pc.addToolkit("12.4.1", "cuda/v12.4");
    pc.copySet("Z91", "cuda/v12.4");
    pc.prependToPath(pc.text("cuda/v12.4/bin"));
    EXPECT_TRUE(verify().isHealthy());
    EXPECT_THAT(found(ErrorCode::CopyHidesTarget), ElementsAre(Field(&Finding::subject, pc.text("cuda/v12.4/bin"))));
}

TEST_F(VerifyOlderCopies, AreNotMissingLibrariesThatCameLater) {
    // An eight-file set in front of a ten-file one is complete in itself: hidden, not mixed.
    pc.copySet("Z923", T);
    keepReceipt(z923);
    pc.copyLibraries("Z91", "env");
    pc.prependToPath(pc.text("env"));
    EXPECT_TRUE(verify().isHealthy());
    EXPECT_THAT(found(ErrorCode::CopyHidesTarget), ElementsAre(Field(&Finding::subject, pc.text("env"))));
    EXPECT_THAT(found(ErrorCode::CopiesMixed), IsEmpty());
}
