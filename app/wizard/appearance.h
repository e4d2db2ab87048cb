#pragma once
/// @file
/// What the whole program looks like at the moment: colour scheme, language and the fonts that go with both. UI thread only.
#include "report/messages.h"
#include "wizard/tokens.h"

#include <QFont>
#include <QObject>

#include <memory>

class QTranslator;

namespace cudnn_setup {

enum class TextRole { Title, Figure, SmallFigure, CardTitle, Body, Name, Caption, CaptionName, Code };

/// Fills the application's palette, fonts, style sheet and translator. One lives as long as the windows do; painted widgets ask current().
class Appearance final : public QObject {
    Q_OBJECT
public:
    Appearance(Scheme scheme, Language language, QObject* parent = nullptr);
    ~Appearance() override;

    /// The one that lives. Precondition: there is one.
    [[nodiscard]] static const Appearance& current();

    [[nodiscard]] Scheme scheme() const { return m_scheme; }
    [[nodiscard]] Language language() const { return m_language; }
    [[nodiscard]] const Tokens& tokens() const { return m_tokens; }
    [[nodiscard]] const Messages& messages() const { return Messages::of(m_language); }

    void setScheme(Scheme scheme);
    /// Colours of Windows' contrast theme; they win over light and dark until setScheme() is called.
    void setTokens(const Tokens& tokens);
    /// Every widget gets QEvent::LanguageChange.
    void setLanguage(Language language);

Q_SIGNALS:
    void changed();

private:
    void applyColours();
    void applyLanguage();
    Scheme m_scheme;
    Language m_language;
    Tokens m_tokens;
    std::unique_ptr<QTranslator> m_translator;
};

[[nodiscard]] inline const Tokens& tokens() {
    return Appearance::current().tokens();
}
/// Sizes in logical pixels; they scale with the screen.
[[nodiscard]] QFont fontOf(TextRole role);

}   // namespace cudnn_setup
