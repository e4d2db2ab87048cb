#include "wizard/review_page.h"

#include "report/text_report.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>

using namespace Qt::Literals::StringLiterals;

namespace cudnn_setup {

namespace {

/// Findings that ask for the user's consent: what is in the plan has an effect beyond the set itself.
bool asksConsent(const Finding& finding) {
    return finding.code == ErrorCode::ToolkitHasOtherMajor;
}

}   // namespace

ReviewPage::ReviewPage(WorkflowModel& model, QWidget* parent)
    : Page(model, parent),
      m_steps(new PlanModel(this)),
      m_head(new PlanHead(*m_steps)),
      m_card(new Card),
      m_view(new PlanView(*m_steps)),
      m_path(new PathDiff),
      m_warningArea(new QWidget),
      m_moreWarnings(new Button(Button::Kind::Link)),
      m_consent(new QCheckBox),
      m_blocker(new BlockerPanel),
      m_copy(new Button(Button::Kind::Quiet)),
      m_digest(new TextLabel(TextRole::Caption, Tone::Ink2)) {
    m_card->addRow(m_head);
    m_card->addRow(m_view);
    body()->addWidget(m_card);
    body()->addSpacing(16);
    body()->addWidget(m_path);
    body()->addSpacing(16);
    auto* warnings = new QVBoxLayout(m_warningArea);
    warnings->setContentsMargins(0, 0, 0, 0);
    warnings->setSpacing(8);
    body()->addWidget(m_warningArea);
    body()->addWidget(m_moreWarnings, 0, Qt::AlignLeft);
    body()->addSpacing(8);
    body()->addWidget(m_consent, 0, Qt::AlignLeft);
    body()->addWidget(m_blocker);
    m_copy->setGlyph(Icon::Copy);
    addLeftAction(m_copy);
    addLeftAction(m_digest);
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(details()); });
    connect(m_consent, &QCheckBox::toggled, this, &Page::completeChanged);
    connect(m_moreWarnings, &QPushButton::clicked, this, [this] {
        m_allWarnings = !m_allWarnings;
        refreshWarnings();
    });
    connect(m_blocker->anotherArchive(), &QPushButton::clicked, this, &Page::archiveWanted);
    refresh();
}

QString ReviewPage::stepName() const {
    return tr("Review");
}

QString ReviewPage::answer() const {
    const auto& plan = model().plan();
    if (!plan) return {};
    if (isBlocked()) return tr("blocked");
    return tr("Plan %1").arg(toQt(plan->shortDigest()));
}

bool ReviewPage::isComplete() const {
    return model().canApply() && (m_consent->isHidden() || m_consent->isChecked());
}
bool ReviewPage::isBlocked() const {
    return !model().blockers().empty();
}

void ReviewPage::refresh() {
    const auto& plan = model().plan();
    const std::vector<Finding> blockers = model().blockers();
    const bool shows = plan && blockers.empty();
    if (plan && plan->digest.toString() != m_shownDigest) {
        m_shownDigest = plan->digest.toString();
        m_steps->setPlan(*plan);
        m_consent->setChecked(false);
    } else {
        m_steps->retranslate();
    }
    m_head->update();
    m_card->setRowFill(m_head, tokens().well);
    m_card->setVisible(shows);
    m_path->setVisible(shows);
    m_blocker->setVisible(!blockers.empty());
    if (!blockers.empty()) m_blocker->set(blockers, {{tr("Archive"), toQt(model().request().source)}});
    if (shows && !plan->toolkits.empty())
        m_path->set(plan->toolkits.front().path,
                    model().request().path == PathChoice::None ? tr("stays as it is") : tr("stays as it is: the folder is on it already"));
    m_copy->setText(tr("Copy plan"));
    m_copy->setShortcut(QKeySequence(u"Alt+P"_s));
    m_digest->setText(plan ? tr("Plan %1").arg(toQt(plan->shortDigest())) : QString());
    refreshHeading();
    refreshWarnings();
    Q_EMIT completeChanged();
}

void ReviewPage::refreshHeading() {
    const std::vector<Finding> blockers = model().blockers();
    const auto& plan = model().plan();
    setHeadingMark(blockers.empty() ? std::nullopt : std::optional(Mark::Blocked));
    if (!blockers.empty()) {
        setHeading(tr("This plan cannot be carried out"), tr("Nothing has been changed."));
        return;
    }
    if (!plan) {
        setHeading(tr("Planning"), tr("Nothing has been written yet."));
        return;
    }
    const int in = m_steps->count(Verb::Place) + m_steps->count(Verb::Replace);
    const int out = m_steps->count(Verb::Remove);
    const bool path = std::ranges::any_of(plan->toolkits, [](const ToolkitPlan& t) { return t.path.has_value(); });
    if (!plan->changesSomething()) {
        setHeading(tr("Everything is in place already"), tr("Nothing needs to be written. Install only checks and proves it."));
        return;
    }
    if (in == 0 && out == 0 && !path && m_steps->count(Verb::Keep) > 0) {
        setHeading(tr("All %n files are there already", nullptr, m_steps->count(Verb::Keep)),
                   tr("Nothing goes in or out. A receipt is written, so that they can be checked and removed later."));
        return;
    }
    QStringList parts;
    if (in > 0) parts += tr("%n files go in", nullptr, in);
    if (out > 0) parts += tr("%n go out", nullptr, out);
    parts += path ? tr("PATH gains one entry") : tr("PATH stays");
    setHeading(parts.join(tr(", ", "between parts of the title")),
               tr("Nothing has been written yet. Either all of this happens or none of it, and nothing else is touched."));
}

void ReviewPage::refreshWarnings() {
    const Messages& messages = Appearance::current().messages();
    for (Strip* strip : m_warnings) {
        strip->hide();
        strip->deleteLater();
    }
    m_warnings.clear();
    std::vector<Finding> warnings;
    const auto& plan = model().plan();
    if (plan && model().blockers().empty())
        std::ranges::copy_if(plan->findings, std::back_inserter(warnings),
                             [](const Finding& f) { return f.severity == Severity::Warning; });
    // What the user must agree to comes first.
    std::ranges::stable_partition(warnings, asksConsent);
    const bool consent = std::ranges::any_of(warnings, asksConsent);
    for (std::size_t i = 0; i < warnings.size() && (i == 0 || m_allWarnings); ++i) {
        auto* strip = new Strip(Strip::Kind::Warning, m_warningArea);
        if (warnings[i].code == ErrorCode::FileInUse) {
            strip->action()->setText(tr("Check again"));
            connect(strip->action(), &QPushButton::clicked, this, &Page::lookAgainWanted);
        }
        strip->set(toQt(messages.describe(warnings[i])), toQt(messages.remedy(warnings[i])));
        m_warningArea->layout()->addWidget(strip);
        m_warnings.push_back(strip);
    }
    m_warningArea->setVisible(!warnings.empty());
    m_moreWarnings->setVisible(warnings.size() > 1);
    m_moreWarnings->setText(m_allWarnings ? tr("Show less") : tr("%n more", nullptr, static_cast<int>(warnings.size()) - 1));
    m_consent->setVisible(consent);
    m_consent->setText(tr("I agree that these files are replaced; they come back on uninstall"));
    m_consent->setShortcut(QKeySequence(u"Alt+G"_s));
}

QString ReviewPage::details() const {
    QString text = Page::details();
    if (model().plan()) text += toQt(planText(*model().plan(), Appearance::current().messages()));
    return text + BlockerPanel::asText(model().blockers());
}

}   // namespace cudnn_setup
