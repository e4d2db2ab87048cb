/// cudnnctl: every role but the wizard, on a console.
#include "cli/run.h"
#include "platform/console.h"
#include "probe/probe_child.h"
#include "worker/worker_role.h"

#include <cstdio>
#include <exception>

namespace {

int run(const std::vector<std::string>& arguments) {
    using namespace cudnn_setup;
    if (!arguments.empty() && arguments.front() == "--probe") return runProbe({arguments.begin() + 1, arguments.end()});
    if (!arguments.empty() && arguments.front() == "--worker") return runWorker({arguments.begin() + 1, arguments.end()});
    const bool terminal = prepareConsole();
    return runArguments(arguments, FrontEnd::Console, terminal);
}

}   // namespace

int main(int argc, char** argv) {
    try {
        return run(cudnn_setup::programArguments(argc, argv));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "internal-error: %s\n", error.what());
    } catch (...) {
        std::fprintf(stderr, "internal-error\n");
    }
    return cudnn_setup::codeInfo(cudnn_setup::ErrorCode::InternalError).exitCode;
}
