#include "platform/posix/environment_store_posix.h"

#include "platform/expand_variables.h"

#include <algorithm>
#include <cerrno>

namespace cudnn_setup {
namespace {

std::optional<RawVariable> variableFrom(const nlohmann::json& json) {
    if (!json.is_object()) return std::nullopt;
    return RawVariable{.text = json.value("text", ""),
                       .type = json.value("type", "plain") == "expandable" ? RegistryText::Expandable : RegistryText::Plain};
}

nlohmann::json toJson(const RawVariable& variable) {
    return {{"type", variable.type == RegistryText::Expandable ? "expandable" : "plain"}, {"text", variable.text}};
}

/// The registry keeps the case that a name was first written with.
std::string existingName(const nlohmann::json& variables, std::string_view name) {
    for (const auto& [key, value] : variables.items()) {
        if (isSameVariable(key, name)) return key;
    }
    return std::string(name);
}

}   // namespace

EnvironmentStorePosix::EnvironmentStorePosix(std::shared_ptr<MachineFile> machine, std::optional<std::string> userSid)
    : m_machine(std::move(machine)), m_userSid(std::move(userSid)) {}

nlohmann::json::json_pointer EnvironmentStorePosix::place(const nlohmann::json& machine, EnvironmentScope scope) const {
    using Pointer = nlohmann::json::json_pointer;
    if (scope == EnvironmentScope::Machine) return Pointer("/environment/machine");
    const auto ownSid = machine.value(Pointer("/account/sid"), std::string{});
    if (!m_userSid || *m_userSid == ownSid) return Pointer("/environment/user");
    return Pointer("/environment/users") / *m_userSid;
}

Result<std::vector<std::pair<std::string, RawVariable>>> EnvironmentStorePosix::all(EnvironmentScope scope) const {
    const auto machine = m_machine->read();
    if (!machine) return std::unexpected(machine.error());
    std::vector<std::pair<std::string, RawVariable>> found;
    const auto where = place(**machine, scope);
    if (!(*machine)->contains(where)) return found;
    for (const auto& [name, value] : (*machine)->at(where).items()) {
        if (auto variable = variableFrom(value)) found.emplace_back(name, std::move(*variable));
    }
    std::ranges::sort(found, {}, &std::pair<std::string, RawVariable>::first);
    return found;
}

Result<std::optional<RawVariable>> EnvironmentStorePosix::read(EnvironmentScope scope, std::string_view name) const {
    auto variables = all(scope);
    if (!variables) return std::unexpected(variables.error());
    for (auto& [key, variable] : *variables) {
        if (isSameVariable(key, name)) return std::optional(std::move(variable));
    }
    return std::nullopt;
}

Result<void> EnvironmentStorePosix::write(EnvironmentScope scope, std::string_view name, const std::optional<RawVariable>& value) {
    const auto changed = m_machine->change([&](nlohmann::json& machine) {
        const auto where = place(machine, scope);
        if (!machine.contains(where) || !machine.at(where).is_object()) machine[where] = nlohmann::json::object();
        auto& variables = machine[where];
        const auto key = existingName(variables, name);
        if (value) variables[key] = toJson(*value);
        else variables.erase(key);
    });
    if (!changed) return changed;
    const auto back = read(scope, name);
    if (!back) return std::unexpected(back.error());
    if (*back != value) return fail(ErrorCode::SystemCallFailed, std::string(name), EIO);
    return {};
}

std::string EnvironmentStorePosix::expand(std::string_view text) const {
    const auto raw = [this](std::string_view name) -> std::optional<RawVariable> {
        for (const auto scope : {EnvironmentScope::User, EnvironmentScope::Machine}) {
            if (auto variable = read(scope, name); variable && *variable) return std::move(*variable);
        }
        return std::nullopt;
    };
    return expandVariables(text, [&](std::string_view name) -> std::optional<std::string> {
        const auto variable = raw(name);
        if (!variable) return std::nullopt;
        if (variable->type == RegistryText::Plain) return variable->text;
        // A value of a new environment block is expanded once, when the block is made.
        return expandVariables(variable->text, [&](std::string_view inner) -> std::optional<std::string> {
            const auto value = raw(inner);
            return value ? std::optional(value->text) : std::nullopt;
        });
    });
}

Result<void> EnvironmentStorePosix::announceChange() {
    return m_machine->change([](nlohmann::json& machine) { machine["announced"] = machine.value("announced", 0) + 1; });
}

}   // namespace cudnn_setup
