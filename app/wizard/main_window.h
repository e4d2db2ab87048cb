#pragma once
/// @file
/// The wizard's window: rail, pages, button bar, and the keyboard. It knows the order of the pages and nothing about cuDNN.
#include "wizard/appearance.h"
#include "wizard/workflow_model.h"

#include <QPointer>
#include <QWidget>

#include <array>

class QMessageBox;
class QStackedWidget;

namespace cudnn_setup {

class ArchivePage;
class ButtonBar;
class FocusRing;
class InstallPage;
class Page;
class ProofPage;
class StepRail;

class MainWindow final : public QWidget {
    Q_OBJECT
public:
    enum Step { This, Archive, Target, Review, Install, Proof, StepCount };
    /// @param model, appearance  Borrowed; both outlive the window.
    MainWindow(WorkflowModel& model, Appearance& appearance, QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] Step step() const { return m_step; }
    [[nodiscard]] Page& page() const { return *m_pages.at(static_cast<std::size_t>(m_step)); }
    [[nodiscard]] ButtonBar& bar() const { return *m_bar; }
    [[nodiscard]] StepRail& rail() const { return *m_rail; }
    /// The question before a cancel that has to put things back; nullptr while none is asked.
    [[nodiscard]] QMessageBox* question() const;
    void showStep(Step step);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void refreshAll();
    void refreshBar();
    void refreshRail();
    /// One line for each title that a person gets to read, and whether it lets them go on: a bug report tells what was seen.
    void logWhatIsShown();
    void goNext();
    void goBack();
    void cancel();
    void askToPutBack();
    void chooseArchive();
    void takeArchive(const QString& path);
    void lookAgain();
    void whenFinished();
    void focusMainChoice();
    [[nodiscard]] bool isApplying() const;
    [[nodiscard]] std::vector<QWidget*> tabOrder() const;

    WorkflowModel& m_model;
    Appearance& m_appearance;
    StepRail* m_rail;
    QStackedWidget* m_stack;
    ButtonBar* m_bar;
    ArchivePage* m_archivePage;
    InstallPage* m_installPage;
    ProofPage* m_proofPage;
    std::array<Page*, StepCount> m_pages{};
    Step m_step = This;
    QPointer<QMessageBox> m_question;
    bool m_closeWhenDone = false;
    std::string m_logged;   ///< the last line
};

}   // namespace cudnn_setup
