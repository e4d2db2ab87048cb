#pragma once
/// @file
#include "wizard/icons.h"

#include <QPushButton>

#include <optional>

namespace cudnn_setup {

/// The wizard's push button. At most one Primary is on a page.
class Button final : public QPushButton {
    Q_OBJECT
public:
    enum class Kind {
        Primary,     ///< filled with the accent
        Secondary,   ///< with an edge
        Quiet,       ///< text and icon alone: actions beside the point
        Link,        ///< accent text
    };
    explicit Button(Kind kind, QWidget* parent = nullptr);
    void setGlyph(std::optional<Icon> icon);
    /// Windows' shield: this button raises the elevation prompt.
    void setShield(bool shown);
    [[nodiscard]] bool hasShield() const { return m_shield; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    /// A held Enter presses once: the next page's button must not answer to the same key.
    void keyPressEvent(QKeyEvent* event) override;

private:
    Kind m_kind;
    std::optional<Icon> m_glyph;
    bool m_shield = false;
};

}   // namespace cudnn_setup
