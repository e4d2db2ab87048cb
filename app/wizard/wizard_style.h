#pragma once
/// @file
/// Draws the few standard controls that the wizard uses (check box, radio button, line edit, scroll bar) and the focus ring from the
/// colour tokens, on top of Qt's own Fusion style, so that Windows' style has no say.
#include <QProxyStyle>

namespace cudnn_setup {

class WizardStyle final : public QProxyStyle {
    Q_OBJECT
public:
    WizardStyle();
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const override;
    [[nodiscard]] QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                       const QWidget* widget) const override;
};

/// Rounded rectangle with a crisp one-pixel edge inside @p rect.
void drawPanel(QPainter& painter, const QRectF& rect, const QColor& fill, const QColor& edge, double radius, double width = 1.0);

}   // namespace cudnn_setup
