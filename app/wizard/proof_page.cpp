#include "wizard/proof_page.h"

#include "report/text_report.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

using namespace Qt::Literals::StringLiterals;

namespace cudnn_setup {

namespace {

/// Two parts with a hairline between them.
class Split final : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        if (layout() != nullptr && layout()->count() > 1)
            painter.fillRect(QRect(layout()->itemAt(1)->geometry().left() - 1, 0, 1, height()), tokens().line);
    }
};

/// "1.9 × 10⁻⁶"
QString scientific(double value) {
    if (value == 0) return u"0"_s;
    const QString text = QString::number(value, 'e', 1);
    const qsizetype e = text.indexOf(u'e');
    QString power = QString::number(QStringView(text).mid(e + 1).toInt());
    const QString digits = u"⁰¹²³⁴⁵⁶⁷⁸⁹"_s;
    for (QChar& c : power) c = c == u'-' ? u'⁻' : digits.at(c.digitValue());
    return text.left(e) + u"\u00a0×\u00a010"_s + power;
}

Mark markOf(Verdict verdict) {
    return verdict == Verdict::Proven ? Mark::Ok : verdict == Verdict::Disproven ? Mark::Blocked : Mark::None;
}

}   // namespace

ProofPage::ProofPage(WorkflowModel& model, QWidget* parent)
    : Page(model, parent),
      m_lamps(new LampChain),
      m_device(new Card),
      m_deviceName(new TextLabel(TextRole::Name)),
      m_deviceDetail(new TextLabel(TextRole::Caption, Tone::Ink2)),
      m_deviceState(new StateLabel),
      m_chartTitle(new TextLabel(TextRole::Name)),
      m_chartShape(new TextLabel(TextRole::Caption, Tone::Ink2)),
      m_chart(new TimeChart),
      m_rateTitle(new TextLabel(TextRole::Name)),
      m_rate(new TextLabel(TextRole::SmallFigure)),
      m_rateDetail(new TextLabel(TextRole::Caption, Tone::Ink2)),
      m_numbersTitle(new TextLabel(TextRole::Name)),
      m_numbers(new TextLabel(TextRole::Caption, Tone::Ink2)),
      m_reasonsLabel(new SectionLabel),
      m_reasons(new Card),
      m_remarkIcon(new Glyph(Icon::Refresh, Tone::Ink2)),
      m_remark(new TextLabel(TextRole::Body, Tone::Ink2)),
      m_copy(new Button(Button::Kind::Quiet)) {
    body()->addWidget(m_lamps);
    body()->addSpacing(16);
    auto* head = new QWidget;
    head->setFixedHeight(56);
    auto* line = new QHBoxLayout(head);
    line->setContentsMargins(20, 0, 20, 0);
    line->setSpacing(12);
    line->addWidget(new Glyph(Icon::GraphicsCard, Tone::Ink2));
    line->addWidget(m_deviceName);
    line->addWidget(m_deviceDetail, 1);
    line->addWidget(m_deviceState);
    m_device->addRow(head);
    auto* split = new Split;
    auto* halves = new QHBoxLayout(split);
    halves->setContentsMargins(0, 0, 0, 0);
    halves->setSpacing(1);
    auto* chart = new QVBoxLayout;
    chart->setContentsMargins(20, 14, 20, 12);
    chart->setSpacing(8);
    auto* chartHead = new QHBoxLayout;
    chartHead->addWidget(m_chartTitle, 1);
    chartHead->addWidget(m_chartShape);
    chart->addLayout(chartHead);
    chart->addWidget(m_chart, 1);
    halves->addLayout(chart, 62);
    auto* figures = new QVBoxLayout;
    figures->setContentsMargins(20, 14, 20, 12);
    figures->setSpacing(4);
    figures->addWidget(m_rateTitle);
    figures->addWidget(m_rate);
    m_rateDetail->setParagraph();
    figures->addWidget(m_rateDetail);
    figures->addSpacing(20);
    figures->addWidget(m_numbersTitle);
    m_numbers->setParagraph();
    figures->addWidget(m_numbers);
    figures->addStretch(1);
    halves->addLayout(figures, 38);
    m_device->addRow(split);
    body()->addWidget(m_device);
    body()->addWidget(m_reasonsLabel);
    body()->addSpacing(8);
    body()->addWidget(m_reasons);
    body()->addSpacing(16);
    auto* remark = new QHBoxLayout;
    remark->setSpacing(12);
    remark->addWidget(m_remarkIcon, 0, Qt::AlignTop);
    m_remark->setParagraph();
    remark->addWidget(m_remark, 1);
    body()->addLayout(remark);
    m_copy->setGlyph(Icon::Copy);
    addLeftAction(m_copy);
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(details()); });
    refresh();
}

QString ProofPage::stepName() const {
    return tr("Proof");
}

bool ProofPage::isRunning() const {
    return model().activity() == Activity::Proving || (model().activity() == Activity::Applying && model().phase() == Phase::Proving);
}

const Proof* ProofPage::proof() const {
    const auto& outcome = model().outcome();
    return !isRunning() && outcome && outcome->proof ? &*outcome->proof : nullptr;
}

QString ProofPage::answer() const {
    if (isRunning()) return tr("running");
    const Proof* result = proof();
    if (result == nullptr) return {};
    return toQt(Appearance::current().messages().text(std::string("verdicts.") + std::string(toText(result->verdict))));
}

bool ProofPage::isBlocked() const {
    return proof() != nullptr && proof()->verdict == Verdict::Disproven;
}

void ProofPage::refresh() {
    m_copy->setText(tr("Copy report"));
    m_copy->setShortcut(QKeySequence(u"Alt+P"_s));
    refreshHeading();
    refreshDevice();
    refreshReasons();
    showProof();
    Q_EMIT completeChanged();
}

void ProofPage::refreshHeading() {
    const Messages& messages = Appearance::current().messages();
    if (isRunning()) {
        setHeadingMark(Mark::Running);
        setHeading(tr("Trying it in a new process"),
                   tr("Not elevated, with the PATH that a new program gets. This only reads and computes."));
        return;
    }
    const auto& outcome = model().outcome();
    const Proof* result = proof();
    if (result == nullptr) {
        setHeadingMark(Mark::None);
        setHeading(tr("Installed, but not proven"),
                   outcome && !outcome->findings.empty() ? toQt(messages.describe(outcome->findings.front())) : QString());
        return;
    }
    setHeadingMark(markOf(result->verdict));
    const auto& plan = model().plan();
    const QString release = plan && plan->archive  ? toQt(plan->archive->release.toString())
                            : result->cudnnVersion ? toQt(result->cudnnVersion->toString(3))
                                                   : QString();
    const std::string why = result->findings.empty() ? std::string() : messages.describe(result->findings.front());
    switch (result->verdict) {
        case Verdict::Proven: {
            const QString device =
                result->devices.empty() ? QString() : toQt(result->devices.front().name).remove(u"NVIDIA "_s).remove(u"GeForce "_s);
            setHeading(result->devices.size() == 1
                           ? tr("cuDNN %1 works on your %2").arg(release, device)
                           : tr("cuDNN %1 works on all %n GPUs", nullptr, static_cast<int>(result->devices.size())).arg(release),
                       result->devices.empty() || !result->devices.front().numbers
                           ? QString()
                           : tr("A new, unelevated process found it and computed a convolution. All %1 numbers agree with a CPU "
                                "reference: they differ by at most %2, and %3 is allowed.")
                                 .arg(QString::number(result->devices.front().numbers->outputs),
                                      scientific(result->devices.front().numbers->largestError),
                                      scientific(result->devices.front().numbers->tolerance)));
            break;
        }
        case Verdict::Disproven: {
            const auto failed = std::ranges::find(m_lamps->lamps(), LampState::Failed, &Lamp::state);
            setHeading(failed == m_lamps->lamps().end() ? tr("cuDNN %1 does not work for a new process").arg(release)
                                                        : tr("cuDNN %1 fails at: %2").arg(release, failed->name),
                       toQt(why));
            break;
        }
        case Verdict::NotProven: setHeading(tr("Installed, but not proven"), toQt(why)); break;
    }
}

void ProofPage::showProof() {
    const Proof* result = proof();
    m_lamps->set(result != nullptr ? result->steps : model().proofSteps(), result != nullptr);
    const bool measured = result != nullptr && !result->devices.empty() && result->devices.front().timing;
    if (measured) m_chart->set(result->devices.front().timing->milliseconds, result->devices.front().timing->medianMilliseconds, false);
    else m_chart->set(model().iterations(), 0, isRunning());
    if (isBlocked()) refreshHeading();   // the title names the first failed lamp
}

void ProofPage::refreshDevice() {
    const Proof* result = proof();
    const Messages& messages = Appearance::current().messages();
    const bool hasDevice = result != nullptr && !result->devices.empty();
    const bool shows = isRunning() || (hasDevice && result->devices.front().timing);
    m_device->setVisible(shows);
    if (!shows) return;
    m_chartTitle->setText(tr("Time per iteration, ms"));
    m_rateTitle->setText(tr("Rate"));
    m_numbersTitle->setText(tr("Numbers"));
    if (!hasDevice) {
        const auto& gpus = model().snapshot() ? model().snapshot()->gpus : std::vector<GpuFact>{};
        m_deviceName->setText(gpus.empty() ? tr("Graphics card") : toQt(gpus.front().name));
        m_deviceDetail->setText({});
        m_deviceState->setState(Mark::Running, tr("Running"));
        m_chartShape->setText({});
        m_rate->setText(u"–"_s);
        m_rateDetail->setText(tr("comes from the median"));
        m_numbers->setText(tr("compared before anything is timed"));
        return;
    }
    const DeviceProof& device = result->devices.front();
    m_deviceName->setText(toQt(device.name));
    QString detail = tr("GPU %1, %2, compute capability %3")
                         .arg(device.index)
                         .arg(toQt(messages.bytes(device.memoryBytes)), toQt(device.computeCapability));
    if (result->devices.size() > 1) detail += u", "_s + tr("and %n more", nullptr, static_cast<int>(result->devices.size()) - 1);
    m_deviceDetail->setText(detail);
    m_deviceState->setState(markOf(device.verdict), toQt(messages.text(std::string("verdicts.") + std::string(toText(device.verdict)))));
    if (device.timing) {
        m_chartShape->setText(toQt(device.timing->shape));
        m_chartShape->setToolTip(toQt(device.timing->shape));
        m_rate->setText(tr("%1 TFLOP/s").arg(QString::number(device.timing->teraflops, 'f', 1)));
        m_rateDetail->setText(tr("batch %1, median of %2 iterations after %3 to warm up")
                                  .arg(device.timing->batch)
                                  .arg(device.timing->milliseconds.size())
                                  .arg(device.timing->warmUp));
    }
    m_numbers->setText(device.numbers ? tr("%1 outputs compared, largest error %2, allowed %3")
                                            .arg(QString::number(device.numbers->outputs), scientific(device.numbers->largestError),
                                                 scientific(device.numbers->tolerance))
                                      : tr("not compared"));
}

void ProofPage::refreshReasons() {
    const Proof* result = proof();
    const Messages& messages = Appearance::current().messages();
    const auto& outcome = model().outcome();
    m_reasons->clearRows();
    std::vector<Finding> findings;
    if (result != nullptr) findings = result->findings;
    if (outcome && !isRunning())
        for (const Finding& finding : outcome->findings)
            if (finding.severity != Severity::Info && std::ranges::find(findings, finding) == findings.end()) findings.push_back(finding);
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const Finding& finding = findings[i];
        const auto isAlike = [&](const Finding& other) { return other.code == finding.code && other.arguments == finding.arguments; };
        if (std::any_of(findings.begin(), findings.begin() + static_cast<std::ptrdiff_t>(i), isAlike)) continue;
        // One row for what is true of eight libraries.
        QStringList others;
        for (std::size_t j = i + 1; j < findings.size(); ++j)
            if (isAlike(findings[j])) others += toQt(findings[j].subject);
        QString detail = toQt(messages.remedy(finding));
        if (!others.isEmpty()) detail = tr("Also: %1.").arg(others.join(tr(", ", "between files"))) + u'\n' + detail;
        auto* row = new EvidenceRow(m_reasons);
        row->set(finding.severity == Severity::Error     ? Mark::Blocked
                 : finding.severity == Severity::Warning ? Mark::Warning
                                                         : Mark::None,
                 toQt(messages.describe(finding)), detail);
        m_reasons->addRow(row);
    }
    m_reasonsLabel->set(result != nullptr && result->verdict == Verdict::Proven ? tr("Worth knowing") : tr("Why, and what to do next"));
    m_reasons->setVisible(!findings.empty());
    m_reasonsLabel->setVisible(!findings.empty());
    m_reasonsLabel->layout()->setContentsMargins(0, m_device->isVisibleTo(this) ? 24 : 0, 0, 0);   // a section of its own below the card
    const bool newPath = outcome && outcome->pathChanged && !isRunning();
    m_remark->setText(newPath ? tr("Programs that are open still have the old PATH. Restart them to use cuDNN.") : QString());
    m_remark->setVisible(newPath);
    m_remarkIcon->setVisible(newPath);
}

QString ProofPage::details() const {
    const auto& outcome = model().outcome();
    return Page::details() + (outcome ? toQt(outcomeText(*outcome, Appearance::current().messages())) : QString());
}

}   // namespace cudnn_setup
