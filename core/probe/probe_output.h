#pragma once
/// @file
/// The child's line to its parent. Nobody else in the process may write there: cuDNN logs to stdout when its user asked for that
/// (CUDNN_LOGDEST_DBG=stdout), and such a line between ours would look like a broken protocol.
#include <cstdint>
#include <string_view>

namespace cudnn_setup {

/// Takes the process's stdout for itself; what others write to stdout from then on goes to stderr. One a process, one thread.
class ProbeOutput {
public:
    ProbeOutput();
    ~ProbeOutput();
    ProbeOutput(const ProbeOutput&) = delete;
    ProbeOutput& operator=(const ProbeOutput&) = delete;
    /// Hands the line to the system before it returns: the next step may end the process. A parent that is gone is not an error.
    void writeLine(std::string_view line);

private:
    std::intptr_t m_handle = -1;   ///< HANDLE or descriptor
};

}   // namespace cudnn_setup
