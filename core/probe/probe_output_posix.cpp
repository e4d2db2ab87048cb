#include "probe/probe_output.h"

#include <cerrno>
#include <cstdio>
#include <string>

#include <unistd.h>

namespace cudnn_setup {

ProbeOutput::ProbeOutput() {
    std::fflush(stdout);
    m_handle = ::dup(STDOUT_FILENO);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
}

ProbeOutput::~ProbeOutput() {
    if (m_handle >= 0) ::close(static_cast<int>(m_handle));
}

void ProbeOutput::writeLine(std::string_view line) {
    std::string text(line);
    text += '\n';
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t written = ::write(static_cast<int>(m_handle), text.data() + done, text.size() - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        done += static_cast<std::size_t>(written);
    }
}

}   // namespace cudnn_setup
