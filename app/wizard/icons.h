#pragma once
/// @file
/// Icons and state marks, painted for this product on a 20 px grid with a 1.5 px line. States differ by shape as well as by colour.
#include "wizard/tokens.h"

#include <QIcon>
#include <QRectF>

class QPainter;

namespace cudnn_setup {

enum class Icon {
    GraphicsCard,
    Driver,
    Monitor,
    Archive,
    Folder,
    Replace,
    Plus,
    Minus,
    Trash,
    Tray,
    Route,
    Lock,
    Log,
    Globe,
    ChevronDown,
    ChevronRight,
    Copy,
    External,
    Refresh,
    Arrow,
    Dash,
    Keep,
    Unequal
};

enum class Mark {
    Ok,        ///< circle with tick
    Warning,   ///< triangle
    Blocked,   ///< octagon with cross: blocked or failed
    None,      ///< dashed circle: none, or not proven
    Running,   ///< ring with an arc
    Waiting,   ///< plain ring
};

void paintIcon(QPainter& painter, Icon icon, const QRectF& box, const QColor& colour);
/// @param turn  Of the running arc, 0 to 1.
void paintMark(QPainter& painter, Mark mark, const QRectF& box, const Tokens& tokens, double turn = 0.0);
/// The large form: filled, with a soft rim of the same shape.
void paintFilledMark(QPainter& painter, Mark mark, const QRectF& box, const Tokens& tokens);
[[nodiscard]] QColor colourOf(Mark mark, const Tokens& tokens);
/// The product's mark, a 3 × 3 convolution kernel.
void paintProductMark(QPainter& painter, const QRectF& box, const Tokens& tokens, const QColor& ground);
[[nodiscard]] QIcon productIcon();

}   // namespace cudnn_setup
