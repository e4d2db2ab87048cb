#pragma once
/// @file
/// Step 2: the archive, what it is and how that was found out, and NVIDIA's licence. A wrong archive shows the evidence and the next step.
#include "wizard/blocker_panel.h"
#include "wizard/page.h"

class QCheckBox;
class QLineEdit;
class QPlainTextEdit;
class QFormLayout;

namespace cudnn_setup {

class ArchivePage final : public Page {
    Q_OBJECT
public:
    explicit ArchivePage(WorkflowModel& model, QWidget* parent = nullptr);
    void refresh() override;
    [[nodiscard]] QString stepName() const override;
    [[nodiscard]] QString answer() const override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] bool isBlocked() const override;
    [[nodiscard]] QWidget* mainChoice() override;
    [[nodiscard]] QString details() const override;
    /// The text differs from what was read: Enter reads it instead of going on.
    [[nodiscard]] bool hasUnreadPath() const;
    void readTypedPath();
    void showProgress();

private:
    void refreshFacts();
    void refreshEvidence();
    QLineEdit* m_path;
    Button* m_browse;
    TextLabel* m_hint;
    QWidget* m_good;
    Card* m_facts;
    Card* m_evidence;
    SectionLabel* m_licenceLabel;
    QPlainTextEdit* m_licence;
    QCheckBox* m_accept;
    BlockerPanel* m_blocker;
};

}   // namespace cudnn_setup
