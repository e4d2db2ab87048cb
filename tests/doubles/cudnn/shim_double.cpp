// cudnn64_9.dll: the whole API, passed on to the library that has it, which is loaded by bare name at the first need.
#include "double_system.h"

#include <map>
#include <string>

namespace {

constexpr const char* graph = "cudnn_graph";
constexpr const char* ops = "cudnn_ops";
constexpr const char* cnn = "cudnn_cnn";
constexpr const char* adv = "cudnn_adv";

void* libraryOf(const char* part, const char* function) {
    static std::map<std::string, void*> loaded;
    void*& library = loaded[part];
    if (library) return library;
    const std::string file = cudnn_double::cudnnFile(part);
    unsigned why = 0;
    library = cudnn_double::openLibrary(file, why);
    // The words of 9.5.0.50.
    if (!library && why == 126)
        cudnn_double::dieLikeTheShim("Could not locate " + file +
                                     ". Please make sure it is in your library path!\n"
                                     "Invalid handle. Cannot load symbol " +
                                     function);
    if (!library) cudnn_double::dieLikeTheShim("Could not load library " + file + ". Error code " + std::to_string(why));
    return library;
}

template <class Answer, class... Arguments> Answer pass(const char* part, const char* function, Arguments... arguments) {
    void* symbol = cudnn_double::symbolOf(libraryOf(part, function), function);
    if (!symbol) cudnn_double::dieLikeTheShim(std::string("Could not load symbol ") + function + ". Error code 127");
    return reinterpret_cast<Answer (*)(Arguments...)>(symbol)(arguments...);
}

}   // namespace

// Read by nobody here: NVIDIA's shim holds the name as well.
extern const char* const cudnnDoubleNames[];
const char* const cudnnDoubleNames[] = {"cudnn_graph64_9.dll", "cudnn_ops64_9.dll", "cudnn_cnn64_9.dll", "cudnn_adv64_9.dll",
                                        "zlibwapi.dll"};

DOUBLE_EXPORT std::size_t cudnnGetVersion() {
    return pass<std::size_t>(graph, "cudnnGetVersion");
}
DOUBLE_EXPORT std::size_t cudnnGetCudartVersion() {
    return pass<std::size_t>(graph, "cudnnGetCudartVersion");
}
DOUBLE_EXPORT const char* cudnnGetErrorString(int status) {
    return pass<const char*>(graph, "cudnnGetErrorString", status);
}
DOUBLE_EXPORT void cudnnGetLastErrorString(char* message, std::size_t size) {
    pass<void>(graph, "cudnnGetLastErrorString", message, size);
}
DOUBLE_EXPORT int cudnnGraphVersionCheck() {
    return pass<int>(graph, "cudnnGraphVersionCheck");
}
DOUBLE_EXPORT int cudnnOpsVersionCheck() {
    return pass<int>(ops, "cudnnOpsVersionCheck");
}
DOUBLE_EXPORT int cudnnCnnVersionCheck() {
    return pass<int>(cnn, "cudnnCnnVersionCheck");
}
DOUBLE_EXPORT int cudnnAdvVersionCheck() {
    return pass<int>(adv, "cudnnAdvVersionCheck");
}
DOUBLE_EXPORT int cudnnCreate(void** handle) {
    return pass<int>(graph, "cudnnCreate", handle);
}
DOUBLE_EXPORT int cudnnDestroy(void* handle) {
    return pass<int>(graph, "cudnnDestroy", handle);
}
DOUBLE_EXPORT int cudnnCreateTensorDescriptor(void** tensor) {
    return pass<int>(ops, "cudnnCreateTensorDescriptor", tensor);
}
DOUBLE_EXPORT int cudnnDestroyTensorDescriptor(void* tensor) {
    return pass<int>(ops, "cudnnDestroyTensorDescriptor", tensor);
}
DOUBLE_EXPORT int cudnnSetTensor4dDescriptor(void* tensor, int format, int type, int n, int c, int h, int w) {
    return pass<int>(ops, "cudnnSetTensor4dDescriptor", tensor, format, type, n, c, h, w);
}
DOUBLE_EXPORT int cudnnCreateFilterDescriptor(void** filter) {
    return pass<int>(ops, "cudnnCreateFilterDescriptor", filter);
}
DOUBLE_EXPORT int cudnnDestroyFilterDescriptor(void* filter) {
    return pass<int>(ops, "cudnnDestroyFilterDescriptor", filter);
}
DOUBLE_EXPORT int cudnnSetFilter4dDescriptor(void* filter, int type, int format, int k, int c, int h, int w) {
    return pass<int>(ops, "cudnnSetFilter4dDescriptor", filter, type, format, k, c, h, w);
}
DOUBLE_EXPORT int cudnnCreateConvolutionDescriptor(void** convolution) {
    return pass<int>(cnn, "cudnnCreateConvolutionDescriptor", convolution);
}
DOUBLE_EXPORT int cudnnDestroyConvolutionDescriptor(void* convolution) {
    return pass<int>(cnn, "cudnnDestroyConvolutionDescriptor", convolution);
}
DOUBLE_EXPORT int cudnnSetConvolution2dDescriptor(void* convolution, int padHeight, int padWidth, int strideHeight, int strideWidth,
                                                  int dilationHeight, int dilationWidth, int mode, int computeType) {
    return pass<int>(cnn, "cudnnSetConvolution2dDescriptor", convolution, padHeight, padWidth, strideHeight, strideWidth, dilationHeight,
                     dilationWidth, mode, computeType);
}
DOUBLE_EXPORT int cudnnSetConvolutionMathType(void* convolution, int mathType) {
    return pass<int>(cnn, "cudnnSetConvolutionMathType", convolution, mathType);
}
DOUBLE_EXPORT int cudnnGetConvolution2dForwardOutputDim(const void* convolution, const void* x, const void* w, int* n, int* c, int* h,
                                                        int* width) {
    return pass<int>(cnn, "cudnnGetConvolution2dForwardOutputDim", convolution, x, w, n, c, h, width);
}
DOUBLE_EXPORT int cudnnGetConvolutionForwardAlgorithm_v7(void* handle, const void* x, const void* w, const void* convolution, const void* y,
                                                         int requested, int* returned, void* results) {
    return pass<int>(cnn, "cudnnGetConvolutionForwardAlgorithm_v7", handle, x, w, convolution, y, requested, returned, results);
}
DOUBLE_EXPORT int cudnnGetConvolutionForwardWorkspaceSize(void* handle, const void* x, const void* w, const void* convolution,
                                                          const void* y, int algorithm, std::size_t* bytes) {
    return pass<int>(cnn, "cudnnGetConvolutionForwardWorkspaceSize", handle, x, w, convolution, y, algorithm, bytes);
}
DOUBLE_EXPORT int cudnnConvolutionForward(void* handle, const void* alpha, const void* xTensor, const void* x, const void* wFilter,
                                          const void* w, const void* convolution, int algorithm, void* workspace,
                                          std::size_t workspaceBytes, const void* beta, const void* yTensor, void* y) {
    return pass<int>(cnn, "cudnnConvolutionForward", handle, alpha, xTensor, x, wFilter, w, convolution, algorithm, workspace,
                     workspaceBytes, beta, yTensor, y);
}
