#include "apply/pinned_folders.h"

#include <array>

namespace cudnn_setup {

Result<void> PinnedFolders::add(Files& files, const std::filesystem::path& folder) {
    if (m_pins.contains(folder)) return {};
    const std::array one{folder};
    auto pin = files.pin(one);
    if (!pin) return std::unexpected(pin.error());
    m_pins.emplace(folder, std::move(*pin));
    return {};
}

void PinnedFolders::release(const std::filesystem::path& folder) {
    m_pins.erase(folder);
}
void PinnedFolders::releaseAll() {
    m_pins.clear();
}

}   // namespace cudnn_setup
