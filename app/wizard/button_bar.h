#pragma once
/// @file
/// The bar below the pages: quiet actions at the left, Back, Next, Cancel at the right.
#include "wizard/button.h"

#include <QWidget>

class QHBoxLayout;

namespace cudnn_setup {

class ButtonBar final : public QWidget {
    Q_OBJECT
public:
    explicit ButtonBar(QWidget* parent = nullptr);
    [[nodiscard]] Button& back() { return *m_back; }
    [[nodiscard]] Button& next() { return *m_next; }
    [[nodiscard]] Button& cancel() { return *m_cancel; }
    /// Takes the widgets in for as long as they are the current page's; they stay their page's own.
    void setLeftActions(const std::vector<QWidget*>& widgets);
    [[nodiscard]] const std::vector<QWidget*>& leftActions() const { return m_shown; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QHBoxLayout* m_left;
    Button* m_back;
    Button* m_next;
    Button* m_cancel;
    std::vector<QWidget*> m_shown;
};

}   // namespace cudnn_setup
