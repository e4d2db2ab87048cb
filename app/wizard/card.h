#pragma once
/// @file
/// Surfaces and the rows that lie on them.
#include "wizard/button.h"
#include "wizard/icons.h"
#include "wizard/text_label.h"

#include <QFrame>
#include <QVBoxLayout>

namespace cudnn_setup {

/// A flat surface with a hairline edge. Rows are separated by hairlines where addRow() is used.
class Card final : public QFrame {
    Q_OBJECT
public:
    enum class Edge { Plain, Error };   ///< Error: 4 px in the error colour at the left
    explicit Card(QWidget* parent = nullptr, Edge edge = Edge::Plain);
    /// Takes ownership. Rows are painted with a hairline above all but the first.
    void addRow(QWidget* row);
    void clearRows();
    [[nodiscard]] int rowCount() const { return static_cast<int>(m_rows.size()); }
    /// The fill of one row, clipped to the card's corners; an invalid colour takes it away.
    void setRowFill(QWidget* row, const QColor& fill);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Edge m_edge;
    QVBoxLayout* m_layout;
    std::vector<QWidget*> m_rows;
    std::vector<std::pair<QWidget*, QColor>> m_fills;
};

/// An icon or mark of 20 px.
class Glyph final : public QWidget {
    Q_OBJECT
public:
    explicit Glyph(Icon icon, Tone tone, QWidget* parent = nullptr);
    explicit Glyph(Mark mark, QWidget* parent = nullptr, int size = 20);
    void setMark(Mark mark);
    [[nodiscard]] std::optional<Mark> mark() const { return m_mark; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void followMotion();
    std::optional<Icon> m_icon;
    std::optional<Mark> m_mark;
    Tone m_tone = Tone::Ink2;
    int m_timer = 0;
    double m_turn = 0.0;
};

/// Mark, word and colour: "Complete", "Not installed".
class StateLabel final : public QWidget {
    Q_OBJECT
public:
    explicit StateLabel(QWidget* parent = nullptr);
    void setState(Mark mark, const QString& word);

private:
    Glyph* m_glyph;
    TextLabel* m_word;
};

/// Mark, a first line in semibold, a second line in caption; optional text at the right.
class EvidenceRow final : public QWidget {
    Q_OBJECT
public:
    explicit EvidenceRow(QWidget* parent = nullptr);
    void set(Mark mark, const QString& name, const QString& detail, const QString& right = {});
    void setCodeDetail();            ///< the second line is a hash
    void setWaiting(bool waiting);   ///< a first line that is neither news nor result: regular, ink2

private:
    Glyph* m_glyph;
    TextLabel* m_name;
    TextLabel* m_detail;
    TextLabel* m_right;
};

/// Recommendation or warning across the page, with the action that answers it.
class Strip final : public QWidget {
    Q_OBJECT
public:
    enum class Kind { Recommendation, Warning, Error, Info };
    explicit Strip(Kind kind, QWidget* parent = nullptr);
    void set(const QString& name, const QString& detail);
    void setKind(Kind kind);
    void setGlyph(Icon icon);
    /// The button at the right; shown once it has a text.
    [[nodiscard]] Button* action() { return m_action; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Kind m_kind;
    std::optional<Icon> m_icon;
    TextLabel* m_name;
    TextLabel* m_detail;
    Button* m_action;
};

/// A section's name with a remark beside it.
class SectionLabel final : public QWidget {
    Q_OBJECT
public:
    explicit SectionLabel(QWidget* parent = nullptr);
    void set(const QString& name, const QString& remark = {});

private:
    TextLabel* m_name;
    TextLabel* m_remark;
};

}   // namespace cudnn_setup
