#include "wizard/start_page.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

using namespace Qt::Literals::StringLiterals;

namespace cudnn_setup {

namespace {

/// Three columns with hairlines between them.
class Columns final : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        for (qsizetype i = 1; i < layout()->count(); ++i)
            painter.fillRect(QRect(layout()->itemAt(static_cast<int>(i))->geometry().left() - 1, 0, 1, height()), tokens().line);
    }
};

QString cuda(const Toolkit& toolkit) {
    return u"CUDA "_s + toQt(toolkit.version.toString(2));
}

/// The most serious finding that the start page must not hide.
const Finding* worst(const Snapshot& snapshot, const ToolkitView* view) {
    const Finding* found = nullptr;
    const auto weigh = [&](const Finding& finding) {
        // These three are what the page says anyway.
        if (finding.code == ErrorCode::SetIncomplete || finding.code == ErrorCode::PathFolderMissing ||
            finding.code == ErrorCode::NothingInstalled)
            return;
        if (finding.severity == Severity::Info) return;
        if (found == nullptr || finding.severity > found->severity) found = &finding;
    };
    for (const Finding& finding : snapshot.findings) weigh(finding);
    if (view != nullptr)
        for (const Finding& finding : view->verification.findings) weigh(finding);
    return found;
}

}   // namespace

StartPage::StartPage(WorkflowModel& model, QWidget* parent)
    : Page(model, parent),
      m_machine(new Columns),
      m_toolkitsLabel(new SectionLabel),
      m_toolkits(new Card),
      m_recommendation(new Strip(Strip::Kind::Recommendation)),
      m_warning(new Strip(Strip::Kind::Warning)) {
    auto* card = new Card;
    auto* columns = new QHBoxLayout(m_machine);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(1);
    for (const Icon icon : {Icon::GraphicsCard, Icon::Driver, Icon::Monitor}) m_facts.push_back(addFact(m_machine, columns, icon));
    card->addRow(m_machine);
    body()->addWidget(card);
    body()->addSpacing(28);
    body()->addWidget(m_toolkitsLabel);
    body()->addSpacing(8);
    body()->addWidget(m_toolkits);
    body()->addSpacing(24);
    m_recommendation->setGlyph(Icon::Archive);
    body()->addWidget(m_recommendation);
    body()->addSpacing(16);
    body()->addWidget(m_warning);
    connect(m_recommendation->action(), &QPushButton::clicked, this, &Page::archiveWanted);
    refresh();
}

StartPage::Fact StartPage::addFact(QWidget* parent, QLayout* row, Icon icon) {
    auto* column = new QVBoxLayout;
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(2);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    Fact fact{new TextLabel(TextRole::Caption, Tone::Ink2, parent), new PathLabel(TextRole::Name, Tone::Ink, parent),
              new TextLabel(TextRole::Caption, Tone::Ink2, parent), new StateLabel(parent)};
    fact.detail->setParagraph();
    head->addWidget(new Glyph(icon, Tone::Ink2, parent));
    head->addWidget(fact.name, 1);
    column->addLayout(head);
    column->addSpacing(4);
    column->addWidget(fact.value);
    column->addWidget(fact.detail);
    column->addSpacing(8);
    column->addStretch(1);   // the states stand in one line
    column->addWidget(fact.state);
    static_cast<QHBoxLayout*>(row)->addLayout(column, 1);
    return fact;
}

QString StartPage::stepName() const {
    return tr("This PC");
}

QString StartPage::answer() const {
    if (!model().snapshot()) return {};
    const auto& gpus = model().snapshot()->gpus;
    if (gpus.empty()) return tr("no NVIDIA GPU");
    QString name = toQt(gpus.front().name);
    for (const QString& brand : {u"NVIDIA "_s, u"GeForce "_s}) name.remove(brand);
    return tr("%1, driver %2").arg(name, toQt(gpus.front().driverVersion));
}

bool StartPage::isComplete() const {
    return model().snapshot().has_value() && !isBlocked();
}

bool StartPage::isBlocked() const {
    return model().snapshot() && model().snapshot()->toolkits.empty() && model().request().target.empty();
}

void StartPage::refresh() {
    refreshHeading();
    refreshMachine();
    refreshToolkits();
    const auto& archive = model().archive();
    const ToolkitView* best = model().recommended();
    m_recommendation->action()->setText(archive ? tr("Another archive...") : tr("Choose archive..."));
    m_recommendation->action()->setShortcut(QKeySequence(u"Alt+A"_s));
    if (archive && best != nullptr)
        m_recommendation->set(tr("Recommended: cuDNN %1 into %2").arg(toQt(archive->release.toString()), cuda(*best->toolkit)),
                              tr("Next shows what the archive is and changes nothing."));
    else if (!model().request().source.empty())
        m_recommendation->set(tr("Next: look at the archive that was named"), toQt(model().request().source));
    else
        m_recommendation->set(tr("Next: choose NVIDIA's cuDNN archive"),
                              tr("A zip, a Python wheel or an unpacked folder. Next only looks at it and changes nothing."));
    m_recommendation->setVisible(isComplete());
    const Finding* finding = model().snapshot() ? worst(*model().snapshot(), subject()) : nullptr;
    m_warning->setVisible(finding != nullptr);
    if (finding != nullptr) {
        const Messages& messages = Appearance::current().messages();
        m_warning->setKind(finding->severity == Severity::Error ? Strip::Kind::Error : Strip::Kind::Warning);
        m_warning->set(toQt(messages.describe(*finding)), toQt(messages.remedy(*finding)));
    }
    Q_EMIT completeChanged();
}

const ToolkitView* StartPage::subject() const {
    const auto broken = std::ranges::find_if(
        model().toolkits(), [](const ToolkitView& v) { return v.state == SetState::Incomplete || v.state == SetState::Mixed; });
    return broken != model().toolkits().end() ? &*broken : model().recommended();
}

void StartPage::refreshHeading() {
    setHeadingMark(std::nullopt);
    const auto& snapshot = model().snapshot();
    if (!snapshot) {
        setHeading(tr("Looking at this PC"), tr("Graphics card, driver, CUDA toolkits and PATH. This only reads."));
        return;
    }
    if (snapshot->toolkits.empty()) {
        setHeadingMark(Mark::Blocked);
        setHeading(tr("No CUDA toolkit was found on this PC"),
                   tr("cuDNN goes into a CUDA 12 toolkit. Install NVIDIA's toolkit first, then press F5. Nothing has been changed."));
        return;
    }
    const auto cut = std::ranges::find_if(snapshot->toolkits, &Toolkit::journalOpen);
    if (cut != snapshot->toolkits.end()) {
        setHeadingMark(Mark::Warning);
        setHeading(tr("An earlier run in %1 was cut off").arg(cuda(*cut)),
                   tr("Installing settles it first: what was half done is completed or undone. Looking changed nothing."));
        return;
    }
    const ToolkitView* best = subject();
    if (best == nullptr) {
        setHeading(tr("No toolkit on this PC can take cuDNN as it is"), tr("The list says why. Nothing has been changed."));
        return;
    }
    const QString where = cuda(*best->toolkit);
    const auto& set = best->verification;
    const QString release = set.release ? toQt(set.release->toString()) : tr("of unknown version");
    const int missing = static_cast<int>(set.libraries.expected - std::min(set.libraries.expected, set.libraries.found));
    switch (best->state) {
        case SetState::None:
            setHeading(tr("%1 is ready for cuDNN").arg(where), tr("No cuDNN is in it yet. Looking changed nothing."));
            break;
        case SetState::Incomplete:
            setHeading(tr("This PC is ready, but its cuDNN is incomplete"),
                       tr("%n of %1 libraries are missing from %2. Programs stop when they need one of them.", nullptr, missing)
                           .arg(set.libraries.expected)
                           .arg(where));
            break;
        case SetState::Mixed:
            setHeading(tr("%1 holds a mixed set of cuDNN").arg(where),
                       tr("Its files do not belong to one release. An installation replaces the whole set."));
            break;
        case SetState::Complete:
            setHeading(tr("%1 holds cuDNN %2").arg(where, release), tr("All %n libraries are there. Another release can take its place.",
                                                                       nullptr, static_cast<int>(set.libraries.found)));
            break;
    }
}

void StartPage::refreshMachine() {
    const auto& snapshot = model().snapshot();
    const std::array names{tr("Graphics card"), tr("Driver"), tr("Windows")};
    for (std::size_t i = 0; i < names.size(); ++i) m_facts[i].name->setText(names.at(i));
    if (!snapshot) {
        for (const Fact& fact : m_facts) {
            fact.value->setText({});
            fact.detail->setText({});
            fact.state->setState(Mark::Running, tr("Looking"));
        }
        return;
    }
    const auto& gpus = snapshot->gpus;
    if (gpus.empty()) {
        m_facts[0].value->setText(tr("None by NVIDIA"));
        m_facts[0].detail->setText(tr("cuDNN can be installed, not proven"));
        m_facts[0].state->setState(Mark::None, tr("Not found"));
        m_facts[1].value->setText(tr("None by NVIDIA"));
        m_facts[1].detail->setText(tr("no display adapter names one"));
        m_facts[1].state->setState(Mark::None, tr("Not found"));
    } else {
        m_facts[0].value->setText(toQt(gpus.front().name));
        m_facts[0].detail->setText(gpus.size() > 1 ? tr("and %n more", nullptr, static_cast<int>(gpus.size()) - 1)
                                                   : tr("from the device list"));
        m_facts[0].state->setState(Mark::Ok, tr("Found"));
        m_facts[1].value->setText(toQt(gpus.front().driverVersion));
        m_facts[1].detail->setText(tr("from the registry"));
        m_facts[1].state->setState(Mark::Ok, tr("Installed"));
    }
    m_facts[2].value->setText(toQt(snapshot->systemName));
    const ToolkitView* best = subject();
    m_facts[2].detail->setText(
        best != nullptr
            ? tr("%1 free beside %2").arg(toQt(Appearance::current().messages().bytes(best->toolkit->freeBytes)), cuda(*best->toolkit))
            : QString());
    m_facts[2].state->setState(Mark::Ok, snapshot->account.elevated ? tr("With administrator rights") : tr("Without administrator rights"));
}

void StartPage::refreshToolkits() {
    m_toolkits->clearRows();
    const auto& views = model().toolkits();
    m_toolkits->setVisible(!views.empty());
    m_toolkitsLabel->setVisible(!views.empty());
    m_toolkitsLabel->set(tr("CUDA toolkits"), tr("%n found", nullptr, static_cast<int>(views.size())));
    for (const ToolkitView& view : views) {
        auto* row = new QWidget(m_toolkits);
        auto* grid = new QGridLayout(row);
        grid->setContentsMargins(20, 8, 20, 8);
        grid->setHorizontalSpacing(16);
        grid->setVerticalSpacing(2);
        auto* name = new QHBoxLayout;
        name->setSpacing(8);
        auto* title = new TextLabel(TextRole::Name, Tone::Ink, row);
        title->setText(cuda(*view.toolkit));
        auto* tag = new Tag(view.onPath || view.state == SetState::None ? Tag::Kind::Neutral : Tag::Kind::Warning, row);
        name->addWidget(title);
        name->addWidget(tag);
        name->addStretch(1);
        tag->setText(view.onPath ? tr("on PATH") : view.state == SetState::None ? QString() : tr("not on PATH"));
        auto* root = new PathLabel(TextRole::Caption, Tone::Ink2, row);
        root->setText(toQt(view.toolkit->root));
        auto* holds = new TextLabel(TextRole::Body, Tone::Ink, row);
        auto* detail = new TextLabel(TextRole::Caption, Tone::Ink2, row);
        auto* state = new StateLabel(row);
        const auto& set = view.verification;
        const QString byHand = view.toolkit->receipt ? tr("installed by this program") : tr("copied by hand");
        holds->setText(view.state == SetState::None ? tr("No cuDNN")
                       : set.release                ? u"cuDNN "_s + toQt(set.release->toString())
                                                    : tr("cuDNN, version unknown"));
        const QString count =
            tr("%1 of %2 libraries, %3").arg(set.libraries.found).arg(std::max(set.libraries.expected, set.libraries.found)).arg(byHand);
        switch (view.state) {
            case SetState::None:
                detail->setText(view.toolkit->isLeftOver()         ? tr("left over: no runtime in it")
                                : model().archive() && view.usable ? tr("the archive fits")
                                                                   : tr("takes an archive for CUDA %1").arg(view.toolkit->version.major()));
                state->setState(Mark::None, tr("Not installed"));
                break;
            case SetState::Incomplete:
                detail->setText(count);
                state->setState(Mark::Warning, tr("Incomplete"));
                break;
            case SetState::Mixed:
                detail->setText(count);
                state->setState(Mark::Warning, tr("Mixed"));
                break;
            case SetState::Complete:
                detail->setText(count);
                state->setState(Mark::Ok, tr("Complete"));
                break;
        }
        if (view.toolkit->journalOpen) state->setState(Mark::Warning, tr("Cut off"));
        grid->addLayout(name, 0, 0);
        grid->addWidget(root, 1, 0);
        grid->addWidget(holds, 0, 1);
        grid->addWidget(detail, 1, 1);
        grid->addWidget(state, 0, 2, 2, 1);
        // Rows are laid out one by one: only fixed columns stand below each other.
        root->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        grid->setColumnStretch(0, 1);
        grid->setColumnMinimumWidth(1, 208);
        grid->setColumnMinimumWidth(2, 120);
        row->setMinimumHeight(56);
        m_toolkits->addRow(row);
    }
}

QString StartPage::details() const {
    QString text = Page::details();
    for (const Fact& fact : m_facts) text += fact.name->text() + u": "_s + fact.value->text() + u'\n';
    for (const ToolkitView& view : model().toolkits())
        text += cuda(*view.toolkit) + u", "_s + toQt(view.toolkit->root) + u", "_s +
                tr("%1 of %2 libraries").arg(view.verification.libraries.found).arg(view.verification.libraries.expected) + u'\n';
    return text;
}

}   // namespace cudnn_setup
