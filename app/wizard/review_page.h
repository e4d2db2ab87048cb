#pragma once
/// @file
/// Step 4: the whole plan before anything is written.
#include "wizard/blocker_panel.h"
#include "wizard/page.h"
#include "wizard/path_diff.h"
#include "wizard/plan_view.h"

class QCheckBox;

namespace cudnn_setup {

class ReviewPage final : public Page {
    Q_OBJECT
public:
    explicit ReviewPage(WorkflowModel& model, QWidget* parent = nullptr);
    void refresh() override;
    [[nodiscard]] QString stepName() const override;
    [[nodiscard]] QString answer() const override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] bool isBlocked() const override;
    [[nodiscard]] QString details() const override;
    [[nodiscard]] PlanView& view() { return *m_view; }

private:
    void refreshHeading();
    void refreshWarnings();
    PlanModel* m_steps;
    PlanHead* m_head;
    Card* m_card;
    PlanView* m_view;
    PathDiff* m_path;
    QWidget* m_warningArea;
    std::vector<Strip*> m_warnings;
    bool m_allWarnings = false;
    Button* m_moreWarnings;
    QCheckBox* m_consent;
    BlockerPanel* m_blocker;
    Button* m_copy;
    TextLabel* m_digest;
    std::string m_shownDigest;
};

}   // namespace cudnn_setup
