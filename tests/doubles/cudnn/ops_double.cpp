// cudnn_ops64_9.dll: tensor and filter descriptors.
#include "descriptors.h"
#include "double_script.h"
#include "double_system.h"
#include "graph_double.h"

// Not NVIDIA's: cnn and adv import ops, so its version is theirs to check as well.
DOUBLE_EXPORT std::size_t cudnnDoubleOpsVersion() {
    const auto& script = cudnn_double::Script::get();
    return static_cast<std::size_t>(script.number("version.cudnn_ops", script.number("version", CUDNN_DOUBLE_NUMBER)));
}

DOUBLE_EXPORT int cudnnOpsVersionCheck() {
    if (const int status = cudnnDoubleScripted("cudnnOpsVersionCheck")) return status;
    return cudnnDoubleOpsVersion() == cudnnGetVersion() ? 0 : 1002;
}

DOUBLE_EXPORT int cudnnCreateTensorDescriptor(void** tensor) {
    *tensor = new TensorDouble{};
    return 0;
}

DOUBLE_EXPORT int cudnnDestroyTensorDescriptor(void* tensor) {
    delete static_cast<TensorDouble*>(tensor);
    return 0;
}

DOUBLE_EXPORT int cudnnSetTensor4dDescriptor(void* tensor, int format, int type, int n, int c, int h, int w) {
    if (format != 0 || type != 0) return 3003;
    if (n < 1 || c < 1 || h < 1 || w < 1) return 2000;
    *static_cast<TensorDouble*>(tensor) = TensorDouble{n, c, h, w};
    return 0;
}

DOUBLE_EXPORT int cudnnCreateFilterDescriptor(void** filter) {
    *filter = new FilterDouble{};
    return 0;
}

DOUBLE_EXPORT int cudnnDestroyFilterDescriptor(void* filter) {
    delete static_cast<FilterDouble*>(filter);
    return 0;
}

DOUBLE_EXPORT int cudnnSetFilter4dDescriptor(void* filter, int type, int format, int k, int c, int h, int w) {
    if (format != 0 || type != 0) return 3003;
    if (k < 1 || c < 1 || h < 1 || w < 1) return 2000;
    *static_cast<FilterDouble*>(filter) = FilterDouble{k, c, h, w};
    return 0;
}
