#include "wizard/icons.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

#include <array>
#include <cmath>
#include <numbers>

namespace cudnn_setup {

namespace {

QPainterPath pathOf(Icon icon) {
    QPainterPath path;
    const auto line = [&path](std::initializer_list<QPointF> points) {
        bool first = true;
        for (const QPointF& point : points) {
            if (first) path.moveTo(point);
            else path.lineTo(point);
            first = false;
        }
    };
    switch (icon) {
        case Icon::GraphicsCard:
            path.addRoundedRect(QRectF(2, 4, 16, 9.5), 1.5, 1.5);
            path.addEllipse(QPointF(7, 8.75), 2, 2);
            path.addEllipse(QPointF(13, 8.75), 2, 2);
            for (const double x : {5.0, 8.3, 11.6, 15.0}) line({{x, 13.5}, {x, 16}});
            break;
        case Icon::Driver:
            for (const auto& [y, x] : {std::pair{5.0, 7.0}, {10.0, 13.0}, {15.0, 9.0}}) {
                line({{2.5, y}, {x - 2, y}});
                path.addEllipse(QPointF(x, y), 2, 2);
                line({{x + 2, y}, {17.5, y}});
            }
            break;
        case Icon::Monitor:
            path.addRoundedRect(QRectF(2, 3, 16, 11), 1.5, 1.5);
            line({{10, 14}, {10, 17}});
            line({{6.5, 17}, {13.5, 17}});
            break;
        case Icon::Archive:
            path.addRoundedRect(QRectF(2, 3, 16, 4.5), 1, 1);
            line({{3.5, 7.5}, {3.5, 16.5}, {16.5, 16.5}, {16.5, 7.5}});
            line({{8, 11}, {12, 11}});
            break;
        case Icon::Folder: line({{2.5, 15.5}, {2.5, 4.5}, {7.5, 4.5}, {9.5, 6.8}, {17.5, 6.8}, {17.5, 15.5}, {2.5, 15.5}}); break;
        case Icon::Replace:
            line({{3, 7}, {16.5, 7}});
            line({{13.3, 4}, {16.5, 7}, {13.3, 10}});
            line({{17, 13}, {3.5, 13}});
            line({{6.7, 10}, {3.5, 13}, {6.7, 16}});
            break;
        case Icon::Plus:
            line({{10, 4}, {10, 16}});
            line({{4, 10}, {16, 10}});
            break;
        case Icon::Minus:
        case Icon::Dash: line({{4, 10}, {16, 10}}); break;
        case Icon::Trash:
            line({{3, 5.5}, {17, 5.5}});
            line({{7, 5.5}, {7, 3}, {13, 3}, {13, 5.5}});
            line({{4.8, 5.5}, {5.6, 17}, {14.4, 17}, {15.2, 5.5}});
            break;
        case Icon::Tray:
            line({{2.5, 11}, {5, 3.5}, {15, 3.5}, {17.5, 11}, {17.5, 16.5}, {2.5, 16.5}, {2.5, 11}});
            line({{2.5, 11}, {6.8, 11}, {8, 13.2}, {12, 13.2}, {13.2, 11}, {17.5, 11}});
            break;
        case Icon::Route:
            path.addEllipse(QPointF(4, 15.5), 1.8, 1.8);
            path.addEllipse(QPointF(16, 4.5), 1.8, 1.8);
            path.moveTo(5.8, 15.5);
            path.lineTo(13, 15.5);
            path.arcTo(QRectF(10.3, 10, 5.5, 5.5), -90, 180);
            path.lineTo(7, 10);
            path.arcTo(QRectF(4.2, 4.5, 5.5, 5.5), 270, -180);
            path.lineTo(14.2, 4.5);
            break;
        case Icon::Lock:
            path.addRoundedRect(QRectF(4, 8.5, 12, 8.5), 1.5, 1.5);
            path.moveTo(6.5, 8.5);
            path.lineTo(6.5, 6.3);
            path.arcTo(QRectF(6.5, 2.8, 7, 7), 180, -180);
            path.lineTo(13.5, 8.5);
            break;
        case Icon::Log:
            line({{3, 5}, {17, 5}});
            line({{3, 8.5}, {13, 8.5}});
            line({{3, 12}, {17, 12}});
            line({{3, 15.5}, {10, 15.5}});
            break;
        case Icon::Globe:
            path.addEllipse(QPointF(10, 10), 7.5, 7.5);
            path.addEllipse(QPointF(10, 10), 3.4, 7.5);
            line({{2.5, 10}, {17.5, 10}});
            break;
        case Icon::ChevronDown: line({{5, 8}, {10, 13}, {15, 8}}); break;
        case Icon::ChevronRight: line({{8, 5}, {13, 10}, {8, 15}}); break;
        case Icon::Copy:
            path.addRoundedRect(QRectF(7, 7, 10, 10), 1.5, 1.5);
            line({{4.5, 13}, {3, 13}, {3, 3}, {13, 3}, {13, 4.5}});
            break;
        case Icon::External:
            line({{9, 4}, {4, 4}, {4, 16}, {16, 16}, {16, 11}});
            line({{11.5, 3.5}, {16.5, 3.5}, {16.5, 8.5}});
            line({{16.5, 3.5}, {9.5, 10.5}});
            break;
        case Icon::Refresh:
            path.arcMoveTo(QRectF(3, 3, 14, 14), 30);
            path.arcTo(QRectF(3, 3, 14, 14), 30, 300);
            line({{16.8, 2.8}, {16.4, 6.6}, {12.6, 6.2}});
            break;
        case Icon::Arrow:
            line({{3, 10}, {17, 10}});
            line({{12, 5}, {17, 10}, {12, 15}});
            break;
        case Icon::Keep: line({{4, 10.5}, {8, 14.5}, {16, 5.5}}); break;
        case Icon::Unequal:
            line({{4, 7.5}, {16, 7.5}});
            line({{4, 12.5}, {16, 12.5}});
            line({{13, 3.5}, {7, 16.5}});
            break;
    }
    return path;
}

/// Regular polygon with the circumradius @p radius; @p start in degrees.
QPainterPath polygon(QPointF centre, double radius, int corners, double start) {
    QPainterPath path;
    for (int i = 0; i < corners; ++i) {
        const double angle = (start + 360.0 * i / corners) * std::numbers::pi / 180;
        const QPointF point(centre.x() + radius * std::cos(angle), centre.y() - radius * std::sin(angle));
        if (i == 0) path.moveTo(point);
        else path.lineTo(point);
    }
    path.closeSubpath();
    return path;
}

QPainterPath triangle(QPointF centre, double size) {
    QPainterPath path;
    path.moveTo(centre.x(), centre.y() - size);
    path.lineTo(centre.x() + size * 1.04, centre.y() + size * 0.82);
    path.lineTo(centre.x() - size * 1.04, centre.y() + size * 0.82);
    path.closeSubpath();
    return path;
}

void paintSymbol(QPainter& painter, Mark mark, QPointF c, double unit) {
    const auto line = [&painter](QPointF a, QPointF b) { painter.drawLine(a, b); };
    switch (mark) {
        case Mark::Ok: {
            QPainterPath tick;
            tick.moveTo(c + QPointF(-3.6, 0.2) * unit);
            tick.lineTo(c + QPointF(-1.1, 2.7) * unit);
            tick.lineTo(c + QPointF(3.6, -2.4) * unit);
            painter.drawPath(tick);
            break;
        }
        case Mark::Blocked:
            line(c + QPointF(-2.6, -2.6) * unit, c + QPointF(2.6, 2.6) * unit);
            line(c + QPointF(2.6, -2.6) * unit, c + QPointF(-2.6, 2.6) * unit);
            break;
        case Mark::Warning:
            line(c + QPointF(0, -2.4) * unit, c + QPointF(0, 1.8) * unit);
            line(c + QPointF(0, 4.3) * unit, c + QPointF(0, 4.32) * unit);
            break;
        case Mark::None: line(c + QPointF(-2.6, 0) * unit, c + QPointF(2.6, 0) * unit); break;
        case Mark::Running:
        case Mark::Waiting: break;
    }
}

QColor softOf(Mark mark, const Tokens& t) {
    switch (mark) {
        case Mark::Ok: return t.okSoft;
        case Mark::Warning: return t.warnSoft;
        case Mark::Blocked: return t.errSoft;
        case Mark::Running: return t.accentSoft;
        case Mark::None:
        case Mark::Waiting: return t.well;
    }
    return t.well;
}

}   // namespace

QColor colourOf(Mark mark, const Tokens& t) {
    switch (mark) {
        case Mark::Ok: return t.ok;
        case Mark::Warning: return t.warn;
        case Mark::Blocked: return t.err;
        case Mark::None: return t.ink2;
        case Mark::Running: return t.accent;
        case Mark::Waiting: return t.ink3;
    }
    return t.ink;
}

void paintIcon(QPainter& painter, Icon icon, const QRectF& box, const QColor& colour) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(box.topLeft());
    painter.scale(box.width() / 20, box.height() / 20);
    painter.setPen(QPen(colour, 1.5 * 20 / box.width() * std::max(1.0, box.width() / 20), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(pathOf(icon));
    painter.restore();
}

void paintMark(QPainter& painter, Mark mark, const QRectF& box, const Tokens& t, double turn) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(box.topLeft());
    painter.scale(box.width() / 20, box.height() / 20);
    const QColor colour = colourOf(mark, t);
    const QPointF c(10, 10);
    painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(mark == Mark::Ok || mark == Mark::Warning || mark == Mark::Blocked ? QBrush(softOf(mark, t)) : QBrush(Qt::NoBrush));
    switch (mark) {
        case Mark::Ok: painter.drawEllipse(c, 7.75, 7.75); break;
        case Mark::Warning: painter.drawPath(triangle(c + QPointF(0, 0.6), 8.2)); break;
        case Mark::Blocked: painter.drawPath(polygon(c, 8.6, 8, 22.5)); break;
        case Mark::None: {
            QPen dashed(colour, 1.5, Qt::CustomDashLine, Qt::FlatCap);
            dashed.setDashPattern({2.2, 1.86});   // twelve dashes in a ring of radius 7.75
            painter.setPen(dashed);
            painter.drawEllipse(c, 7.75, 7.75);
            painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap));
            break;
        }
        case Mark::Running:
            painter.setPen(QPen(t.line2, 1.75));
            painter.drawEllipse(c, 7.75, 7.75);
            painter.setPen(QPen(colour, 1.75, Qt::SolidLine, Qt::RoundCap));
            painter.drawArc(QRectF(2.25, 2.25, 15.5, 15.5), static_cast<int>(std::lround((90 - 360 * turn) * 16)), -100 * 16);
            break;
        case Mark::Waiting: painter.drawEllipse(c, 7.75, 7.75); break;
    }
    paintSymbol(painter, mark, mark == Mark::Warning ? c + QPointF(0, 0.6) : c, 1.0);
    painter.restore();
}

void paintFilledMark(QPainter& painter, Mark mark, const QRectF& box, const Tokens& t) {
    if (mark == Mark::None || mark == Mark::Running || mark == Mark::Waiting) {
        paintMark(painter, mark, box.adjusted(box.width() * 0.06, box.width() * 0.06, -box.width() * 0.06, -box.width() * 0.06), t);
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QPointF c = box.center();
    const double r = box.width() / 2;
    const auto shape = [&](double radius) {
        QPainterPath path;
        if (mark == Mark::Ok) path.addEllipse(c, radius, radius);
        else if (mark == Mark::Blocked) path = polygon(c, radius * 1.04, 8, 22.5);
        else path = triangle(c + QPointF(0, radius * 0.08), radius);
        return path;
    };
    // The rim is a thick outline, so that it keeps the shape.
    const QPainterPath body = shape(r * (mark == Mark::Warning ? 0.78 : 0.8));
    painter.setPen(QPen(softOf(mark, t), r * 0.38, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(softOf(mark, t));
    painter.drawPath(body);
    painter.setPen(QPen(colourOf(mark, t), r * 0.06, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(colourOf(mark, t));
    painter.drawPath(body);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(
        QPen(t.card == t.onAccent || t.card.lightness() > 128 ? t.card : t.window, r * 0.11, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    paintSymbol(painter, mark, mark == Mark::Warning ? c + QPointF(0, r * 0.02) : c, r * 0.085);
    painter.restore();
}

void paintProductMark(QPainter& painter, const QRectF& box, const Tokens& t, const QColor& ground) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const auto mixed = [&](double share) {
        const auto part = [share](float a, float b) { return static_cast<float>(share) * a + static_cast<float>(1 - share) * b; };
        return QColor::fromRgbF(part(t.accent.redF(), ground.redF()), part(t.accent.greenF(), ground.greenF()),
                                part(t.accent.blueF(), ground.blueF()));
    };
    const double cell = box.width() / 3;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            const int distance = std::abs(row - 1) + std::abs(column - 1);
            static constexpr std::array shares{1.0, 0.5, 0.24};
            painter.setBrush(mixed(shares.at(static_cast<std::size_t>(distance))));
            painter.drawRoundedRect(
                QRectF(box.left() + column * cell + cell * 0.06, box.top() + row * cell + cell * 0.06, cell * 0.88, cell * 0.88),
                cell * 0.2, cell * 0.2);
        }
    }
    painter.restore();
}

QIcon productIcon() {
    QIcon icon;
    for (const int size : {16, 20, 24, 32, 48, 64, 256}) {
        QPixmap pixmap(size, size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paintProductMark(painter, QRectF(0, 0, size, size), tokensOf(Scheme::Light), tokensOf(Scheme::Light).card);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

}   // namespace cudnn_setup
