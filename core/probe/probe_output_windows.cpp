#include "probe/probe_output.h"

#include <cstdio>
#include <string>

#include <io.h>
#include <windows.h>

namespace cudnn_setup {

ProbeOutput::ProbeOutput() : m_handle(reinterpret_cast<std::intptr_t>(INVALID_HANDLE_VALUE)) {
    HANDLE own = INVALID_HANDLE_VALUE;
    const HANDLE current = ::GetStdHandle(STD_OUTPUT_HANDLE);
    if (!::DuplicateHandle(::GetCurrentProcess(), current, ::GetCurrentProcess(), &own, 0, FALSE, DUPLICATE_SAME_ACCESS)) return;
    m_handle = reinterpret_cast<std::intptr_t>(own);
    std::fflush(stdout);
    // For code with this C runtime, then for DLLs with one of their own (NVIDIA's): those ask GetStdHandle when they are loaded.
    if (::_fileno(stderr) >= 0 && ::_fileno(stdout) >= 0) ::_dup2(::_fileno(stderr), ::_fileno(stdout));
    ::SetStdHandle(STD_OUTPUT_HANDLE, ::GetStdHandle(STD_ERROR_HANDLE));
}

ProbeOutput::~ProbeOutput() {
    if (const HANDLE own = reinterpret_cast<HANDLE>(m_handle); own != INVALID_HANDLE_VALUE) ::CloseHandle(own);
}

void ProbeOutput::writeLine(std::string_view line) {
    std::string text(line);
    text += '\n';
    std::size_t done = 0;
    while (done < text.size()) {
        DWORD written = 0;
        if (!::WriteFile(reinterpret_cast<HANDLE>(m_handle), text.data() + done, static_cast<DWORD>(text.size() - done), &written,
                         nullptr) ||
            written == 0)
            return;
        done += written;
    }
}

}   // namespace cudnn_setup
