#include "wizard/toolkit_card.h"

#include "wizard/wizard_style.h"

#include <QPainter>
#include <QStyleOption>

using namespace Qt::Literals::StringLiterals;

namespace cudnn_setup {

namespace {
constexpr int textOffset = 30;
}   // namespace

ToolkitCard::ToolkitCard(QWidget* parent) : QAbstractButton(parent) {
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setProperty("ringRadius", 10.0);
}

void ToolkitCard::set(const ToolkitCardText& text) {
    m_text = text;
    setText(text.name);
    setEnabled(text.usable);
    setAccessibleName(text.name);
    setAccessibleDescription(QStringList{text.tag, text.parts, text.root, text.now, text.after}.join(u", "_s));
    setToolTip(text.root);
    update();
}

void ToolkitCard::paintEvent(QPaintEvent*) {
    const Tokens& t = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box(rect());
    if (m_text.usable) {
        drawPanel(painter, box, isDown() ? t.well : t.card, isChecked() ? t.accent : t.line, 8, isChecked() ? 2 : 1);
    } else {
        QPen dashed(t.line2, 1, Qt::CustomDashLine);
        dashed.setDashPattern({4, 3});
        painter.setPen(dashed);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
    }
    const int left = 17, right = width() - 17;
    QStyleOption option;
    option.initFrom(this);
    option.rect = QRect(left, 20, 20, 20);
    option.state.setFlag(QStyle::State_On, isChecked());
    option.state.setFlag(QStyle::State_Enabled, m_text.usable);
    style()->drawPrimitive(QStyle::PE_IndicatorRadioButton, &option, &painter, this);

    painter.setFont(fontOf(TextRole::CardTitle));
    painter.setPen(m_text.usable ? t.ink : t.ink2);
    const int nameWidth = painter.fontMetrics().horizontalAdvance(m_text.name);
    painter.drawText(QRect(left + textOffset, 16, right - left - textOffset, 28), Qt::AlignLeft | Qt::AlignVCenter, m_text.name);
    if (!m_text.tag.isEmpty()) {
        painter.setFont(fontOf(TextRole::CaptionName));
        const int tagWidth = painter.fontMetrics().horizontalAdvance(m_text.tag) + 12;
        const int room = right - (left + textOffset + nameWidth + 8);
        if (tagWidth <= room) {
            const QRectF tag(right - tagWidth, 20, tagWidth, 20);
            drawPanel(painter, tag, t.accentSoft, QColor(), 4);
            painter.setPen(t.accent);
            painter.drawText(tag, Qt::AlignCenter, m_text.tag);
        }
    }
    painter.setFont(fontOf(TextRole::Caption));
    painter.setPen(t.ink2);
    const auto line = [&](int y, const QString& text, Qt::TextElideMode mode) {
        painter.drawText(QRect(left, y, right - left, 18), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text, mode, right - left));
    };
    line(52, m_text.parts, Qt::ElideRight);
    line(72, m_text.root, Qt::ElideMiddle);

    painter.setFont(fontOf(TextRole::Body));
    paintMark(painter, m_text.nowMark, QRectF(left, 102, 20, 20), t);
    painter.setPen(colourOf(m_text.nowMark, t));
    const QRect nowBox(left + textOffset, 102, right - left - textOffset, 20);
    painter.drawText(nowBox, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_text.now, Qt::ElideRight, nowBox.width()));
    const Icon icon = !m_text.usable ? Icon::Lock : m_text.changes ? Icon::Arrow : Icon::Dash;
    paintIcon(painter, icon, QRectF(left, 130, 20, 20), m_text.changes ? t.accent : t.ink2);
    painter.setFont(fontOf(m_text.changes ? TextRole::Name : TextRole::Body));
    painter.setPen(m_text.changes ? t.accent : t.ink2);
    const QRect afterBox(left + textOffset, 130, right - left - textOffset, 20);
    painter.drawText(afterBox, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_text.after, Qt::ElideRight, afterBox.width()));
}

}   // namespace cudnn_setup
