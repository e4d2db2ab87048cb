#pragma once
/// @file
/// Labels with the wizard's type roles and colour tokens; they follow a change of language and colours by themselves.
#include "wizard/appearance.h"

#include <QLabel>

#include <string_view>

namespace cudnn_setup {

enum class Tone { Ink, Ink2, Ink3, Accent, Ok, Warn, Err };

class TextLabel final : public QLabel {
    Q_OBJECT
public:
    explicit TextLabel(TextRole role, Tone tone = Tone::Ink, QWidget* parent = nullptr);
    void setTone(Tone tone);
    void setRole(TextRole role);
    /// Breaks into as many lines as it needs; off by default.
    void setParagraph();

protected:
    void changeEvent(QEvent* event) override;

private:
    TextRole m_role;
};

/// One line, shortened in the middle where it does not fit; the whole text is the tool tip. For paths.
class PathLabel final : public QWidget {
    Q_OBJECT
public:
    explicit PathLabel(TextRole role, Tone tone, QWidget* parent = nullptr);
    void setText(const QString& text);
    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    TextRole m_role;
    Tone m_tone;
};

/// A small word in a rounded box: "not on PATH", "Best fit". Never clickable.
class Tag final : public QWidget {
    Q_OBJECT
public:
    enum class Kind { Neutral, Accent, Warning };
    explicit Tag(Kind kind, QWidget* parent = nullptr);
    void setText(const QString& text);
    void setKind(Kind kind);
    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    Kind m_kind;
};

[[nodiscard]] QColor colourOf(Tone tone);
[[nodiscard]] inline QString toQt(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}   // namespace cudnn_setup
