#pragma once
/// @file
/// The rail at the left: the steps, under each the answer given so far, and the language.
#include "report/messages.h"

#include <QWidget>

#include <vector>

namespace cudnn_setup {

class Button;

enum class StepKind { ToCome, Now, Done, Blocked };

struct RailStep {
    QString name;
    QString answer;   ///< shortened at the end where it does not fit
    StepKind kind = StepKind::ToCome;
    bool reachable = false;   ///< may be clicked
};

/// The steps alone, painted.
class StepList final : public QWidget {
    Q_OBJECT
public:
    explicit StepList(QWidget* parent = nullptr);
    void setSteps(std::vector<RailStep> steps);
    [[nodiscard]] const std::vector<RailStep>& steps() const { return m_steps; }
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void stepChosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] int stepAt(const QPoint& point) const;
    std::vector<RailStep> m_steps;
};

class StepRail final : public QWidget {
    Q_OBJECT
public:
    explicit StepRail(QWidget* parent = nullptr);
    [[nodiscard]] StepList& list() { return *m_list; }
    void setLog(const QString& file);   ///< empty: there is none yet
    [[nodiscard]] Button& languageButton() { return *m_language; }
    [[nodiscard]] QSize sizeHint() const override { return {208, 560}; }

Q_SIGNALS:
    void languageChosen(cudnn_setup::Language language);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void showLanguages();
    StepList* m_list;
    Button* m_log;
    Button* m_language;
    QString m_logFile;
};

}   // namespace cudnn_setup
