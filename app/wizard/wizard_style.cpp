#include "wizard/wizard_style.h"

#include "wizard/appearance.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>

using namespace Qt::Literals::StringLiterals;

namespace cudnn_setup {

namespace {

constexpr int scrollBarWidth = 12;

void drawTick(QPainter& painter, const QRectF& box, const QColor& colour) {
    QPainterPath tick;
    tick.moveTo(box.left() + box.width() * 0.26, box.top() + box.height() * 0.52);
    tick.lineTo(box.left() + box.width() * 0.43, box.top() + box.height() * 0.68);
    tick.lineTo(box.left() + box.width() * 0.75, box.top() + box.height() * 0.34);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 2.0, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(tick);
}

}   // namespace

void drawPanel(QPainter& painter, const QRectF& rect, const QColor& fill, const QColor& edge, double radius, double width) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(fill);
    painter.setPen(edge.isValid() ? QPen(edge, width) : QPen(Qt::NoPen));
    const double inset = edge.isValid() ? width / 2 : 0;
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius);
    painter.restore();
}

WizardStyle::WizardStyle() : QProxyStyle(u"Fusion"_s) {}

void WizardStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
    const Tokens& t = tokens();
    const bool enabled = option->state.testFlag(State_Enabled);
    const bool on = option->state.testFlag(State_On);
    const QRectF rect(option->rect);
    switch (element) {
        case PE_IndicatorCheckBox: {
            const QColor edge = !enabled ? t.line : on ? t.accent : t.ctl;
            const QColor fill = on ? (enabled ? t.accent : t.line) : option->state.testFlag(State_MouseOver) ? t.well : t.card;
            drawPanel(*painter, rect, fill, edge, 4);
            if (on) {
                painter->save();
                painter->setRenderHint(QPainter::Antialiasing);
                drawTick(*painter, rect, enabled ? t.onAccent : t.ink3);
                painter->restore();
            }
            return;
        }
        case PE_IndicatorRadioButton: {
            painter->save();
            painter->setRenderHint(QPainter::Antialiasing);
            const QColor edge = !enabled ? t.line : on ? t.accent : t.ctl;
            painter->setPen(on && enabled ? QPen(Qt::NoPen) : QPen(edge, 1));
            painter->setBrush(on && enabled ? t.accent : option->state.testFlag(State_MouseOver) ? t.well : t.card);
            painter->drawEllipse(on && enabled ? rect : rect.adjusted(0.5, 0.5, -0.5, -0.5));
            if (on) {
                painter->setPen(Qt::NoPen);
                painter->setBrush(enabled ? t.onAccent : t.ink3);
                painter->drawEllipse(rect.center(), 4.0, 4.0);
            }
            painter->restore();
            return;
        }
        case PE_PanelLineEdit:
        case PE_FrameLineEdit: drawPanel(*painter, rect, t.card, enabled ? t.ctl : t.line, 6); return;
        case PE_FrameFocusRect: return;   // the ring is a QFocusFrame outside the widget
        case PE_Frame: return;            // cards draw the edges
        default: QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void WizardStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
    if (element == CE_FocusFrame) {
        const double radius =
            widget != nullptr && widget->property("ringRadius").isValid() ? widget->property("ringRadius").toDouble() : 8.0;
        drawPanel(*painter, QRectF(option->rect), Qt::transparent, tokens().focus, radius, 2.0);
        return;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void WizardStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                     const QWidget* widget) const {
    if (control == CC_ScrollBar) {
        const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        if (bar == nullptr || bar->maximum <= bar->minimum) return;
        const QRect slider = subControlRect(control, option, SC_ScrollBarSlider, widget);
        const bool upright = bar->orientation == Qt::Vertical;
        const bool hovered = option->state.testFlag(State_MouseOver);
        const QRectF handle =
            QRectF(slider).adjusted(upright ? (hovered ? 3 : 4) : 2, upright ? 2 : (hovered ? 3 : 4), upright ? -2 : -2, upright ? -2 : -2);
        drawPanel(*painter, handle, tokens().ctl, QColor(), (upright ? handle.width() : handle.height()) / 2);
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QRect WizardStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part, const QWidget* widget) const {
    const auto* bar = control == CC_ScrollBar ? qstyleoption_cast<const QStyleOptionSlider*>(option) : nullptr;
    if (bar == nullptr) return QProxyStyle::subControlRect(control, option, part, widget);
    // No arrow buttons: the groove is the whole bar.
    const bool upright = bar->orientation == Qt::Vertical;
    const int length = upright ? bar->rect.height() : bar->rect.width();
    const int range = bar->maximum - bar->minimum;
    const int handle =
        range <= 0 ? length : std::max(32, static_cast<int>(static_cast<qint64>(bar->pageStep) * length / (range + bar->pageStep)));
    const int start = sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, length - handle, bar->upsideDown);
    switch (part) {
        case SC_ScrollBarGroove: return bar->rect;
        case SC_ScrollBarSlider:
            return upright ? QRect(bar->rect.x(), bar->rect.y() + start, bar->rect.width(), handle)
                           : QRect(bar->rect.x() + start, bar->rect.y(), handle, bar->rect.height());
        case SC_ScrollBarSubPage:
            return upright ? QRect(bar->rect.x(), bar->rect.y(), bar->rect.width(), start)
                           : QRect(bar->rect.x(), bar->rect.y(), start, bar->rect.height());
        case SC_ScrollBarAddPage:
            return upright ? QRect(bar->rect.x(), bar->rect.y() + start + handle, bar->rect.width(), length - start - handle)
                           : QRect(bar->rect.x() + start + handle, bar->rect.y(), length - start - handle, bar->rect.height());
        default: return {};
    }
}

int WizardStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
        case PM_IndicatorWidth:
        case PM_IndicatorHeight:
        case PM_ExclusiveIndicatorWidth:
        case PM_ExclusiveIndicatorHeight: return 20;
        case PM_CheckBoxLabelSpacing:
        case PM_RadioButtonLabelSpacing: return 12;
        case PM_ScrollBarExtent: return scrollBarWidth;
        case PM_FocusFrameHMargin:
        case PM_FocusFrameVMargin: return 4;   // 2 px of ring, 2 px off the edge
        default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int WizardStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const {
    switch (hint) {
        case SH_ScrollBar_Transient: return 0;
        case SH_DialogButtonBox_ButtonsHaveIcons: return 0;
        case SH_FocusFrame_AboveWidget: return 1;
        case SH_FocusFrame_Mask: return 0;
        default: return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

}   // namespace cudnn_setup
