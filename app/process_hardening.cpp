#include "process_hardening.h"

#ifdef _WIN32
#include <windows.h>
#endif

namespace cudnn_setup {

bool namesProbeRole(std::wstring_view commandLine) noexcept {
    // The program's name ends at its quote or at the first blank (CommandLineToArgvW's rule for the first argument).
    std::size_t end = 0;
    if (commandLine.starts_with(L'"')) {
        end = commandLine.find(L'"', 1);
        if (end == std::wstring_view::npos) return false;
        ++end;
    } else {
        end = commandLine.find_first_of(L" \t");
        if (end == std::wstring_view::npos) return false;
    }
    commandLine.remove_prefix(end);
    const std::size_t start = commandLine.find_first_not_of(L" \t");
    if (start == std::wstring_view::npos) return false;
    commandLine.remove_prefix(start);
    const auto first = commandLine.substr(0, commandLine.find_first_of(L" \t"));
    return first == L"--probe" || first == LR"("--probe")";   // a parent may quote every argument
}

}   // namespace cudnn_setup

#ifdef _WIN32

namespace {

// Before every other constructor of the program, Qt's included: the first that loads a library would otherwise find one beside the program.
// Static imports are not touched by this; those that are no KnownDLLs are delay-loaded (cmake/delay_load.cmake).
[[gnu::constructor(101)]] void searchSystem32Only() {
    if (!cudnn_setup::namesProbeRole(::GetCommandLineW())) ::SetDefaultDllDirectories(LOAD_LIBRARY_SEARCH_SYSTEM32);
}

}   // namespace

#endif
