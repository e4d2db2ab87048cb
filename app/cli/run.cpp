#include "cli/run.h"

#include "base/json.h"
#include "base/log.h"
#include "base/path_text.h"
#include "cli/console_progress.h"
#include "cli/log_file.h"
#include "platform/console.h"
#include "report/text_report.h"
#include "workflow/workflow.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace cudnn_setup {
namespace {

void print(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

/// @return What kept the result file from being written; an unwritable one must not go unnoticed by those who read it.
std::optional<Finding> writeResult(Files& files, const std::string& resultFile, const Outcome& outcome) {
    if (resultFile.empty()) return std::nullopt;
    const auto written = writeTextAtomically(files, pathFromUtf8(resultFile), dumpJson(toJson(outcome), 2) + "\n");
    if (!written) return toFinding(written.error(), Severity::Warning);
    return std::nullopt;
}

std::string helpText(const Messages& messages) {
    auto text = messages.text("help.usage") + "\n\n";
    for (const SwitchInfo& info : allSwitches()) {
        text += fmt::format("  {:<28}{}\n", fmt::format("/{}{}{}", info.name, info.value.empty() ? "" : " ", info.value),
                            messages.text(fmt::format("help.{}", info.name)));
    }
    return text + '\n' + messages.text("help.exit-codes") + '\n';
}

}   // namespace

void beginRun(const CommandLine& line, System& system) {
    static_cast<void>(line.logFile.empty() ? openDefaultLog(system) : openLog(system, line.logFile));
    log().info("cudnn-setup {} on {}, request {}", CUDNN_SETUP_VERSION, system.machine->systemName(), dumpJson(toJson(line.request)));
}

void endRun(const CommandLine& line, System& system, Outcome& outcome) {
    if (const auto unwritten = writeResult(*system.files, line.resultFile, outcome))
        addFindings(outcome.findings, std::span(&*unwritten, 1));
}

int runCommand(const CommandLine& line, bool terminal) {
    const Messages& messages = Messages::of(line.language);
    if (line.kind == CommandKind::Help) {
        print(helpText(messages));
        return 0;
    }
    if (line.kind == CommandKind::Version) {
        print(fmt::format("cudnn-setup {}\n", CUDNN_SETUP_VERSION));
        return 0;
    }

    System system = makeSystem();
    beginRun(line, system);

    LocalApplier applier(system);
    ConsoleProgress progress(messages, terminal);
    Outcome outcome;
    {
        // The workflow is made after the watch and ends before it: a closed console waits until everything was put back.
        std::function<void()> cancel;
        std::mutex cancelMutex;
        const InterruptWatch watch([&] {
            const std::scoped_lock guard(cancelMutex);
            if (cancel) cancel();
        });
        Workflow workflow(system, applier, nullptr, [&](const WorkflowEvent& event) {
            if (!line.quiet) progress.take(event);
        });
        {
            const std::scoped_lock guard(cancelMutex);
            cancel = [&workflow] { workflow.cancel(); };
        }
        outcome = workflow.run(line.request);
        const std::scoped_lock guard(cancelMutex);
        cancel = nullptr;
    }
    progress.end();
    endRun(line, system, outcome);
    print(outcomeText(outcome, messages));
    return outcome.exitCode;
}

int refuseCommandLine(const Error& error, std::span<const std::string> arguments, Language language) {
    Outcome outcome;
    outcome.findings.push_back(toFinding(error));
    outcome.exitCode = codeInfo(error.code).exitCode;
    const auto runFiles = findRunFiles(arguments);
    System system = makeSystem();
    if (!runFiles.logFile.empty()) outcome.logFile = openLog(system, runFiles.logFile);
    log().error("{} {}", codeInfo(error.code).id, error.subject);
    if (const auto unwritten = writeResult(*system.files, runFiles.resultFile, outcome))
        addFindings(outcome.findings, std::span(&*unwritten, 1));
    print(findingsText(outcome.findings, Messages::of(language)));
    return outcome.exitCode;
}

int runArguments(std::span<const std::string> arguments, FrontEnd frontEnd, bool terminal) {
    const auto language = languageFromText(userLanguage()).value_or(Language::English);
    const auto line = parseCommandLine(arguments, frontEnd, language);
    return line ? runCommand(*line, terminal) : refuseCommandLine(line.error(), arguments, language);
}

}   // namespace cudnn_setup
