#include "worker/protocol.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace cudnn_setup {
namespace {

const std::string digestText(64, 'a');

StartWork installWork() {
    StartWork work{.request = {}, .digest = Sha256::parse(digestText).value(), .archive = 7};
    work.request.source = "cudnn-windows-x86_64-9.5.0.50_cuda12-archive.zip";
    work.request.target = R"(D:\CUDA (neu)\v12.6)";
    work.request.acceptLicence = true;
    work.request.path = PathChoice::User;
    return work;
}

nlohmann::json startJson() {
    return nlohmann::json::parse(toMessage(MessageToWorker(installWork())));
}

ErrorCode whyRefused(const nlohmann::json& message) {
    const auto read = messageToWorker(message.dump());
    return read ? ErrorCode::InternalError : read.error().code;
}

TEST(WorkerProtocol, CarriesRequestDigestAndArchive) {
    const auto read = messageToWorker(toMessage(MessageToWorker(installWork())));
    ASSERT_TRUE(read);
    const auto& work = std::get<StartWork>(*read);
    EXPECT_EQ(work.request, installWork().request);
    EXPECT_EQ(work.digest, installWork().digest);
    EXPECT_EQ(work.archive, 7U);
    EXPECT_TRUE(std::holds_alternative<CancelWork>(messageToWorker(toMessage(MessageToWorker(CancelWork{}))).value()));
}

TEST(WorkerProtocol, CarriesProgressLogAndOutcome) {
    const auto progress = messageFromWorker(toMessage(MessageFromWorker(PhaseProgress{Phase::Unpacking, 5'000'000'000, 6, "bin/ä.dll"})));
    ASSERT_TRUE(progress);
    EXPECT_EQ(std::get<PhaseProgress>(*progress).done, 5'000'000'000U);
    EXPECT_EQ(std::get<PhaseProgress>(*progress).item, "bin/ä.dll");
    EXPECT_EQ(std::get<PhaseStarted>(messageFromWorker(toMessage(MessageFromWorker(PhaseStarted{Phase::Path}))).value()).phase,
              Phase::Path);
    EXPECT_EQ(std::get<WorkerLogLine>(messageFromWorker(toMessage(MessageFromWorker(WorkerLogLine{3, "x"}))).value()).text, "x");

    const WorkDone done{.kind = OutcomeKind::RolledBack,
                        .findings = {{ErrorCode::DiskFull, Severity::Error, "C:", {"1", "2"}, 112}},
                        .selectedRoots = {"C:\\a", "C:\\b"},
                        .toolkitOutcomes = {{"C:\\a", OutcomeKind::Installed}, {"C:\\b", OutcomeKind::RolledBack}},
                        .filesChanged = 31,
                        .pathChanged = true};
    const auto read = messageFromWorker(toMessage(MessageFromWorker(done)));
    ASSERT_TRUE(read);
    const auto& got = std::get<WorkDone>(*read);
    EXPECT_EQ(got.kind, done.kind);
    EXPECT_EQ(got.findings, done.findings);
    EXPECT_EQ(got.selectedRoots, done.selectedRoots);
    EXPECT_EQ(got.toolkitOutcomes, done.toolkitOutcomes);
    EXPECT_EQ(got.filesChanged, 31U);
    EXPECT_TRUE(got.pathChanged);
}

TEST(WorkerProtocol, RefusesWhatIsNotAMessageOfThisVersion) {
    for (const std::string text : {"", "{", "[]", "7", "null", "{}", R"({"protocol": 1})", R"({"protocol": 1, "type": 5})",
                                   R"({"protocol": 1, "type": "copy", "from": "a", "to": "b"})", R"({"protocol": 2, "type": "cancel"})",
                                   R"({"protocol": -1, "type": "cancel"})", R"({"protocol": "1", "type": "cancel"})"}) {
        SCOPED_TRACE(text);
        const auto toWorker = messageToWorker(text);
        ASSERT_FALSE(toWorker);
        EXPECT_EQ(toWorker.error().code, ErrorCode::WorkerProtocol);
        EXPECT_FALSE(messageFromWorker(text));
    }
    EXPECT_FALSE(messageToWorker(std::string(200'000, '['))) << "nesting without end";
    EXPECT_FALSE(messageToWorker("\xff\xfe{}"));
}

TEST(WorkerProtocol, EachSideRefusesTheOthersMessages) {
    EXPECT_FALSE(messageFromWorker(toMessage(MessageToWorker(CancelWork{}))));
    EXPECT_FALSE(messageToWorker(toMessage(MessageFromWorker(WorkDone{}))));
}

TEST(WorkerProtocol, TakesOnlyABareNameForTheArchive) {
    for (const std::string name : {"C:\\Users\\x\\a.zip", "..\\a.zip", "../a.zip", "a/b.zip", "..", ".", "", "a:stream", "a\nb.zip"}) {
        SCOPED_TRACE(name);
        auto message = startJson();
        message["request"]["source"] = name;
        EXPECT_EQ(whyRefused(message), ErrorCode::WorkerProtocol);
    }
    auto message = startJson();
    message["request"]["source"] = std::string(256, 'x');
    EXPECT_EQ(whyRefused(message), ErrorCode::WorkerProtocol);
}

TEST(WorkerProtocol, RefusesWorkThatIsNotAnInstallOrUninstall) {
    for (const std::string action : {"verify", "prove", "", "format"}) {
        SCOPED_TRACE(action);
        auto message = startJson();
        message["request"]["action"] = action;
        EXPECT_EQ(whyRefused(message), ErrorCode::WorkerProtocol);
    }
    auto uninstall = startJson();
    uninstall["request"]["action"] = "uninstall";
    EXPECT_EQ(whyRefused(uninstall), ErrorCode::WorkerProtocol) << "an uninstall brings no archive";
    auto without = startJson();
    without["archive"] = 0;
    EXPECT_EQ(whyRefused(without), ErrorCode::WorkerProtocol);
}

TEST(WorkerProtocol, RefusesADigestThatIsNone) {
    for (const std::string& digest : {std::string(), std::string(63, 'a'), std::string(64, 'g')}) {
        auto message = startJson();
        message["digest"] = digest;
        EXPECT_EQ(whyRefused(message), ErrorCode::WorkerProtocol) << digest;
    }
    for (const auto* const member : {"request", "digest", "archive"}) {
        auto message = startJson();
        message.erase(member);
        EXPECT_EQ(whyRefused(message), ErrorCode::WorkerProtocol) << member;
    }
}

}   // namespace
}   // namespace cudnn_setup
