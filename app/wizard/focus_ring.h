#pragma once
/// @file
/// Shows where the keyboard is: a ring outside the focused widget, once a key was used, and always on the default button.
#include <QFocusFrame>
#include <QPointer>

namespace cudnn_setup {

class FocusRing final : public QObject {
    Q_OBJECT
public:
    explicit FocusRing(QWidget* window);
    ~FocusRing() override;

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void follow();
    QWidget* m_window;
    QPointer<QFocusFrame> m_frame;
    bool m_byKey = false;
};

}   // namespace cudnn_setup
