#pragma once
/// @file
/// The colours of the wizard, in one table. Nothing else names a colour; tests compute the contrast ratios from here.
#include <QColor>
#include <QPalette>
#include <QString>

namespace cudnn_setup {

enum class Scheme { Light, Dark };

/// One colour scheme. A token says what a colour is for, never what it looks like.
struct Tokens {
    QColor window, rail;             ///< page and button bar; left rail
    QColor card, well;               ///< raised surface; sunken surface and table heads
    QColor line, line2;              ///< hairline; link of the rail, dashed edge
    QColor ctl;                      ///< edge of a control: 3:1 against its surroundings (WCAG 2.1, 1.4.11)
    QColor ink, ink2, ink3;          ///< text; second line and icons; waiting marks and disabled text
    QColor accent, hover, pressed;   ///< primary button, selection, measured data
    QColor onAccent, accentSoft;
    QColor ok, okSoft;   ///< states alone
    QColor warn, warnSoft;
    QColor err, errSoft;
    QColor focus;   ///< focus ring
    friend bool operator==(const Tokens&, const Tokens&) = default;
};

[[nodiscard]] const Tokens& tokensOf(Scheme scheme);
[[nodiscard]] QPalette paletteOf(const Tokens& tokens);
/// Contrast of two opaque colours, 1 to 21 (WCAG 2.1, "contrast ratio").
[[nodiscard]] double contrastRatio(const QColor& one, const QColor& other);

}   // namespace cudnn_setup
