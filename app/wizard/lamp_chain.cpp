#include "wizard/lamp_chain.h"

#include "wizard/appearance.h"
#include "wizard/text_label.h"

#include <QPainter>

#include <algorithm>
#include <array>

using namespace Qt::Literals::StringLiterals;

namespace cudnn_setup {

namespace {

/// Which steps of the probe one lamp stands for.
constexpr std::array<std::array<std::optional<ProbeStep>, 3>, 7> lampSteps{{
    {ProbeStep::Process, std::nullopt, std::nullopt},
    {ProbeStep::Driver, ProbeStep::Devices, std::nullopt},
    {ProbeStep::Load, std::nullopt, std::nullopt},
    {ProbeStep::Version, ProbeStep::VersionChecks, ProbeStep::Modules},
    {ProbeStep::Handle, std::nullopt, std::nullopt},
    {ProbeStep::Convolution, std::nullopt, std::nullopt},
    {ProbeStep::Numbers, std::nullopt, std::nullopt},
}};

}   // namespace

LampChain::LampChain(QWidget* parent) : QWidget(parent) {
    setFixedHeight(92);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    set({}, false);
}

void LampChain::set(const std::vector<StepResult>& steps, bool ended) {
    const std::array names{tr("New process"), tr("Driver"),      tr("PATH"),   tr("Libraries"),
                           tr("GPU handle"),  tr("Convolution"), tr("Numbers")};
    m_lamps.clear();
    bool running = false, broken = false;
    QStringList spoken;
    for (std::size_t i = 0; i < names.size(); ++i) {
        Lamp lamp{names.at(i), {}, LampState::NotReached};
        std::size_t wanted = 0, passed = 0, known = 0;
        bool failed = false, runs = false;
        for (const auto& step : lampSteps.at(i)) {
            if (!step) continue;
            ++wanted;
            bool stepPassed = false, stepKnown = false;
            for (const StepResult& result : steps) {
                if (result.step != *step || result.state == StepState::NotRun) continue;
                stepKnown = true;
                stepPassed = result.state == StepState::Passed;
                failed = failed || result.state == StepState::Failed;
                runs = runs || result.state == StepState::Running;
                // The driver says more than the number of its devices; a shape is too long for a lamp.
                const bool says = result.step != ProbeStep::Devices && !(result.step == ProbeStep::Convolution && stepPassed);
                if (says && !result.detail.empty()) lamp.detail = toQt(result.detail);
            }
            passed += stepPassed;
            known += stepKnown;
        }
        if (failed) lamp.state = LampState::Failed;
        else if (runs) lamp.state = ended ? LampState::Failed : LampState::Running;   // the step during which the process died
        else if (passed == wanted) lamp.state = LampState::Lit;
        else if (known > 0 && !ended) lamp.state = LampState::Running;
        else if (ended || broken) lamp.state = LampState::NotRun;
        // Of these two steps one ran: there is a driver.
        if (lamp.state == LampState::NotRun)
            lamp.detail = lampSteps.at(i)[1] == ProbeStep::Devices && known > 0 ? tr("no GPU") : tr("not run");
        if (lamp.state == LampState::Lit && lamp.detail.isEmpty() && lampSteps.at(i)[0] == ProbeStep::Handle) lamp.detail = tr("created");
        if (lamp.state == LampState::Lit && lamp.detail.isEmpty() && lampSteps.at(i)[0] == ProbeStep::Convolution)
            lamp.detail = tr("computed");
        // Folders are shown by their end, "v12.6\bin", which is what tells them apart.
        if (const qsizetype slash = std::max(lamp.detail.lastIndexOf(u'\\'), lamp.detail.lastIndexOf(u'/')); slash > 0) {
            const qsizetype before = std::max(lamp.detail.lastIndexOf(u'\\', slash - 1), lamp.detail.lastIndexOf(u'/', slash - 1));
            lamp.detail = lamp.detail.mid(before + 1);
        }
        running = running || lamp.state == LampState::Running;
        broken = broken || lamp.state == LampState::Failed;
        const QString word = lamp.state == LampState::Lit       ? tr("passed")
                             : lamp.state == LampState::Failed  ? tr("failed")
                             : lamp.state == LampState::Running ? tr("running")
                             : lamp.state == LampState::NotRun  ? tr("not run")
                                                                : tr("waiting");
        spoken +=
            lamp.name + u", "_s + word + (lamp.detail.isEmpty() || lamp.state == LampState::NotRun ? QString() : u", "_s + lamp.detail);
        m_lamps.push_back(std::move(lamp));
    }
    setAccessibleName(tr("Steps of the proof"));
    setAccessibleDescription(spoken.join(u"\n"_s));
    if (running && m_timer == 0) m_timer = startTimer(40);
    if (!running && m_timer != 0) {
        killTimer(m_timer);
        m_timer = 0;
    }
    update();
}

void LampChain::timerEvent(QTimerEvent*) {
    m_turn += 0.04 / 1.2;
    if (m_turn >= 1) m_turn -= 1;
    update();
}

void LampChain::paintEvent(QPaintEvent*) {
    const Tokens& t = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double cell = width() / static_cast<double>(m_lamps.size());
    constexpr double size = 36;
    for (std::size_t i = 0; i < m_lamps.size(); ++i) {
        const Lamp& lamp = m_lamps[i];
        const QPointF centre(cell * (static_cast<double>(i) + 0.5), size / 2 + 1);
        const QRectF box(centre.x() - size / 2, centre.y() - size / 2, size, size);
        if (i + 1 < m_lamps.size()) {
            // The link belongs to the lamp after it.
            painter.setPen(QPen(m_lamps[i + 1].state == LampState::Lit ? t.ok : t.line2, 2));
            painter.drawLine(QPointF(centre.x() + size / 2 + 3, centre.y()), QPointF(centre.x() + cell - size / 2 - 3, centre.y()));
        }
        switch (lamp.state) {
            case LampState::Lit: paintFilledMark(painter, Mark::Ok, box, t); break;
            case LampState::Failed: paintFilledMark(painter, Mark::Blocked, box, t); break;
            case LampState::Running: paintMark(painter, Mark::Running, box.adjusted(4, 4, -4, -4), t, m_turn); break;
            case LampState::NotReached:
            case LampState::NotRun:
                painter.setPen(QPen(t.ctl, 1.5));
                painter.setBrush(Qt::NoBrush);
                painter.drawEllipse(centre, size / 2 - 5, size / 2 - 5);
                break;
        }
        const auto text = [&](int y, TextRole role, const QColor& colour, const QString& words) {
            painter.setFont(fontOf(role));
            painter.setPen(colour);
            const QRectF line(cell * static_cast<double>(i) + 2, y, cell - 4, 18);
            painter.drawText(line, Qt::AlignCenter,
                             painter.fontMetrics().elidedText(words, Qt::ElideRight, static_cast<int>(line.width())));
        };
        text(46, TextRole::CaptionName,
             lamp.state == LampState::Failed                                          ? t.err
             : lamp.state == LampState::NotReached || lamp.state == LampState::NotRun ? t.ink2
                                                                                      : t.ink,
             lamp.name);
        text(64, TextRole::Caption, t.ink2, lamp.detail);
    }
}

}   // namespace cudnn_setup
