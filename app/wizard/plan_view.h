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
    /// Percent of the width for each of PlanModel's columns; whoever draws a head over the view needs them too.
    static constexpr std::array<int, PlanModel::ColumnCount> shares{19, 28, 18, 20, 15};

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

}   // namespace cudnn_setup
