#pragma once
/// @file
/// Status codes of cuDNN 9 and of the CUDA driver, as names and as our codes.
#include "base/error.h"

#include <string>

namespace cudnn_setup {

/// cudnnStatus_t: a family of a thousand and a case in it (cudnn_graph.h of 9.6.0).
using CudnnStatus = int;
inline constexpr CudnnStatus cudnnSuccess = 0;

/// "CUDNN_STATUS_NOT_SUPPORTED_SHAPE"; a code of a later release has its family's name: what 3099 is cannot be known, that it is a
/// NOT_SUPPORTED can.
[[nodiscard]] std::string cudnnStatusName(CudnnStatus status);

/// What a failing status of a convolution or of another call means. Never called for 0.
[[nodiscard]] ErrorCode codeOfCudnnStatus(CudnnStatus status);
/// The same for cudnnCreate, where most statuses say that the library and the driver do not get along.
[[nodiscard]] ErrorCode codeOfCreateStatus(CudnnStatus status);

}   // namespace cudnn_setup
