#include "changes.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

void prepareNothing(Scene&) {}
void prepareOlderInstall(Scene& scene) {
    ASSERT_TRUE(scene.install(release91()));
}
void prepareHandCopied(Scene& scene) {
    scene.copyByHand(release91());
    std::filesystem::permissions(scene.root() / "include" / "cudnn_old.h", std::filesystem::perms::owner_read);
    std::filesystem::permissions(scene.root() / "bin" / "cudnn64_9.dll", std::filesystem::perms::owner_read);
}
void prepareAdoptedInstall(Scene& scene) {
    prepareHandCopied(scene);
    ASSERT_TRUE(scene.install(release923()));
}
Result<Applied> install923(Scene& scene) {
    return scene.install(release923());
}
Result<Applied> uninstall(Scene& scene) {
    return scene.uninstall();
}

}   // namespace

std::vector<Change> everyChange() {
    return {{"CleanInstall", prepareNothing, install923},
            {"Upgrade", prepareOlderInstall, install923},
            {"Adoption", prepareHandCopied, install923},
            {"Uninstall", prepareOlderInstall, uninstall},
            {"UninstallOfAdopted", prepareAdoptedInstall, uninstall}};
}

std::size_t commitRecordOf(const std::vector<std::string>& log) {
    std::size_t last = 0;
    for (std::size_t i = 0; i < log.size(); ++i)
        if (log[i].starts_with("append ")) last = i;
    return last;
}

}   // namespace cudnn_setup
