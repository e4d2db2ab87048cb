#include "platform/windows/wine.h"

#include <windows.h>

namespace cudnn_setup::win {

const std::optional<std::string>& wineVersion() {
    static const std::optional<std::string> version = []() -> std::optional<std::string> {
        const FARPROC address = ::GetProcAddress(::GetModuleHandleW(L"ntdll.dll"), "wine_get_version");
        if (address == nullptr) return std::nullopt;
        const auto ask = reinterpret_cast<const char*(CDECL*)()>(reinterpret_cast<void*>(address));
        return std::string(ask());
    }();
    return version;
}

}   // namespace cudnn_setup::win
