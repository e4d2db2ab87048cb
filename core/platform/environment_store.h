#pragma once
/// @file
/// Where the environment of a new program comes from: the machine's and the user's Environment key.
#include "base/error.h"

#include <memory>
#include <optional>

namespace cudnn_setup {

enum class EnvironmentScope { Machine, User };
enum class RegistryText { Plain, Expandable };   // REG_SZ, REG_EXPAND_SZ: turning the latter into the former kills %VAR%

struct RawVariable {
    std::string text;   ///< as found, unexpanded, everybody else's mistakes included
    RegistryText type;
    friend bool operator==(const RawVariable&, const RawVariable&) = default;
};

/// Calls block; any thread, one at a time. The user is the one given to makeSystem(), not always the process's own.
class EnvironmentStore {
public:
    virtual ~EnvironmentStore() = default;
    /// @return std::nullopt when the value does not exist.
    [[nodiscard]] virtual Result<std::optional<RawVariable>> read(EnvironmentScope scope, std::string_view name) const = 0;
    /// std::nullopt deletes the value. Reads back and compares before it returns.
    [[nodiscard]] virtual Result<void> write(EnvironmentScope scope, std::string_view name, const std::optional<RawVariable>& value) = 0;
    /// @return Names and raw values of all variables of @p scope, sorted by name.
    [[nodiscard]] virtual Result<std::vector<std::pair<std::string, RawVariable>>> all(EnvironmentScope scope) const = 0;
    /// %NAME% expanded as for a new program of the user; unknown variables stay as they are.
    [[nodiscard]] virtual std::string expand(std::string_view text) const = 0;
    /// WM_SETTINGCHANGE "Environment" to all windows, waiting five seconds at most for each.
    [[nodiscard]] virtual Result<void> announceChange() = 0;
};

}   // namespace cudnn_setup
