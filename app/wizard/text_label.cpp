#include "wizard/text_label.h"

#include "wizard/wizard_style.h"

#include <QEvent>
#include <QPainter>
#include <QStyle>

#include <array>

namespace cudnn_setup {

namespace {

const char* nameOf(Tone tone) {
    static constexpr std::array names{"ink", "ink2", "ink3", "accent", "ok", "warn", "err"};
    return names.at(static_cast<std::size_t>(tone));
}

}   // namespace

QColor colourOf(Tone tone) {
    const Tokens& t = tokens();
    switch (tone) {
        case Tone::Ink: return t.ink;
        case Tone::Ink2: return t.ink2;
        case Tone::Ink3: return t.ink3;
        case Tone::Accent: return t.accent;
        case Tone::Ok: return t.ok;
        case Tone::Warn: return t.warn;
        case Tone::Err: return t.err;
    }
    return t.ink;
}

TextLabel::TextLabel(TextRole role, Tone tone, QWidget* parent) : QLabel(parent), m_role(role) {
    setTextFormat(Qt::PlainText);   // file names and paths are not markup
    setFont(fontOf(role));
    setProperty("tone", QString::fromLatin1(nameOf(tone)));
}

void TextLabel::setTone(Tone tone) {
    const QString name = QString::fromLatin1(nameOf(tone));
    if (property("tone").toString() == name) return;
    setProperty("tone", name);
    style()->unpolish(this);
    style()->polish(this);
}

void TextLabel::setRole(TextRole role) {
    m_role = role;
    setFont(fontOf(role));
}

void TextLabel::setParagraph() {
    setWordWrap(true);
    // Not Minimum: a wrapping label's size hint is a narrow column, and the page would scroll without need.
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void TextLabel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) setFont(fontOf(m_role));
    QLabel::changeEvent(event);
}

PathLabel::PathLabel(TextRole role, Tone tone, QWidget* parent) : QWidget(parent), m_role(role), m_tone(tone) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void PathLabel::setText(const QString& text) {
    m_text = text;
    setAccessibleName(text);
    setToolTip(text);
    updateGeometry();
    update();
}

QSize PathLabel::sizeHint() const {
    const QFontMetrics metrics(fontOf(m_role));
    return {metrics.horizontalAdvance(m_text) + 2, metrics.height() + 1};
}

QSize PathLabel::minimumSizeHint() const {
    return {40, sizeHint().height()};
}

void PathLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(fontOf(m_role));
    painter.setPen(colourOf(m_tone));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, painter.fontMetrics().elidedText(m_text, Qt::ElideMiddle, width()));
}

Tag::Tag(Kind kind, QWidget* parent) : QWidget(parent), m_kind(kind) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Tag::setText(const QString& text) {
    m_text = text;
    setAccessibleName(text);
    setVisible(!text.isEmpty());
    updateGeometry();
    update();
}

void Tag::setKind(Kind kind) {
    m_kind = kind;
    update();
}

QSize Tag::sizeHint() const {
    return {QFontMetrics(fontOf(TextRole::CaptionName)).horizontalAdvance(m_text) + 18, 20};
}

void Tag::paintEvent(QPaintEvent*) {
    const Tokens& t = tokens();
    QPainter painter(this);
    const QColor fill = m_kind == Kind::Accent ? t.accentSoft : m_kind == Kind::Warning ? t.warnSoft : t.well;
    const QColor ink = m_kind == Kind::Accent ? t.accent : m_kind == Kind::Warning ? t.warn : t.ink2;
    drawPanel(painter, QRectF(rect()), fill, m_kind == Kind::Neutral ? t.line : QColor(), 4);
    painter.setFont(fontOf(m_kind == Kind::Neutral ? TextRole::Caption : TextRole::CaptionName));
    painter.setPen(ink);
    painter.drawText(rect(), Qt::AlignCenter, m_text);
}

}   // namespace cudnn_setup
