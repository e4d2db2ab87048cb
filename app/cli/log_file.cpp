#include "cli/log_file.h"

#include "base/log.h"
#include "base/path_text.h"
#include "machine/observe.h"
#include "platform/absolute_path.h"

#include <algorithm>

namespace cudnn_setup {
namespace {

constexpr std::size_t keptLogs = 50;

Result<std::filesystem::path> logFolder(System& system) {
    const auto account = system.machine->account();
    const bool administrator = account && (account->elevated || account->system);
    const auto index = indexFolder(system, administrator ? EnvironmentScope::Machine : EnvironmentScope::User);
    if (!index) return index;
    // The machine's folder is ours alone: created by us with its own rights, or trusted before it is used.
    const auto there = system.files->info(*index);
    if (!there) return std::unexpected(there.error());
    if (!*there) {
        const auto created = administrator ? system.files->createProtectedFolder(*index) : system.files->createFolder(*index);
        if (!created) return std::unexpected(created.error());
    }
    const auto trusted = system.files->isTrustedStateFolder(*index);
    if (!trusted) return std::unexpected(trusted.error());
    if (!*trusted) return fail(ErrorCode::StateFolderUntrusted, toUtf8(*index));
    const auto logs = *index / "logs";
    if (const auto created = system.files->createFolder(logs); !created) return std::unexpected(created.error());
    return logs;
}

void deleteOldest(Files& files, const std::filesystem::path& folder) {
    const auto names = files.list(folder);   // sorted: the names are times
    if (!names || names->size() < keptLogs) return;
    for (std::size_t index = 0; index + keptLogs <= names->size(); ++index) {
        if (!(*names)[index].ends_with(".log")) continue;
        if (const auto removed = files.remove(folder / pathFromUtf8((*names)[index])); !removed)
            return;   // another user's; it does no harm
    }
}

}   // namespace

std::string openLog(System& system, const std::string& file) {
    const auto path = absolutePath(pathFromUtf8(file));
    // A folder that is missing or beyond a link shows when the file is opened.
    static_cast<void>(system.files->createFolder(path.parent_path()));
    if (!startLog(path)) return {};
    return toUtf8(path);
}

std::string openDefaultLog(System& system) {
    const auto folder = logFolder(system);
    if (!folder) return {};
    deleteOldest(*system.files, *folder);
    auto name = system.machine->utcNow();
    std::erase(name, ':');
    return openLog(system, toUtf8(*folder / pathFromUtf8(name + ".log")));
}

}   // namespace cudnn_setup
