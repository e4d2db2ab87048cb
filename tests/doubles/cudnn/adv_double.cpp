// cudnn_adv64_9.dll: only its version check is asked for.
#include "double_script.h"
#include "double_system.h"
#include "graph_double.h"

DOUBLE_IMPORT std::size_t cudnnDoubleOpsVersion();

extern const char* const cudnnDoubleNames[];
const char* const cudnnDoubleNames[] = {"cublasLt64_12.dll", "zlibwapi.dll"};   // as in NVIDIA's: the mark of the CUDA major

DOUBLE_EXPORT int cudnnAdvVersionCheck() {
    if (const int status = cudnnDoubleScripted("cudnnAdvVersionCheck")) return status;
    const auto& script = cudnn_double::Script::get();
    const auto own = static_cast<std::size_t>(script.number("version.cudnn_adv", script.number("version", CUDNN_DOUBLE_NUMBER)));
    return own == cudnnGetVersion() && cudnnDoubleOpsVersion() == cudnnGetVersion() ? 0 : 1002;
}
