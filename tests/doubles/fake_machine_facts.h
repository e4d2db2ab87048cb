#pragma once
/// @file
/// A machine's facts as plain members.
#include "platform/machine_facts.h"

#include <map>

namespace cudnn_setup {

class FakeMachineFacts final : public MachineFacts {
public:
    std::string system = "Windows 11 23H2 (10.0.22631)";
    Account user{.name = "PC\\user", .sid = "S-1-5-21-1-2-3-1001", .elevated = true, .system = false};
    std::vector<RegisteredToolkit> toolkits;
    std::vector<DisplayAdapter> adapters;
    std::map<KnownFolder, std::filesystem::path> folders;   ///< one that is asked for and not there is an error
    std::string now = "2026-05-04T12:34:56Z";

    [[nodiscard]] std::string systemName() const override { return system; }
    [[nodiscard]] Result<Account> account() const override { return user; }
    [[nodiscard]] Result<std::vector<RegisteredToolkit>> registeredToolkits() const override { return toolkits; }
    [[nodiscard]] Result<std::vector<DisplayAdapter>> displayAdapters() const override { return adapters; }
    [[nodiscard]] Result<std::filesystem::path> folder(KnownFolder which) const override {
        const auto found = folders.find(which);
        if (found == folders.end()) return fail(ErrorCode::SystemCallFailed, "known folder");
        return found->second;
    }
    [[nodiscard]] std::string utcNow() const override { return now; }
};

}   // namespace cudnn_setup
