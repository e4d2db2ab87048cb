#include "probe/driver_api.h"

#include "probe/symbol_binder.h"

namespace cudnn_setup {

std::string DriverApi::nameOf(CudaResult result) const {
    const char* name = nullptr;
    if (getErrorName(result, &name) != cudaSuccess || !name) return "CUDA_ERROR_" + std::to_string(result);
    return name;
}

Result<DriverApi> bindDriver(const Library& library) {
    DriverApi api{};
    SymbolBinder binder(library);
    binder.bind("cuInit", api.init);
    binder.bind("cuDriverGetVersion", api.driverGetVersion);
    binder.bind("cuGetErrorName", api.getErrorName);
    binder.bind("cuDeviceGetCount", api.deviceGetCount);
    binder.bind("cuDeviceGet", api.deviceGet);
    binder.bind("cuDeviceGetName", api.deviceGetName);
    binder.bind("cuDeviceTotalMem_v2", api.deviceTotalMem);
    binder.bind("cuDeviceGetAttribute", api.deviceGetAttribute);
    binder.bind("cuDevicePrimaryCtxRetain", api.primaryCtxRetain);
    binder.bind("cuDevicePrimaryCtxRelease_v2", api.primaryCtxRelease);
    binder.bind("cuCtxSetCurrent", api.ctxSetCurrent);
    binder.bind("cuCtxSynchronize", api.ctxSynchronize);
    binder.bind("cuMemGetInfo_v2", api.memGetInfo);
    binder.bind("cuMemAlloc_v2", api.memAlloc);
    binder.bind("cuMemFree_v2", api.memFree);
    binder.bind("cuMemcpyHtoD_v2", api.memcpyHtoD);
    binder.bind("cuMemcpyDtoH_v2", api.memcpyDtoH);
    binder.bind("cuMemsetD32_v2", api.memsetD32);
    binder.bind("cuEventCreate", api.eventCreate);
    binder.bind("cuEventDestroy_v2", api.eventDestroy);
    binder.bind("cuEventRecord", api.eventRecord);
    binder.bind("cuEventSynchronize", api.eventSynchronize);
    binder.bind("cuEventElapsedTime", api.eventElapsedTime);
    if (!binder.missing().empty()) return fail(ErrorCode::ProbeExportMissing, fileNameOf(library.path()), 0, {binder.missing()});
    return api;
}

}   // namespace cudnn_setup
