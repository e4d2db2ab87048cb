#include "wizard/card.h"

#include "wizard/wizard_style.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>
#include <QTimerEvent>

#include <algorithm>

namespace cudnn_setup {

Card::Card(QWidget* parent, Edge edge) : QFrame(parent), m_edge(edge), m_layout(new QVBoxLayout(this)) {
    m_layout->setContentsMargins(edge == Edge::Error ? 5 : 1, 1, 1, 1);
    m_layout->setSpacing(1);   // the hairline
}

void Card::addRow(QWidget* row) {
    m_rows.push_back(row);
    m_layout->addWidget(row);
}

void Card::clearRows() {
    for (QWidget* row : m_rows) {
        row->hide();
        row->deleteLater();
    }
    m_rows.clear();
    m_fills.clear();
}

void Card::setRowFill(QWidget* row, const QColor& fill) {
    std::erase_if(m_fills, [row](const auto& one) { return one.first == row; });
    if (fill.isValid()) m_fills.emplace_back(row, fill);
    update();
}

void Card::paintEvent(QPaintEvent*) {
    const Tokens& t = tokens();
    QPainter painter(this);
    drawPanel(painter, QRectF(rect()), t.card, QColor(), 8);
    QPainterPath clip;
    clip.addRoundedRect(QRectF(rect()), 8, 8);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipPath(clip);
    for (const auto& [row, fill] : m_fills)
        if (row->isVisibleTo(this)) painter.fillRect(QRect(0, row->y(), width(), row->height()), fill);
    bool first = true;
    for (const QWidget* row : m_rows) {
        if (!row->isVisibleTo(this)) continue;
        if (!first) painter.fillRect(QRect(0, row->y() - 1, width(), 1), t.line);
        first = false;
    }
    if (m_edge == Edge::Error) painter.fillRect(QRect(0, 0, 4, height()), t.err);
    painter.setClipping(false);
    drawPanel(painter, QRectF(rect()), Qt::transparent, t.line, 8);
}

Glyph::Glyph(Icon icon, Tone tone, QWidget* parent) : QWidget(parent), m_icon(icon), m_tone(tone) {
    setFixedSize(20, 20);
}

Glyph::Glyph(Mark mark, QWidget* parent, int size) : QWidget(parent), m_mark(mark) {
    setFixedSize(size, size);
}

void Glyph::setMark(Mark mark) {
    m_mark = mark;
    followMotion();
    update();
}

void Glyph::followMotion() {
    const bool moves = m_mark == Mark::Running && isVisible();
    if (moves && m_timer == 0) m_timer = startTimer(40);
    if (!moves && m_timer != 0) {
        killTimer(m_timer);
        m_timer = 0;
    }
}

void Glyph::showEvent(QShowEvent*) {
    followMotion();
}
void Glyph::hideEvent(QHideEvent*) {
    followMotion();
}

void Glyph::timerEvent(QTimerEvent*) {
    m_turn += 0.04 / 1.2;   // 1.2 s a turn
    if (m_turn >= 1) m_turn -= 1;
    update();
}

void Glyph::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (m_mark && width() >= 40) paintFilledMark(painter, *m_mark, QRectF(rect()), tokens());
    else if (m_mark) paintMark(painter, *m_mark, QRectF(rect()), tokens(), m_turn);
    else if (m_icon) paintIcon(painter, *m_icon, QRectF(rect()), colourOf(m_tone));
}

StateLabel::StateLabel(QWidget* parent)
    : QWidget(parent), m_glyph(new Glyph(Mark::Waiting, this)), m_word(new TextLabel(TextRole::Body, Tone::Ink2, this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    row->addWidget(m_glyph);
    row->addWidget(m_word, 1);
}

void StateLabel::setState(Mark mark, const QString& word) {
    m_glyph->setMark(mark);
    m_word->setText(word);
    m_word->setTone(mark == Mark::Ok        ? Tone::Ok
                    : mark == Mark::Warning ? Tone::Warn
                    : mark == Mark::Blocked ? Tone::Err
                    : mark == Mark::Running ? Tone::Accent
                                            : Tone::Ink2);
}

EvidenceRow::EvidenceRow(QWidget* parent)
    : QWidget(parent),
      m_glyph(new Glyph(Mark::Waiting, this)),
      m_name(new TextLabel(TextRole::Name, Tone::Ink, this)),
      m_detail(new TextLabel(TextRole::Caption, Tone::Ink2, this)),
      m_right(new TextLabel(TextRole::Body, Tone::Ink2, this)) {
    m_name->setParagraph();
    m_detail->setParagraph();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(20, 9, 20, 9);
    row->setSpacing(16);
    row->addWidget(m_glyph, 0, Qt::AlignTop);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_name);
    texts->addWidget(m_detail);
    row->addLayout(texts, 1);
    row->addWidget(m_right, 0, Qt::AlignVCenter);
}

void EvidenceRow::set(Mark mark, const QString& name, const QString& detail, const QString& right) {
    m_glyph->setMark(mark);
    m_name->setText(name);
    m_detail->setText(detail);
    m_detail->setVisible(!detail.isEmpty());
    m_right->setText(right);
    m_right->setVisible(!right.isEmpty());
}

void EvidenceRow::setCodeDetail() {
    m_detail->setRole(TextRole::Code);
}

void EvidenceRow::setWaiting(bool waiting) {
    m_name->setRole(waiting ? TextRole::Body : TextRole::Name);
    m_name->setTone(waiting ? Tone::Ink2 : Tone::Ink);
}

Strip::Strip(Kind kind, QWidget* parent)
    : QWidget(parent),
      m_kind(kind),
      m_name(new TextLabel(TextRole::Name, Tone::Ink, this)),
      m_detail(new TextLabel(TextRole::Caption, Tone::Ink2, this)),
      m_action(new Button(Button::Kind::Secondary, this)) {
    m_name->setParagraph();
    m_detail->setParagraph();
    m_action->hide();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(56, 16, 20, 16);
    row->setSpacing(16);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_name);
    texts->addWidget(m_detail);
    row->addLayout(texts, 1);
    row->addWidget(m_action, 0, Qt::AlignVCenter);
}

void Strip::set(const QString& name, const QString& detail) {
    m_name->setText(name);
    m_detail->setText(detail);
    m_detail->setVisible(!detail.isEmpty());
    m_action->setVisible(!m_action->text().isEmpty());
}

void Strip::setKind(Kind kind) {
    m_kind = kind;
    update();
}

void Strip::setGlyph(Icon icon) {
    m_icon = icon;
    update();
}

void Strip::paintEvent(QPaintEvent*) {
    const Tokens& t = tokens();
    QPainter painter(this);
    const QColor fill = m_kind == Kind::Recommendation ? t.accentSoft
                        : m_kind == Kind::Warning      ? t.warnSoft
                        : m_kind == Kind::Error        ? t.errSoft
                                                       : t.well;
    drawPanel(painter, QRectF(rect()), fill, m_kind == Kind::Info ? t.line : QColor(), 8);
    const QRectF box(20, (height() - 20) / 2.0, 20, 20);
    if (m_icon) paintIcon(painter, *m_icon, box, m_kind == Kind::Recommendation ? t.accent : t.ink2);
    else paintMark(painter, m_kind == Kind::Warning ? Mark::Warning : m_kind == Kind::Error ? Mark::Blocked : Mark::None, box, t);
}

SectionLabel::SectionLabel(QWidget* parent)
    : QWidget(parent),
      m_name(new TextLabel(TextRole::Name, Tone::Ink, this)),
      m_remark(new TextLabel(TextRole::Caption, Tone::Ink2, this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_name, 0, Qt::AlignBaseline);
    row->addWidget(m_remark, 1, Qt::AlignBaseline);
}

void SectionLabel::set(const QString& name, const QString& remark) {
    m_name->setText(name);
    m_remark->setText(remark);
}

}   // namespace cudnn_setup
