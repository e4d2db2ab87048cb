#include "wizard/time_chart.h"

#include "wizard/appearance.h"

#include <QEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace cudnn_setup {

namespace {

constexpr int leftMargin = 44, bottomMargin = 28, topMargin = 10, rightMargin = 8;
constexpr std::size_t expectedIterations = 100;

/// A round number of at least @p value: 1, 2, 2.5 or 5 times a power of ten, so that four steps are round as well.
double roundTop(double value) {
    if (value <= 0) return 1;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 2.0, 4.0, 6.0, 8.0})
        if (value <= step * power) return step * power;
    return 10 * power;
}

QString figure(double value) {
    return QString::number(value, 'g', 3);
}

}   // namespace

TimeChart::TimeChart(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void TimeChart::set(std::vector<double> milliseconds, double median, bool running) {
    m_milliseconds = std::move(milliseconds);
    m_median = median;
    m_running = running;
    describe();
    update();
}

void TimeChart::describe() {
    setAccessibleName(tr("Time per iteration"));
    if (m_milliseconds.empty()) {
        setAccessibleDescription(tr("nothing measured"));
        return;
    }
    setAccessibleDescription(tr("%n iterations, median %1 ms, slowest %2 ms", nullptr, static_cast<int>(m_milliseconds.size()))
                                 .arg(figure(m_median), figure(std::ranges::max(m_milliseconds))));
}

void TimeChart::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) describe();
    QWidget::changeEvent(event);
}

void TimeChart::paintEvent(QPaintEvent*) {
    const Tokens& t = tokens();
    QPainter painter(this);
    painter.setFont(fontOf(TextRole::Caption));
    const QRectF area(leftMargin, topMargin, width() - leftMargin - rightMargin, height() - topMargin - bottomMargin);
    if (m_milliseconds.empty()) {
        painter.setPen(t.ink2);
        painter.drawText(area, Qt::AlignCenter, tr("nothing measured yet"));
        return;
    }
    std::vector<double> sorted = m_milliseconds;
    std::ranges::nth_element(sorted, sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2));
    const double middle = m_median > 0 ? m_median : sorted[sorted.size() / 2];
    const double top = roundTop(middle * 2.2);   // higher spikes end in a tick
    const auto y = [&](double ms) { return area.bottom() - std::min(ms, top) / top * area.height(); };
    for (int i = 0; i <= 4; ++i) {
        const double value = top * i / 4;
        painter.fillRect(QRectF(area.left(), y(value), area.width(), 1), i == 0 ? t.ctl : t.line);
        painter.setPen(t.ink2);
        painter.drawText(QRectF(0, y(value) - 9, leftMargin - 8, 18), Qt::AlignRight | Qt::AlignVCenter, figure(value));
    }
    const std::size_t count = m_running ? std::max(expectedIterations, m_milliseconds.size()) : m_milliseconds.size();
    const auto x = [&](std::size_t i) {
        return area.left() + (count <= 1 ? 0.5 : static_cast<double>(i) / static_cast<double>(count - 1)) * area.width();
    };
    painter.setPen(t.ink2);
    painter.drawText(QRectF(area.left() - 12, area.bottom() + 6, 24, 18), Qt::AlignCenter, QString::number(1));
    painter.drawText(QRectF(area.right() - 160, area.bottom() + 6, 160, 18), Qt::AlignRight | Qt::AlignVCenter,
                     tr("iteration %1").arg(count));
    QPainterPath line;
    for (std::size_t i = 0; i < m_milliseconds.size(); ++i) {
        const QPointF point(x(i), y(m_milliseconds[i]));
        if (i == 0) line.moveTo(point);
        else line.lineTo(point);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(t.accent, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (m_milliseconds.size() == 1) painter.drawEllipse(line.currentPosition(), 2, 2);
    painter.drawPath(line);
    for (std::size_t i = 0; i < m_milliseconds.size(); ++i)
        if (m_milliseconds[i] > top) painter.drawLine(QPointF(x(i) - 4, area.top()), QPointF(x(i) + 4, area.top()));
    if (m_median > 0) {
        painter.setFont(fontOf(TextRole::CaptionName));
        painter.setPen(t.accent);
        painter.drawText(QRectF(area.left(), y(m_median) - 26, area.width() - 4, 18), Qt::AlignRight | Qt::AlignVCenter,
                         tr("median %1 ms").arg(figure(m_median)));
    }
}

}   // namespace cudnn_setup
