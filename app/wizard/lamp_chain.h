#pragma once
/// @file
/// The chain of lamps on the proof page. Lit by the probe's own events, never by a timer.
#include "probe/proof.h"
#include "wizard/icons.h"

#include <QString>
#include <QWidget>

#include <vector>

namespace cudnn_setup {

enum class LampState { NotReached, Running, Lit, Failed, NotRun };

struct Lamp {
    QString name;
    QString detail;
    LampState state = LampState::NotReached;
};

class LampChain final : public QWidget {
    Q_OBJECT
public:
    explicit LampChain(QWidget* parent = nullptr);
    /// @param ended  The probe is over: what it did not reach was not run.
    void set(const std::vector<StepResult>& steps, bool ended);
    [[nodiscard]] const std::vector<Lamp>& lamps() const { return m_lamps; }
    [[nodiscard]] QSize sizeHint() const override { return {700, 92}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void timerEvent(QTimerEvent* event) override;

private:
    std::vector<Lamp> m_lamps;
    int m_timer = 0;
    double m_turn = 0;
};

}   // namespace cudnn_setup
