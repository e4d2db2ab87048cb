#include "workflow/workflow_event.h"

#include <algorithm>
#include <array>

namespace cudnn_setup {
namespace {

constexpr std::array<std::pair<Phase, std::string_view>, 13> phaseNames{{
    {Phase::Observing, "observing"},
    {Phase::ReadingArchive, "reading-archive"},
    {Phase::Planning, "planning"},
    {Phase::Recovering, "recovering"},
    {Phase::Unpacking, "unpacking"},
    {Phase::CheckingSignatures, "checking-signatures"},
    {Phase::Placing, "placing"},
    {Phase::Path, "path"},
    {Phase::Receipt, "receipt"},
    {Phase::TidyingUp, "tidying-up"},
    {Phase::RollingBack, "rolling-back"},
    {Phase::Verifying, "verifying"},
    {Phase::Proving, "proving"},
}};

}   // namespace

std::string_view toText(Phase phase) noexcept {
    const auto* found = std::ranges::find(phaseNames, phase, &std::pair<Phase, std::string_view>::first);
    return found != phaseNames.end() ? found->second : "observing";
}

std::optional<Phase> phaseFromText(std::string_view text) noexcept {
    const auto* found = std::ranges::find(phaseNames, text, &std::pair<Phase, std::string_view>::second);
    if (found == phaseNames.end()) return std::nullopt;
    return found->first;
}

}   // namespace cudnn_setup
