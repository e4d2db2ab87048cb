#include "platform/posix/environment_store_posix.h"
#include "platform/posix/files_posix.h"
#include "platform/posix/machine_facts_posix.h"
#include "platform/posix/processes_posix.h"
#include "platform/posix/signatures_posix.h"
#include "platform/system.h"

namespace cudnn_setup {

System makeSystem(const std::optional<std::string>& userSid) {
    const auto machine = MachineFile::fromEnvironment();
    return {.files = std::make_unique<FilesPosix>(machine),
            .environment = std::make_unique<EnvironmentStorePosix>(machine, userSid),
            .machine = std::make_unique<MachineFactsPosix>(machine),
            .processes = std::make_unique<ProcessesPosix>(machine, userSid),
            .signatures = std::make_unique<SignaturesPosix>(machine)};
}

}   // namespace cudnn_setup
