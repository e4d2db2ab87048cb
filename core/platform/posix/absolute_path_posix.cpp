#include "platform/absolute_path.h"

namespace cudnn_setup {

std::filesystem::path absolutePath(const std::filesystem::path& path) {
    std::error_code failed;   // the current folder may be gone
    auto absolute = std::filesystem::absolute(path, failed);
    return failed ? path : absolute;
}

}   // namespace cudnn_setup
