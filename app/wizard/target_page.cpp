#include "wizard/target_page.h"

#include "wizard/blocker_panel.h"
#include "wizard/toolkit_card.h"

#include <QButtonGroup>
#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QRadioButton>

#include <algorithm>

using namespace Qt::Literals::StringLiterals;

namespace cudnn_setup {

namespace {
constexpr int cardGap = 16, widestForTwo = 700, widestForOne = 460;
}

TargetPage::TargetPage(WorkflowModel& model, QWidget* parent)
    : Page(model, parent),
      m_cardArea(new QWidget),
      m_grid(new QGridLayout(m_cardArea)),
      m_all(new Button(Button::Kind::Link)),
      m_folder(new Button(Button::Kind::Link)),
      m_whoLabel(new SectionLabel),
      m_whoGroup(new QButtonGroup(this)),
      m_path(new PathDiff),
      m_refused(new Strip(Strip::Kind::Error)) {
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(cardGap);
    body()->addWidget(m_cardArea);
    body()->addSpacing(8);
    auto* links = new QHBoxLayout;
    links->setContentsMargins(0, 0, 0, 0);
    links->setSpacing(24);
    m_folder->setGlyph(Icon::Folder);
    links->addWidget(m_folder);
    links->addWidget(m_all);
    links->addStretch(1);
    body()->addLayout(links);
    body()->addSpacing(16);
    body()->addWidget(m_whoLabel);
    body()->addSpacing(8);
    auto* who = new QHBoxLayout;
    who->setSpacing(cardGap);
    for (const PathChoice choice : {PathChoice::Machine, PathChoice::User, PathChoice::None}) {
        auto* column = new QVBoxLayout;
        column->setSpacing(0);
        auto* button = new QRadioButton;
        auto* detail = new TextLabel(TextRole::Caption, Tone::Ink2);
        detail->setParagraph();
        detail->setContentsMargins(32, 0, 0, 0);
        column->addWidget(button);
        column->addWidget(detail);
        column->addStretch(1);
        who->addLayout(column, 1);
        m_who[choice] = button;
        m_whoDetail[choice] = detail;
        m_whoGroup->addButton(button, static_cast<int>(choice));
    }
    body()->addLayout(who);
    body()->addSpacing(16);
    body()->addWidget(m_path);
    body()->addSpacing(16);
    body()->addWidget(m_refused);
    connect(m_whoGroup, &QButtonGroup::idClicked, this, [this](int id) { this->model().setPathChoice(static_cast<PathChoice>(id)); });
    connect(m_folder, &QPushButton::clicked, this, &TargetPage::chooseFolder);
    connect(m_all, &QPushButton::clicked, this, [this] { this->model().setTarget("all"); });
    refresh();
}

QString TargetPage::stepName() const {
    return tr("Target");
}

QString TargetPage::answer() const {
    const auto& plan = model().plan();
    if (!plan || plan->toolkits.empty()) return {};
    const QString where = plan->toolkits.size() == 1 ? u"CUDA "_s + toQt(plan->toolkits.front().toolkit.toString(2))
                                                     : tr("%n toolkits", nullptr, static_cast<int>(plan->toolkits.size()));
    switch (model().request().path) {
        case PathChoice::Machine: return tr("%1, for everyone").arg(where);
        case PathChoice::User: return tr("%1, only me").arg(where);
        case PathChoice::None: return tr("%1, PATH stays").arg(where);
    }
    return where;
}

bool TargetPage::isComplete() const {
    return model().plan() && !isBlocked();
}
bool TargetPage::isBlocked() const {
    return !model().blockers().empty();
}

QWidget* TargetPage::mainChoice() {
    const auto chosen = std::ranges::find_if(m_cards, [](const ToolkitCard* card) { return card->isChecked(); });
    return chosen == m_cards.end() ? nullptr : *chosen;
}

bool TargetPage::isChosen(const ToolkitView& view) const {
    if (model().plan())
        return std::ranges::any_of(model().plan()->toolkits, [&](const ToolkitPlan& plan) { return plan.root == view.toolkit->root; });
    const std::string& target = model().request().target;
    if (target.empty()) return view.recommended;
    return view.usable && (target == "all" || target == view.toolkit->root || target == view.toolkit->version.toString(2));
}

void TargetPage::refresh() {
    refreshCards();
    refreshPath();
    m_folder->setText(tr("Another folder..."));
    m_folder->setShortcut(QKeySequence(u"Alt+F"_s));
    const auto usable = std::ranges::count_if(model().toolkits(), &ToolkitView::usable);
    m_all->setText(tr("All %n of them", nullptr, static_cast<int>(usable)));
    m_all->setVisible(usable > 1 && model().request().target != "all");
    m_whoLabel->set(tr("Who should find it?"));
    m_who[PathChoice::Machine]->setText(tr("Everyone on this PC"));
    m_who[PathChoice::User]->setText(tr("Only me"));
    m_who[PathChoice::None]->setText(tr("Nobody, leave PATH alone"));
    m_whoDetail[PathChoice::Machine]->setText(tr("machine PATH, needs admin rights"));
    m_whoDetail[PathChoice::User]->setText(tr("user PATH, searched second"));
    m_whoDetail[PathChoice::None]->setText(tr("for programs with a path of their own"));
    for (const auto& [choice, button] : m_who) button->setAccessibleDescription(m_whoDetail[choice]->text());
    m_who[model().request().path]->setChecked(true);

    const std::vector<Finding> blockers = model().blockers();
    m_refused->setVisible(!blockers.empty());
    setHeadingMark(std::nullopt);
    const ToolkitView* best = model().recommended();
    const auto& plan = model().plan();
    if (!blockers.empty()) {
        const Messages& messages = Appearance::current().messages();
        m_refused->set(toQt(messages.describe(blockers.front())), toQt(messages.remedy(blockers.front())));
        setHeadingMark(Mark::Blocked);
        setHeading(tr("It cannot go there as things are"), tr("Nothing has been changed. Another target or PATH may do."));
    } else if (plan && !plan->toolkits.empty() && best != nullptr && plan->toolkits.size() == 1 &&
               plan->toolkits.front().root == best->toolkit->root) {
        setHeading(tr("CUDA %1 is the best place for it").arg(toQt(best->toolkit->version.toString(2))),
                   tr("The newest toolkit here that this archive fits. Nothing has been written yet."));
    } else if (plan && plan->toolkits.size() > 1) {
        setHeading(tr("%n toolkits get it", nullptr, static_cast<int>(plan->toolkits.size())),
                   tr("Each is done or undone as a whole. Nothing has been written yet."));
    } else if (plan && !plan->toolkits.empty()) {
        setHeading(tr("It goes into CUDA %1").arg(toQt(plan->toolkits.front().toolkit.toString(2))), tr("Nothing has been written yet."));
    } else {
        setHeading(tr("Comparing with what is there"), tr("The files in the toolkit are read and hashed. This changes nothing."));
    }
    Q_EMIT completeChanged();
}

void TargetPage::refreshCards() {
    const auto& views = model().toolkits();
    const bool sameRoots =
        m_roots.size() == views.size() && std::ranges::equal(m_roots, views, {}, {}, [](const ToolkitView& v) { return v.toolkit->root; });
    if (!sameRoots) {
        for (ToolkitCard* card : m_cards) {
            card->hide();
            card->deleteLater();
        }
        m_cards.clear();
        m_roots.clear();
        for (const ToolkitView& view : views) {
            auto* card = new ToolkitCard(m_cardArea);
            m_cards.push_back(card);
            m_roots.push_back(view.toolkit->root);
            connect(card, &QAbstractButton::clicked, this, [this, root = view.toolkit->root] {
                this->model().setTarget(root);
                refreshCards();   // a click on the chosen card leaves it chosen
            });
        }
        m_columns = 0;
        arrangeCards();
    }
    const QString release = model().archive() ? toQt(model().archive()->release.toString()) : QString();
    for (std::size_t i = 0; i < views.size(); ++i) {
        const ToolkitView& view = views[i];
        const Toolkit& toolkit = *view.toolkit;
        ToolkitCardText text;
        text.name = u"CUDA "_s + toQt(toolkit.version.toString(2));
        text.tag = view.recommended ? tr("Best fit") : QString();
        const bool whole = toolkit.parts.cublasLt && toolkit.parts.nvrtc;
        text.parts = toolkit.isLeftOver() ? tr("left over: no runtime in it")
                     : whole              ? tr("%1, cuBLAS and NVRTC present").arg(toQt(toolkit.version.toString(3)))
                                          : tr("%1, cuBLAS or NVRTC missing").arg(toQt(toolkit.version.toString(3)));
        text.root = toQt(toolkit.root);
        const QString has = view.verification.release ? toQt(view.verification.release->toString()) : tr("unknown version");
        switch (view.state) {
            case SetState::None: text.nowMark = Mark::None, text.now = tr("No cuDNN"); break;
            case SetState::Incomplete: text.nowMark = Mark::Warning, text.now = tr("%1, incomplete").arg(has); break;
            case SetState::Mixed: text.nowMark = Mark::Warning, text.now = tr("%1, mixed").arg(has); break;
            case SetState::Complete: text.nowMark = Mark::Ok, text.now = tr("%1, complete").arg(has); break;
        }
        text.usable = view.usable;
        text.changes = view.usable && isChosen(view);
        text.after = text.changes           ? tr("%1, complete").arg(release)
                     : view.usable          ? tr("Stays as it is")
                     : toolkit.isLeftOver() ? tr("No toolkit any more")
                                            : tr("Needs a CUDA %1 archive").arg(toolkit.version.major());
        m_cards[i]->set(text);
        m_cards[i]->setChecked(text.changes);
    }
}

void TargetPage::arrangeCards() {
    const int room = width() - 80;
    const int columns = room < widestForOne ? 1 : room < widestForTwo ? 2 : 3;
    if (columns == m_columns) return;
    m_columns = columns;
    for (int i = 0; i < static_cast<int>(m_cards.size()); ++i)
        m_grid->addWidget(m_cards[static_cast<std::size_t>(i)], i / columns, i % columns);
    for (int i = 0; i < 3; ++i) m_grid->setColumnStretch(i, i < columns ? 1 : 0);
}

void TargetPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    arrangeCards();
}

void TargetPage::keyPressEvent(QKeyEvent* event) {
    // Arrows move among the cards; Space chooses, as everywhere.
    const auto focused = std::ranges::find_if(m_cards, [](const ToolkitCard* card) { return card->hasFocus(); });
    const int step = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down ? 1
                     : event->key() == Qt::Key_Left || event->key() == Qt::Key_Up  ? -1
                                                                                   : 0;
    if (focused == m_cards.end() || step == 0 || event->modifiers() != Qt::NoModifier) {
        event->ignore();
        return;
    }
    for (auto i = focused - m_cards.begin() + step; i >= 0 && i < static_cast<std::ptrdiff_t>(m_cards.size()); i += step) {
        ToolkitCard* card = m_cards[static_cast<std::size_t>(i)];
        if (!card->isEnabled()) continue;
        card->setFocus(Qt::OtherFocusReason);
        break;
    }
}

void TargetPage::refreshPath() {
    const auto& plan = model().plan();
    if (!plan || plan->toolkits.empty()) {
        m_path->set(std::nullopt, tr("not known yet"));
        m_path->setFoot({});
        return;
    }
    m_path->set(plan->toolkits.front().path,
                model().request().path == PathChoice::None ? tr("stays as it is") : tr("stays as it is: the folder is on it already"));
    const bool hidden = std::ranges::any_of(plan->findings, [](const Finding& f) { return f.code == ErrorCode::CopyHidesTarget; });
    m_path->setFoot(!plan->toolkits.front().path ? QString()
                    : hidden ? tr("All other entries keep their order and spelling. Another cuDNN comes earlier on PATH.")
                             : tr("All other entries keep their order and spelling."));
}

void TargetPage::chooseFolder() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of a CUDA toolkit"));
    if (!folder.isEmpty()) model().setTarget(folder.toStdString());
}

QString TargetPage::details() const {
    QString text = Page::details();
    for (const ToolkitCard* card : m_cards) text += card->accessibleName() + u": "_s + card->accessibleDescription() + u'\n';
    return text + BlockerPanel::asText(model().blockers());
}

}   // namespace cudnn_setup
