#pragma once
/// @file
/// All seams to the operating system in one bundle, so that a whole run can be given a pretended machine.
#include "platform/environment_store.h"
#include "platform/files.h"
#include "platform/machine_facts.h"
#include "platform/processes.h"
#include "platform/signatures.h"

namespace cudnn_setup {

struct System {
    std::unique_ptr<Files> files;
    std::unique_ptr<EnvironmentStore> environment;
    std::unique_ptr<MachineFacts> machine;
    std::unique_ptr<Processes> processes;
    std::unique_ptr<Signatures> signatures;
};

/// @param userSid  Whose Environment key "user" means; std::nullopt = the process's own user. The elevated worker gives the SID of the
///                 requesting user, since another administrator's HKCU must decide nothing.
/// The native lane's one is driven by a folder: environment variable CUDNN_SETUP_MACHINE names it, machine.json in it holds what the
/// registry would (see posix/machine_file.h).
[[nodiscard]] System makeSystem(const std::optional<std::string>& userSid = std::nullopt);

}   // namespace cudnn_setup
