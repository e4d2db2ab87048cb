#include "machine/display_driver.h"

#include "base/version.h"

#include <fmt/format.h>

namespace cudnn_setup {

std::string nvidiaDriverVersion(std::string_view windowsVersion) {
    const auto version = Version::parse(windowsVersion);
    if (!version || version->part(2) < 10 || version->part(2) > 99 || version->part(3) > 9999) return std::string(windowsVersion);
    const auto hundredths = (version->part(2) - 10) * 10'000 + version->part(3);
    return fmt::format("{}.{:02}", hundredths / 100, hundredths % 100);
}

}   // namespace cudnn_setup
