/// Risk: a page that promises more than was found, hides why it does not go on, or speaks two languages at once.
#include "gui_bench.h"
#include "wizard/button_bar.h"
#include "wizard/proof_page.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QLayout>
#include <QRegularExpression>

namespace cudnn_setup {
namespace {

bool says(const GuiBench& bench, const QString& text) {
    const QStringList texts = bench.texts();
    return std::ranges::any_of(texts, [&](const QString& one) { return one.contains(text); });
}

TEST(StartPage, NamesWhatIsMissing) {
    GuiBench bench;
    bench.start();
    EXPECT_TRUE(bench.window().page().title().contains("incomplete"));
    EXPECT_TRUE(bench.window().page().subtitle().contains("CUDA 12.8"));
}

TEST(TargetPage, OffersTheNewestOfWhatFitsFirst) {
    GuiBench bench;
    bench.start();
    bench.goTo(MainWindow::Target);
    const auto& views = bench.model().toolkits();
    ASSERT_GE(views.size(), 3U);
    EXPECT_TRUE(views[0].recommended);
    EXPECT_TRUE(views[1].usable);
    EXPECT_GT(views[0].toolkit->version, views[1].toolkit->version);
    EXPECT_FALSE(views.back().usable);
}

TEST(WizardWindow, AScrollBarDoesNotMoveTheRightEdge) {
    GuiBench bench;
    bench.start();
    bench.goTo(MainWindow::Review);
    const auto right = [&](int height) {
        bench.window().resize(1024, height);
        settle();
        const auto* column = bench.window().page().widget()->layout()->itemAt(0)->widget();
        return column->mapTo(&bench.window(), QPoint(column->width(), 0)).x();
    };
    const int tall = right(1200);
    EXPECT_EQ(right(560), tall);
    EXPECT_EQ(tall, 1024 - 40);
}

TEST(StartPage, StopsWhereThereIsNoToolkit) {
    GuiBench bench;
    bench.driver().snapshot->toolkits.clear();
    bench.start();
    EXPECT_TRUE(bench.window().page().title().contains("No CUDA toolkit"));
    EXPECT_FALSE(bench.window().bar().next().isEnabled());
}

TEST(ArchivePage, ShowsWhyAnArchiveIsRefusedWithItsCodeAndExitCode) {
    GuiBench bench;
    bench.start();
    bench.driver().refusal = Finding{.code = ErrorCode::ArchiveLinux, .subject = "cudnn-linux.tar.xz"};
    bench.goTo(MainWindow::Archive);
    EXPECT_FALSE(bench.window().bar().next().isEnabled());
    EXPECT_TRUE(says(bench, "archive-linux, exit code 1633"));
    EXPECT_TRUE(says(bench, QString::fromStdString(Messages::of(Language::English).remedy(*bench.driver().refusal))));
    EXPECT_TRUE(says(bench, "Nothing has been changed"));
}

TEST(ArchivePage, TheQuestionIsOnThePageWhenItIsAsked) {
    for (const Language language : {Language::English, Language::SimplifiedChinese}) {
        GuiBench bench(language);
        bench.start();
        bench.goTo(MainWindow::Archive);
        const QWidget* accept = bench.window().focusWidget();
        ASSERT_NE(qobject_cast<const QCheckBox*>(accept), nullptr);
        EXPECT_EQ(accept->visibleRegion().boundingRect(), accept->rect());
    }
}

TEST(ReviewPage, ABlockedPlanCannotBeInstalled) {
    GuiBench bench;
    bench.start();
    bench.driver().planFindings = {Finding{.code = ErrorCode::DiskFull, .subject = "C:", .arguments = {"1000", "10"}}};
    bench.goTo(MainWindow::Review);
    EXPECT_FALSE(bench.window().bar().next().isEnabled());
    EXPECT_TRUE(says(bench, "disk-full, exit code 112"));
}

TEST(ReviewPage, ShieldsTheButtonThatRaisesThePrompt) {
    GuiBench bench;
    bench.start();
    bench.driver().planFindings = {Finding{.code = ErrorCode::ElevationNeeded, .severity = Severity::Info, .subject = "C:"}};
    bench.goTo(MainWindow::Review);
    EXPECT_TRUE(bench.window().bar().next().isEnabled());
    EXPECT_TRUE(bench.window().bar().next().hasShield());
}

TEST(InstallPage, NamesTheRollback) {
    GuiBench bench;
    bench.start();
    bench.goTo(MainWindow::Install);
    bench.driver().tell(PhaseStarted{Phase::Placing});
    bench.driver().tell(PhaseStarted{Phase::RollingBack});
    Outcome outcome = outcomeOf(OutcomeKind::RolledBack, bench.driver());
    outcome.findings = {Finding{.code = ErrorCode::FileVanished, .subject = "cudnn_graph64_9.dll"}};
    bench.driver().tell(Finished{outcome});
    EXPECT_EQ(bench.window().step(), MainWindow::Install);
    EXPECT_TRUE(bench.window().page().title().contains("put back"));
    EXPECT_TRUE(says(bench, "file-vanished"));
}

TEST(ProofPage, DoesNotCallFilesAProof) {
    GuiBench bench;
    bench.start();
    bench.goTo(MainWindow::Install);
    bench.driver().tell(PhaseStarted{Phase::Proving});
    Outcome outcome = outcomeOf(OutcomeKind::Installed, bench.driver());
    outcome.proof = Proof{};
    outcome.proof->findings = {Finding{.code = ErrorCode::NoGpu, .severity = Severity::Info}};
    outcome.proof->steps = {{ProbeStep::Process, StepState::Passed, std::nullopt, ""}};
    bench.driver().tell(Finished{outcome});
    EXPECT_EQ(bench.window().page().title(), "Installed, but not proven");
    EXPECT_FALSE(says(bench, "works on"));
    const auto& page = dynamic_cast<const ProofPage&>(bench.window().page());
    EXPECT_EQ(page.lamps().lamps()[0].state, LampState::Lit);
    EXPECT_EQ(page.lamps().lamps()[5].state, LampState::NotRun);
}

TEST(ProofPage, NamesTheFirstFailedLamp) {
    GuiBench bench;
    bench.start();
    bench.goTo(MainWindow::Install);
    bench.driver().tell(PhaseStarted{Phase::Proving});
    Outcome outcome = outcomeOf(OutcomeKind::Installed, bench.driver());
    outcome.proof = provenProof();
    outcome.proof->verdict = Verdict::Disproven;
    outcome.proof->devices.clear();
    outcome.proof->steps.resize(8);
    outcome.proof->steps[7].state = StepState::Failed;
    outcome.proof->findings = {Finding{.code = ErrorCode::ProbeCreateFailed, .subject = "1001"}};
    bench.driver().tell(Finished{outcome});
    EXPECT_TRUE(bench.window().page().title().contains("GPU handle")) << bench.window().page().title().toStdString();
}

/// Words that stay Latin in Chinese: names, units, file names, paths, codes and the licence.
QString withoutNames(QString text) {
    static const QRegularExpression names(QStringLiteral(
        R"([A-Z]:\\[^，。；\n]*|[%\w.-]+\.(dll|h|lib|zip|log|exe|json)\b|%\w+%[^\s，。]*|\b[a-z0-9]+(-[a-z0-9]+)+\b|\b[\w.-]*\\[\w.\\-]*|cuDNN|cuBLAS|cudnn-setup|English|include|lib\\x64|bin|)"
        R"(NVIDIA|GeForce|Windows|Python|Pro|FLOP/s|TFLOP/s|channels|Linux|wheel|zip|PATH|SHA|Alt)"));
    return text.remove(names);
}

TEST(WizardLanguage, ASwitchToChineseLeavesNoEnglishOnAnyPage) {
    GuiBench bench;
    bench.start();
    const auto check = [&](const char* where) {
        static const QRegularExpression english(QStringLiteral("[A-Za-z][a-z]{2,}"));
        for (const QString& text : bench.texts()) {
            const auto match = english.match(withoutNames(text));
            EXPECT_FALSE(match.hasMatch()) << where << ": " << text.toStdString();
        }
    };
    for (const MainWindow::Step step :
         {MainWindow::This, MainWindow::Archive, MainWindow::Target, MainWindow::Review, MainWindow::Install}) {
        bench.appearance().setLanguage(Language::English);
        bench.goTo(step);
        bench.appearance().setLanguage(Language::SimplifiedChinese);
        settle();
        check(bench.window().page().stepName().toUtf8().constData());
    }
    bench.driver().tell(PhaseStarted{Phase::Proving});
    Outcome outcome = outcomeOf(OutcomeKind::Installed, bench.driver());
    outcome.proof = provenProof();
    bench.driver().tell(Finished{outcome});
    check("proof");
}

TEST(WizardLanguage, SwitchesBack) {
    GuiBench bench;
    bench.start();
    const QString english = bench.window().page().title();
    bench.appearance().setLanguage(Language::SimplifiedChinese);
    settle();
    EXPECT_NE(bench.window().page().title(), english);
    bench.appearance().setLanguage(Language::English);
    settle();
    EXPECT_EQ(bench.window().page().title(), english);
}

TEST(WizardWindow, NothingIsWiderThanTheSmallestWindow) {
    for (const Language language : {Language::English, Language::SimplifiedChinese}) {
        GuiBench bench(language);
        bench.start();
        bench.window().resize(880, 560);
        for (const MainWindow::Step step :
             {MainWindow::This, MainWindow::Archive, MainWindow::Target, MainWindow::Review, MainWindow::Install}) {
            bench.goTo(step);
            EXPECT_LE(bench.window().page().widget()->minimumSizeHint().width(), 880 - 208) << "step " << step;
            EXPECT_EQ(bench.window().width(), 880);
        }
    }
}

}   // namespace
}   // namespace cudnn_setup
