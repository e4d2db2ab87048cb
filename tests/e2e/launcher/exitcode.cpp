/// @file
/// exitcode.exe PROGRAM ARGUMENT...: runs a program, waits for it and prints its whole exit code as "exit_code=1603" on a line of its
/// own, after whatever the program printed. A shell outside Windows sees only the low byte (1603 becomes 67), so scripts ask this program.
/// Returns 0 when the code could be read, whatever it was; 1 otherwise.
#include <windows.h>

#include <cstdio>
#include <string>

namespace {

/// What follows our own name on the command line, untouched: quoting survives because nothing is parsed and joined again.
const wchar_t* argumentsOf(const wchar_t* line) {
    const bool quoted = *line == L'"';
    if (quoted) ++line;
    while (*line != L'\0' && (quoted ? *line != L'"' : *line != L' ' && *line != L'\t')) ++line;
    if (quoted && *line == L'"') ++line;
    while (*line == L' ' || *line == L'\t') ++line;
    return line;
}

}   // namespace

int main() {
    std::wstring line = argumentsOf(::GetCommandLineW());
    if (line.empty()) {
        std::fputs("usage: exitcode.exe PROGRAM ARGUMENT...\n", stderr);
        return 1;
    }
    STARTUPINFOW startup{};
    startup.cb = sizeof startup;
    PROCESS_INFORMATION process{};
    if (::CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &startup, &process) == FALSE) {
        std::fprintf(stderr, "exitcode: cannot start the program: error %lu\n", ::GetLastError());
        return 1;
    }
    ::CloseHandle(process.hThread);
    DWORD code = 0;
    const bool known =
        ::WaitForSingleObject(process.hProcess, INFINITE) == WAIT_OBJECT_0 && ::GetExitCodeProcess(process.hProcess, &code) != FALSE;
    ::CloseHandle(process.hProcess);
    if (!known) return 1;
    std::printf("\nexit_code=%lu\n", code);
    return 0;
}
