#include "double_system.h"

#include <cstdio>
#include <cstdlib>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#include <unistd.h>
#endif

namespace cudnn_double {

namespace {

std::string readAll(std::FILE* file) {
    std::string text;
    if (!file) return text;
    char buffer[4096];
    std::size_t read = 0;
    while ((read = std::fread(buffer, 1, sizeof buffer, file)) > 0) text.append(buffer, read);
    std::fclose(file);
    return text;
}

}   // namespace

#ifdef _WIN32

std::string readBeside(const char* fileName) {
    HMODULE self = nullptr;
    if (!::GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                              reinterpret_cast<LPCWSTR>(&readAll), &self))
        return {};
    wchar_t path[4096];
    const DWORD length = ::GetModuleFileNameW(self, path, 4096);
    std::wstring file(path, length);
    file.resize(file.find_last_of(L"\\/") + 1);
    for (const char* c = fileName; *c; ++c) file += static_cast<wchar_t>(*c);
    return readAll(::_wfopen(file.c_str(), L"rb"));
}

void* openLibrary(const std::string& fileName, unsigned& why) {
    const HMODULE module = ::LoadLibraryA(fileName.c_str());
    why = module ? 0 : ::GetLastError();
    return reinterpret_cast<void*>(module);
}

void* symbolOf(void* library, const char* name) {
    return reinterpret_cast<void*>(::GetProcAddress(static_cast<HMODULE>(library), name));
}

std::string cudnnFile(const std::string& part) {
    return part + "64_9.dll";
}
std::string driverFile() {
    return "nvcuda.dll";
}

void dieLikeTheShim(const std::string& text) {
    std::fprintf(stderr, "%s\n", text.c_str());
    std::fflush(stderr);
    __asm__ volatile("int $0x29" : : "c"(7));   // __fastfail(FAST_FAIL_FATAL_APP_EXIT), which MinGW lacks
    std::abort();
}

void exitWith(unsigned status) {
    ::TerminateProcess(::GetCurrentProcess(), status);
    std::abort();
}

void hang() {
    for (;;) ::Sleep(INFINITE);
}

#else

std::string readBeside(const char* fileName) {
    Dl_info info{};
    if (!::dladdr(reinterpret_cast<void*>(&readAll), &info) || !info.dli_fname) return {};
    std::string file = info.dli_fname;
    file.resize(file.find_last_of('/') + 1);
    return readAll(std::fopen((file + fileName).c_str(), "rb"));
}

void* openLibrary(const std::string& fileName, unsigned& why) {
    void* library = ::dlopen(fileName.c_str(), RTLD_NOW | RTLD_LOCAL);
    why = library ? 0 : 126;
    return library;
}

void* symbolOf(void* library, const char* name) {
    return ::dlsym(library, name);
}

std::string cudnnFile(const std::string& part) {
    return "lib" + part + ".so.9";
}
std::string driverFile() {
    return "libcuda.so.1";
}

void dieLikeTheShim(const std::string& text) {
    std::fprintf(stderr, "%s\n", text.c_str());
    std::fflush(stderr);
    std::abort();
}

void exitWith(unsigned status) {
    ::_exit(static_cast<int>(status));
}

void hang() {
    for (;;) ::pause();
}

#endif

void printLine(const std::string& text) {
    std::printf("%s\n", text.c_str());
    std::fflush(stdout);
}

}   // namespace cudnn_double
