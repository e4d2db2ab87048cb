// Whoever loads this leaves "<its path>.loaded" behind.
#include <windows.h>

#include <array>

// Exported so that decoy_victim imports the library.
extern "C" __declspec(dllexport) int decoyAnswer() {
    return 42;
}

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID) {
    if (reason != DLL_PROCESS_ATTACH) return TRUE;
    std::array<wchar_t, 4096> path{};
    const DWORD length = ::GetModuleFileNameW(module, path.data(), static_cast<DWORD>(path.size() - 8));
    if (length == 0) return TRUE;
    ::lstrcatW(path.data(), L".loaded");
    const HANDLE file = ::CreateFileW(path.data(), GENERIC_WRITE, 0, nullptr, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (file != INVALID_HANDLE_VALUE) ::CloseHandle(file);
    return TRUE;
}
