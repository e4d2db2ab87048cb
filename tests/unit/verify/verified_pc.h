#pragma once
/// @file
/// The acceptance cases' start: tree T with stub sets, looked at and verified as the workflow does it.
#include "machine/pretended_pc.h"
#include "verify/verify.h"

#include <gmock/gmock.h>

namespace cudnn_setup {

class VerifiedPc : public ::testing::Test {
protected:
    VerifiedPc();
    /// As if the product had installed what is in T now: every later look finds this receipt.
    void keepReceipt(const Version& release);
    /// Of a stub set, as an archive read by the product.
    [[nodiscard]] Archive archiveOf(std::string_view set, const Version& release) const;
    const Verification& verify(const Archive* archive = nullptr);   ///< `last`
    /// Findings of that code in the last verification.
    [[nodiscard]] std::vector<Finding> found(ErrorCode code) const;
    [[nodiscard]] std::vector<Finding> errors() const;

    PretendedPc pc;
    const std::string T = "cuda/v12.8";
    const std::string bin = pc.text("cuda/v12.8/bin");
    Snapshot snapshot;
    Verification last;

private:
    std::optional<Receipt> m_receipt;
};

}   // namespace cudnn_setup
