#include "verify/verified_pc.h"

using namespace cudnn_setup;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;

namespace {

class VerifyPath : public VerifiedPc {
protected:
    VerifyPath() {
        pc.copySet("Z96", T);
        keepReceipt(Version(9, 6, 0, 74));
    }
    static Finding finding(ErrorCode code, Severity severity, std::string segment, std::string place, std::string scope = "machine") {
        return {.code = code, .severity = severity, .subject = std::move(segment), .arguments = {std::move(place), std::move(scope)}};
    }
};

}   // namespace

TEST_F(VerifyPath, WarnsWhereNewProgramsWillNotFindTheDlls) {
    pc.setPath(EnvironmentScope::Machine, "%SystemRoot%");
    EXPECT_TRUE(verify().isHealthy());
    EXPECT_THAT(last.findings, ElementsAre(Finding{.code = ErrorCode::PathFolderMissing, .severity = Severity::Warning, .subject = bin}));
    EXPECT_TRUE(last.loadOrder.front().hits.empty());
}

TEST_F(VerifyPath, FindsTheFolderThroughVariablesQuotesAndOtherSpelling) {
    pc.environment.machine["CUDA_PATH"] = {.text = pc.text(T), .type = RegistryText::Plain};
    pc.setPath(EnvironmentScope::Machine, "%SystemRoot%");
    for (const auto& spelling : {std::string("%CUDA_PATH%/bin"), '"' + bin + '"', bin + "//"}) {
        pc.setPath(EnvironmentScope::User, spelling);
        verify();
        EXPECT_THAT(found(ErrorCode::PathFolderMissing), IsEmpty()) << spelling;
        EXPECT_EQ(last.loadOrder.front().hits.size(), 1U) << spelling;
    }
    pc.environment.machine["MINE"] = {.text = pc.text("Temp") + ';' + bin, .type = RegistryText::Plain};
    pc.setPath(EnvironmentScope::User, "%MINE%");
    verify();
    EXPECT_THAT(found(ErrorCode::PathFolderMissing), IsEmpty());
    EXPECT_EQ(last.loadOrder.front().hits.size(), 1U);
    pc.setPath(EnvironmentScope::User, "%CUDA_PATH%/bin", RegistryText::Plain);   // Windows does not expand it
    verify();
    EXPECT_EQ(found(ErrorCode::PathFolderMissing).size(), 1U);
    EXPECT_THAT(found(ErrorCode::PathTypeNotExpandable),
                ElementsAre(finding(ErrorCode::PathTypeNotExpandable, Severity::Warning, "%CUDA_PATH%/bin", "1", "user")));
}

TEST_F(VerifyPath, ReportsOthersMistakesWithTheirPlace) {
    pc.write("tool.exe", "MZ");
    pc.setPath(EnvironmentScope::Machine, bin + ";;" + pc.text("gone") + ';' + pc.text("tool.exe") + ";\"" + pc.text("Temp") + "\";");
    pc.setPath(EnvironmentScope::User, bin);
    EXPECT_TRUE(verify().isHealthy());
    EXPECT_THAT(last.findings, ElementsAre(finding(ErrorCode::PathEmptySegment, Severity::Info, "", "2"),
                                           finding(ErrorCode::PathDead, Severity::Info, pc.text("gone"), "3"),
                                           finding(ErrorCode::PathSegmentIsFile, Severity::Warning, pc.text("tool.exe"), "4"),
                                           finding(ErrorCode::PathQuote, Severity::Info, '"' + pc.text("Temp") + '"', "5"),
                                           finding(ErrorCode::PathDuplicate, Severity::Info, bin, "1", "user")));
}

TEST_F(VerifyPath, WarnsOfAFolderOnTheMachinesPathThatUsersMayChange) {
    pc.files.writableByUsers = {pc.path(T + "/bin")};
    verify();
    EXPECT_THAT(last.findings,
                ElementsAre(Finding{.code = ErrorCode::PathFolderWritableByUsers, .severity = Severity::Warning, .subject = bin}));
    pc.setPath(EnvironmentScope::Machine, "%SystemRoot%");
    pc.setPath(EnvironmentScope::User, bin);
    verify();
    EXPECT_THAT(last.findings, IsEmpty());
}
