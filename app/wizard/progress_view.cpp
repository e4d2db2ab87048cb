#include "wizard/progress_view.h"

#include "wizard/appearance.h"
#include "wizard/wizard_style.h"

#include <QAccessible>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace cudnn_setup {

ProgressBar::ProgressBar(QWidget* parent) : QWidget(parent) {
    setFixedHeight(8);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ProgressBar::set(double share, State state) {
    share = std::clamp(share, 0.0, 1.0);
    const bool news = static_cast<int>(share * 10) != static_cast<int>(m_share * 10) || state != m_state;
    m_share = share;
    m_state = state;
    setAccessibleName(state == State::Undoing ? tr("Putting everything back") : tr("Progress"));
    setAccessibleDescription(tr("%1 percent").arg(static_cast<int>(share * 100)));
    if (news) {   // speaks every 10 % at most
        QAccessibleEvent event(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
    }
    update();
}

void ProgressBar::paintEvent(QPaintEvent*) {
    const Tokens& t = tokens();
    QPainter painter(this);
    drawPanel(painter, QRectF(rect()), t.line, QColor(), 4);
    if (m_share <= 0) return;
    const QColor fill = m_state == State::Undoing ? t.ink2 : m_state == State::Failed ? t.err : m_state == State::Done ? t.ok : t.accent;
    drawPanel(painter, QRectF(0, 0, std::max(8.0, width() * m_share), height()), fill, QColor(), 4);
}

RateLine::RateLine(QWidget* parent) : QWidget(parent) {
    setFixedSize(sizeHint());
}

void RateLine::clear() {
    m_samples.clear();
    m_lastBytes = 0;
    m_lastSeconds = 0;
    m_now = 0;
    update();
}

void RateLine::add(std::uint64_t bytes, double seconds) {
    // A sample every quarter second is as much as the curve can show.
    if (seconds - m_lastSeconds < 0.25 || bytes < m_lastBytes) return;
    const double rate = static_cast<double>(bytes - m_lastBytes) / (seconds - m_lastSeconds) / 1e6;
    m_now = m_samples.empty() ? rate : 0.6 * m_now + 0.4 * rate;
    m_samples.push_back({seconds, m_now});
    while (!m_samples.empty() && m_samples.front().seconds < seconds - 60) m_samples.pop_front();
    m_lastBytes = bytes;
    m_lastSeconds = seconds;
    setAccessibleName(tr("Writing speed"));
    setAccessibleDescription(tr("%1 MB/s").arg(qRound(m_now)));
    update();
}

void RateLine::paintEvent(QPaintEvent*) {
    if (m_samples.size() < 2) return;
    const Tokens& t = tokens();
    QPainter painter(this);
    painter.setFont(fontOf(TextRole::Caption));
    painter.setPen(t.ink2);
    painter.drawText(QRect(0, 0, width(), 18), Qt::AlignLeft | Qt::AlignVCenter, tr("Writing speed"));
    painter.setFont(fontOf(TextRole::CaptionName));
    painter.setPen(t.ink);
    painter.drawText(QRect(0, 0, width(), 18), Qt::AlignRight | Qt::AlignVCenter, tr("%1 MB/s").arg(qRound(m_now)));
    double top = 1;
    for (const Sample& sample : m_samples) top = std::max(top, sample.rate * 1.25);
    const QRectF area(0, 24, width(), height() - 26);
    const double span = std::max(2.0, m_samples.back().seconds - m_samples.front().seconds);
    QPainterPath line;
    for (const Sample& sample : m_samples) {
        const QPointF point(area.left() + (sample.seconds - m_samples.front().seconds) / span * area.width(),
                            area.bottom() - sample.rate / top * area.height());
        if (line.isEmpty()) line.moveTo(point);
        else line.lineTo(point);
    }
    QPainterPath below = line;
    below.lineTo(line.currentPosition().x(), area.bottom());
    below.lineTo(area.bottomLeft());
    below.closeSubpath();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(below, t.accentSoft);
    painter.setPen(QPen(t.accent, 1.5));
    painter.drawPath(line);
    painter.fillRect(QRectF(0, area.bottom(), width(), 1), t.line);
}

}   // namespace cudnn_setup
