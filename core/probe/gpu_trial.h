#pragma once
/// @file
/// What the probe does with one GPU: handle, a small convolution whose every output is compared, and the classic one timed.
#include "probe/convolution.h"
#include "probe/cudnn_api.h"
#include "probe/driver_api.h"
#include "probe/probe_line.h"

#include <functional>

namespace cudnn_setup {

/// Runs all steps of one GPU, from Handle to Speed, and announces each through @p say. The verdict is in the last DeviceProof said.
/// @param proof  What is known of the device so far; index and name are set. The subject of findings is its name.
/// @param device Of the driver.
void tryGpu(const DriverApi& driver, const CudnnApi& cudnn, CudaDevice device, DeviceProof proof,
            const std::function<void(const ProbeLine&)>& say);

}   // namespace cudnn_setup
