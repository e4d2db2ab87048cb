#pragma once
/// @file
/// Step 1: the machine, every toolkit, one recommendation. Reads only.
#include "wizard/page.h"

namespace cudnn_setup {

class StartPage final : public Page {
    Q_OBJECT
public:
    explicit StartPage(WorkflowModel& model, QWidget* parent = nullptr);
    void refresh() override;
    [[nodiscard]] QString stepName() const override;
    [[nodiscard]] QString answer() const override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] bool isBlocked() const override;
    [[nodiscard]] QString details() const override;

private:
    /// The toolkit that the page speaks of: a broken set is the news, wherever it is; else the one that an install would take.
    [[nodiscard]] const ToolkitView* subject() const;
    void refreshHeading();
    void refreshMachine();
    void refreshToolkits();
    struct Fact {
        TextLabel* name;
        PathLabel* value;
        TextLabel* detail;
        StateLabel* state;
    };
    Fact addFact(QWidget* parent, QLayout* row, Icon icon);
    QWidget* m_machine;
    std::vector<Fact> m_facts;
    SectionLabel* m_toolkitsLabel;
    Card* m_toolkits;
    Strip* m_recommendation;
    Strip* m_warning;
};

}   // namespace cudnn_setup
