#include "wizard/tokens.h"

#include <algorithm>
#include <cmath>

namespace cudnn_setup {

const Tokens& tokensOf(Scheme scheme) {
    static const Tokens light{
        .window = QColor(0xF5F6F9),
        .rail = QColor(0xEBEDF3),
        .card = QColor(0xFFFFFF),
        .well = QColor(0xF4F6F9),
        .line = QColor(0xDADEE8),
        .line2 = QColor(0xB4BACB),
        .ctl = QColor(0x798197),
        .ink = QColor(0x181B27),
        .ink2 = QColor(0x464D63),
        .ink3 = QColor(0x5F667C),
        .accent = QColor(0x2B52C4),
        .hover = QColor(0x2345A8),
        .pressed = QColor(0x1C388B),
        .onAccent = QColor(0xFFFFFF),
        .accentSoft = QColor(0xE6ECFB),
        .ok = QColor(0x1A6E45),
        .okSoft = QColor(0xE2F2E9),
        .warn = QColor(0x875400),
        .warnSoft = QColor(0xFBF0D9),
        .err = QColor(0xB3261E),
        .errSoft = QColor(0xFBE8E6),
        .focus = QColor(0x181B27),
    };
    static const Tokens dark{
        .window = QColor(0x14161C),
        .rail = QColor(0x1A1D25),
        .card = QColor(0x1F232C),
        .well = QColor(0x181B22),
        .line = QColor(0x333947),
        .line2 = QColor(0x4B5366),
        .ctl = QColor(0x7B849A),
        .ink = QColor(0xEEF0F6),
        .ink2 = QColor(0xBAC0CF),
        .ink3 = QColor(0x9AA1B5),
        .accent = QColor(0x8FB0FF),
        .hover = QColor(0xA9C2FF),
        .pressed = QColor(0x7396EE),
        .onAccent = QColor(0x0D1734),
        .accentSoft = QColor(0x25335A),
        .ok = QColor(0x6CCF97),
        .okSoft = QColor(0x1B3629),
        .warn = QColor(0xEDB64F),
        .warnSoft = QColor(0x3A2F17),
        .err = QColor(0xFF938A),
        .errSoft = QColor(0x43211F),
        .focus = QColor(0xFFFFFF),
    };
    return scheme == Scheme::Dark ? dark : light;
}

QPalette paletteOf(const Tokens& tokens) {
    QPalette palette;
    palette.setColor(QPalette::Window, tokens.window);
    palette.setColor(QPalette::WindowText, tokens.ink);
    palette.setColor(QPalette::Base, tokens.card);
    palette.setColor(QPalette::AlternateBase, tokens.well);
    palette.setColor(QPalette::Text, tokens.ink);
    palette.setColor(QPalette::PlaceholderText, tokens.ink3);
    palette.setColor(QPalette::Button, tokens.card);
    palette.setColor(QPalette::ButtonText, tokens.ink);
    palette.setColor(QPalette::BrightText, tokens.err);
    palette.setColor(QPalette::Highlight, tokens.accent);
    palette.setColor(QPalette::HighlightedText, tokens.onAccent);
    palette.setColor(QPalette::Link, tokens.accent);
    palette.setColor(QPalette::LinkVisited, tokens.accent);
    palette.setColor(QPalette::ToolTipBase, tokens.card);
    palette.setColor(QPalette::ToolTipText, tokens.ink);
    palette.setColor(QPalette::Light, tokens.card);
    palette.setColor(QPalette::Midlight, tokens.well);
    palette.setColor(QPalette::Mid, tokens.line);
    palette.setColor(QPalette::Dark, tokens.line2);
    palette.setColor(QPalette::Shadow, tokens.ctl);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, tokens.ink3);
    return palette;
}

namespace {

double luminance(const QColor& colour) {
    const auto linear = [](double part) { return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

}   // namespace

double contrastRatio(const QColor& one, const QColor& other) {
    const double a = luminance(one);
    const double b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

}   // namespace cudnn_setup
