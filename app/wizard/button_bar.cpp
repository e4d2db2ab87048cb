#include "wizard/button_bar.h"

#include "wizard/appearance.h"

#include <QHBoxLayout>
#include <QPainter>

namespace cudnn_setup {

ButtonBar::ButtonBar(QWidget* parent)
    : QWidget(parent),
      m_left(new QHBoxLayout),
      m_back(new Button(Button::Kind::Secondary, this)),
      m_next(new Button(Button::Kind::Primary, this)),
      m_cancel(new Button(Button::Kind::Secondary, this)) {
    setFixedHeight(65);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(32, 1, 40, 0);
    row->setSpacing(8);
    m_left->setSpacing(8);
    row->addLayout(m_left);
    row->addStretch(1);
    row->addWidget(m_back);
    row->addWidget(m_next);
    row->addSpacing(8);
    row->addWidget(m_cancel);
    m_next->setDefault(true);
}

void ButtonBar::setLeftActions(const std::vector<QWidget*>& widgets) {
    if (widgets == m_shown) return;
    for (QWidget* widget : m_shown) {
        m_left->removeWidget(widget);
        widget->hide();
    }
    m_shown = widgets;
    for (QWidget* widget : m_shown) {
        m_left->addWidget(widget, 0, Qt::AlignVCenter);
        widget->show();
    }
}

void ButtonBar::paintEvent(QPaintEvent*) {
    const Tokens& t = tokens();
    QPainter painter(this);
    painter.fillRect(rect(), t.window);
    painter.fillRect(QRect(0, 0, width(), 1), t.line);
}

}   // namespace cudnn_setup
