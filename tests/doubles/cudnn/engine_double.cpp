// cudnn_heuristic64_9.dll and the engine libraries: nobody calls them from outside; that they can be loaded is what counts.
#include "double_system.h"
#include "graph_double.h"

extern const char* const cudnnDoubleNames[];
const char* const cudnnDoubleNames[] = {"cublasLt64_12.dll", "zlibwapi.dll"};

DOUBLE_EXPORT std::size_t cudnnDoubleEngineVersion() {
    return cudnnGetVersion();
}
