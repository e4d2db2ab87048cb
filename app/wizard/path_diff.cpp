#include "wizard/path_diff.h"

#include "plan/path_segments.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>

using namespace Qt::Literals::StringLiterals;

namespace cudnn_setup {

namespace {

constexpr int lineHeight = 24;
constexpr std::size_t neighbours = 2;

std::vector<QString> segments(const std::optional<RawVariable>& value) {
    std::vector<QString> texts;
    if (value)
        for (const SegmentView& segment : splitPath(value->text)) texts.push_back(toQt(segment.text));
    return texts;
}

qsizetype length(const std::optional<RawVariable>& value) {
    return value ? toQt(value->text).size() : 0;
}   // UTF-16 units, as Windows counts

}   // namespace

std::vector<PathLine> pathLines(const PathStep& step) {
    const std::vector<QString> before = segments(step.before);
    const std::vector<QString> after = segments(step.after);
    std::size_t head = 0;
    while (head < before.size() && head < after.size() && before[head] == after[head]) ++head;
    std::size_t tail = 0;
    while (tail < before.size() - head && tail < after.size() - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    std::vector<PathLine> lines;
    const auto number = [](std::size_t i) { return static_cast<int>(i) + 1; };
    for (std::size_t i = 0; i < head; ++i) lines.push_back({PathLineKind::Kept, number(i), before[i]});
    for (std::size_t i = head; i < before.size() - tail; ++i) lines.push_back({PathLineKind::Removed, number(i), before[i]});
    for (std::size_t i = head; i < after.size() - tail; ++i) lines.push_back({PathLineKind::Added, number(i), after[i]});
    for (std::size_t i = after.size() - tail; i < after.size(); ++i) lines.push_back({PathLineKind::Kept, number(i), after[i]});
    return lines;
}

PathLines::PathLines(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void PathLines::setLines(std::vector<PathLine> lines) {
    m_lines = std::move(lines);
    QStringList spoken;
    for (const PathLine& line : m_lines) {
        const QString kind = line.kind == PathLineKind::Added     ? tr("added")
                             : line.kind == PathLineKind::Removed ? tr("removed")
                                                                  : tr("kept");
        spoken += kind + u" "_s + QString::number(line.number) + u": "_s + line.text;
    }
    setAccessibleName(tr("Entries of PATH"));
    setAccessibleDescription(spoken.join(u"\n"_s));
    setToolTip(m_lines.empty() ? QString() : m_lines.back().text);
    updateGeometry();
    update();
}

QSize PathLines::sizeHint() const {
    return {200, static_cast<int>(m_lines.size()) * lineHeight + 4};
}

void PathLines::paintEvent(QPaintEvent*) {
    const Tokens& t = tokens();
    QPainter painter(this);
    painter.setFont(fontOf(TextRole::Code));
    int y = 4;
    for (const PathLine& line : m_lines) {
        const QRect row(0, y, width(), lineHeight);
        const bool added = line.kind == PathLineKind::Added;
        const bool removed = line.kind == PathLineKind::Removed;
        if (added || removed) {
            painter.fillRect(row, added ? t.okSoft : t.errSoft);
            paintIcon(painter, added ? Icon::Plus : Icon::Minus, QRectF(23, y + 5, 14, 14), added ? t.ok : t.err);
        }
        painter.setPen(added || removed ? t.ink : t.ink2);
        painter.drawText(QRect(40, y, 32, lineHeight), Qt::AlignRight | Qt::AlignVCenter, QString::number(line.number));
        const QRect text(88, y, width() - 88 - 20, lineHeight);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(line.text, Qt::ElideMiddle, text.width()));
        y += lineHeight;
    }
}

PathDiff::PathDiff(QWidget* parent)
    : QWidget(parent),
      m_card(new Card),
      m_scope(new TextLabel(TextRole::Name)),
      m_entries(new TextLabel(TextRole::Caption, Tone::Ink2)),
      m_characters(new TextLabel(TextRole::Caption, Tone::Ink2)),
      m_linesRow(new QWidget),
      m_lines(new PathLines),
      m_footRow(new QWidget),
      m_foot(new TextLabel(TextRole::Caption, Tone::Ink2)),
      m_showAll(new Button(Button::Kind::Link)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_card);
    auto* head = new QWidget;
    head->setFixedHeight(40);
    auto* line = new QHBoxLayout(head);
    line->setContentsMargins(20, 0, 20, 0);
    line->setSpacing(12);
    line->addWidget(new Glyph(Icon::Route, Tone::Ink2));
    line->addWidget(m_scope);
    line->addWidget(m_entries, 1);
    line->addWidget(m_characters);
    m_card->addRow(head);
    auto* lines = new QVBoxLayout(m_linesRow);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->addWidget(m_lines);
    m_card->addRow(m_linesRow);
    auto* foot = new QHBoxLayout(m_footRow);
    foot->setContentsMargins(20, 4, 20, 4);
    m_foot->setParagraph();
    foot->addWidget(m_foot, 1);
    foot->addWidget(m_showAll);
    m_footRow->setMinimumHeight(36);
    m_card->addRow(m_footRow);
    connect(m_showAll, &QPushButton::clicked, this, [this] {
        m_all = !m_all;
        refresh();
    });
    refresh();
}

void PathDiff::set(const std::optional<PathStep>& step, const QString& why) {
    m_step = step;
    m_why = why;
    refresh();
}

void PathDiff::setFoot(const QString& text) {
    m_foot->setText(text);
    refresh();
}

void PathDiff::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) refresh();
    QWidget::changeEvent(event);
}

void PathDiff::refresh() {
    const bool changes = m_step.has_value();
    m_linesRow->setVisible(changes);
    if (!changes) {
        m_scope->setText(u"PATH"_s);
        m_entries->setText(m_why);
        m_characters->setText({});
        m_footRow->setVisible(!m_foot->text().isEmpty());
        m_showAll->hide();
        m_card->update();
        return;
    }
    m_scope->setText(m_step->scope == EnvironmentScope::Machine ? tr("Machine PATH") : tr("User PATH"));
    const std::vector<PathLine> lines = pathLines(*m_step);
    const auto entries = [](const std::optional<RawVariable>& value) { return static_cast<int>(segments(value).size()); };
    m_entries->setText(tr("%1 entries become %2").arg(entries(m_step->before)).arg(entries(m_step->after)));
    const QLocale numbers(QLocale::English);
    m_characters->setText(
        tr("%1 → %2 of 2,047 characters").arg(numbers.toString(length(m_step->before)), numbers.toString(length(m_step->after))));
    std::vector<PathLine> shown;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        bool near = m_all;
        for (std::size_t j = i > neighbours ? i - neighbours : 0; j <= i + neighbours && j < lines.size(); ++j)
            near = near || lines[j].kind != PathLineKind::Kept;
        if (near) shown.push_back(lines[i]);
    }
    m_showAll->setText(m_all ? tr("Show less") : tr("Show all %n entries", nullptr, static_cast<int>(lines.size())));
    m_showAll->setVisible(m_all || shown.size() < lines.size());
    m_footRow->setVisible(!m_foot->text().isEmpty() || m_showAll->isVisibleTo(m_footRow));
    m_lines->setLines(std::move(shown));
    m_card->update();
}

}   // namespace cudnn_setup
