#pragma once
/// @file
/// Step 6: what a new process found. "Works" stands here only for a computed and checked convolution.
#include "wizard/lamp_chain.h"
#include "wizard/page.h"
#include "wizard/time_chart.h"

namespace cudnn_setup {

class ProofPage final : public Page {
    Q_OBJECT
public:
    explicit ProofPage(WorkflowModel& model, QWidget* parent = nullptr);
    void refresh() override;
    void showProof();   ///< lamps and chart alone
    [[nodiscard]] QString stepName() const override;
    [[nodiscard]] QString answer() const override;
    [[nodiscard]] bool isBlocked() const override;
    [[nodiscard]] QString details() const override;
    [[nodiscard]] const LampChain& lamps() const { return *m_lamps; }

private:
    [[nodiscard]] bool isRunning() const;
    [[nodiscard]] const Proof* proof() const;
    void refreshHeading();
    void refreshDevice();
    void refreshReasons();
    LampChain* m_lamps;
    Card* m_device;
    TextLabel* m_deviceName;
    TextLabel* m_deviceDetail;
    StateLabel* m_deviceState;
    TextLabel* m_chartTitle;
    TextLabel* m_chartShape;
    TimeChart* m_chart;
    TextLabel* m_rateTitle;
    TextLabel* m_rate;
    TextLabel* m_rateDetail;
    TextLabel* m_numbersTitle;
    TextLabel* m_numbers;
    SectionLabel* m_reasonsLabel;
    Card* m_reasons;
    Glyph* m_remarkIcon;
    TextLabel* m_remark;
    Button* m_copy;
};

}   // namespace cudnn_setup
