// cudnn_graph64_9.dll: versions, handles, the last error. It owns the script for the whole set.
#include "double_script.h"
#include "double_system.h"

#include <cstring>

namespace {

using cudnn_double::Script;

std::string& lastError() {
    static std::string text;
    return text;
}

#ifdef _WIN32
#define CUDA_CALL __stdcall
#else
#define CUDA_CALL
#endif

void* driverSymbol(const char* name) {
    unsigned why = 0;
    static void* driver = cudnn_double::openLibrary(cudnn_double::driverFile(), why);
    return driver ? cudnn_double::symbolOf(driver, name) : nullptr;
}

int currentDevice() {
    int device = -1;
    const auto getDevice = reinterpret_cast<int(CUDA_CALL*)(int*)>(driverSymbol("cuCtxGetDevice"));
    if (!getDevice || getDevice(&device) != 0) return -1;
    return device;
}

// "gpu1.KEY" when the script has it, else KEY.
std::string keyFor(const std::string& key) {
    const std::string own = "gpu" + std::to_string(currentDevice()) + "." + key;
    return Script::get().has(own) ? own : key;
}

struct Handle {
    int device;
};

}   // namespace

// As NVIDIA's graph library names those that it loads, so that the set can be read out of the files.
extern const char* const cudnnDoubleNames[];
const char* const cudnnDoubleNames[] = {"cudnn_cnn64_9.dll", "cudnn_heuristic64_9.dll", "cudnn_engines_precompiled64_9.dll",
                                        "cudnn_engines_runtime_compiled64_9.dll", "zlibwapi.dll"};

DOUBLE_EXPORT int cudnnDoubleScripted(const char* function) {
    const Script& script = Script::get();
    const std::string name = function;
    if (const std::string key = keyFor(name + ".print"); script.has(key)) cudnn_double::printLine(script.text(key));
    if (const std::string key = keyFor(name + ".die"); script.has(key)) cudnn_double::dieLikeTheShim(script.text(key));
    if (const std::string key = keyFor(name + ".exit"); script.has(key))
        cudnn_double::exitWith(static_cast<unsigned>(script.number(key, 1)));
    if (script.has(keyFor(name + ".hang"))) cudnn_double::hang();
    const int status = static_cast<int>(script.number(keyFor(name + ".status"), 0));
    if (status != 0) lastError() = script.text("last_error", "test double: " + name + " was told to fail");
    return status;
}

DOUBLE_EXPORT double cudnnDoubleNumber(const char* key, double fallback) {
    return Script::get().number(keyFor(key), fallback);
}

DOUBLE_EXPORT void cudnnDoubleFail(const char* text) {
    lastError() = text;
}

DOUBLE_EXPORT std::size_t cudnnGetVersion() {
    cudnnDoubleScripted("cudnnGetVersion");
    const Script& script = Script::get();
    return static_cast<std::size_t>(script.number("version.cudnn_graph", script.number("version", CUDNN_DOUBLE_NUMBER)));
}

DOUBLE_EXPORT std::size_t cudnnGetCudartVersion() {
    return 12060;
}

DOUBLE_EXPORT int cudnnGraphVersionCheck() {
    return cudnnDoubleScripted("cudnnGraphVersionCheck");
}

DOUBLE_EXPORT void cudnnGetLastErrorString(char* message, std::size_t size) {
    if (size == 0) return;
    std::strncpy(message, lastError().c_str(), size - 1);
    message[size - 1] = '\0';
}

DOUBLE_EXPORT const char* cudnnGetErrorString(int status) {
    return status == 0 ? "CUDNN_STATUS_SUCCESS" : "CUDNN_STATUS_OF_A_DOUBLE";
}

DOUBLE_EXPORT int cudnnCreate(void** handle) {
    if (const int status = cudnnDoubleScripted("cudnnCreate")) return status;
    const auto init = reinterpret_cast<int(CUDA_CALL*)(unsigned)>(driverSymbol("cuInit"));
    if (!init || init(0) != 0) {
        lastError() = "cudaGetDeviceCount(&count) != cudaSuccess";   // what 9.5.0.50 says without a driver
        return 1001;
    }
    *handle = new Handle{currentDevice()};
    return 0;
}

DOUBLE_EXPORT int cudnnDestroy(void* handle) {
    delete static_cast<Handle*>(handle);
    return 0;
}
