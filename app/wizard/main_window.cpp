#include "wizard/main_window.h"

#include "base/log.h"
#include "wizard/archive_page.h"
#include "wizard/button_bar.h"
#include "wizard/focus_ring.h"
#include "wizard/install_page.h"
#include "wizard/proof_page.h"
#include "wizard/review_page.h"
#include "wizard/start_page.h"
#include "wizard/step_rail.h"
#include "wizard/target_page.h"

#include <fmt/format.h>

#include <QAbstractScrollArea>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QPainter>
#include <QShortcut>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::Literals::StringLiterals;

namespace cudnn_setup {

MainWindow::MainWindow(WorkflowModel& model, Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_appearance(appearance),
      m_rail(new StepRail(this)),
      m_stack(new QStackedWidget(this)),
      m_bar(new ButtonBar(this)) {
    setWindowTitle(u"cudnn-setup"_s);
    setWindowIcon(productIcon());
    setMinimumSize(880, 560);
    resize(1024, 700);
    setAcceptDrops(true);

    m_archivePage = new ArchivePage(model);
    m_installPage = new InstallPage(model);
    m_proofPage = new ProofPage(model);
    m_pages = {new StartPage(model), m_archivePage, new TargetPage(model), new ReviewPage(model), m_installPage, m_proofPage};
    for (Page* page : m_pages) {
        m_stack->addWidget(page);
        connect(page, &Page::completeChanged, this, &MainWindow::refreshBar);
        connect(page, &Page::archiveWanted, this, &MainWindow::chooseArchive);
        connect(page, &Page::lookAgainWanted, this, &MainWindow::lookAgain);
    }

    auto* columns = new QHBoxLayout(this);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(0);
    columns->addWidget(m_rail);
    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_stack, 1);
    right->addWidget(m_bar);
    columns->addLayout(right, 1);

    connect(&m_bar->next(), &QPushButton::clicked, this, &MainWindow::goNext);
    connect(&m_bar->back(), &QPushButton::clicked, this, &MainWindow::goBack);
    connect(&m_bar->cancel(), &QPushButton::clicked, this, &MainWindow::cancel);
    connect(&m_rail->list(), &StepList::stepChosen, this, [this](int index) { showStep(static_cast<Step>(index)); });
    connect(m_rail, &StepRail::languageChosen, this, [this](Language language) { m_appearance.setLanguage(language); });
    connect(&model, &WorkflowModel::stateChanged, this, &MainWindow::refreshAll);
    connect(&model, &WorkflowModel::progressed, this, [this] {
        m_archivePage->showProgress();
        m_installPage->showProgress();
        if (m_step == Install) refreshRail();
    });
    connect(&model, &WorkflowModel::proofAdvanced, m_proofPage, &ProofPage::showProof);
    connect(&model, &WorkflowModel::finished, this, &MainWindow::whenFinished);
    connect(&appearance, &Appearance::changed, this, qOverload<>(&QWidget::update));

    const auto shortcut = [this](const QKeySequence& keys, auto act) {
        connect(new QShortcut(keys, this), &QShortcut::activated, this, act);
    };
    shortcut(QKeySequence(u"Alt+Left"_s), [this] { goBack(); });
    shortcut(QKeySequence(u"F5"_s), [this] { lookAgain(); });
    shortcut(QKeySequence(u"Ctrl+O"_s), [this] { chooseArchive(); });
    shortcut(QKeySequence(u"Ctrl+C"_s), [this] { QApplication::clipboard()->setText(page().details()); });
    new FocusRing(this);

    refreshAll();
    showStep(This);
}

MainWindow::~MainWindow() = default;

QMessageBox* MainWindow::question() const {
    return m_question;
}

bool MainWindow::isApplying() const {
    return m_model.activity() == Activity::Applying;
}

void MainWindow::showStep(Step step) {
    if (step == Archive && !m_model.archive() && !m_model.archiveRefusal() && m_model.activity() == Activity::Idle &&
        !m_model.request().source.empty())
        m_model.readArchive(m_model.request().source);
    if (step == Target && !m_model.plan() && m_model.activity() == Activity::Idle) m_model.makePlan();
    m_step = step;
    page().refresh();
    m_stack->setCurrentWidget(&page());
    m_bar->setLeftActions(page().leftActions());
    refreshBar();
    refreshRail();
    focusMainChoice();
}

void MainWindow::focusMainChoice() {
    QWidget* choice = page().mainChoice();
    if (choice == nullptr || !choice->isEnabled()) {
        const Button& next = m_bar->next();
        if (next.isEnabled() && next.isVisibleTo(this)) choice = &m_bar->next();
        else if (m_step == Install) choice = &m_bar->cancel();
        else choice = this;   // Next gets it as soon as it can be pressed; Enter must not mean Cancel until then
    }
    choice->setFocus(Qt::OtherFocusReason);
}

void MainWindow::refreshAll() {
    // The probe runs in a new process: its page takes over as soon as it starts.
    if (isApplying() && m_model.phase() == Phase::Proving && m_step == Install) showStep(Proof);
    // Only what can be seen is filled; the others fill themselves on arrival.
    const bool wasReading = m_step == Archive && focusWidget() != nullptr && !page().isComplete();
    page().refresh();
    refreshBar();
    refreshRail();
    // What was read asks its own question: the focus goes to it, unless somebody is typing.
    if (wasReading && m_model.activity() == Activity::Idle && (m_model.archive() || m_model.archiveRefusal()) &&
        !m_archivePage->hasUnreadPath() && qobject_cast<QAbstractButton*>(focusWidget()) == nullptr)
        focusMainChoice();
}

void MainWindow::refreshBar() {
    Button& next = m_bar->next();
    Button& back = m_bar->back();
    Button& stop = m_bar->cancel();
    const bool applying = isApplying();
    const bool proving = m_model.activity() == Activity::Proving;
    const bool ended = m_model.outcome().has_value() && !applying;
    const bool failed = m_step == Install && ended;
    next.setText(m_step == Review ? tr("Install") : m_step == Proof ? tr("Finish") : tr("Next"));
    next.setShield(m_step == Review && m_model.needsElevation());
    next.setEnabled(m_step == Proof ? !applying && !proving
                                    : m_step != Install && page().isComplete() && m_model.activity() != Activity::Applying);
    next.setVisible(!failed);
    back.setText(m_step == Proof ? tr("Run again") : tr("Back"));
    back.setEnabled(m_step == Proof ? !applying && !proving : m_step != This && !applying);
    stop.setText(failed ? tr("Close") : tr("Cancel"));
    stop.setVisible(m_step != Proof || applying || proving);
    stop.setEnabled(!(applying && m_model.isUndoing()));
    next.setShortcut(QKeySequence(m_step == Review ? u"Alt+S"_s : m_step == Proof ? u"Alt+F"_s : u"Alt+N"_s));
    back.setShortcut(QKeySequence(m_step == Proof ? u"Alt+R"_s : u"Alt+B"_s));
    for (Button* button : {&next, &back, &stop}) button->updateGeometry();
    logWhatIsShown();
    if (next.isEnabled() && (focusWidget() == nullptr || focusWidget() == this)) focusMainChoice();
}

void MainWindow::logWhatIsShown() {
    constexpr std::array<std::string_view, StepCount> names{"this-pc", "archive", "target", "review", "install", "proof"};
    const bool canGoOn = m_bar->next().isEnabled() && !m_bar->next().isHidden();
    std::string shown =
        fmt::format("page {}{}: {}", names.at(static_cast<std::size_t>(m_step)), canGoOn ? ", next" : "", page().title().toStdString());
    if (shown == m_logged) return;
    log().info("{}", shown);
    m_logged = std::move(shown);
}

void MainWindow::refreshRail() {
    std::vector<RailStep> steps;
    const bool written = m_model.outcome().has_value() || isApplying();
    for (int i = 0; i < StepCount; ++i) {
        const Page& one = *m_pages.at(static_cast<std::size_t>(i));
        RailStep step{.name = one.stepName(), .answer = i <= m_step ? one.answer() : QString()};
        if (i < m_step) step.kind = StepKind::Done;
        else if (i == m_step) step.kind = one.isBlocked() ? StepKind::Blocked : StepKind::Now;
        step.reachable = i < m_step && !written;
        steps.push_back(std::move(step));
    }
    m_rail->list().setSteps(std::move(steps));
    m_rail->setLog(m_model.outcome() ? toQt(m_model.outcome()->logFile) : QString());
}

void MainWindow::goNext() {
    if (!m_bar->next().isEnabled() || m_bar->next().isHidden()) return;
    switch (m_step) {
        case Review:
            m_model.apply();
            showStep(Install);
            break;
        case Proof: close(); break;
        case This:
        case Archive:
        case Target: showStep(static_cast<Step>(m_step + 1)); break;
        case Install:
        case StepCount: break;
    }
}

void MainWindow::goBack() {
    if (!m_bar->back().isEnabled()) return;
    if (m_step == Proof) {
        m_model.prove();
        page().refresh();
        return;
    }
    // After a failure the plan is made again: the machine may not be what it was.
    if (m_step == Install) m_model.makePlan();
    showStep(static_cast<Step>(m_step - 1));
}

void MainWindow::cancel() {
    if (!isApplying()) {
        close();
        return;
    }
    if (m_model.isUndoing()) return;
    if (m_model.hasStartedWriting() && m_model.phase() != Phase::Proving && m_model.phase() != Phase::Verifying) askToPutBack();
    else m_model.cancel();
}

void MainWindow::askToPutBack() {
    if (m_question) return;
    m_question = new QMessageBox(QMessageBox::NoIcon, windowTitle(), tr("Stop and put everything back?"), QMessageBox::NoButton, this);
    m_question->setAttribute(Qt::WA_DeleteOnClose);
    m_question->setInformativeText(tr("Some files are already in their new places. They are moved back now; this takes about a second."));
    QPushButton* stop = m_question->addButton(tr("Stop"), QMessageBox::AcceptRole);
    QPushButton* goOn = m_question->addButton(tr("Go on"), QMessageBox::RejectRole);
    m_question->setDefaultButton(goOn);
    m_question->setEscapeButton(goOn);
    connect(stop, &QPushButton::clicked, this, [this] {
        if (isApplying()) m_model.cancel();
    });
    connect(goOn, &QPushButton::clicked, this, [this] { m_closeWhenDone = false; });
    m_question->open();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!isApplying()) {
        event->accept();
        return;
    }
    // The work ends first: done, or put back. The window goes when the workflow says so.
    m_closeWhenDone = true;
    cancel();
    event->ignore();
}

void MainWindow::whenFinished() {
    if (m_question) m_question->close();
    if (m_closeWhenDone) {
        close();
        return;
    }
    const auto& outcome = m_model.outcome();
    const bool installed = outcome && (outcome->kind == OutcomeKind::Installed || outcome->kind == OutcomeKind::AlreadyInstalled);
    if (m_step == Install && installed) showStep(Proof);
    else {
        page().refresh();
        refreshBar();
        refreshRail();
        focusMainChoice();
    }
}

void MainWindow::chooseArchive() {
    if (isApplying() || m_model.outcome()) return;
    const QString file = QFileDialog::getOpenFileName(this, tr("Choose NVIDIA's cuDNN archive"), QString(),
                                                      tr("cuDNN archives (*.zip *.whl)") + u";;"_s + tr("All files (*)"));
    if (!file.isEmpty()) takeArchive(QDir::toNativeSeparators(file));
}

void MainWindow::takeArchive(const QString& path) {
    if (isApplying() || m_model.outcome()) return;
    m_model.readArchive(path.toStdString());
    showStep(Archive);
}

void MainWindow::lookAgain() {
    if (isApplying() || m_model.activity() == Activity::Proving || m_model.outcome()) return;
    m_model.observe();
    if (m_step == Archive && !m_model.request().source.empty()) m_model.readArchive(m_model.request().source);
    if (m_step == Target || m_step == Review) m_model.makePlan();
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    const bool plain = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    if (plain && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        if (event->isAutoRepeat()) return;   // a key held down must not run through the pages
        // A focused button answers to Enter itself; everything else means Next.
        auto* button = qobject_cast<QPushButton*>(focusWidget());
        if (button != nullptr && button != &m_bar->next()) button->click();
        else if (m_step == Archive && m_archivePage->hasUnreadPath()) m_archivePage->readTypedPath();
        else if (m_step == Install) m_bar->cancel().click();
        else goNext();
        return;
    }
    if (plain && event->key() == Qt::Key_Escape) {
        cancel();
        return;
    }
    QWidget::keyPressEvent(event);
}

std::vector<QWidget*> MainWindow::tabOrder() const {
    std::vector<QWidget*> order;
    const auto takes = [](const QWidget* widget) {
        return (widget->focusPolicy() & Qt::TabFocus) != 0 && widget->isEnabled() && widget->isVisible() && widget->focusProxy() == nullptr;
    };
    for (QWidget* widget : page().widget()->findChildren<QWidget*>())
        if (takes(widget)) order.push_back(widget);
    // By line, then from left to right: rows are at least half a control apart.
    std::ranges::stable_sort(order, [this](const QWidget* a, const QWidget* b) {
        const QPoint pa = a->mapTo(this, QPoint(0, a->height() / 2)), pb = b->mapTo(this, QPoint(0, b->height() / 2));
        return pa.y() / 16 != pb.y() / 16 ? pa.y() < pb.y() : pa.x() < pb.x();
    });
    for (QWidget* widget : m_bar->leftActions())
        if (takes(widget)) order.push_back(widget);
    for (QWidget* widget : {&m_bar->back(), &m_bar->next(), &m_bar->cancel(), &m_rail->languageButton()})
        if (takes(widget)) order.push_back(widget);
    return order;
}

bool MainWindow::focusNextPrevChild(bool next) {
    const std::vector<QWidget*> order = tabOrder();
    if (order.empty()) return false;
    const auto now = std::ranges::find(order, focusWidget());
    std::size_t index = 0;
    if (now == order.end()) index = next ? 0 : order.size() - 1;
    else index = (static_cast<std::size_t>(now - order.begin()) + (next ? 1 : order.size() - 1)) % order.size();
    QWidget* target = order[index];
    target->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    if (page().widget()->isAncestorOf(target)) page().ensureWidgetVisible(target);
    return true;
}

void MainWindow::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        // The pages that cannot be seen get the event as well; the bar and the rail are this window's.
        refreshBar();
        refreshRail();
    }
}

void MainWindow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), tokens().window);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const auto urls = event->mimeData()->urls();
    if (!isApplying() && !m_model.outcome() && urls.size() == 1 && urls.front().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const auto urls = event->mimeData()->urls();
    if (urls.size() != 1 || !urls.front().isLocalFile()) return;
    event->acceptProposedAction();
    takeArchive(QDir::toNativeSeparators(urls.front().toLocalFile()));
}

}   // namespace cudnn_setup
