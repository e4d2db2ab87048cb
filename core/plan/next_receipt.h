#pragma once
/// @file
/// The receipt that stands in a toolkit after a plan was carried out: the plan, the receipt before it, and the facts that only carrying it
/// out tells. Pure.
#include "plan/plan.h"

#include <map>

namespace cudnn_setup {

/// What apply knows and the plan does not.
struct InstallFacts {
    std::string toolVersion;
    std::string installedAt;          ///< UTC, ISO 8601
    bool signaturesIgnored = false;   ///< /allowunsigned was needed
    /// By FileStep::path, one for each file step with OldFile::Backup: name in .cudnn-setup\backup (bare: "0"), size, hash, attributes and
    /// security of the file that was moved there, as read before the move.
    std::map<std::string, PriorFile> kept;
    std::vector<std::string> folders;   ///< relative, made by this transaction
};

/// @param plan  An install's plan of one toolkit, carried out. Uninstall leaves no receipt and does not ask.
/// @param old   The receipt before it. What stood there before the first install (files, PATH value, folders) is carried over from it; a file
///              of the first set that the new one lacks moves to `removed`.
/// @return Files in the plan's order, `removed` by path. A kept file without a receipt becomes ReceiptFile::before with an empty backup.
[[nodiscard]] Receipt nextReceipt(const ToolkitPlan& plan, const PlannedArchive& archive, const std::optional<Receipt>& old,
                                  const InstallFacts& facts);

}   // namespace cudnn_setup
