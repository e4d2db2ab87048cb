/// Risk: text that cannot be read. Floors are WCAG 2.1: 4.5 for text, 3 for the edges of controls and for marks.
#include "wizard/tokens.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

class TokenContrast : public ::testing::TestWithParam<Scheme> {};

TEST_P(TokenContrast, TextIsReadableOnEverySurface) {
    const Tokens& t = tokensOf(GetParam());
    for (const QColor& surface : {t.window, t.rail, t.card, t.well}) {
        EXPECT_GE(contrastRatio(t.ink, surface), 7.0);
        EXPECT_GE(contrastRatio(t.ink2, surface), 4.5);
        EXPECT_GE(contrastRatio(t.ink3, surface), 4.5);
        EXPECT_GE(contrastRatio(t.accent, surface), 4.5);
        EXPECT_GE(contrastRatio(t.ctl, surface), 3.0);
        EXPECT_GE(contrastRatio(t.focus, surface), 3.0);
    }
}

TEST_P(TokenContrast, StatesAreReadableOnTheirOwnFill) {
    const Tokens& t = tokensOf(GetParam());
    for (const auto& [ink, fill] : {std::pair{t.ok, t.okSoft},
                                    {t.warn, t.warnSoft},
                                    {t.err, t.errSoft},
                                    {t.accent, t.accentSoft},
                                    {t.ink2, t.accentSoft},
                                    {t.ink2, t.warnSoft}})
        EXPECT_GE(contrastRatio(ink, fill), 4.5) << ink.name().toStdString() << " on " << fill.name().toStdString();
    for (const QColor& state : {t.ok, t.warn, t.err})
        for (const QColor& surface : {t.window, t.card}) EXPECT_GE(contrastRatio(state, surface), 4.5);
}

TEST_P(TokenContrast, ThePrimaryButtonIsReadableInEveryState) {
    const Tokens& t = tokensOf(GetParam());
    for (const QColor& fill : {t.accent, t.hover, t.pressed}) EXPECT_GE(contrastRatio(t.onAccent, fill), 4.5);
}

INSTANTIATE_TEST_SUITE_P(Schemes, TokenContrast, ::testing::Values(Scheme::Light, Scheme::Dark));

TEST(ContrastRatio, KnowsBlackOnWhite) {
    EXPECT_NEAR(contrastRatio(Qt::black, Qt::white), 21.0, 0.01);
    EXPECT_NEAR(contrastRatio(QColor(0x777777), Qt::white), 4.48, 0.01);   // the well-known grey that just fails
}

}   // namespace
}   // namespace cudnn_setup
