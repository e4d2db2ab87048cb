/// Risk: a person without a mouse cannot get through, or a cancel is lost. The driver is scripted; every key goes through the window.
#include "gui_bench.h"
#include "wizard/button_bar.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QCheckBox>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>

namespace cudnn_setup {
namespace {

void press(QWidget& window, Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QWidget* target = window.focusWidget() != nullptr ? window.focusWidget() : &window;
    QTest::keyClick(target, key, modifiers);
    settle();
}

TEST(WizardWalk, GoesFromStartToProofByKeyboardAlone) {
    GuiBench bench;
    bench.start();
    MainWindow& window = bench.window();
    ASSERT_EQ(window.step(), MainWindow::This);
    press(window, Qt::Key_Return);
    ASSERT_EQ(window.step(), MainWindow::Archive);
    auto* path = qobject_cast<QLineEdit*>(window.focusWidget());
    ASSERT_NE(path, nullptr) << "the path has the focus while no archive is read";
    QTest::keyClicks(path, R"("C:\Downloads\cudnn.zip")");
    press(window, Qt::Key_Return);
    ASSERT_EQ(bench.driver().sources, std::vector<std::string>{R"(C:\Downloads\cudnn.zip)"});
    ASSERT_EQ(window.step(), MainWindow::Archive) << "the licence is not accepted yet";
    EXPECT_FALSE(window.bar().next().isEnabled());
    auto* accept = window.page().findChild<QCheckBox*>();
    ASSERT_NE(accept, nullptr);
    for (int i = 0; i < 12 && window.focusWidget() != accept; ++i) press(window, Qt::Key_Tab);
    ASSERT_EQ(window.focusWidget(), accept);
    press(window, Qt::Key_Space);
    EXPECT_TRUE(bench.model().request().acceptLicence);
    press(window, Qt::Key_Return);
    ASSERT_EQ(window.step(), MainWindow::Target);
    press(window, Qt::Key_Return);
    ASSERT_EQ(window.step(), MainWindow::Review);
    ASSERT_FALSE(bench.driver().applied.has_value()) << "nothing is applied before the plan was shown";
    press(window, Qt::Key_Return);
    ASSERT_TRUE(bench.driver().applied.has_value());
    EXPECT_TRUE(bench.driver().applied->acceptLicence);
    EXPECT_TRUE(bench.driver().applied->prove);
    ASSERT_EQ(window.step(), MainWindow::Install);
    bench.driver().tell(PhaseStarted{Phase::Unpacking});
    bench.driver().tell(PhaseProgress{Phase::Unpacking, 1, 2, "cudnn64_9.dll"});
    bench.driver().tell(PhaseStarted{Phase::Proving});
    ASSERT_EQ(window.step(), MainWindow::Proof);
    // Nothing can be chosen now, so the window itself has the focus: a ring around it would be a window that takes the next key.
    for (const QWidget* top : QApplication::topLevelWidgets())
        EXPECT_TRUE(top == &window || !top->isVisible()) << top->metaObject()->className();
    Outcome outcome = outcomeOf(OutcomeKind::Installed, bench.driver());
    outcome.proof = provenProof();
    bench.driver().tell(Finished{outcome});
    EXPECT_TRUE(window.page().title().contains("works on your RTX 4070")) << window.page().title().toStdString();
    press(window, Qt::Key_Return);
    EXPECT_FALSE(window.isVisible());
}

TEST(WizardWalk, GoesBackWithAltLeft) {
    GuiBench bench;
    bench.start();
    bench.goTo(MainWindow::Review);
    press(bench.window(), Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(bench.window().step(), MainWindow::Target);
}

TEST(WizardWalk, LooksAgainWithF5) {
    GuiBench bench;
    bench.start();
    bench.driver().snapshot->gpus.clear();
    press(bench.window(), Qt::Key_F5);
    EXPECT_TRUE(bench.model().snapshot()->gpus.empty());
}

TEST(WizardWalk, TakesTheArchiveOfTheCommandLine) {
    Request request;
    request.source = R"(D:\cudnn.zip)";
    GuiBench bench(Language::English, Scheme::Light, request);
    bench.start();
    press(bench.window(), Qt::Key_Return);
    EXPECT_EQ(bench.driver().sources, std::vector<std::string>{R"(D:\cudnn.zip)"});
}

TEST(WizardWalk, TabReachesEveryButtonOfTheBar) {
    GuiBench bench;
    bench.start();
    bench.goTo(MainWindow::Review);
    QSet<QWidget*> reached;
    for (int i = 0; i < 30; ++i) {
        press(bench.window(), Qt::Key_Tab);
        reached.insert(bench.window().focusWidget());
    }
    for (QWidget* button : {static_cast<QWidget*>(&bench.window().bar().back()), static_cast<QWidget*>(&bench.window().bar().next()),
                            static_cast<QWidget*>(&bench.window().bar().cancel())})
        EXPECT_TRUE(reached.contains(button));
}

TEST(WizardCancel, StopsAtOnceWhileNothingIsWritten) {
    GuiBench bench;
    bench.start();
    bench.goTo(MainWindow::Install);
    bench.driver().tell(PhaseStarted{Phase::Unpacking});
    press(bench.window(), Qt::Key_Escape);
    EXPECT_EQ(bench.driver().cancels, 1);
    EXPECT_EQ(bench.window().question(), nullptr);
    EXPECT_TRUE(bench.window().isVisible());
    bench.driver().tell(Finished{outcomeOf(OutcomeKind::Cancelled, bench.driver())});
    EXPECT_TRUE(bench.window().page().title().contains("Everything is as it was"));
}

TEST(WizardCancel, AsksOnceFilesAreBeingMoved) {
    GuiBench bench;
    bench.start();
    bench.goTo(MainWindow::Install);
    bench.driver().tell(PhaseStarted{Phase::Unpacking});
    bench.driver().tell(PhaseStarted{Phase::Placing});
    press(bench.window(), Qt::Key_Escape);
    ASSERT_NE(bench.window().question(), nullptr);
    EXPECT_EQ(bench.driver().cancels, 0);
    bench.window().question()->buttons().front()->click();
    settle();
    EXPECT_EQ(bench.driver().cancels, 1);
    EXPECT_TRUE(bench.window().page().title().contains("Putting everything back"));
}

TEST(WizardCancel, ClosingTheWindowWaitsForTheRollback) {
    GuiBench bench;
    bench.start();
    bench.goTo(MainWindow::Install);
    bench.driver().tell(PhaseStarted{Phase::Unpacking});
    bench.window().close();
    settle();
    EXPECT_TRUE(bench.window().isVisible()) << "the window must not go while files may be moved";
    EXPECT_EQ(bench.driver().cancels, 1);
    bench.driver().tell(PhaseStarted{Phase::RollingBack});
    bench.driver().tell(Finished{outcomeOf(OutcomeKind::Cancelled, bench.driver())});
    EXPECT_FALSE(bench.window().isVisible());
}

TEST(WizardCancel, ClosesWithoutAskingBeforeTheInstall) {
    GuiBench bench;
    bench.start();
    bench.goTo(MainWindow::Review);
    press(bench.window(), Qt::Key_Escape);
    EXPECT_FALSE(bench.window().isVisible());
    EXPECT_FALSE(bench.driver().applied.has_value());
}

}   // namespace
}   // namespace cudnn_setup
