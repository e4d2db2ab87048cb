#include "probe/library.h"

#include "base/path_text.h"
#include "cudnn/names.h"

#include <bit>

#include <windows.h>
// After windows.h. K32EnumProcessModules and its kin are in kernel32 since Windows 7: psapi.dll is no KnownDLL we would want to import.
#define PSAPI_VERSION 2
#include <psapi.h>

namespace cudnn_setup {

namespace {

std::string pathOf(HMODULE module) {
    std::wstring buffer(MAX_PATH, L'\0');
    for (;;) {
        const DWORD length = ::GetModuleFileNameW(module, buffer.data(), static_cast<DWORD>(buffer.size()));
        if (length == 0) return {};
        if (length < buffer.size()) {
            buffer.resize(length);
            return toUtf8(std::filesystem::path(buffer));
        }
        buffer.resize(buffer.size() * 2);
    }
}

}   // namespace

Result<Library> Library::open(std::string_view name) {
    const HMODULE module = ::LoadLibraryW(pathFromUtf8(name).c_str());
    if (!module) {
        const DWORD why = ::GetLastError();
        return fail(ErrorCode::ProbeLoadFailed, std::string(name), why);
    }
    return Library(module, pathOf(module));
}

void* Library::symbol(const char* name) const {
    return std::bit_cast<void*>(::GetProcAddress(static_cast<HMODULE>(m_handle), name));
}

std::vector<std::string> loadedLibraries() {
    std::vector<HMODULE> modules(256);
    for (;;) {
        const auto room = static_cast<DWORD>(modules.size() * sizeof(HMODULE));
        DWORD needed = 0;
        if (!::EnumProcessModules(::GetCurrentProcess(), modules.data(), room, &needed)) return {};
        const bool complete = needed <= room;
        modules.resize(needed / sizeof(HMODULE));
        if (complete) break;
    }
    std::vector<std::string> paths;
    for (const HMODULE module : modules)
        if (std::string path = pathOf(module); !path.empty()) paths.push_back(std::move(path));
    return paths;
}

std::string_view driverLibraryName() {
    return "nvcuda.dll";
}

std::string cudnnLibraryName(std::string_view part) {
    return std::string(part) + "64_9.dll";
}

bool isCudnn9Library(std::string_view fileName) {
    return cudnnMajorOfLibrary(fileName) == 9U;
}

std::string siblingRequest(std::string_view /*folder*/, std::string_view fileName) {
    return std::string(fileName);
}

std::string folderOf(std::string_view path) {
    return toUtf8(pathFromUtf8(path).parent_path());
}

std::string fileNameOf(std::string_view path) {
    return toUtf8(pathFromUtf8(path).filename());
}

void silenceErrorBoxes() {
    ::SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
}

}   // namespace cudnn_setup
