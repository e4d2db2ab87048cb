#pragma once
/// @file
/// The functions of cuDNN's classic API that the probe calls. The whole public API comes from cudnn64_9.dll, which forwards to the
/// sub-libraries; never from those themselves. Declared from NVIDIA's documented interface (cuDNN API reference, headers of 9.6.0;
/// compared with the headers of 9.19.0).
#include "probe/cudnn_status.h"
#include "probe/library.h"

namespace cudnn_setup {

using CudnnHandle = void*;
using CudnnTensor = void*;
using CudnnFilter = void*;
using CudnnConvolution = void*;

inline constexpr int cudnnFloat = 0;              // cudnnDataType_t
inline constexpr int cudnnNchw = 0;               // cudnnTensorFormat_t
inline constexpr int cudnnCrossCorrelation = 1;   // cudnnConvolutionMode_t
inline constexpr int cudnnDefaultMath = 0;        // cudnnMathType_t: TF32 allowed where the GPU has it
inline constexpr int cudnnFmaMath = 3;            // true fp32

/// cudnnConvolutionFwdAlgoPerf_t: 48 bytes on x64.
struct CudnnAlgorithm {
    int algorithm;
    CudnnStatus status;
    float time;
    std::size_t memory;
    int determinism;
    int mathType;
    int reserved[3];
};
static_assert(sizeof(CudnnAlgorithm) == 48);

struct CudnnApi {
    std::size_t (*getVersion)();
    std::size_t (*getCudartVersion)();
    void (*getLastErrorString)(char* message, std::size_t size);
    CudnnStatus (*graphVersionCheck)();
    CudnnStatus (*opsVersionCheck)();
    CudnnStatus (*cnnVersionCheck)();
    CudnnStatus (*advVersionCheck)();
    CudnnStatus (*create)(CudnnHandle* handle);
    CudnnStatus (*destroy)(CudnnHandle handle);
    CudnnStatus (*createTensor)(CudnnTensor* tensor);
    CudnnStatus (*destroyTensor)(CudnnTensor tensor);
    CudnnStatus (*setTensor4d)(CudnnTensor tensor, int format, int type, int n, int c, int h, int w);
    CudnnStatus (*createFilter)(CudnnFilter* filter);
    CudnnStatus (*destroyFilter)(CudnnFilter filter);
    CudnnStatus (*setFilter4d)(CudnnFilter filter, int type, int format, int k, int c, int h, int w);
    CudnnStatus (*createConvolution)(CudnnConvolution* convolution);
    CudnnStatus (*destroyConvolution)(CudnnConvolution convolution);
    CudnnStatus (*setConvolution2d)(CudnnConvolution convolution, int padHeight, int padWidth, int strideHeight, int strideWidth,
                                    int dilationHeight, int dilationWidth, int mode, int computeType);
    CudnnStatus (*setMathType)(CudnnConvolution convolution, int mathType);
    CudnnStatus (*getOutputDim)(CudnnConvolution convolution, CudnnTensor x, CudnnFilter w, int* n, int* c, int* height, int* width);
    CudnnStatus (*getAlgorithms)(CudnnHandle handle, CudnnTensor x, CudnnFilter w, CudnnConvolution convolution, CudnnTensor y,
                                 int requested, int* returned, CudnnAlgorithm* results);
    CudnnStatus (*getWorkspaceSize)(CudnnHandle handle, CudnnTensor x, CudnnFilter w, CudnnConvolution convolution, CudnnTensor y,
                                    int algorithm, std::size_t* bytes);
    CudnnStatus (*forward)(CudnnHandle handle, const void* alpha, CudnnTensor xTensor, const void* x, CudnnFilter wFilter, const void* w,
                           CudnnConvolution convolution, int algorithm, void* workspace, std::size_t workspaceBytes, const void* beta,
                           CudnnTensor yTensor, void* y);

    /// cuDNN's own words about the last failure; may be empty.
    [[nodiscard]] std::string lastError() const;
    /// Error{code, subject} with what every failing status carries: arguments are the status's name, its number, cuDNN's own
    /// text and the function.
    [[nodiscard]] std::unexpected<Error> failure(ErrorCode code, std::string subject, const char* function, CudnnStatus status) const;
};

/// @return Error{ProbeExportMissing, file name, arguments: the missing function}.
[[nodiscard]] Result<CudnnApi> bindCudnn(const Library& library);

}   // namespace cudnn_setup
