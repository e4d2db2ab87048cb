#include "plan/rights.h"

namespace cudnn_setup {

std::optional<Finding> rightsBlocker(const Account& account, const std::string& root, bool isWritable, const NeededRights& needed) {
    const bool isAdministrator = account.elevated || account.system;
    const bool cannotWrite = needed.toolkit && !isWritable;
    if (isAdministrator) {
        if (cannotWrite) return Finding{ErrorCode::TargetNotWritable, Severity::Error, root};
        return std::nullopt;
    }
    std::vector<std::string> objects;
    if (cannotWrite) objects.push_back(root);
    if (needed.machinePath) objects.emplace_back("Path");
    if (objects.empty()) return std::nullopt;
    return Finding{ErrorCode::ElevationNeeded, Severity::Error, root, std::move(objects)};
}

}   // namespace cudnn_setup
