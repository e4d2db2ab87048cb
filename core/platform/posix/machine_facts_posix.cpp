#include "platform/posix/machine_facts_posix.h"

#include "base/json.h"
#include "base/path_text.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

namespace cudnn_setup {
namespace {

std::string_view keyOf(KnownFolder which) {
    switch (which) {
        case KnownFolder::ProgramFiles: return "program_files";
        case KnownFolder::ProgramData: return "program_data";
        case KnownFolder::LocalAppData: return "local_app_data";
        case KnownFolder::System32: return "system32";
        case KnownFolder::Windows: return "windows";
        case KnownFolder::Temp: return "temp";
    }
    return "temp";
}

}   // namespace

MachineFactsPosix::MachineFactsPosix(std::shared_ptr<MachineFile> machine) : m_machine(std::move(machine)) {}

std::string MachineFactsPosix::systemName() const {
    utsname name{};
    const std::string real = ::uname(&name) == 0 ? std::string(name.sysname) + ' ' + name.release : "unknown";
    const auto machine = m_machine->read();
    return machine ? (*machine)->value("system", real) : real;
}

Result<Account> MachineFactsPosix::account() const {
    const auto machine = m_machine->read();
    if (!machine) return std::unexpected(machine.error());
    Account account{
        .name = "uid " + std::to_string(::getuid()), .sid = std::to_string(::getuid()), .elevated = ::geteuid() == 0, .system = false};
    const auto given = (*machine)->find("account");
    if (given == (*machine)->end()) return account;
    JsonReader reader(*given);
    account.name = reader.textOr("name", account.name);
    account.sid = reader.textOr("sid", account.sid);
    account.elevated = reader.booleanOr("elevated", account.elevated);
    account.system = reader.booleanOr("system", false);
    if (reader.error()) return std::unexpected(*reader.error());
    return account;
}

Result<std::vector<RegisteredToolkit>> MachineFactsPosix::registeredToolkits() const {
    const auto machine = m_machine->read();
    if (!machine) return std::unexpected(machine.error());
    std::vector<RegisteredToolkit> found;
    for (const auto& toolkit : (*machine)->value("toolkits", nlohmann::json::array())) {
        JsonReader reader(toolkit);
        RegisteredToolkit registered{.keyName = reader.text("key"), .installDir = reader.text("folder")};
        if (reader.error()) return std::unexpected(*reader.error());
        registered.installDir = toUtf8(m_machine->resolve(pathFromUtf8(registered.installDir)));
        found.push_back(std::move(registered));
    }
    return found;
}

Result<std::vector<DisplayAdapter>> MachineFactsPosix::displayAdapters() const {
    const auto machine = m_machine->read();
    if (!machine) return std::unexpected(machine.error());
    std::vector<DisplayAdapter> found;
    for (const auto& adapter : (*machine)->value("adapters", nlohmann::json::array())) {
        JsonReader reader(adapter);
        found.push_back({.name = reader.text("name"), .driverVersion = reader.text("driver")});
        if (reader.error()) return std::unexpected(*reader.error());
    }
    return found;
}

Result<std::filesystem::path> MachineFactsPosix::folder(KnownFolder which) const {
    const auto machine = m_machine->read();
    if (!machine) return std::unexpected(machine.error());
    const std::string key(keyOf(which));
    const auto folders = (*machine)->value("folders", nlohmann::json::object());
    if (const auto given = folders.find(key); given != folders.end() && given->is_string()) {
        return m_machine->resolve(pathFromUtf8(given->get<std::string>()));
    }
    if (m_machine->folder().empty()) return fail(ErrorCode::SystemCallFailed, key, ENOENT);
    return m_machine->folder() / key;
}

std::string MachineFactsPosix::utcNow() const {
    if (const auto machine = m_machine->read(); machine && (*machine)->contains("now")) return (*machine)->value("now", "");
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    std::string text(32, '\0');
    text.resize(std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts));
    return text;
}

}   // namespace cudnn_setup
