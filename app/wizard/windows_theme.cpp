#include "wizard/windows_theme.h"

#ifdef _WIN32

#include <QAbstractNativeEventFilter>
#include <QCoreApplication>
#include <QWidget>

#include <windows.h>

namespace cudnn_setup {

namespace {

QColor systemColour(int index) {
    const COLORREF colour = ::GetSysColor(index);
    return QColor(GetRValue(colour), GetGValue(colour), GetBValue(colour));
}

class ColourWatcher final : public QAbstractNativeEventFilter {
public:
    explicit ColourWatcher(std::function<void()> onChange) : m_onChange(std::move(onChange)) {}
    bool nativeEventFilter(const QByteArray&, void* message, qintptr*) override {
        const UINT kind = static_cast<const MSG*>(message)->message;
        if (kind == WM_SETTINGCHANGE || kind == WM_SYSCOLORCHANGE || kind == WM_THEMECHANGED) m_onChange();
        return false;
    }

private:
    std::function<void()> m_onChange;
};

}   // namespace

Scheme systemScheme() {
    DWORD light = 1;
    DWORD size = sizeof light;
    ::RegGetValueW(HKEY_CURRENT_USER, L"Software\\Microsoft\\Windows\\CurrentVersion\\Themes\\Personalize", L"AppsUseLightTheme",
                   RRF_RT_REG_DWORD, nullptr, &light, &size);
    return light == 0 ? Scheme::Dark : Scheme::Light;
}

std::optional<Tokens> contrastThemeTokens() {
    HIGHCONTRASTW contrast{};
    contrast.cbSize = sizeof contrast;
    if (!::SystemParametersInfoW(SPI_GETHIGHCONTRAST, sizeof contrast, &contrast, 0) || (contrast.dwFlags & HCF_HIGHCONTRASTON) == 0)
        return std::nullopt;
    const QColor window = systemColour(COLOR_WINDOW), ink = systemColour(COLOR_WINDOWTEXT), highlight = systemColour(COLOR_HIGHLIGHT);
    const QColor onHighlight = systemColour(COLOR_HIGHLIGHTTEXT), grey = systemColour(COLOR_GRAYTEXT);
    return Tokens{.window = window,
                  .rail = window,
                  .card = window,
                  .well = window,
                  .line = ink,
                  .line2 = ink,
                  .ctl = ink,
                  .ink = ink,
                  .ink2 = ink,
                  .ink3 = grey,
                  .accent = highlight,
                  .hover = highlight,
                  .pressed = highlight,
                  .onAccent = onHighlight,
                  .accentSoft = window,
                  .ok = ink,
                  .okSoft = window,
                  .warn = ink,
                  .warnSoft = window,
                  .err = ink,
                  .errSoft = window,
                  .focus = ink};
}

void setTitleBarDark(const QWidget& window, bool dark) {
    // Looked up in System32 at run time: dwmapi.dll is no KnownDLL and must not be taken from beside the program.
    const HMODULE library = ::LoadLibraryExW(L"dwmapi.dll", nullptr, LOAD_LIBRARY_SEARCH_SYSTEM32);
    if (library == nullptr) return;
    using SetAttribute = HRESULT(WINAPI*)(HWND, DWORD, LPCVOID, DWORD);
    // Through void*: GCC warns about a cast between function types, and this one is GetProcAddress's purpose.
    const auto set = reinterpret_cast<SetAttribute>(reinterpret_cast<void*>(::GetProcAddress(library, "DwmSetWindowAttribute")));
    constexpr DWORD useImmersiveDarkMode = 20;
    const BOOL value = dark ? TRUE : FALSE;
    if (set != nullptr) set(reinterpret_cast<HWND>(window.winId()), useImmersiveDarkMode, &value, sizeof value);
    ::FreeLibrary(library);
}

void watchSystemColours(std::function<void()> onChange) {
    static ColourWatcher watcher(std::move(onChange));
    QCoreApplication::instance()->installNativeEventFilter(&watcher);
}

}   // namespace cudnn_setup

#else

namespace cudnn_setup {

Scheme systemScheme() {
    return Scheme::Light;
}
std::optional<Tokens> contrastThemeTokens() {
    return std::nullopt;
}
void setTitleBarDark(const QWidget&, bool) {}
void watchSystemColours(std::function<void()>) {}

}   // namespace cudnn_setup

#endif
