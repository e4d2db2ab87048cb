#include "probe/cudnn_status.h"

#include <algorithm>
#include <array>

namespace cudnn_setup {

namespace {

struct StatusName {
    CudnnStatus status;
    std::string_view name;
};

// cudnn_graph.h of 9.6.0; 3014 from the header of 9.18. Sorted.
constexpr std::array statusNames{
    StatusName{0, "SUCCESS"},
    StatusName{1001, "NOT_INITIALIZED"},
    StatusName{1002, "SUBLIBRARY_VERSION_MISMATCH"},
    StatusName{1003, "SERIALIZATION_VERSION_MISMATCH"},
    StatusName{1004, "DEPRECATED"},
    StatusName{1005, "LICENSE_ERROR"},
    StatusName{1006, "RUNTIME_IN_PROGRESS"},
    StatusName{1007, "RUNTIME_FP_OVERFLOW"},
    StatusName{1008, "SUBLIBRARY_LOADING_FAILED"},
    StatusName{2000, "BAD_PARAM"},
    StatusName{2001, "INVALID_VALUE"},
    StatusName{2002, "BAD_PARAM_NULL_POINTER"},
    StatusName{2003, "BAD_PARAM_MISALIGNED_POINTER"},
    StatusName{2004, "BAD_PARAM_NOT_FINALIZED"},
    StatusName{2005, "BAD_PARAM_OUT_OF_BOUND"},
    StatusName{2006, "BAD_PARAM_SIZE_INSUFFICIENT"},
    StatusName{2007, "BAD_PARAM_STREAM_MISMATCH"},
    StatusName{2008, "BAD_PARAM_SHAPE_MISMATCH"},
    StatusName{2009, "BAD_PARAM_DUPLICATED_ENTRIES"},
    StatusName{2010, "BAD_PARAM_ATTRIBUTE_TYPE"},
    StatusName{2011, "BAD_PARAM_CUDA_GRAPH_MISMATCH"},
    StatusName{2012, "BAD_PARAM_DESCRIPTOR_TYPE"},
    StatusName{3000, "NOT_SUPPORTED"},
    StatusName{3001, "NOT_SUPPORTED_GRAPH_PATTERN"},
    StatusName{3002, "NOT_SUPPORTED_SHAPE"},
    StatusName{3003, "NOT_SUPPORTED_DATA_TYPE"},
    StatusName{3004, "NOT_SUPPORTED_LAYOUT"},
    StatusName{3005, "NOT_SUPPORTED_INCOMPATIBLE_CUDA_DRIVER"},
    StatusName{3006, "NOT_SUPPORTED_INCOMPATIBLE_CUDART"},
    StatusName{3007, "NOT_SUPPORTED_ARCH_MISMATCH"},
    StatusName{3008, "NOT_SUPPORTED_RUNTIME_PREREQUISITE_MISSING"},
    StatusName{3009, "NOT_SUPPORTED_SUBLIBRARY_UNAVAILABLE"},
    StatusName{3010, "NOT_SUPPORTED_SHARED_MEMORY_INSUFFICIENT"},
    StatusName{3011, "NOT_SUPPORTED_PADDING"},
    StatusName{3012, "NOT_SUPPORTED_BAD_LAUNCH_PARAM"},
    StatusName{3013, "NOT_SUPPORTED_CUDA_GRAPH_NATIVE_API"},
    StatusName{3014, "NOT_SUPPORTED_INVALID_DYNAMIC_SHAPE"},
    StatusName{4000, "INTERNAL_ERROR"},
    StatusName{4001, "INTERNAL_ERROR_COMPILATION_FAILED"},
    StatusName{4002, "INTERNAL_ERROR_UNEXPECTED_VALUE"},
    StatusName{4003, "INTERNAL_ERROR_HOST_ALLOCATION_FAILED"},
    StatusName{4004, "INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED"},
    StatusName{4005, "INTERNAL_ERROR_BAD_LAUNCH_PARAM"},
    StatusName{4006, "INTERNAL_ERROR_TEXTURE_CREATION_FAILED"},
    StatusName{5000, "EXECUTION_FAILED"},
    StatusName{5001, "EXECUTION_FAILED_CUDA_DRIVER"},
    StatusName{5002, "EXECUTION_FAILED_CUBLAS"},
    StatusName{5003, "EXECUTION_FAILED_CUDART"},
    StatusName{5004, "EXECUTION_FAILED_CURAND"},
};
static_assert(std::ranges::is_sorted(statusNames, {}, &StatusName::status));

constexpr CudnnStatus familyOf(CudnnStatus status) {
    return status / 1000 * 1000;
}

std::string_view knownName(CudnnStatus status) {
    const auto found = std::ranges::lower_bound(statusNames, status, {}, &StatusName::status);
    return found != statusNames.end() && found->status == status ? found->name : std::string_view{};
}

}   // namespace

std::string cudnnStatusName(CudnnStatus status) {
    std::string_view name = knownName(status);
    if (name.empty() && familyOf(status) != 0) name = knownName(familyOf(status));
    return "CUDNN_STATUS_" + std::string(name.empty() ? "UNKNOWN" : name);
}

ErrorCode codeOfCudnnStatus(CudnnStatus status) {
    switch (status) {
        case 1002: return ErrorCode::ProbeVersionMismatch;
        case 1008:
        case 3009: return ErrorCode::ProbeSublibraryFailed;
        case 4003:
        case 4004: return ErrorCode::ProbeOutOfMemory;
        default: break;
    }
    switch (familyOf(status)) {
        case 3000: return ErrorCode::ProbeNotSupported;
        case 5000: return ErrorCode::ProbeExecutionFailed;
        default: return ErrorCode::ProbeStatus;
    }
}

ErrorCode codeOfCreateStatus(CudnnStatus status) {
    const ErrorCode code = codeOfCudnnStatus(status);
    return code == ErrorCode::ProbeStatus || code == ErrorCode::ProbeExecutionFailed ? ErrorCode::ProbeCreateFailed : code;
}

}   // namespace cudnn_setup
