#pragma once
/// @file
/// Milliseconds per timed iteration as one line, from zero.
#include <QWidget>

#include <vector>

namespace cudnn_setup {

class TimeChart final : public QWidget {
    Q_OBJECT
public:
    explicit TimeChart(QWidget* parent = nullptr);
    /// @param median  Milliseconds; 0 while it is not known. @param running  More is to come: the line grows from the left.
    void set(std::vector<double> milliseconds, double median, bool running);
    [[nodiscard]] QSize sizeHint() const override { return {440, 190}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 180}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void describe();
    std::vector<double> m_milliseconds;
    double m_median = 0;
    bool m_running = false;
};

}   // namespace cudnn_setup
