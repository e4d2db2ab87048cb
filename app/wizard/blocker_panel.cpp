#include "wizard/blocker_panel.h"

#include <QDesktopServices>
#include <QHBoxLayout>
#include <QUrl>

#include <set>

using namespace Qt::Literals::StringLiterals;

namespace cudnn_setup {

BlockerPanel::BlockerPanel(QWidget* parent)
    : QWidget(parent),
      m_howLabel(new SectionLabel),
      m_evidence(new Card(nullptr, Card::Edge::Error)),
      m_nextLabel(new SectionLabel),
      m_next(new Card),
      m_another(new Button(Button::Kind::Secondary)),
      m_page(new Button(Button::Kind::Secondary)),
      m_buttons(new QWidget) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_howLabel);
    column->addWidget(m_evidence);
    column->addSpacing(16);
    column->addWidget(m_nextLabel);
    column->addWidget(m_next);
    column->addSpacing(8);
    auto* buttons = new QHBoxLayout(m_buttons);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(8);
    m_page->setGlyph(Icon::External);
    m_another->setGlyph(Icon::Archive);
    buttons->addWidget(m_another);
    buttons->addWidget(m_page);
    buttons->addStretch(1);
    column->addWidget(m_buttons);
    // NVIDIA's page of all cuDNN archives.
    connect(m_page, &QPushButton::clicked, this,
            [] { QDesktopServices::openUrl(QUrl(u"https://developer.nvidia.com/rdp/cudnn-archive"_s)); });
}

void BlockerPanel::set(std::span<const Finding> findings, const std::vector<std::pair<QString, QString>>& facts) {
    const Messages& messages = Appearance::current().messages();
    m_howLabel->set(tr("How it was found out"));
    m_nextLabel->set(tr("What to do next"));
    m_another->setText(tr("Another archive..."));
    m_page->setText(tr("NVIDIA's page"));
    m_evidence->clearRows();
    m_next->clearRows();
    for (const Finding& finding : findings) {
        auto* row = new EvidenceRow(m_evidence);
        row->set(finding.severity == Severity::Error     ? Mark::Blocked
                 : finding.severity == Severity::Warning ? Mark::Warning
                                                         : Mark::None,
                 toQt(messages.describe(finding)),
                 codeLine(finding) + (finding.systemCode != 0 ? u". "_s + toQt(messages.systemError(finding.systemCode)) : QString()));
        m_evidence->addRow(row);
    }
    for (const auto& [name, value] : facts) {
        auto* row = new QWidget(m_evidence);
        auto* line = new QHBoxLayout(row);
        line->setContentsMargins(20, 8, 20, 8);
        line->setSpacing(16);
        auto* label = new TextLabel(TextRole::Body, Tone::Ink2, row);
        label->setText(name);
        label->setFixedWidth(120);
        auto* text = new PathLabel(TextRole::Body, Tone::Ink, row);
        text->setText(value);
        line->addWidget(label);
        line->addWidget(text, 1);
        m_evidence->addRow(row);
    }
    std::set<std::string> said;
    for (const Finding& finding : findings) {
        const std::string remedy = messages.remedy(finding);
        if (remedy.empty() || !said.insert(remedy).second) continue;
        auto* row = new EvidenceRow(m_next);
        row->set(Mark::Waiting, toQt(remedy), {});
        m_next->addRow(row);
    }
    m_nextLabel->setVisible(!said.empty());
    m_next->setVisible(!said.empty());
}

QString BlockerPanel::codeLine(const Finding& finding) {
    const CodeInfo& info = codeInfo(finding.code);
    return info.exitCode == 0 ? toQt(info.id) : tr("%1, exit code %2").arg(toQt(info.id)).arg(info.exitCode);
}

QString BlockerPanel::asText(std::span<const Finding> findings) {
    const Messages& messages = Appearance::current().messages();
    QString text;
    for (const Finding& finding : findings) {
        text += codeLine(finding) + u'\n' + toQt(messages.describe(finding)) + u'\n';
        if (const std::string remedy = messages.remedy(finding); !remedy.empty()) text += toQt(remedy) + u'\n';
    }
    return text;
}

}   // namespace cudnn_setup
