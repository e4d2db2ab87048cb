// Covers: a file that is taken for cuDNN's, or not, because of its name.
#include "cudnn/names.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

TEST(CudnnNames, KnowLibrariesOfEveryMajor) {
    EXPECT_EQ(cudnnMajorOfLibrary("cudnn64_9.dll"), 9U);
    EXPECT_EQ(cudnnMajorOfLibrary("CUDNN_OPS64_9.DLL"), 9U);
    EXPECT_EQ(cudnnMajorOfLibrary("cudnn_engines_tensor_ir64_9.dll"), 9U);
    EXPECT_EQ(cudnnMajorOfLibrary("cudnn_ops_infer64_8.dll"), 8U);
    EXPECT_EQ(cudnnMajorOfLibrary("cudnn64_10.dll"), 10U);
    for (const std::string_view name : {"cudnn64_9.lib", "cudnn.dll", "cudnn64_.dll", "cudnn64_9_old.dll", "mycudnn64_9.dll",
                                        "cudnnx64_9.dll", "zlibwapi.dll", "cublasLt64_12.dll"})
        EXPECT_EQ(cudnnMajorOfLibrary(name), std::nullopt) << name;
}

TEST(CudnnNames, TellHeadersFromThoseOfTheFrontend) {
    for (const std::string_view name : {"cudnn.h", "CUDNN_VERSION.H", "cudnn_gnn_ops.h"}) EXPECT_TRUE(isCudnnHeader(name)) << name;
    for (const std::string_view name : {"cudnn_frontend.h", "cudnn_frontend_utils.h", "cudnnx.h", "cuda.h", "cudnn_ops.hpp"})
        EXPECT_FALSE(isCudnnHeader(name)) << name;
}

TEST(CudnnNames, KnowImportAndStaticLibraries) {
    for (const std::string_view name : {"cudnn.lib", "cudnn64_9.lib", "cudnn_ops64_9.lib", "cudnn_ops.lib", "cudnn_graph_static64_9.lib"})
        EXPECT_TRUE(isCudnnImportLibrary(name)) << name;
    for (const std::string_view name : {"cudart.lib", "cudnn.dll", "cudnnfoo.lib"}) EXPECT_FALSE(isCudnnImportLibrary(name)) << name;
    EXPECT_TRUE(isStaticLibrary("cudnn_graph_static64_9.lib"));
    EXPECT_FALSE(isStaticLibrary("cudnn_graph64_9.lib"));
}

void expectName(std::string_view fileName, std::string_view platform, const Version& release, unsigned cudaMajor) {
    const auto name = parseArchiveName(fileName);
    ASSERT_TRUE(name) << fileName;
    EXPECT_EQ(name->platform, platform);
    EXPECT_EQ(name->release, release);
    EXPECT_EQ(name->cudaMajor, cudaMajor);
}

TEST(CudnnNames, ReadArchiveNames) {
    expectName("cudnn-windows-x86_64-9.5.0.50_cuda12-archive.zip", "windows-x86_64", Version(9, 5, 0, 50), 12);
    expectName("cudnn-windows-arm64-9.27.0.42_cuda13.4-archive.zip", "windows-arm64", Version(9, 27, 0, 42), 13);
    expectName("cudnn-linux-x86_64-9.6.0.74_cuda12-archive.tar.xz", "linux-x86_64", Version(9, 6, 0, 74), 12);
    expectName("cudnn-windows-x86_64-9.5.0.50_cuda12-archive (1).zip", "windows-x86_64", Version(9, 5, 0, 50), 12);
    expectName("nvidia_cudnn_cu12-9.5.0.50-py3-none-win_amd64.whl", "windows-x86_64", Version(9, 5, 0, 50), 12);
    expectName("nvidia_cudnn_cu13-9.28.0.42-py3-none-manylinux_2_27_x86_64.whl", "linux-x86_64", Version(9, 28, 0, 42), 13);
    for (const std::string_view name :
         {"cudnn.zip", "cudnn-windows-x86_64-9.x_cuda12-archive.zip", "cudnn-windows-x86_64-9.5.0.50-archive.zip",
          "cudnn-windows-x86_64-9.5.0.50_cuda-archive.zip", "nvidia_cublas_cu12-12.6-py3-none-win_amd64.whl", ""})
        EXPECT_FALSE(parseArchiveName(name)) << name;
}

TEST(CudnnNames, ReadTheCudaMajorOutOfEmbeddedNames) {
    EXPECT_EQ(cudaMajorOfEmbeddedName("cublaslt64_12.dll"), 12U);
    EXPECT_EQ(cudaMajorOfEmbeddedName("nvrtc64_120_0.dll"), 12U);
    EXPECT_EQ(cudaMajorOfEmbeddedName("nvrtc64_112_0.dll"), 11U);
    EXPECT_EQ(cudaMajorOfEmbeddedName("nvrtc64_130_0.dll"), 13U);
    EXPECT_EQ(cudaMajorOfEmbeddedName("cudnn64_9.dll"), std::nullopt);
    EXPECT_EQ(cudaMajorOfEmbeddedName("nvcudart_hybrid64.dll"), std::nullopt);
}

TEST(CudnnNames, ReadTheVersionHeader) {
    EXPECT_EQ(parseVersionHeader("#define CUDNN_MAJOR 9\r\n#define CUDNN_MINOR 5 /* five */\n#define CUDNN_PATCHLEVEL   1\n#define "
                                 "CUDNN_VERSION (CUDNN_MAJOR * 10000)\n"),
              Version(9, 5, 1));
    EXPECT_FALSE(parseVersionHeader("#define CUDNN_MAJOR 9\n#define CUDNN_MINOR 5\n"));
    EXPECT_FALSE(parseVersionHeader("#define CUDNN_MAJOR nine\n#define CUDNN_MINOR 5\n#define CUDNN_PATCHLEVEL 1\n"));
    EXPECT_FALSE(parseVersionHeader("#define CUDNN_MAJOR 99999999999999999999\n#define CUDNN_MINOR 5\n#define CUDNN_PATCHLEVEL 1\n"));
    EXPECT_FALSE(parseVersionHeader("#define"));
}

TEST(CudnnNames, DecodeTheNumberOfBothSchemes) {
    EXPECT_EQ(versionFromNumber(90500), Version(9, 5, 0));
    EXPECT_EQ(versionFromNumber(91002), Version(9, 10, 2));
    EXPECT_EQ(versionFromNumber(8907), Version(8, 9, 7));
}

}   // namespace
}   // namespace cudnn_setup
