#pragma once
/// @file
/// One step of the wizard: a scrolling column with the finding as its title. Pages bind to the model; decisions are not theirs.
#include "wizard/card.h"
#include "wizard/workflow_model.h"

#include <QScrollArea>

namespace cudnn_setup {

class Page : public QScrollArea {
    Q_OBJECT
public:
    explicit Page(WorkflowModel& model, QWidget* parent = nullptr);

    /// Fills every text and state from the model; after a change of state or language.
    virtual void refresh() = 0;
    [[nodiscard]] virtual QString stepName() const = 0;
    [[nodiscard]] virtual QString answer() const { return {}; }   ///< under the step's name in the rail
    [[nodiscard]] virtual bool isBlocked() const { return false; }
    [[nodiscard]] virtual bool isComplete() const { return true; }    ///< Next is enabled
    [[nodiscard]] virtual QWidget* mainChoice() { return nullptr; }   ///< gets the focus on arrival; else Next does
    /// Quiet actions for the left side of the button bar; owned by the page.
    [[nodiscard]] const std::vector<QWidget*>& leftActions() const { return m_left; }
    /// All facts of the page as text, for the clipboard.
    [[nodiscard]] virtual QString details() const;

    [[nodiscard]] QString title() const { return m_title->text(); }
    [[nodiscard]] QString subtitle() const { return m_subtitle->text(); }

Q_SIGNALS:
    void completeChanged();
    void archiveWanted();   ///< open the file dialog
    void lookAgainWanted();

protected:
    [[nodiscard]] WorkflowModel& model() { return m_model; }
    [[nodiscard]] const WorkflowModel& model() const { return m_model; }
    [[nodiscard]] QVBoxLayout* body() { return m_body; }
    void addLeftAction(QWidget* widget);
    void setHeading(const QString& title, const QString& subtitle);
    void setHeadingMark(std::optional<Mark> mark);
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    WorkflowModel& m_model;
    QVBoxLayout* m_body;
    Glyph* m_mark;
    TextLabel* m_title;
    TextLabel* m_subtitle;
    std::vector<QWidget*> m_left;
};

}   // namespace cudnn_setup
