#pragma once
/// @file
/// Step 5: what happens right now and what is safe; after a failure or cancel, what became of it.
#include "wizard/blocker_panel.h"
#include "wizard/page.h"
#include "wizard/progress_view.h"

namespace cudnn_setup {

class InstallPage final : public Page {
    Q_OBJECT
public:
    explicit InstallPage(WorkflowModel& model, QWidget* parent = nullptr);
    void refresh() override;
    void showProgress();
    [[nodiscard]] QString stepName() const override;
    [[nodiscard]] QString answer() const override;
    [[nodiscard]] bool isComplete() const override { return false; }
    [[nodiscard]] bool isBlocked() const override;
    [[nodiscard]] QString details() const override;
    [[nodiscard]] double share() const { return m_bar->share(); }

private:
    struct PhaseRow {
        Phase phase;
        EvidenceRow* row;
    };
    [[nodiscard]] std::vector<Phase> wantedPhases() const;
    [[nodiscard]] double shareNow() const;
    void refreshPhases();
    QWidget* m_running;
    TextLabel* m_percent;
    TextLabel* m_left;
    RateLine* m_rate;
    ProgressBar* m_bar;
    TextLabel* m_amount;
    TextLabel* m_elapsed;
    Card* m_phases;
    std::vector<PhaseRow> m_rows;
    Glyph* m_safeIcon;
    TextLabel* m_safe;
    BlockerPanel* m_failure;
    Button* m_copy;
    std::optional<Phase> m_ratedPhase;
    double m_phaseBegan = 0;
    double m_highest = 0;   ///< the bar never goes back while it runs
};

}   // namespace cudnn_setup
