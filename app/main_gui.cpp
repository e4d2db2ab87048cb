/// cudnn-setup: every role in one file. The wizard is what a double click starts; everything else is decided by the command line.
#include "cli/run.h"
#include "platform/console.h"
#include "platform/system.h"
#include "probe/probe_child.h"
#include "wizard/run_wizard.h"
#include "worker/remote_applier.h"
#include "worker/worker_role.h"

#include <cstdio>
#include <exception>

namespace {

int run(int& argc, char** argv) {
    using namespace cudnn_setup;
    const std::vector<std::string> arguments = programArguments(argc, argv);
    if (!arguments.empty() && arguments.front() == "--probe") return runProbe({arguments.begin() + 1, arguments.end()});
    if (!arguments.empty() && arguments.front() == "--worker") return runWorker({arguments.begin() + 1, arguments.end()});
    const Language language = languageFromText(userLanguage()).value_or(Language::English);
    const auto line = parseCommandLine(arguments, FrontEnd::Window, language);
    if (!line) return refuseCommandLine(line.error(), arguments, language);
    if (line->kind != CommandKind::Run || line->quiet || line->namesAction) return runCommand(*line, prepareConsole());
    System system = makeSystem();
    LocalApplier applier(system);
    RemoteApplier elevated(system, startElevated);
    beginRun(*line, system);
    auto outcome = runWizard(argc, argv, line->request, line->language, system, applier, &elevated);
    if (!outcome) {   // closed before anything was run
        outcome.emplace();
        outcome->kind = OutcomeKind::Cancelled;
        outcome->exitCode = codeInfo(ErrorCode::Cancelled).exitCode;
        outcome->request = line->request;
        outcome->findings.push_back(Finding{ErrorCode::Cancelled});
    }
    endRun(*line, system, *outcome);
    return outcome->exitCode;
}

}   // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "internal-error: %s\n", error.what());
    } catch (...) {
        std::fprintf(stderr, "internal-error\n");
    }
    return cudnn_setup::codeInfo(cudnn_setup::ErrorCode::InternalError).exitCode;
}
