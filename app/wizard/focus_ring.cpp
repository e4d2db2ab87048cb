#include "wizard/focus_ring.h"

#include <QAbstractButton>
#include <QApplication>
#include <QEvent>
#include <QLineEdit>
#include <QPushButton>

namespace cudnn_setup {

FocusRing::FocusRing(QWidget* window) : QObject(window), m_window(window) {
    qApp->installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, &FocusRing::follow);
}

FocusRing::~FocusRing() = default;

bool FocusRing::eventFilter(QObject* object, QEvent* event) {
    const bool byKey = event->type() == QEvent::KeyPress ? true : event->type() == QEvent::MouseButtonPress ? false : m_byKey;
    if (byKey != m_byKey) {
        m_byKey = byKey;
        follow();
    }
    return QObject::eventFilter(object, event);
}

void FocusRing::follow() {
    QWidget* focused = QApplication::focusWidget();
    // The window itself has the focus while nothing can be chosen; a frame around it would be a window of its own.
    if (focused != nullptr && (focused == m_window || focused->window() != m_window)) focused = nullptr;
    const auto* button = qobject_cast<QPushButton*>(focused);
    const bool shown = focused != nullptr && (m_byKey || (button != nullptr && button->isDefault()));
    if (!shown) {
        if (m_frame) m_frame->setWidget(nullptr);
        return;
    }
    if (!m_frame || m_frame->widget() != focused) {
        // A new frame each time: QFocusFrame keeps its first parent, and pages scroll their own.
        delete m_frame;
        m_frame = new QFocusFrame(focused->parentWidget());
        m_frame->setProperty("ringRadius", focused->property("ringRadius"));
        m_frame->setWidget(focused);
    }
    m_frame->show();
    m_frame->raise();
}

}   // namespace cudnn_setup
