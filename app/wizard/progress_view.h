#pragma once
/// @file
/// Painted parts of the page that installs: the bar and the curve of the last minute's rate.
#include <QElapsedTimer>
#include <QWidget>

#include <deque>

namespace cudnn_setup {

/// 8 px. Never moves without a value.
class ProgressBar final : public QWidget {
    Q_OBJECT
public:
    enum class State { Running, Undoing, Done, Failed };
    explicit ProgressBar(QWidget* parent = nullptr);
    void set(double share, State state);   ///< @param share 0 to 1
    [[nodiscard]] double share() const { return m_share; }
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] QSize sizeHint() const override { return {200, 8}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_share = 0;
    State m_state = State::Running;
};

/// Bytes a second over the last 60 s, from zero.
class RateLine final : public QWidget {
    Q_OBJECT
public:
    explicit RateLine(QWidget* parent = nullptr);
    void clear();
    /// @param bytes  Done so far. @param seconds  Since the phase began.
    void add(std::uint64_t bytes, double seconds);
    [[nodiscard]] double megabytesPerSecond() const { return m_now; }
    [[nodiscard]] QSize sizeHint() const override { return {256, 88}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Sample {
        double seconds;
        double rate;
    };
    std::deque<Sample> m_samples;
    std::uint64_t m_lastBytes = 0;
    double m_lastSeconds = 0;
    double m_now = 0;
};

}   // namespace cudnn_setup
