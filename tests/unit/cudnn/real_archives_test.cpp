// Covers: rules that hold for stand-ins and fail on NVIDIA's own files. Needs CUDNN_SETUP_REAL: a folder with archives/ and wheels/.
#include "cudnn/archive.h"

#include "base/path_text.h"
#include "platform/system.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace cudnn_setup {
namespace {

class RealArchive : public ::testing::Test {
protected:
    void SetUp() override {
        const char* folder = std::getenv("CUDNN_SETUP_REAL");   // NOLINT: tests run one at a time in a process
        if (folder == nullptr || *folder == '\0') GTEST_SKIP() << "CUDNN_SETUP_REAL names no folder with NVIDIA's files";
        m_folder = pathFromUtf8(folder);
    }

    [[nodiscard]] Result<Archive> resolve(const std::string& folder, const std::string& name) const {
        auto file = m_system.files->open(m_folder / folder / name, OpenFor::Reading);
        if (!file) return std::unexpected(file.error());
        const auto archive = openArchive(std::move(*file), name);
        if (!archive) return std::unexpected(archive.error());
        const auto contents = unpack(*archive, nullptr, {});
        if (!contents) return std::unexpected(contents.error());
        return resolveArchive(*contents);
    }

    void expectRelease(const Result<Archive>& archive, const Version& release, std::size_t importLibraries) const {
        ASSERT_TRUE(archive) << codeInfo(archive.error().code).id << " " << archive.error().subject;
        EXPECT_EQ(archive->release, release);
        EXPECT_EQ(archive->cudaMajor, 12U);
        EXPECT_EQ(archive->count(Component::Library), 8U);
        EXPECT_EQ(archive->count(Component::Header), 7U);
        EXPECT_EQ(archive->count(Component::ImportLibrary), importLibraries);
        EXPECT_FALSE(archive->licenceText.empty());
        for (const Finding& finding : archive->findings) EXPECT_NE(finding.code, ErrorCode::ArchiveContradicts) << finding.subject;
    }

private:
    std::filesystem::path m_folder;
    System m_system = makeSystem();
};

TEST_F(RealArchive, Of95RaisesNoAlarmAlthoughTwoDllsHaveNoVersion) {
    expectRelease(resolve("archives", "cudnn-windows-x86_64-9.5.0.50_cuda12-archive.zip"), Version(9, 5, 0, 50), 16);
}

TEST_F(RealArchive, Of90IsUnderstood) {
    expectRelease(resolve("archives", "cudnn-windows-x86_64-9.0.0.312_cuda12-archive.zip"), Version(9, 0, 0, 312), 16);
}

TEST_F(RealArchive, AsAWheelIsNvidiasOwn) {
    const auto archive = resolve("wheels", "nvidia_cudnn_cu12-9.5.0.50-py3-none-win_amd64.whl");
    expectRelease(archive, Version(9, 5, 0, 50), 0);
    EXPECT_EQ(archive->origin, ArchiveOrigin::Nvidia);
    EXPECT_EQ(archive->shape, ArchiveShape::Wheel);
}

}   // namespace
}   // namespace cudnn_setup
