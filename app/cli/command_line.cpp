#include "cli/command_line.h"

#include <algorithm>
#include <array>
#include <optional>

namespace cudnn_setup {
namespace {

constexpr std::array switches{
    SwitchInfo{"quiet", ""},
    SwitchInfo{"zip", "FILE"},
    SwitchInfo{"sha256", "HEX"},
    SwitchInfo{"cuda", "VERSION|FOLDER|all"},
    SwitchInfo{"path", "machine|user|none"},
    SwitchInfo{"acceptlicense", ""},
    SwitchInfo{"allowunsigned", ""},
    SwitchInfo{"force", ""},
    SwitchInfo{"nostatic", ""},
    SwitchInfo{"whatif", ""},
    SwitchInfo{"verify", ""},
    SwitchInfo{"prove", ""},
    SwitchInfo{"repair", ""},
    SwitchInfo{"uninstall", ""},
    SwitchInfo{"log", "FILE"},
    SwitchInfo{"result", "FILE"},
    SwitchInfo{"lang", "en|zh-CN"},
    SwitchInfo{"version", ""},
    SwitchInfo{"help", ""},
};

std::string lowerCase(std::string_view text) {
    std::string lowered(text);
    for (char& letter : lowered) {
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    }
    return lowered;
}

struct Given {
    const SwitchInfo* info;
    std::string written;   // as the user wrote it, for messages
    std::string value;
};

/// "/zip /quiet" lacks a file name; it does not name a file "/quiet".
bool isSwitch(std::string_view argument) {
    if (argument.starts_with("--")) argument.remove_prefix(2);
    else if (argument.starts_with("/")) argument.remove_prefix(1);
    else return false;
    return std::ranges::find(switches, lowerCase(argument.substr(0, argument.find_first_of(":="))), &SwitchInfo::name) != switches.end();
}

Result<std::vector<Given>> readSwitches(std::span<const std::string> arguments) {
    std::vector<Given> given;
    for (std::size_t index = 0; index < arguments.size(); ++index) {
        const std::string& argument = arguments[index];
        std::string_view rest = argument;
        if (rest.starts_with("--")) rest.remove_prefix(2);
        else if (rest.starts_with("/")) rest.remove_prefix(1);
        else return fail(ErrorCode::UnknownSwitch, argument);
        const auto separator = rest.find_first_of(":=");
        auto name = lowerCase(rest.substr(0, separator));
        if (name == "?") name = "help";
        const auto* info = std::ranges::find(switches, name, &SwitchInfo::name);
        if (info == switches.end()) return fail(ErrorCode::UnknownSwitch, argument);
        Given one{info, argument.substr(0, argument.size() - (separator == std::string_view::npos ? 0 : rest.size() - separator)), ""};
        if (separator != std::string_view::npos) {
            one.value = rest.substr(separator + 1);
            if (info->value.empty()) return fail(ErrorCode::SwitchValueInvalid, one.written, 0, {one.value});
        } else if (!info->value.empty() && index + 1 < arguments.size() && !isSwitch(arguments[index + 1])) {
            one.value = arguments[++index];
        }
        if (!info->value.empty() && one.value.empty()) return fail(ErrorCode::SwitchNeedsValue, one.written);
        const auto before = std::ranges::find(given, info, &Given::info);
        if (before != given.end() && before->value != one.value)
            return fail(ErrorCode::SwitchesContradict, one.written, 0, {before->written});
        given.push_back(std::move(one));
    }
    return given;
}

class Switches {
public:
    explicit Switches(std::vector<Given> given) : m_given(std::move(given)) {}
    [[nodiscard]] const Given* find(std::string_view name) const {
        const auto found = std::ranges::find_if(m_given, [&](const Given& one) { return one.info->name == name; });
        return found == m_given.end() ? nullptr : &*found;
    }
    [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }
    [[nodiscard]] std::string value(std::string_view name) const {
        const Given* one = find(name);
        return one == nullptr ? std::string() : one->value;
    }

private:
    std::vector<Given> m_given;
};

std::optional<Error> contradiction(const Switches& given) {
    // Pairs that cannot be meant together. What an action cannot use is refused as well: ignoring it would hide a misunderstanding. A
    // consent is none: IT tools put /acceptlicense and /allowunsigned on every line.
    constexpr std::array<std::pair<std::string_view, std::string_view>, 21> pairs{{
        {"verify", "uninstall"}, {"repair", "verify"},   {"repair", "uninstall"}, {"version", "repair"},     {"verify", "whatif"},
        {"verify", "path"},      {"verify", "force"},    {"verify", "nostatic"},  {"uninstall", "zip"},      {"uninstall", "sha256"},
        {"uninstall", "path"},   {"uninstall", "prove"}, {"uninstall", "force"},  {"uninstall", "nostatic"}, {"prove", "whatif"},
        {"prove", "verify"},     {"version", "zip"},     {"version", "verify"},   {"version", "uninstall"},  {"version", "prove"},
        {"version", "whatif"},
    }};
    for (const auto& [left, right] : pairs) {
        if (given.has(left) && given.has(right))
            return Error{ErrorCode::SwitchesContradict, given.find(left)->written, 0, {given.find(right)->written}};
    }
    for (const auto name : {"sha256", "path", "force", "nostatic"}) {
        if (name == std::string_view("path") && given.has("repair")) continue;
        if (given.has(name) && !given.has("zip")) return Error{ErrorCode::SourceMissing, given.find(name)->written};
    }
    return std::nullopt;
}

Result<Request> toRequest(const Switches& given, FrontEnd frontEnd) {
    Request request;
    if (given.has("uninstall")) request.action = Action::Uninstall;
    else if (given.has("verify")) request.action = Action::Verify;
    else if (given.has("zip") || given.has("repair")) request.action = Action::Install;
    else if (given.has("prove")) request.action = Action::Prove;
    else if (frontEnd == FrontEnd::Console || given.has("quiet"))
        return fail(ErrorCode::SourceMissing, given.has("whatif") ? given.find("whatif")->written : "/zip");
    request.source = given.value("zip");
    request.target = lowerCase(given.value("cuda")) == "all" ? "all" : given.value("cuda");
    request.acceptLicence = given.has("acceptlicense");
    request.allowUnsigned = given.has("allowunsigned");
    request.repair = given.has("repair");
    request.force = given.has("force");
    request.noStatic = given.has("nostatic");
    request.whatIf = given.has("whatif");
    request.prove = given.has("prove");
    if (request.whatIf && request.repair && request.source.empty()) return fail(ErrorCode::SourceMissing, given.find("whatif")->written);
    if (const Given* hash = given.find("sha256")) {
        const auto parsed = Sha256::parse(hash->value);
        if (!parsed) return fail(ErrorCode::SwitchValueInvalid, hash->written, 0, {hash->value});
        request.expectedHash = *parsed;
    }
    if (const Given* path = given.find("path")) {
        const auto choice = lowerCase(path->value);
        if (choice == "machine") request.path = PathChoice::Machine;
        else if (choice == "user") request.path = PathChoice::User;
        else if (choice == "none") request.path = PathChoice::None;
        else return fail(ErrorCode::SwitchValueInvalid, path->written, 0, {path->value});
    }
    const bool asksLater = frontEnd == FrontEnd::Window && !given.has("quiet");   // the wizard shows the licence
    const bool places = request.action == Action::Install && !request.source.empty() && !request.whatIf && !asksLater;
    if (places && !request.acceptLicence) return fail(ErrorCode::LicenceNotAccepted, "/acceptlicense");
    return request;
}

}   // namespace

std::span<const SwitchInfo> allSwitches() noexcept {
    return switches;
}

Result<CommandLine> parseCommandLine(std::span<const std::string> arguments, FrontEnd frontEnd, Language language) {
    auto read = readSwitches(arguments);
    if (!read) return std::unexpected(read.error());
    const Switches given(std::move(*read));
    CommandLine line;
    line.language = language;
    if (const Given* lang = given.find("lang")) {
        const auto named = languageFromText(lang->value);
        if (!named) return fail(ErrorCode::SwitchValueInvalid, lang->written, 0, {lang->value});
        line.language = *named;
    }
    line.quiet = given.has("quiet");
    line.logFile = given.value("log");
    line.resultFile = given.value("result");
    if (given.has("help")) {
        line.kind = CommandKind::Help;
        return line;
    }
    if (const auto error = contradiction(given)) return std::unexpected(*error);
    if (given.has("version")) {
        line.kind = CommandKind::Version;
        return line;
    }
    line.namesAction = given.has("quiet") || given.has("whatif") || given.has("verify") || given.has("prove") || given.has("repair") ||
                       given.has("uninstall");
    auto request = toRequest(given, frontEnd);
    if (!request) return std::unexpected(request.error());
    line.request = std::move(*request);
    return line;
}

RunFiles findRunFiles(std::span<const std::string> arguments) {
    RunFiles files;
    for (std::size_t index = 0; index < arguments.size(); ++index) {
        // As readSwitches() reads them, but going on after what is wrong.
        for (std::size_t count = 1; count <= 2 && index + count <= arguments.size(); ++count) {
            const auto one = readSwitches(arguments.subspan(index, count));
            if (!one || one->size() != 1) continue;
            if (one->front().info->name == "log") files.logFile = one->front().value;
            if (one->front().info->name == "result") files.resultFile = one->front().value;
            index += count - 1;
            break;
        }
    }
    return files;
}

}   // namespace cudnn_setup
