/// One picture a state, at 1024 × 700, for people to look at.
#include "gui_bench.h"

#include <QApplication>
#include <QFont>

#include <iostream>

using namespace cudnn_setup;

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() < 2) {
        std::cerr << "wizard_pictures FOLDER [light|dark] [en|zh-CN] [WIDTHxHEIGHT]\n";
        return 2;
    }
    const Scheme scheme = arguments.size() > 2 && arguments[2] == "dark" ? Scheme::Dark : Scheme::Light;
    const Language language = arguments.size() > 3 && arguments[3] == "zh-CN" ? Language::SimplifiedChinese : Language::English;
    const QStringList size = arguments.size() > 4 ? arguments[4].split('x') : QStringList{"1024", "700"};
    const auto picture = [&](GuiBench& bench, const QString& name) {
        bench.window().resize(size[0].toInt(), size[1].toInt());
        settle();
        settle();
        bench.window().grab().save(arguments[1] + '/' + name + ".png");
    };
    GuiBench bench(language, scheme);
    bench.start();
    picture(bench, "01-start");
    bench.goTo(MainWindow::Archive);
    picture(bench, "02-source");
    bench.goTo(MainWindow::Target);
    picture(bench, "03-target");
    bench.driver().planFindings = {Finding{.code = ErrorCode::FileInUse,
                                           .severity = Severity::Warning,
                                           .subject = R"(C:\CUDA\v12.8\bin\cudnn64_9.dll)",
                                           .arguments = {"python.exe (14208)"}}};
    bench.goTo(MainWindow::Review);
    picture(bench, "04-review");
    bench.goTo(MainWindow::Install);
    bench.driver().tell(PhaseStarted{Phase::Unpacking});
    bench.driver().tell(PhaseProgress{Phase::Unpacking, 508'000'000, 836'000'000, "cudnn_engines_precompiled64_9.dll"});
    picture(bench, "05-install");
    bench.driver().tell(PhaseStarted{Phase::Proving});
    const Proof proof = provenProof();
    for (std::size_t i = 0; i < 4; ++i) bench.driver().tell(ProofStepChanged{proof.steps[i]});
    bench.driver().tell(ProofStepChanged{{ProbeStep::Version, StepState::Running, std::nullopt, ""}});
    picture(bench, "06-proof-running");
    Outcome outcome = outcomeOf(OutcomeKind::Installed, bench.driver());
    outcome.proof = proof;
    outcome.pathChanged = true;
    bench.driver().tell(Finished{outcome});
    picture(bench, "06-proof");

    GuiBench none(language, scheme);
    none.start();
    none.goTo(MainWindow::Install);
    none.driver().tell(PhaseStarted{Phase::Proving});
    outcome = outcomeOf(OutcomeKind::Installed, none.driver());
    outcome.proof = Proof{};
    outcome.proof->findings = {Finding{.code = ErrorCode::ProbeNoDriver, .severity = Severity::Info, .subject = "nvcuda.dll"}};
    outcome.proof->steps = {{ProbeStep::Process, StepState::Passed, std::nullopt, ""}};
    none.driver().tell(Finished{outcome});
    picture(none, "06-not-proven");

    GuiBench wrong(language, scheme);
    wrong.start();
    wrong.driver().refusal = Finding{
        .code = ErrorCode::ArchiveBuiltForOtherCuda, .subject = "cudnn_adv64_9.dll", .arguments = {"13", "12", "cudnn_adv64_9.dll"}};
    wrong.goTo(MainWindow::Archive);
    picture(wrong, "07-blocked");

    GuiBench failed(language, scheme);
    failed.start();
    failed.goTo(MainWindow::Install);
    failed.driver().tell(PhaseStarted{Phase::Unpacking});
    failed.driver().tell(PhaseStarted{Phase::Placing});
    failed.driver().tell(PhaseStarted{Phase::RollingBack});
    outcome = outcomeOf(OutcomeKind::RolledBack, failed.driver());
    outcome.findings = {Finding{.code = ErrorCode::FileVanished, .subject = "cudnn_graph64_9.dll"}};
    failed.driver().tell(Finished{outcome});
    picture(failed, "05-rolled-back");
    return 0;
}
