#include "wizard/page.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QScrollBar>

using namespace Qt::Literals::StringLiterals;

namespace cudnn_setup {

namespace {
constexpr int margin = 40;
}

Page::Page(WorkflowModel& model, QWidget* parent)
    : QScrollArea(parent),
      m_model(model),
      m_body(nullptr),
      m_mark(new Glyph(Mark::Ok, nullptr, 48)),
      m_title(new TextLabel(TextRole::Title)),
      m_subtitle(new TextLabel(TextRole::Body, Tone::Ink2)) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    viewport()->setAutoFillBackground(false);
    auto* content = new QWidget;
    content->setAutoFillBackground(false);
    auto* outer = new QHBoxLayout(content);
    outer->setContentsMargins(margin, 32, margin, 24);
    auto* column = new QWidget(content);
    column->setMaximumWidth(960);
    // The column grows to 960 px and then stays at the left.
    outer->addWidget(column, 30000);   // a smaller share costs a pixel
    outer->addStretch(1);
    auto* rows = new QVBoxLayout(column);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    auto* heading = new QHBoxLayout;
    heading->setSpacing(16);
    heading->addWidget(m_mark, 0, Qt::AlignTop);
    auto* titles = new QVBoxLayout;
    titles->setSpacing(8);
    titles->addWidget(m_title);
    titles->addWidget(m_subtitle);
    heading->addLayout(titles, 1);
    rows->addLayout(heading);
    rows->addSpacing(24);
    m_body = new QVBoxLayout;
    m_body->setSpacing(0);
    rows->addLayout(m_body);
    rows->addStretch(1);
    m_title->setParagraph();
    m_subtitle->setParagraph();
    m_mark->hide();
    setWidget(content);
}

void Page::addLeftAction(QWidget* widget) {
    widget->setParent(this);
    widget->hide();
    m_left.push_back(widget);
}

void Page::setHeading(const QString& title, const QString& subtitle) {
    const bool news = m_title->text() != title;
    m_title->setText(title);
    m_title->setAccessibleName(title);
    m_subtitle->setText(subtitle);
    m_subtitle->setVisible(!subtitle.isEmpty());
    setAccessibleName(title);
    if (news) setAccessibleDescription(subtitle);
}

void Page::setHeadingMark(std::optional<Mark> mark) {
    m_mark->setVisible(mark.has_value());
    if (mark) m_mark->setMark(*mark);
}

QString Page::details() const {
    return m_title->text() + u'\n' + m_subtitle->text() + u'\n';
}

void Page::changeEvent(QEvent* event) {
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) refresh();
}

void Page::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    // The scroll bar stands in the margin: the column keeps its width and its line with the buttons.
    widget()->layout()->setContentsMargins(margin, 32, margin - (width() - viewport()->width()), 24);
}

void Page::showEvent(QShowEvent* event) {
    QScrollArea::showEvent(event);
    verticalScrollBar()->setValue(0);
}

}   // namespace cudnn_setup
