// nvcuda.dll: device memory is ordinary memory, time is a number that whoever computes advances.
#include "double_script.h"
#include "double_system.h"

#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <vector>

#ifdef _WIN32
#define CUDA_CALL __stdcall
#else
#define CUDA_CALL
#endif

namespace {

using cudnn_double::Script;

constexpr int success = 0;
constexpr int invalidValue = 1;
constexpr int outOfMemory = 2;
constexpr int notInitialized = 3;
constexpr int noDevice = 100;
constexpr int invalidDevice = 101;
constexpr int invalidContext = 201;

struct Gpu {
    std::string name;
    int computeMajor;
    int computeMinor;
    std::size_t total;
    std::size_t free;
};

struct Event {
    double recorded = -1.0;
};

struct Block {
    std::unique_ptr<unsigned char[]> bytes;
    std::size_t size;
    int device;
};

struct State {
    bool initialized = false;
    std::vector<Gpu> gpus;
    std::map<unsigned long long, Block> blocks;
    int current = -1;
    double clock = 0.0;   // ms

    State() {
        const Script& script = Script::get();
        const int count = static_cast<int>(script.number("devices", 1));
        for (int i = 0; i < count; ++i) {
            const std::string gpu = "gpu" + std::to_string(i) + ".";
            const double compute = script.number(gpu + "compute", 8.6);
            const auto mib = [&](const char* key, double fallback) {
                return static_cast<std::size_t>(script.number(gpu + key, fallback) * 1024.0 * 1024.0);
            };
            gpus.push_back(Gpu{script.text(gpu + "name", "Stub GPU"), static_cast<int>(compute),
                               static_cast<int>(compute * 10.0 + 0.5) % 10, mib("memory_mib", 8192), mib("free_mib", 64)});
        }
    }
};

State& state() {
    static State one;
    return one;
}

int scripted(const char* function) {
    return static_cast<int>(Script::get().number(std::string(function) + ".status", success));
}

Gpu* gpu(int device) {
    State& s = state();
    return device >= 0 && static_cast<std::size_t>(device) < s.gpus.size() ? &s.gpus[static_cast<std::size_t>(device)] : nullptr;
}

unsigned char* memory(unsigned long long pointer) {
    return reinterpret_cast<unsigned char*>(static_cast<std::uintptr_t>(pointer));
}

}   // namespace

DOUBLE_EXPORT int CUDA_CALL cuInit(unsigned) {
    if (const int status = scripted("cuInit")) return status;
    if (state().gpus.empty()) return noDevice;
    state().initialized = true;
    return success;
}

DOUBLE_EXPORT int CUDA_CALL cuDriverGetVersion(int* version) {
    *version = static_cast<int>(Script::get().number("driver_version", 12080));
    return success;
}

DOUBLE_EXPORT int CUDA_CALL cuGetErrorName(int error, const char** name) {
    switch (error) {
        case success: *name = "CUDA_SUCCESS"; break;
        case invalidValue: *name = "CUDA_ERROR_INVALID_VALUE"; break;
        case outOfMemory: *name = "CUDA_ERROR_OUT_OF_MEMORY"; break;
        case notInitialized: *name = "CUDA_ERROR_NOT_INITIALIZED"; break;
        case noDevice: *name = "CUDA_ERROR_NO_DEVICE"; break;
        case invalidDevice: *name = "CUDA_ERROR_INVALID_DEVICE"; break;
        case invalidContext: *name = "CUDA_ERROR_INVALID_CONTEXT"; break;
        case 700: *name = "CUDA_ERROR_ILLEGAL_ADDRESS"; break;
        case 999: *name = "CUDA_ERROR_UNKNOWN"; break;
        default: *name = nullptr; return invalidValue;
    }
    return success;
}

DOUBLE_EXPORT int CUDA_CALL cuDeviceGetCount(int* count) {
    if (!state().initialized) return notInitialized;
    *count = static_cast<int>(state().gpus.size());
    return success;
}

DOUBLE_EXPORT int CUDA_CALL cuDeviceGet(int* device, int ordinal) {
    if (!gpu(ordinal)) return invalidDevice;
    *device = ordinal;
    return success;
}

DOUBLE_EXPORT int CUDA_CALL cuDeviceGetName(char* name, int length, int device) {
    if (!gpu(device) || length <= 0) return invalidDevice;
    std::strncpy(name, gpu(device)->name.c_str(), static_cast<std::size_t>(length) - 1);
    name[length - 1] = '\0';
    return success;
}

DOUBLE_EXPORT int CUDA_CALL cuDeviceTotalMem_v2(std::size_t* bytes, int device) {
    if (!gpu(device)) return invalidDevice;
    *bytes = gpu(device)->total;
    return success;
}

DOUBLE_EXPORT int CUDA_CALL cuDeviceGetAttribute(int* value, int attribute, int device) {
    if (!gpu(device)) return invalidDevice;
    if (attribute == 75) *value = gpu(device)->computeMajor;
    else if (attribute == 76) *value = gpu(device)->computeMinor;
    else return invalidValue;
    return success;
}

DOUBLE_EXPORT int CUDA_CALL cuDevicePrimaryCtxRetain(void** context, int device) {
    if (!gpu(device)) return invalidDevice;
    if (const int status =
            static_cast<int>(Script::get().number("gpu" + std::to_string(device) + ".cuDevicePrimaryCtxRetain.status", success)))
        return status;
    *context = gpu(device);
    return success;
}

DOUBLE_EXPORT int CUDA_CALL cuDevicePrimaryCtxRelease_v2(int device) {
    return gpu(device) ? success : invalidDevice;
}

DOUBLE_EXPORT int CUDA_CALL cuCtxSetCurrent(void* context) {
    State& s = state();
    s.current = -1;
    for (std::size_t i = 0; i < s.gpus.size(); ++i)
        if (&s.gpus[i] == context) s.current = static_cast<int>(i);
    return context && s.current < 0 ? invalidContext : success;
}

DOUBLE_EXPORT int CUDA_CALL cuCtxGetDevice(int* device) {
    if (state().current < 0) return invalidContext;
    *device = state().current;
    return success;
}

DOUBLE_EXPORT int CUDA_CALL cuCtxSynchronize() {
    return scripted("cuCtxSynchronize");
}

DOUBLE_EXPORT int CUDA_CALL cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
    const Gpu* current = gpu(state().current);
    if (!current) return invalidContext;
    *free = current->free;
    *total = current->total;
    return success;
}

DOUBLE_EXPORT int CUDA_CALL cuMemAlloc_v2(unsigned long long* pointer, std::size_t bytes) {
    Gpu* current = gpu(state().current);
    if (!current) return invalidContext;
    if (bytes == 0) return invalidValue;
    if (bytes > current->free) return outOfMemory;
    Block block{std::make_unique<unsigned char[]>(bytes), bytes, state().current};
    *pointer = reinterpret_cast<std::uintptr_t>(block.bytes.get());
    current->free -= bytes;
    state().blocks.emplace(*pointer, std::move(block));
    return success;
}

DOUBLE_EXPORT int CUDA_CALL cuMemFree_v2(unsigned long long pointer) {
    const auto found = state().blocks.find(pointer);
    if (found == state().blocks.end()) return invalidValue;
    gpu(found->second.device)->free += found->second.size;
    state().blocks.erase(found);
    return success;
}

DOUBLE_EXPORT int CUDA_CALL cuMemcpyHtoD_v2(unsigned long long to, const void* from, std::size_t bytes) {
    std::memcpy(memory(to), from, bytes);
    return success;
}

DOUBLE_EXPORT int CUDA_CALL cuMemcpyDtoH_v2(void* to, unsigned long long from, std::size_t bytes) {
    std::memcpy(to, memory(from), bytes);
    return success;
}

DOUBLE_EXPORT int CUDA_CALL cuMemsetD32_v2(unsigned long long to, unsigned value, std::size_t words) {
    for (std::size_t i = 0; i < words; ++i) std::memcpy(memory(to) + i * sizeof value, &value, sizeof value);
    return success;
}

DOUBLE_EXPORT int CUDA_CALL cuEventCreate(void** event, unsigned) {
    *event = new Event;
    return success;
}

DOUBLE_EXPORT int CUDA_CALL cuEventDestroy_v2(void* event) {
    delete static_cast<Event*>(event);
    return success;
}

DOUBLE_EXPORT int CUDA_CALL cuEventRecord(void* event, void*) {
    static_cast<Event*>(event)->recorded = state().clock;
    return success;
}

DOUBLE_EXPORT int CUDA_CALL cuEventSynchronize(void*) {
    return success;
}

DOUBLE_EXPORT int CUDA_CALL cuEventElapsedTime(float* milliseconds, void* start, void* end) {
    const double from = static_cast<Event*>(start)->recorded;
    const double to = static_cast<Event*>(end)->recorded;
    if (from < 0.0 || to < 0.0) return invalidValue;
    *milliseconds = static_cast<float>(to - from);
    return success;
}

// Not NVIDIA's: the double of cuDNN says how long its work would have taken.
DOUBLE_EXPORT void CUDA_CALL cudnnDoubleAdvanceClock(double milliseconds) {
    state().clock += milliseconds;
}
