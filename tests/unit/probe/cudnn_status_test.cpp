#include "probe/cudnn_status.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

TEST(CudnnStatus, HasItsName) {
    EXPECT_EQ(cudnnStatusName(1001), "CUDNN_STATUS_NOT_INITIALIZED");
    EXPECT_EQ(cudnnStatusName(5003), "CUDNN_STATUS_EXECUTION_FAILED_CUDART");
}

TEST(CudnnStatus, OfALaterReleaseHasTheNameAndMeaningOfItsFamily) {
    EXPECT_EQ(cudnnStatusName(3099), "CUDNN_STATUS_NOT_SUPPORTED");
    EXPECT_EQ(codeOfCudnnStatus(3099), ErrorCode::ProbeNotSupported);
    EXPECT_EQ(codeOfCudnnStatus(5099), ErrorCode::ProbeExecutionFailed);
    EXPECT_EQ(cudnnStatusName(7000), "CUDNN_STATUS_UNKNOWN");
    EXPECT_EQ(cudnnStatusName(-1), "CUDNN_STATUS_UNKNOWN");
}

TEST(CudnnStatus, MeansWhatToDo) {
    EXPECT_EQ(codeOfCudnnStatus(1002), ErrorCode::ProbeVersionMismatch);
    EXPECT_EQ(codeOfCudnnStatus(1008), ErrorCode::ProbeSublibraryFailed);
    EXPECT_EQ(codeOfCudnnStatus(3009), ErrorCode::ProbeSublibraryFailed);
    EXPECT_EQ(codeOfCudnnStatus(4004), ErrorCode::ProbeOutOfMemory);
    EXPECT_EQ(codeOfCudnnStatus(2000), ErrorCode::ProbeStatus);
}

TEST(CudnnStatus, OfCudnnCreateIsAboutTheDriverUnlessItSaysMore) {
    EXPECT_EQ(codeOfCreateStatus(1001), ErrorCode::ProbeCreateFailed);
    EXPECT_EQ(codeOfCreateStatus(5001), ErrorCode::ProbeCreateFailed);
    EXPECT_EQ(codeOfCreateStatus(1002), ErrorCode::ProbeVersionMismatch);
    EXPECT_EQ(codeOfCreateStatus(3007), ErrorCode::ProbeNotSupported);
}

}   // namespace
}   // namespace cudnn_setup
