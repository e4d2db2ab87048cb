#include "wizard/install_page.h"

#include "report/text_report.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>

#include <algorithm>
#include <array>

using namespace Qt::Literals::StringLiterals;

namespace cudnn_setup {

namespace {

/// Shares of the whole, from a real install (9.5.0.50: unpacking takes most of the time); only the bar's evenness depends on them.
constexpr std::array<std::pair<Phase, double>, 8> weights{{{Phase::Recovering, 1},
                                                           {Phase::Unpacking, 70},
                                                           {Phase::CheckingSignatures, 12},
                                                           {Phase::Placing, 4},
                                                           {Phase::Path, 1},
                                                           {Phase::Receipt, 1},
                                                           {Phase::TidyingUp, 1},
                                                           {Phase::Verifying, 10}}};

constexpr double secondsBeforeForecast = 2.0;

}   // namespace

InstallPage::InstallPage(WorkflowModel& model, QWidget* parent)
    : Page(model, parent),
      m_running(new QWidget),
      m_percent(new TextLabel(TextRole::Figure)),
      m_left(new TextLabel(TextRole::Body, Tone::Ink2)),
      m_rate(new RateLine),
      m_bar(new ProgressBar),
      m_amount(new TextLabel(TextRole::Body, Tone::Ink2)),
      m_elapsed(new TextLabel(TextRole::Body, Tone::Ink2)),
      m_phases(new Card),
      m_safeIcon(new Glyph(Icon::Lock, Tone::Ink2)),
      m_safe(new TextLabel(TextRole::Body, Tone::Ink2)),
      m_failure(new BlockerPanel),
      m_copy(new Button(Button::Kind::Quiet)) {
    auto* column = new QVBoxLayout(m_running);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* figures = new QHBoxLayout;
    figures->setSpacing(16);
    figures->addWidget(m_percent, 0, Qt::AlignBottom);
    m_left->setContentsMargins(0, 0, 0, 10);
    figures->addWidget(m_left, 1, Qt::AlignBottom);
    figures->addWidget(m_rate);
    column->addLayout(figures);
    column->addSpacing(12);
    column->addWidget(m_bar);
    column->addSpacing(8);
    auto* amounts = new QHBoxLayout;
    amounts->addWidget(m_amount, 1);
    amounts->addWidget(m_elapsed);
    column->addLayout(amounts);
    column->addSpacing(20);
    body()->addWidget(m_running);
    body()->addWidget(m_phases);
    body()->addSpacing(16);
    auto* safe = new QHBoxLayout;
    safe->setSpacing(12);
    safe->addWidget(m_safeIcon, 0, Qt::AlignTop);
    m_safe->setParagraph();
    safe->addWidget(m_safe, 1);
    body()->addLayout(safe);
    body()->addSpacing(16);
    body()->addWidget(m_failure);
    m_failure->anotherArchive()->hide();
    m_failure->vendorPage()->hide();
    m_copy->setGlyph(Icon::Copy);
    addLeftAction(m_copy);
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(details()); });
    refresh();
}

QString InstallPage::stepName() const {
    return tr("Install");
}

QString InstallPage::answer() const {
    const auto& outcome = model().outcome();
    if (model().activity() == Activity::Applying)
        return model().isUndoing() ? tr("putting back") : QString::number(static_cast<int>(m_bar->share() * 100)) + u" %"_s;
    if (!outcome) return {};
    switch (outcome->kind) {
        case OutcomeKind::Installed: return tr("%n seconds", nullptr, std::max(1, qRound(outcome->seconds)));
        case OutcomeKind::AlreadyInstalled: return tr("already there");
        case OutcomeKind::Cancelled: return tr("cancelled");
        case OutcomeKind::RolledBack: return tr("put back");
        default: return tr("failed");
    }
}

bool InstallPage::isBlocked() const {
    const auto& outcome = model().outcome();
    return model().activity() == Activity::Idle && outcome && outcome->kind != OutcomeKind::Installed &&
           outcome->kind != OutcomeKind::AlreadyInstalled && outcome->kind != OutcomeKind::Cancelled;
}

std::vector<Phase> InstallPage::wantedPhases() const {
    std::vector<Phase> phases;
    if (std::ranges::find(model().phasesSeen(), Phase::Recovering) != model().phasesSeen().end()) phases.push_back(Phase::Recovering);
    phases.insert(phases.end(), {Phase::Unpacking, Phase::CheckingSignatures, Phase::Placing});
    const auto& plan = model().plan();
    if (plan && std::ranges::any_of(plan->toolkits, [](const ToolkitPlan& t) { return t.path.has_value(); })) phases.push_back(Phase::Path);
    phases.insert(phases.end(), {Phase::Receipt, Phase::Verifying});
    if (std::ranges::find(model().phasesSeen(), Phase::RollingBack) != model().phasesSeen().end()) phases.push_back(Phase::RollingBack);
    return phases;
}

double InstallPage::shareNow() const {
    const auto& seen = model().phasesSeen();
    const auto running = model().phase();
    double sum = 0, total = 0;
    for (const auto& [phase, weight] : weights) {
        total += weight;
        const bool begun = std::ranges::find(seen, phase) != seen.end();
        if (!begun) continue;
        double part = 1;
        if (phase == running) {
            const auto& progress = model().progress();
            part = progress && progress->phase == phase && progress->total > 0
                       ? static_cast<double>(progress->done) / static_cast<double>(progress->total)
                       : 0;
        }
        sum += weight * part;
    }
    // A phase that did not happen (nothing to recover, PATH stays) counts once a later one has begun.
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (std::ranges::find(seen, weights[i].first) != seen.end()) continue;
        const bool later = std::any_of(weights.begin() + static_cast<std::ptrdiff_t>(i) + 1, weights.end(),
                                       [&](const auto& w) { return std::ranges::find(seen, w.first) != seen.end(); });
        if (later) sum += weights[i].second;
    }
    return sum / total;
}

void InstallPage::refresh() {
    const Messages& messages = Appearance::current().messages();
    const auto& plan = model().plan();
    const auto& outcome = model().outcome();
    const bool running = model().activity() == Activity::Applying;
    const QString release = plan && plan->archive ? toQt(plan->archive->release.toString()) : QString();
    const QString where = plan && plan->toolkits.size() == 1
                              ? u"CUDA "_s + toQt(plan->toolkits.front().toolkit.toString(2))
                              : tr("%n toolkits", nullptr, plan ? static_cast<int>(plan->toolkits.size()) : 0);
    m_copy->setText(tr("Copy details"));
    const bool ended = !running && outcome.has_value();
    const bool undone = ended && (outcome->kind == OutcomeKind::Cancelled || outcome->kind == OutcomeKind::RolledBack);
    setHeadingMark(std::nullopt);
    m_running->setVisible(!ended);
    m_phases->setVisible(!ended || undone);
    std::vector<Finding> errors;
    if (ended)
        std::ranges::copy_if(outcome->findings, std::back_inserter(errors),
                             [](const Finding& f) { return f.severity == Severity::Error && f.code != ErrorCode::Cancelled; });
    m_failure->setVisible(ended && !errors.empty());
    m_copy->setVisible(ended && m_copy->isVisible());
    if (running) {
        if (model().isUndoing()) setHeading(tr("Putting everything back"), tr("The toolkit and PATH become exactly what they were."));
        else
            setHeading(tr("Installing cuDNN %1 into %2").arg(release, where),
                       tr("You can cancel at any moment. Everything is then put back as it was."));
        m_safe->setText(model().isUndoing() ? tr("Every file that was moved goes back to its place.")
                        : model().hasStartedWriting()
                            ? tr("The old files are kept. If anything fails now, they go back to their places.")
                            : tr("%1 is still untouched: the new files wait beside it until every one of them is checked.").arg(where));
    } else if (ended) {
        switch (outcome->kind) {
            case OutcomeKind::Installed:
            case OutcomeKind::AlreadyInstalled:
                setHeadingMark(Mark::Ok);
                setHeading(
                    toQt(messages.text("headlines." + std::string(toText(outcome->kind)),
                                       {release.toStdString(),
                                        plan && !plan->toolkits.empty() ? plan->toolkits.front().toolkit.toString(2) : std::string()})),
                    {});
                break;
            case OutcomeKind::Cancelled:
                setHeadingMark(Mark::None);
                setHeading(tr("Cancelled. Everything is as it was"), tr("No file and no PATH entry was left changed."));
                break;
            case OutcomeKind::RolledBack:
                setHeadingMark(Mark::Blocked);
                setHeading(tr("It failed, and everything was put back"), tr("The toolkit and PATH are exactly what they were before."));
                break;
            case OutcomeKind::Failed:
                setHeadingMark(Mark::Blocked);
                setHeading(tr("It failed, and not everything could be put back"),
                           tr("The next installation or repair of this toolkit settles it first."));
                break;
            default:
                setHeadingMark(Mark::Blocked);
                setHeading(tr("It was refused before anything was changed"), tr("The toolkit and PATH are exactly what they were before."));
                break;
        }
        m_safe->setText(outcome->logFile.empty() ? QString() : tr("The log is in %1.").arg(toQt(outcome->logFile)));
        if (!errors.empty()) m_failure->set(errors, {});
        m_failure->anotherArchive()->hide();
        m_failure->vendorPage()->hide();
    } else {
        setHeading(tr("Ready to install"), {});
        m_safe->setText({});
    }
    m_safeIcon->setVisible(!m_safe->text().isEmpty());
    refreshPhases();
    showProgress();
    Q_EMIT completeChanged();
}

void InstallPage::refreshPhases() {
    const Messages& messages = Appearance::current().messages();
    const std::vector<Phase> phases = wantedPhases();
    if (!std::ranges::equal(phases, m_rows, {}, {}, &PhaseRow::phase)) {
        m_phases->clearRows();
        m_rows.clear();
        for (const Phase phase : phases) {
            auto* row = new EvidenceRow(m_phases);
            m_phases->addRow(row);
            m_rows.push_back({phase, row});
        }
    }
    const auto& seen = model().phasesSeen();
    const auto running = model().phase();
    const bool undone = std::ranges::find(seen, Phase::RollingBack) != seen.end();
    for (const PhaseRow& one : m_rows) {
        const bool begun = std::ranges::find(seen, one.phase) != seen.end();
        const bool now = running == one.phase && model().activity() == Activity::Applying;
        QString detail, right;
        if (now && model().progress() && model().progress()->phase == one.phase) {
            const PhaseProgress& progress = *model().progress();
            detail = toQt(std::string_view(progress.item).substr(progress.item.find_last_of("/\\") + 1));   // npos + 1 is 0
            if (progress.total > 0 && progress.done <= progress.total && one.phase != Phase::Unpacking && one.phase != Phase::Verifying)
                right = tr("%1 of %2").arg(progress.done).arg(progress.total);
        }
        const bool cut = begun && !now && undone && one.phase == (seen.size() >= 2 ? seen[seen.size() - 2] : Phase::RollingBack) &&
                         one.phase != Phase::RollingBack;
        // The phase in which somebody cancelled did not end well, even if there was nothing to put back.
        const bool stopped = begun && !now && model().activity() == Activity::Idle && model().outcome() &&
                             model().outcome()->kind == OutcomeKind::Cancelled && one.phase == seen.back() &&
                             one.phase != Phase::RollingBack;
        const Mark mark = now ? Mark::Running : cut ? Mark::Blocked : stopped ? Mark::None : begun ? Mark::Ok : Mark::Waiting;
        one.row->set(mark, toQt(messages.text(std::string("phases.") + std::string(toText(one.phase)))), detail, right);
        one.row->setWaiting(mark == Mark::Waiting);
        m_phases->setRowFill(one.row, now ? tokens().accentSoft : QColor());
    }
}

void InstallPage::showProgress() {
    const bool running = model().activity() == Activity::Applying;
    if (!running) {
        m_highest = 0;
        m_ratedPhase.reset();
        m_rate->clear();
        if (model().outcome()) return;
    }
    const Messages& messages = Appearance::current().messages();
    const auto& progress = model().progress();
    const double seconds = model().secondsRunning();
    if (model().isUndoing()) {
        const double left = progress && progress->phase == Phase::RollingBack && progress->total > 0
                                ? m_highest * (1 - static_cast<double>(progress->done) / static_cast<double>(progress->total))
                                : m_highest;
        m_bar->set(left, ProgressBar::State::Undoing);
        m_left->setText({});
        m_amount->setText({});
    } else {
        m_highest = running ? std::max(m_highest, shareNow()) : 0;
        m_bar->set(m_highest, ProgressBar::State::Running);
        const bool forecast = running && seconds >= secondsBeforeForecast && m_highest > 0.02 && m_highest < 1;
        const int left = forecast ? std::max(1, qRound(seconds / m_highest * (1 - m_highest))) : 0;
        m_left->setText(!forecast   ? QString()
                        : left < 90 ? tr("about %n seconds left", nullptr, left)
                                    : tr("about %n minutes left", nullptr, (left + 30) / 60));
        const bool bytes = progress && (progress->phase == Phase::Unpacking || progress->phase == Phase::Verifying);
        if (bytes) m_amount->setText(tr("%1 of %2").arg(toQt(messages.bytes(progress->done)), toQt(messages.bytes(progress->total))));
        if (progress && progress->phase == Phase::Unpacking) {
            if (m_ratedPhase != Phase::Unpacking) {
                m_ratedPhase = Phase::Unpacking;
                m_phaseBegan = seconds;
                m_rate->clear();
            }
            m_rate->add(progress->done, seconds - m_phaseBegan);
        }
    }
    m_percent->setText(QString::number(static_cast<int>(m_bar->share() * 100)) + u" %"_s);
    m_elapsed->setText(running ? tr("%n seconds so far", nullptr, static_cast<int>(seconds)) : QString());
    for (const PhaseRow& one : m_rows)
        if (running && model().phase() == one.phase) {
            refreshPhases();
            break;
        }
}

QString InstallPage::details() const {
    QString text = Page::details();
    if (model().outcome()) text += toQt(outcomeText(*model().outcome(), Appearance::current().messages()));
    return text;
}

}   // namespace cudnn_setup
