#pragma once
/// @file
/// An environment in memory.
#include "platform/environment_store.h"
#include "platform/expand_variables.h"

#include <algorithm>
#include <map>
#include <vector>

namespace cudnn_setup {

struct FoldedLess {
    using is_transparent = void;
    bool operator()(std::string_view a, std::string_view b) const {
        const auto fold = [](char letter) { return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter; };
        return std::ranges::lexicographical_compare(a, b, {}, fold, fold);
    }
};

class FakeEnvironmentStore final : public EnvironmentStore {
public:
    using Variables = std::map<std::string, RawVariable, FoldedLess>;
    Variables machine;
    Variables user;
    int announced = 0;
    std::optional<Error> failNextWrite;   ///< once
    int writes = 0;

    [[nodiscard]] Result<std::optional<RawVariable>> read(EnvironmentScope scope, std::string_view name) const override {
        const auto& variables = of(scope);
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    }
    [[nodiscard]] Result<void> write(EnvironmentScope scope, std::string_view name, const std::optional<RawVariable>& value) override {
        ++writes;
        if (failNextWrite) return std::unexpected(*std::exchange(failNextWrite, std::nullopt));
        auto& variables = scope == EnvironmentScope::Machine ? machine : user;
        const auto found = variables.find(name);
        if (!value) {
            if (found != variables.end()) variables.erase(found);
        } else if (found != variables.end()) {
            found->second = *value;
        } else {
            variables.emplace(name, *value);
        }
        return {};
    }
    [[nodiscard]] Result<std::vector<std::pair<std::string, RawVariable>>> all(EnvironmentScope scope) const override {
        return std::vector<std::pair<std::string, RawVariable>>(of(scope).begin(), of(scope).end());
    }
    [[nodiscard]] std::string expand(std::string_view text) const override {
        return expandVariables(text, [this](std::string_view name) -> std::optional<std::string> {
            for (const auto* const variables : {&user, &machine}) {
                if (const auto found = variables->find(name); found != variables->end()) return found->second.text;
            }
            return std::nullopt;
        });
    }
    [[nodiscard]] Result<void> announceChange() override {
        ++announced;
        return {};
    }

private:
    [[nodiscard]] const Variables& of(EnvironmentScope scope) const { return scope == EnvironmentScope::Machine ? machine : user; }
};

}   // namespace cudnn_setup
