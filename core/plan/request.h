#pragma once
/// @file
/// What the user wants, before anything was looked at. The wizard fills one, the command line parses one, the worker receives one.
#include "base/sha256.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace cudnn_setup {

enum class Action { Install, Verify, Prove, Uninstall };
enum class PathChoice { Machine, User, None };

struct Request {
    Action action = Action::Install;
    std::string source;                   ///< archive, UTF-8 path; empty when the action needs none
    std::optional<Sha256> expectedHash;   ///< /sha256
    std::string target;   ///< /cuda: "12.6", a folder, "all"; empty: the highest usable one (install), every indexed one (others)
    PathChoice path = PathChoice::Machine;
    bool acceptLicence = false;
    bool allowUnsigned = false;
    bool whatIf = false;
    bool prove = false;      ///< prove after the action
    bool repair = false;     ///< an install that mends what is there; without a source only what needs no archive
    bool force = false;      ///< an older release may replace a newer one
    bool noStatic = false;   ///< static libraries stay in the archive
    friend bool operator==(const Request&, const Request&) = default;
};

/// The folder that /cuda names, if it names one: not a version, not "all".
[[nodiscard]] std::vector<std::string> namedFolders(const Request& request);

[[nodiscard]] std::string_view toText(Action action) noexcept;       // "install", "verify", "prove", "uninstall"
[[nodiscard]] std::string_view toText(PathChoice choice) noexcept;   // "machine", "user", "none"
[[nodiscard]] nlohmann::json toJson(const Request& request);
[[nodiscard]] Result<Request> requestFromJson(const nlohmann::json& json);   // Error{JsonMalformed, member}

}   // namespace cudnn_setup
