#pragma once
/// @file
/// What Windows says about colours, and the one thing that only Windows can colour: the title bar. Nothing happens on other systems.
#include "wizard/tokens.h"

#include <functional>
#include <optional>

class QWidget;

namespace cudnn_setup {

/// Dark when HKCU\…\Themes\Personalize\AppsUseLightTheme is 0 (Windows 10 1809 on); light where the value is missing.
[[nodiscard]] Scheme systemScheme();
/// The colours of the contrast theme, while one is on.
[[nodiscard]] std::optional<Tokens> contrastThemeTokens();
/// DWMWA_USE_IMMERSIVE_DARK_MODE (20): documented for Windows 11 and honoured by Windows 10 from build 18985 on.
void setTitleBarDark(const QWidget& window, bool dark);
/// Calls @p onChange on the UI thread after WM_SETTINGCHANGE and WM_SYSCOLORCHANGE, for the rest of the application's life.
void watchSystemColours(std::function<void()> onChange);

}   // namespace cudnn_setup
