#pragma once
/// @file
/// Why it does not go on: the findings as evidence, then what to do next.
#include "wizard/card.h"

#include "base/finding.h"

#include <span>

namespace cudnn_setup {

class BlockerPanel final : public QWidget {
    Q_OBJECT
public:
    explicit BlockerPanel(QWidget* parent = nullptr);
    /// @param facts  Further evidence: a name and a value each.
    void set(std::span<const Finding> findings, const std::vector<std::pair<QString, QString>>& facts);
    [[nodiscard]] Button* anotherArchive() { return m_another; }
    [[nodiscard]] Button* vendorPage() { return m_page; }
    /// "archive-built-for-other-cuda, exit code 13"
    [[nodiscard]] static QString codeLine(const Finding& finding);
    [[nodiscard]] static QString asText(std::span<const Finding> findings);

private:
    SectionLabel* m_howLabel;
    Card* m_evidence;
    SectionLabel* m_nextLabel;
    Card* m_next;
    Button* m_another;
    Button* m_page;
    QWidget* m_buttons;
};

}   // namespace cudnn_setup
