#include "probe/prove.h"

#include "base/log.h"
#include "base/path_text.h"
#include "probe/proof_record.h"

namespace cudnn_setup {

namespace {

/// Logging of cuDNN that the user has switched on would fill the child's stderr before the line that matters. Old names included; they
/// change nothing about what is loaded (cuDNN troubleshooting guide 9.5.1).
constexpr std::string_view loggingVariables[]{"CUDNN_LOGLEVEL_DBG", "CUDNN_LOGDEST_DBG", "CUDNN_LOGERR_DBG", "CUDNN_LOGWARN_DBG",
                                              "CUDNN_LOGINFO_DBG"};

std::string normalFolder(std::string_view folder) {
    std::string text = toUtf8(pathFromUtf8(folder).lexically_normal().make_preferred());
    while (text.size() > 1 && (text.back() == '/' || text.back() == '\\')) text.pop_back();
    return text;
}

/// One folder may have several names: short ones, another case, a mapped drive. Its identity decides, its text where that is unknown.
bool isSameFolder(const Files& files, std::string_view one, std::string_view other) {
    if (normalFolder(one) == normalFolder(other)) return true;
    const auto first = files.info(pathFromUtf8(one));
    const auto second = files.info(pathFromUtf8(other));
    return first && *first && second && *second && !(*first)->identity.empty() && (*first)->identity == (*second)->identity;
}

/// A folder where no cuDNN lies: the current folder is searched before PATH, and a new program's would be its own.
std::filesystem::path neutralFolder(const System& system) {
    const auto folder = system.machine->folder(KnownFolder::System32);
    if (!folder) return {};
    const auto info = system.files->info(*folder);
    return info && *info ? *folder : std::filesystem::path{};
}

ChildRequest requestOf(const System& system, const ProveOptions& options) {
    ChildRequest request;
    request.program = system.processes->ownProgram();
    request.arguments = {"--probe"};
    request.freshEnvironment = options.freshEnvironment;
    for (const std::string_view name : loggingVariables) request.extraEnvironment.emplace_back(name, "");
    request.extraEnvironment.insert(request.extraEnvironment.end(), options.extraEnvironment.begin(), options.extraEnvironment.end());
    request.workingFolder = neutralFolder(system);
    request.unelevated = true;
    request.timeout = options.timeout;
    return request;
}

}   // namespace

Result<Proof> prove(System& system, const ProveOptions& options) {
    ProofRecord record;
    const auto onLine = [&](std::string_view text) {
        if (text.empty()) return;
        log().debug("probe: {}", text);
        const Result<ProbeLine> line = probeLineFromText(text);
        if (!line) {
            record.takeBroken(line.error());
            return;
        }
        record.take(*line);
        if (const auto* step = std::get_if<StepResult>(&*line); step && options.onStep) options.onStep(*step);
        if (const auto* iteration = std::get_if<ProbeIteration>(&*line); iteration && options.onIteration)
            options.onIteration(iteration->device, iteration->milliseconds);
    };
    const Result<ChildResult> child = system.processes->run(requestOf(system, options), onLine, options.stop);
    if (!child && child.error().code == ErrorCode::Cancelled) return std::unexpected(child.error());
    if (!child) {
        record.notStarted(child.error());
        return std::move(record).judge();
    }
    if (const auto died = record.finish(*child, std::chrono::duration_cast<std::chrono::seconds>(options.timeout)); died && options.onStep)
        options.onStep(*died);
    const std::string& loaded = record.proof().loadedFolder;
    if (!loaded.empty() && !options.expectedFolder.empty() && !isSameFolder(*system.files, loaded, options.expectedFolder))
        record.add(Finding{ErrorCode::ProbeOtherFolder, Severity::Warning, loaded, {options.expectedFolder}});
    Proof proof = std::move(record).judge();
    log().info("probe: {}, exit {}, folder {}", toText(proof.verdict), exitStatusText(proof.exitCode), proof.loadedFolder);
    return proof;
}

}   // namespace cudnn_setup
