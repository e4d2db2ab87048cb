#pragma once
/// @file
/// Step 3: which toolkit, and who should find it.
#include "wizard/page.h"
#include "wizard/path_diff.h"

#include <map>

class QButtonGroup;
class QGridLayout;
class QRadioButton;

namespace cudnn_setup {

class ToolkitCard;

class TargetPage final : public Page {
    Q_OBJECT
public:
    explicit TargetPage(WorkflowModel& model, QWidget* parent = nullptr);
    void refresh() override;
    [[nodiscard]] QString stepName() const override;
    [[nodiscard]] QString answer() const override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] bool isBlocked() const override;
    [[nodiscard]] QWidget* mainChoice() override;
    [[nodiscard]] QString details() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void refreshCards();
    void arrangeCards();
    void refreshPath();
    void chooseFolder();
    [[nodiscard]] bool isChosen(const ToolkitView& view) const;
    QWidget* m_cardArea;
    QGridLayout* m_grid;
    std::vector<ToolkitCard*> m_cards;
    std::vector<std::string> m_roots;   ///< of the cards
    int m_columns = 0;
    Button* m_all;
    Button* m_folder;
    SectionLabel* m_whoLabel;
    std::map<PathChoice, QRadioButton*> m_who;
    std::map<PathChoice, TextLabel*> m_whoDetail;
    QButtonGroup* m_whoGroup;
    PathDiff* m_path;
    Strip* m_refused;
};

}   // namespace cudnn_setup
