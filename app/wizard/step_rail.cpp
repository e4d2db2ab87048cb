#include "wizard/step_rail.h"

#include "wizard/button.h"
#include "wizard/text_label.h"

#include <QActionGroup>
#include <QDesktopServices>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QUrl>
#include <QVBoxLayout>

using namespace Qt::Literals::StringLiterals;

namespace cudnn_setup {

namespace {
constexpr int railWidth = 208, stepHeight = 56, markSize = 24, textLeft = 36;
}

StepList::StepList(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StepList::setSteps(std::vector<RailStep> steps) {
    m_steps = std::move(steps);
    QStringList lines;
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const RailStep& step = m_steps[i];
        QString line = tr("Step %1 of %2: %3").arg(static_cast<int>(i) + 1).arg(m_steps.size()).arg(step.name);
        if (!step.answer.isEmpty()) line += u", "_s + step.answer;
        if (step.kind == StepKind::Now) line += u", "_s + tr("current");
        if (step.kind == StepKind::Blocked) line += u", "_s + tr("blocked");
        if (step.kind == StepKind::Done) line += u", "_s + tr("done");
        lines += line;
    }
    setAccessibleName(tr("Steps"));
    setAccessibleDescription(lines.join(u"\n"_s));
    updateGeometry();
    update();
}

QSize StepList::sizeHint() const {
    return {railWidth - 24, static_cast<int>(m_steps.size()) * stepHeight};
}

int StepList::stepAt(const QPoint& point) const {
    const int index = point.y() / stepHeight;
    return point.y() >= 0 && index < static_cast<int>(m_steps.size()) ? index : -1;
}

void StepList::mousePressEvent(QMouseEvent* event) {
    const int index = stepAt(event->position().toPoint());
    if (index >= 0 && m_steps[static_cast<std::size_t>(index)].reachable) Q_EMIT stepChosen(index);
}

void StepList::mouseMoveEvent(QMouseEvent* event) {
    const int index = stepAt(event->position().toPoint());
    setCursor(index >= 0 && m_steps[static_cast<std::size_t>(index)].reachable ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

bool StepList::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int index = stepAt(help->pos());
        if (index >= 0) QToolTip::showText(help->globalPos(), m_steps[static_cast<std::size_t>(index)].answer, this);
        return true;
    }
    return QWidget::event(event);
}

void StepList::paintEvent(QPaintEvent*) {
    const Tokens& t = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const RailStep& step = m_steps[i];
        const int top = static_cast<int>(i) * stepHeight;
        const QRectF mark(0.5, top + 0.5, markSize - 1, markSize - 1);
        const bool done = step.kind == StepKind::Done;
        if (i + 1 < m_steps.size()) {
            painter.setPen(QPen(done ? t.accent : t.line2, 2));
            painter.drawLine(QPointF(markSize / 2.0, top + markSize + 4), QPointF(markSize / 2.0, top + stepHeight - 4));
        }
        switch (step.kind) {
            case StepKind::Done: {
                painter.setPen(QPen(t.accent, 1));
                painter.setBrush(Qt::NoBrush);
                painter.drawEllipse(mark);
                paintIcon(painter, Icon::Keep, QRectF(mark.center().x() - 7, mark.center().y() - 7, 14, 14), t.accent);
                break;
            }
            case StepKind::Blocked: paintMark(painter, Mark::Blocked, mark, t); break;
            case StepKind::Now:
            case StepKind::ToCome: {
                const bool now = step.kind == StepKind::Now;
                painter.setPen(now ? QPen(Qt::NoPen) : QPen(t.ctl, 1));
                painter.setBrush(now ? QBrush(t.accent) : QBrush(Qt::NoBrush));
                painter.drawEllipse(now ? mark.adjusted(-0.5, -0.5, 0.5, 0.5) : mark);
                painter.setFont(fontOf(TextRole::CaptionName));
                painter.setPen(now ? t.onAccent : t.ink2);
                painter.drawText(mark, Qt::AlignCenter, QString::number(i + 1));
                break;
            }
        }
        const bool strong = step.kind == StepKind::Now || step.kind == StepKind::Blocked;
        painter.setFont(fontOf(strong ? TextRole::Name : TextRole::Body));
        painter.setPen(step.kind == StepKind::ToCome ? t.ink2 : t.ink);
        const QRect text(textLeft, top, width() - textLeft, markSize);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, painter.fontMetrics().elidedText(step.name, Qt::ElideRight, text.width()));
        painter.setFont(fontOf(TextRole::Caption));
        painter.setPen(t.ink2);
        painter.drawText(QRect(textLeft, top + markSize, width() - textLeft, 18), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(step.answer, Qt::ElideRight, width() - textLeft));
    }
}

StepRail::StepRail(QWidget* parent)
    : QWidget(parent),
      m_list(new StepList(this)),
      m_log(new Button(Button::Kind::Quiet, this)),
      m_language(new Button(Button::Kind::Quiet, this)) {
    setFixedWidth(railWidth);
    m_log->setGlyph(Icon::Log);
    m_language->setGlyph(Icon::Globe);
    m_log->hide();
    auto* column = new QVBoxLayout(this);
    // A quiet button has 8 px of its own at the left; its icon stands under the marks.
    column->setContentsMargins(16, 88, 12, 12);
    column->setSpacing(0);
    auto* steps = new QHBoxLayout;
    steps->setContentsMargins(8, 0, 0, 0);
    steps->addWidget(m_list);
    column->addLayout(steps);
    column->addStretch(1);
    column->addWidget(m_log, 0, Qt::AlignLeft);
    column->addWidget(m_language, 0, Qt::AlignLeft);
    connect(m_language, &QPushButton::clicked, this, &StepRail::showLanguages);
    connect(m_log, &QPushButton::clicked, this, [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(m_logFile)); });
    retranslate();
}

void StepRail::setLog(const QString& file) {
    m_logFile = file;
    m_log->setVisible(!file.isEmpty());
}

void StepRail::showLanguages() {
    QMenu menu(this);
    QActionGroup group(&menu);
    // Each language in its own words, whatever the language at the moment.
    for (const auto& [language, name] : {std::pair{Language::English, u"English"_s}, {Language::SimplifiedChinese, u"简体中文"_s}}) {
        QAction* action = menu.addAction(name);
        action->setCheckable(true);
        action->setChecked(language == Appearance::current().language());
        group.addAction(action);
        connect(action, &QAction::triggered, this, [this, chosen = language] { Q_EMIT languageChosen(chosen); });
    }
    menu.exec(m_language->mapToGlobal(QPoint(0, -menu.sizeHint().height() - 4)));
}

void StepRail::retranslate() {
    m_log->setText(tr("Log"));
    m_language->setText(Appearance::current().language() == Language::SimplifiedChinese ? u"简体中文"_s : u"English"_s);
    m_language->setAccessibleName(tr("Language: %1").arg(m_language->text()));
    m_language->setShortcut(QKeySequence(u"Alt+L"_s));
    m_language->updateGeometry();
}

void StepRail::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void StepRail::paintEvent(QPaintEvent*) {
    const Tokens& t = tokens();
    QPainter painter(this);
    painter.fillRect(rect(), t.rail);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), t.line);
    paintProductMark(painter, QRectF(24, 28, 24, 24), t, t.rail);
    painter.setFont(fontOf(TextRole::Name));
    painter.setPen(t.ink);
    painter.drawText(QRect(60, 28, width() - 60, 24), Qt::AlignVCenter | Qt::AlignLeft, u"cudnn-setup"_s);
    painter.setFont(fontOf(TextRole::Caption));
    painter.setPen(t.ink2);
    painter.drawText(QRect(0, height() - 44, width() - 24, 32), Qt::AlignVCenter | Qt::AlignRight, QStringLiteral(CUDNN_SETUP_VERSION));
}

}   // namespace cudnn_setup
