#include "platform/system.h"
#include "platform/windows/environment_store_windows.h"
#include "platform/windows/files_windows.h"
#include "platform/windows/machine_facts_windows.h"
#include "platform/windows/processes_windows.h"
#include "platform/windows/signatures_windows.h"

namespace cudnn_setup {

System makeSystem(const std::optional<std::string>& userSid) {
    return {.files = std::make_unique<win::FilesWindows>(),
            .environment = std::make_unique<win::EnvironmentStoreWindows>(userSid),
            .machine = std::make_unique<win::MachineFactsWindows>(userSid),
            .processes = std::make_unique<win::ProcessesWindows>(),
            .signatures = std::make_unique<win::SignaturesWindows>()};
}

}   // namespace cudnn_setup
