#pragma once
/// @file
/// The few functions of the CUDA Driver API that the probe needs, found in nvcuda.dll at run time. Declared from NVIDIA's documented
/// interface (CUDA Driver API reference; names with suffix as cuda.h of 12.x and 13.0 maps them). cuDNN works in a device's primary
/// context, so no CUDA runtime DLL is needed.
#include "probe/library.h"

#include <cstdint>

namespace cudnn_setup {

#ifdef _WIN32
#define CUDNN_SETUP_CUDA_CALL __stdcall
#else
#define CUDNN_SETUP_CUDA_CALL
#endif

using CudaResult = int;                   // CUresult
using CudaDevice = int;                   // CUdevice
using CudaContext = void*;                // CUcontext
using CudaEvent = void*;                  // CUevent
using CudaStream = void*;                 // CUstream; null: the default stream, which cuDNN uses as well
using CudaPointer = unsigned long long;   // CUdeviceptr

inline constexpr CudaResult cudaSuccess = 0;
inline constexpr CudaResult cudaOutOfMemory = 2;
inline constexpr CudaResult cudaStubLibrary = 34;   // the toolkit's stand-in for a driver
inline constexpr CudaResult cudaNoDevice = 100;
inline constexpr int cudaComputeCapabilityMajor = 75;   // CUdevice_attribute
inline constexpr int cudaComputeCapabilityMinor = 76;

struct DriverApi {
    CudaResult(CUDNN_SETUP_CUDA_CALL* init)(unsigned flags);
    CudaResult(CUDNN_SETUP_CUDA_CALL* driverGetVersion)(int* version);
    CudaResult(CUDNN_SETUP_CUDA_CALL* getErrorName)(CudaResult error, const char** name);
    CudaResult(CUDNN_SETUP_CUDA_CALL* deviceGetCount)(int* count);
    CudaResult(CUDNN_SETUP_CUDA_CALL* deviceGet)(CudaDevice* device, int ordinal);
    CudaResult(CUDNN_SETUP_CUDA_CALL* deviceGetName)(char* name, int length, CudaDevice device);
    CudaResult(CUDNN_SETUP_CUDA_CALL* deviceTotalMem)(std::size_t* bytes, CudaDevice device);
    CudaResult(CUDNN_SETUP_CUDA_CALL* deviceGetAttribute)(int* value, int attribute, CudaDevice device);
    CudaResult(CUDNN_SETUP_CUDA_CALL* primaryCtxRetain)(CudaContext* context, CudaDevice device);
    CudaResult(CUDNN_SETUP_CUDA_CALL* primaryCtxRelease)(CudaDevice device);
    CudaResult(CUDNN_SETUP_CUDA_CALL* ctxSetCurrent)(CudaContext context);
    CudaResult(CUDNN_SETUP_CUDA_CALL* ctxSynchronize)();
    CudaResult(CUDNN_SETUP_CUDA_CALL* memGetInfo)(std::size_t* freeBytes, std::size_t* totalBytes);
    CudaResult(CUDNN_SETUP_CUDA_CALL* memAlloc)(CudaPointer* pointer, std::size_t bytes);
    CudaResult(CUDNN_SETUP_CUDA_CALL* memFree)(CudaPointer pointer);
    CudaResult(CUDNN_SETUP_CUDA_CALL* memcpyHtoD)(CudaPointer to, const void* from, std::size_t bytes);
    CudaResult(CUDNN_SETUP_CUDA_CALL* memcpyDtoH)(void* to, CudaPointer from, std::size_t bytes);
    CudaResult(CUDNN_SETUP_CUDA_CALL* memsetD32)(CudaPointer to, unsigned value, std::size_t words);
    CudaResult(CUDNN_SETUP_CUDA_CALL* eventCreate)(CudaEvent* event, unsigned flags);
    CudaResult(CUDNN_SETUP_CUDA_CALL* eventDestroy)(CudaEvent event);
    CudaResult(CUDNN_SETUP_CUDA_CALL* eventRecord)(CudaEvent event, CudaStream stream);
    CudaResult(CUDNN_SETUP_CUDA_CALL* eventSynchronize)(CudaEvent event);
    CudaResult(CUDNN_SETUP_CUDA_CALL* eventElapsedTime)(float* milliseconds, CudaEvent start, CudaEvent end);

    /// "CUDA_ERROR_OUT_OF_MEMORY"
    [[nodiscard]] std::string nameOf(CudaResult result) const;
};

/// @return Error{ProbeExportMissing, file name, arguments: the missing function}.
[[nodiscard]] Result<DriverApi> bindDriver(const Library& library);

}   // namespace cudnn_setup
