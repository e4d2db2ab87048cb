#pragma once
/// @file
/// The change of a PATH value, entry by entry: neighbours of the change first, everything on request.
#include "plan/plan.h"
#include "wizard/card.h"

namespace cudnn_setup {

enum class PathLineKind { Kept, Added, Removed };
struct PathLine {
    PathLineKind kind;
    int number;     ///< from 1, in the value that holds it
    QString text;   ///< as written
    friend bool operator==(const PathLine&, const PathLine&) = default;
};

/// All entries, those that change at their places.
[[nodiscard]] std::vector<PathLine> pathLines(const PathStep& step);

/// The painted lines alone.
class PathLines final : public QWidget {
    Q_OBJECT
public:
    explicit PathLines(QWidget* parent = nullptr);
    void setLines(std::vector<PathLine> lines);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<PathLine> m_lines;
};

class PathDiff final : public QWidget {
    Q_OBJECT
public:
    explicit PathDiff(QWidget* parent = nullptr);
    /// std::nullopt: PATH stays. @param why  What to say then.
    void set(const std::optional<PathStep>& step, const QString& why);
    /// What stands under the lines; empty: nothing.
    void setFoot(const QString& text);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    std::optional<PathStep> m_step;
    QString m_why;
    bool m_all = false;
    Card* m_card;
    TextLabel* m_scope;
    TextLabel* m_entries;
    TextLabel* m_characters;
    QWidget* m_linesRow;
    PathLines* m_lines;
    QWidget* m_footRow;
    TextLabel* m_foot;
    Button* m_showAll;
};

}   // namespace cudnn_setup
