#include "wizard/appearance.h"

#include "wizard/wizard_style.h"

#include <QApplication>
#include <QTranslator>

using namespace Qt::Literals::StringLiterals;

namespace cudnn_setup {

namespace {

const Appearance* living = nullptr;

struct Type {
    int pixels;
    bool strong;
};

Type typeOf(TextRole role) {
    switch (role) {
        case TextRole::Title: return {28, true};
        case TextRole::Figure: return {48, true};
        case TextRole::SmallFigure: return {20, true};
        case TextRole::CardTitle: return {20, true};
        case TextRole::Body: return {14, false};
        case TextRole::Name: return {14, true};
        case TextRole::Caption: return {12, false};
        case TextRole::CaptionName: return {12, true};
        case TextRole::Code: return {13, false};
    }
    return {14, false};
}

// The names of the roles and tones are properties that text_label.cpp sets.
QString styleSheetOf(const Tokens& t) {
    return QStringLiteral("QLabel[tone=\"ink\"]{color:%1} QLabel[tone=\"ink2\"]{color:%2} QLabel[tone=\"ink3\"]{color:%3}"
                          "QLabel[tone=\"accent\"]{color:%4} QLabel[tone=\"ok\"]{color:%5} QLabel[tone=\"warn\"]{color:%6} "
                          "QLabel[tone=\"err\"]{color:%7}")
               .arg(t.ink.name(), t.ink2.name(), t.ink3.name(), t.accent.name(), t.ok.name(), t.warn.name(), t.err.name()) +
           QStringLiteral("QToolTip{background:%1;color:%2;border:1px solid %3;padding:4px}"
                          "QMenu{background:%1;color:%2;border:1px solid %3;padding:4px}"
                          "QMenu::item{padding:6px 20px;border-radius:4px} QMenu::item:selected{background:%4}"
                          "QPlainTextEdit{background:%5;color:%6;border:none}"
                          "QHeaderView::section{background:%5;color:%6;border:none;border-bottom:1px solid %3;padding:0 0 0 0}")
               .arg(t.card.name(), t.ink.name(), t.line.name(), t.accentSoft.name(), t.well.name(), t.ink2.name());
}

}   // namespace

QFont fontOf(TextRole role) {
    const Type type = typeOf(role);
    const bool chinese = living != nullptr && living->language() == Language::SimplifiedChinese;
    QFont font;
    if (role == TextRole::Code) {
        font.setFamilies({u"Consolas"_s, u"DejaVu Sans Mono"_s, u"Microsoft YaHei UI"_s});
        font.setStyleHint(QFont::Monospace);
    } else if (chinese) {
        // The Chinese font first: otherwise quotation marks come out narrow, from the Latin font.
        font.setFamilies({u"Microsoft YaHei UI"_s, u"Noto Sans CJK SC"_s, u"Segoe UI"_s});
        font.setStyleHint(QFont::SansSerif);
    } else {
        font.setFamilies({u"Segoe UI Variable Text"_s, u"Segoe UI"_s, u"Liberation Sans"_s, u"Arial"_s});
        font.setStyleHint(QFont::SansSerif);
    }
    font.setPixelSize(type.pixels);
    // Microsoft YaHei UI has Light, Regular and Bold only.
    font.setWeight(type.strong ? (chinese ? QFont::Bold : QFont::DemiBold) : QFont::Normal);
    return font;
}

Appearance::Appearance(Scheme scheme, Language language, QObject* parent)
    : QObject(parent), m_scheme(scheme), m_language(language), m_tokens(tokensOf(scheme)) {
    living = this;
    if (dynamic_cast<WizardStyle*>(QApplication::style()) == nullptr) QApplication::setStyle(new WizardStyle);   // owned by the application
    applyLanguage();
    applyColours();
}

Appearance::~Appearance() {
    if (m_translator) QCoreApplication::removeTranslator(m_translator.get());
    if (living == this) living = nullptr;
}

const Appearance& Appearance::current() {
    Q_ASSERT(living != nullptr);
    return *living;
}

void Appearance::setScheme(Scheme scheme) {
    m_scheme = scheme;
    setTokens(tokensOf(scheme));
}

void Appearance::setTokens(const Tokens& tokens) {
    if (tokens == m_tokens) return;
    m_tokens = tokens;
    applyColours();
    Q_EMIT changed();
}

void Appearance::setLanguage(Language language) {
    if (language == m_language) return;
    m_language = language;
    applyLanguage();
    applyColours();
    Q_EMIT changed();
}

void Appearance::applyColours() {
    QApplication::setPalette(paletteOf(m_tokens));
    qApp->setStyleSheet(styleSheetOf(m_tokens));
}

void Appearance::applyLanguage() {
    // The font first: widgets that lay themselves out on LanguageChange measure with it.
    QApplication::setFont(fontOf(TextRole::Body));
    if (m_translator) QCoreApplication::removeTranslator(m_translator.get());
    m_translator.reset();
    auto translator = std::make_unique<QTranslator>();
    const bool chinese = m_language == Language::SimplifiedChinese;
    // English has a file as well: it holds the plural forms.
    if (translator->load(chinese ? u":/translations/cudnn-setup_zh_CN.qm"_s : u":/translations/cudnn-setup_en.qm"_s)) {
        m_translator = std::move(translator);
        QCoreApplication::installTranslator(m_translator.get());
    }
}

}   // namespace cudnn_setup
