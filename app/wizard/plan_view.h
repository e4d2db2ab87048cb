#pragma once
/// @file
/// The plan as a table whose rows open to single files; as high as its rows, the page scrolls.
#include "wizard/plan_model.h"

#include <QTreeView>

#include <array>

namespace cudnn_setup {

class PlanView final : public QTreeView {
    Q_OBJECT
public:
    /// Verb and size need their words in full; the other columns share what is left.
    [[nodiscard]] static std::array<int, PlanModel::ColumnCount> columnWidths(int width);

    explicit PlanView(PlanModel& model, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void drawBranches(QPainter*, const QRect&, const QModelIndex&) const override {}

private:
    void fit();
};

/// The names of the columns, over a PlanView in the same card.
class PlanHead final : public QWidget {
    Q_OBJECT
public:
    explicit PlanHead(PlanModel& model, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    PlanModel& m_model;
};

}   // namespace cudnn_setup
