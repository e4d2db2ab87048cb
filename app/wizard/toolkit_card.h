#pragma once
/// @file
/// One toolkit as a target: what it holds now, what it will hold. The whole card is the click target.
#include "wizard/icons.h"
#include "wizard/text_label.h"

#include <QAbstractButton>

namespace cudnn_setup {

struct ToolkitCardText {
    QString name;    ///< "CUDA 12.6"
    QString tag;     ///< "Best fit"; empty: none
    QString parts;   ///< "12.6.3, cuBLAS and NVRTC present"
    QString root;
    Mark nowMark = Mark::None;
    QString now;            ///< "9.0.0.312, incomplete"
    QString after;          ///< "9.5.0.50, complete", or the reason why it is no target
    bool changes = false;   ///< it is chosen
    bool usable = true;
};

class ToolkitCard final : public QAbstractButton {
    Q_OBJECT
public:
    explicit ToolkitCard(QWidget* parent = nullptr);
    void set(const ToolkitCardText& text);
    [[nodiscard]] QSize sizeHint() const override { return {226, 168}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {208, 168}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ToolkitCardText m_text;
};

}   // namespace cudnn_setup
