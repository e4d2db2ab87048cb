#pragma once
/// @file
/// Functions of system DLLs that are not KnownDLLs. Linking them would let Windows look beside the program first.
#include <windows.h>

namespace cudnn_setup::win {

/// Loaded from System32 only, its own imports too, and never unloaded: the functions stay valid until the process ends.
class SystemLibrary {
public:
    explicit SystemLibrary(const wchar_t* name) noexcept : m_module(::LoadLibraryExW(name, nullptr, LOAD_LIBRARY_SEARCH_SYSTEM32)) {}
    explicit operator bool() const noexcept { return m_module != nullptr; }
    /// `library.find<decltype(::BCryptHashData)>("BCryptHashData")`. @return nullptr when there is no library or no such function.
    template <class Function>
    [[nodiscard]] Function* find(const char* name) const noexcept {
        if (m_module == nullptr) return nullptr;
        return reinterpret_cast<Function*>(reinterpret_cast<void*>(::GetProcAddress(m_module, name)));
    }

private:
    HMODULE m_module;
};

}   // namespace cudnn_setup::win
