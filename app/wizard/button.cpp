#include "wizard/button.h"

#include "wizard/appearance.h"
#include "wizard/wizard_style.h"

#include <QKeyEvent>
#include <QPainter>
#include <QStyle>

namespace cudnn_setup {

namespace {
constexpr int glyphSize = 16, gap = 10;
}

Button::Button(Kind kind, QWidget* parent) : QPushButton(parent), m_kind(kind) {
    setCursor(kind == Kind::Link ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setAutoDefault(false);
}

void Button::setGlyph(std::optional<Icon> icon) {
    m_glyph = icon;
    updateGeometry();
    update();
}

void Button::setShield(bool shown) {
    if (m_shield == shown) return;
    m_shield = shown;
    setAccessibleDescription(shown ? tr("Windows asks for administrator rights") : QString());
    updateGeometry();
    update();
}

QSize Button::sizeHint() const {
    const QFontMetrics metrics(fontOf(m_kind == Kind::Primary ? TextRole::Name : TextRole::Body));
    int width = metrics.horizontalAdvance(text());
    if (m_glyph || m_shield) width += glyphSize + gap;
    if (m_kind == Kind::Link) return {width + 2, 32};   // stands in line with the text above and below
    if (m_kind == Kind::Quiet) return {width + 16, 32};
    return {std::max(96, width + 28), 32};
}

void Button::paintEvent(QPaintEvent*) {
    const Tokens& t = tokens();
    QPainter painter(this);
    const bool hovered = underMouse() && isEnabled();
    QColor ink = m_kind == Kind::Link ? (hovered ? t.hover : t.accent) : m_kind == Kind::Quiet ? t.ink2 : t.ink;
    const QRectF box(rect());
    switch (m_kind) {
        case Kind::Primary:
            if (isEnabled()) {
                drawPanel(painter, box, isDown() ? t.pressed : hovered ? t.hover : t.accent, QColor(), 6);
                ink = t.onAccent;
            } else {
                drawPanel(painter, box, t.rail, t.line, 6);
            }
            break;
        case Kind::Secondary:
            drawPanel(painter, box, isDown() ? t.line : hovered || !isEnabled() ? t.well : t.card, isEnabled() ? t.ctl : t.line, 6);
            break;
        case Kind::Quiet:
            if (hovered) drawPanel(painter, box, isDown() ? t.line : t.rail, QColor(), 6);
            break;
        case Kind::Link: break;
    }
    if (!isEnabled()) ink = t.ink3;
    painter.setFont(fontOf(m_kind == Kind::Primary ? TextRole::Name : TextRole::Body));
    const int textWidth = painter.fontMetrics().horizontalAdvance(text());
    const bool hasIcon = m_glyph.has_value() || m_shield;
    const int content = textWidth + (hasIcon ? glyphSize + gap : 0);
    int x = m_kind == Kind::Link ? 0 : m_kind == Kind::Quiet ? 8 : (width() - content) / 2;
    if (hasIcon) {
        const QRect iconBox(x, (height() - glyphSize) / 2, glyphSize, glyphSize);
        if (m_shield) style()->standardIcon(QStyle::SP_VistaShield, nullptr, this).paint(&painter, iconBox);
        else paintIcon(painter, *m_glyph, QRectF(iconBox), ink);
        x += glyphSize + gap;
    }
    painter.setPen(ink);
    painter.drawText(QRect(x, 0, textWidth + 2, height()), Qt::AlignLeft | Qt::AlignVCenter, text());
}

void Button::enterEvent(QEnterEvent* event) {
    QPushButton::enterEvent(event);
    update();
}

void Button::keyPressEvent(QKeyEvent* event) {
    if (event->isAutoRepeat() && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) return;
    QPushButton::keyPressEvent(event);
}

void Button::leaveEvent(QEvent* event) {
    QPushButton::leaveEvent(event);
    update();
}

}   // namespace cudnn_setup
