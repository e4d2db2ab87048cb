#include "probe/cudnn_api.h"

#include "probe/symbol_binder.h"

#include <array>

namespace cudnn_setup {

std::string CudnnApi::lastError() const {
    std::array<char, 1024> text{};
    getLastErrorString(text.data(), text.size());
    text.back() = '\0';
    std::string words = text.data();
    while (!words.empty() && (words.back() == '\n' || words.back() == '\r' || words.back() == ' ')) words.pop_back();
    return words;
}

std::unexpected<Error> CudnnApi::failure(ErrorCode code, std::string subject, const char* function, CudnnStatus status) const {
    return fail(code, std::move(subject), 0, {cudnnStatusName(status), std::to_string(status), lastError(), function});
}

Result<CudnnApi> bindCudnn(const Library& library) {
    CudnnApi api{};
    SymbolBinder binder(library);
    binder.bind("cudnnGetVersion", api.getVersion);
    binder.bind("cudnnGetCudartVersion", api.getCudartVersion);
    binder.bind("cudnnGetLastErrorString", api.getLastErrorString);
    binder.bind("cudnnGraphVersionCheck", api.graphVersionCheck);
    binder.bind("cudnnOpsVersionCheck", api.opsVersionCheck);
    binder.bind("cudnnCnnVersionCheck", api.cnnVersionCheck);
    binder.bind("cudnnAdvVersionCheck", api.advVersionCheck);
    binder.bind("cudnnCreate", api.create);
    binder.bind("cudnnDestroy", api.destroy);
    binder.bind("cudnnCreateTensorDescriptor", api.createTensor);
    binder.bind("cudnnDestroyTensorDescriptor", api.destroyTensor);
    binder.bind("cudnnSetTensor4dDescriptor", api.setTensor4d);
    binder.bind("cudnnCreateFilterDescriptor", api.createFilter);
    binder.bind("cudnnDestroyFilterDescriptor", api.destroyFilter);
    binder.bind("cudnnSetFilter4dDescriptor", api.setFilter4d);
    binder.bind("cudnnCreateConvolutionDescriptor", api.createConvolution);
    binder.bind("cudnnDestroyConvolutionDescriptor", api.destroyConvolution);
    binder.bind("cudnnSetConvolution2dDescriptor", api.setConvolution2d);
    binder.bind("cudnnSetConvolutionMathType", api.setMathType);
    binder.bind("cudnnGetConvolution2dForwardOutputDim", api.getOutputDim);
    binder.bind("cudnnGetConvolutionForwardAlgorithm_v7", api.getAlgorithms);
    binder.bind("cudnnGetConvolutionForwardWorkspaceSize", api.getWorkspaceSize);
    binder.bind("cudnnConvolutionForward", api.forward);
    if (!binder.missing().empty()) return fail(ErrorCode::ProbeExportMissing, fileNameOf(library.path()), 0, {binder.missing()});
    return api;
}

}   // namespace cudnn_setup
