#include "wizard/plan_view.h"

#include "wizard/appearance.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

namespace cudnn_setup {

namespace {

constexpr int groupHeight = 40, fileHeight = 26, headHeight = 36, inset = 20, chevron = 36;

class PlanDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
        return {10, index.data(PlanModel::IsGroupRole).toBool() ? groupHeight : fileHeight};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Tokens& t = tokens();
        const bool isGroup = index.data(PlanModel::IsGroupRole).toBool();
        const int column = index.column();
        QRect box = option.rect;
        QFont font = fontOf(column == PlanModel::Action                                   ? TextRole::Name
                            : column == PlanModel::Folder || column == PlanModel::Release ? TextRole::Caption
                                                                                          : TextRole::Body);
        if (column == PlanModel::Action) {
            box.setLeft(box.left() + inset);
            if (isGroup) {
                const auto icon = static_cast<Icon>(index.data(PlanModel::IconRole).toInt());
                const QColor colour = icon == Icon::Plus ? t.ok : icon == Icon::Trash ? t.err : icon == Icon::Replace ? t.accent : t.ink2;
                paintIcon(*painter, icon, QRectF(box.left(), box.center().y() - 8, 18, 18), colour);
            }
            box.setLeft(box.left() + 32);
        }
        box.setRight(box.right() - (column == PlanModel::Size ? chevron : 12));
        painter->setFont(font);
        painter->setPen(isGroup && (column == PlanModel::Action || column == PlanModel::Files || column == PlanModel::Size) ? t.ink
                                                                                                                            : t.ink2);
        const QString text = index.data().toString();
        painter->drawText(
            box, static_cast<int>((column == PlanModel::Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter),
            painter->fontMetrics().elidedText(text, column == PlanModel::Folder ? Qt::ElideMiddle : Qt::ElideRight, box.width()));
    }
};

}   // namespace

PlanView::PlanView(PlanModel& model, QWidget* parent) : QTreeView(parent) {
    setModel(&model);
    setItemDelegate(new PlanDelegate(this));
    setRootIsDecorated(false);
    setIndentation(0);
    setFrameShape(QFrame::NoFrame);
    setSelectionMode(QAbstractItemView::NoSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setExpandsOnDoubleClick(false);
    setTabKeyNavigation(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setUniformRowHeights(false);
    viewport()->setAutoFillBackground(false);
    setAutoFillBackground(false);
    header()->setStretchLastSection(false);
    header()->setSectionsMovable(false);
    header()->setSectionsClickable(false);
    header()->hide();   // PlanHead draws it in the page's own type
    const auto toggle = [this](const QModelIndex& index) {
        const QModelIndex first = index.siblingAtColumn(0);
        if (this->model()->rowCount(first) > 0) setExpanded(first, !isExpanded(first));
    };
    connect(this, &QTreeView::clicked, this, toggle);
    connect(this, &QTreeView::expanded, this, &PlanView::fit);
    connect(this, &QTreeView::collapsed, this, &PlanView::fit);
    connect(&model, &QAbstractItemModel::modelReset, this, &PlanView::fit, Qt::QueuedConnection);
    setAccessibleName(tr("Planned steps"));
}

void PlanView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) setAccessibleName(tr("Planned steps"));
    QTreeView::changeEvent(event);
}

void PlanView::fit() {
    updateGeometry();
    // The page lays itself out before the next paint, or the last row would be cut for one frame.
    if (parentWidget() != nullptr) parentWidget()->updateGeometry();
}

QSize PlanView::sizeHint() const {
    int height = 0;
    const QAbstractItemModel& rows = *model();
    for (int i = 0; i < rows.rowCount(); ++i) {
        height += groupHeight;
        const QModelIndex group = rows.index(i, 0);
        if (isExpanded(group)) height += rows.rowCount(group) * fileHeight;
    }
    return {400, height};
}

void PlanView::resizeEvent(QResizeEvent* event) {
    QTreeView::resizeEvent(event);
    const auto widths = columnWidths(viewport()->width());
    for (int i = 0; i < PlanModel::ColumnCount; ++i) setColumnWidth(i, widths.at(static_cast<std::size_t>(i)));
}

std::array<int, PlanModel::ColumnCount> PlanView::columnWidths(int width) {
    // "9.0.0.312 → 9.5.0.50" is never cut; in a narrow window folders are, whose ends tell them apart.
    constexpr int verb = 144, leastFiles = 124, mostFolder = 126, release = 134, size = 104;
    const int rest = std::max(leastFiles, width - verb - release - size);
    const int files = std::max(leastFiles, rest - mostFolder);
    return {verb, files, rest - files, release, size};
}

PlanHead::PlanHead(PlanModel& model, QWidget* parent) : QWidget(parent), m_model(model) {
    setFixedHeight(headHeight);
}

void PlanHead::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(fontOf(TextRole::Caption));
    painter.setPen(tokens().ink2);
    const auto widths = PlanView::columnWidths(width());
    int left = 0;
    for (int i = 0; i < PlanModel::ColumnCount; ++i) {
        const int columnWidth = widths.at(static_cast<std::size_t>(i));
        const QRect box =
            QRect(left, 0, columnWidth, height()).adjusted(i == PlanModel::Action ? inset : 0, 0, i == PlanModel::Size ? -chevron : -12, 0);
        const QString text = m_model.headerData(i, Qt::Horizontal, Qt::DisplayRole).toString();
        painter.drawText(box, static_cast<int>((i == PlanModel::Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter),
                         painter.fontMetrics().elidedText(text, Qt::ElideRight, box.width()));
        left += columnWidth;
    }
}

void PlanView::keyPressEvent(QKeyEvent* event) {
    const QModelIndex current = currentIndex().siblingAtColumn(0);
    switch (event->key()) {
        case Qt::Key_Space:
            if (current.isValid() && model()->rowCount(current) > 0) setExpanded(current, !isExpanded(current));
            return;
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Escape:
        case Qt::Key_F5: event->ignore(); return;   // the window's
        default: QTreeView::keyPressEvent(event);
    }
}

void PlanView::drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Tokens& t = tokens();
    const bool isGroup = index.data(PlanModel::IsGroupRole).toBool();
    if (isGroup && index.row() > 0) painter->fillRect(QRect(option.rect.left(), option.rect.top(), option.rect.width(), 1), t.line);
    if (hasFocus() && currentIndex().siblingAtColumn(0) == index.siblingAtColumn(0))
        painter->fillRect(option.rect.adjusted(0, 1, 0, 0), t.well);
    QStyleOptionViewItem plain(option);
    plain.state &= ~(QStyle::State_Selected | QStyle::State_HasFocus | QStyle::State_MouseOver);
    for (int column = 0; column < PlanModel::ColumnCount; ++column) {
        plain.rect = QRect(columnViewportPosition(column), option.rect.top(), columnWidth(column), option.rect.height());
        itemDelegateForIndex(index)->paint(painter, plain, index.siblingAtColumn(column));
    }
    if (isGroup && model()->rowCount(index.siblingAtColumn(0)) > 0)
        paintIcon(*painter, isExpanded(index.siblingAtColumn(0)) ? Icon::ChevronDown : Icon::ChevronRight,
                  QRectF(option.rect.right() - 28, option.rect.center().y() - 7, 16, 16), t.ink2);
}

}   // namespace cudnn_setup
