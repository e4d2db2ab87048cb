// cudnn_cnn64_9.dll: the classic convolution, fp32 NCHW, computed here on the CPU.
#include "descriptors.h"
#include "double_script.h"
#include "double_system.h"
#include "graph_double.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#ifdef _WIN32
#define CUDA_CALL __stdcall
#else
#define CUDA_CALL
#endif

DOUBLE_IMPORT std::size_t cudnnDoubleOpsVersion();

namespace {

struct Algorithm {   // cudnnConvolutionFwdAlgoPerf_t
    int algorithm;
    int status;
    float time;
    std::size_t memory;
    int determinism;
    int mathType;
    int reserved[3];
};
static_assert(sizeof(Algorithm) == 48);

constexpr std::size_t workspaceOf(int algorithm) {
    return algorithm == 1 ? std::size_t{1} << 20 : 0;
}

// Late and by bare name, as NVIDIA's libraries load the heuristic and the engines; what those do when one is missing is not known.
bool load(const char* part) {
    unsigned why = 0;
    if (cudnn_double::openLibrary(cudnn_double::cudnnFile(part), why)) return true;
    cudnnDoubleFail(("test double: no " + cudnn_double::cudnnFile(part)).c_str());
    return false;
}

struct Shape {
    TensorDouble x;
    FilterDouble w;
    ConvolutionDouble convolution;
    TensorDouble y;
};

std::uint64_t fingerprint(std::uint64_t seed, const void* bytes, std::size_t size) {
    const auto* p = static_cast<const unsigned char*>(bytes);
    std::uint64_t hash = seed;
    for (; size >= 8; size -= 8, p += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, p, 8);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 29;
    }
    for (; size > 0; --size, ++p) hash = (hash ^ *p) * 0x9E3779B97F4A7C15U;
    return hash;
}

// One output plane, row by row; the innermost loop runs along a row.
void computePlane(const Shape& s, const float* image, const float* filter, float* plane) {
    std::fill_n(plane, static_cast<std::size_t>(s.y.h) * static_cast<std::size_t>(s.y.w), 0.0F);
    const bool flipped = s.convolution.mode == 0;   // a true convolution turns the filter
    const int stride = s.convolution.stride[1];
    for (int row = 0; row < s.y.h; ++row) {
        float* out = plane + static_cast<std::ptrdiff_t>(row) * s.y.w;
        for (int c = 0; c < s.w.c; ++c)
            for (int r = 0; r < s.w.h; ++r) {
                const int xRow = row * s.convolution.stride[0] + r * s.convolution.dilation[0] - s.convolution.pad[0];
                if (xRow < 0 || xRow >= s.x.h) continue;
                const float* in = image + (static_cast<std::ptrdiff_t>(c) * s.x.h + xRow) * s.x.w;
                for (int q = 0; q < s.w.w; ++q) {
                    const int fr = flipped ? s.w.h - 1 - r : r;
                    const int fq = flipped ? s.w.w - 1 - q : q;
                    const float factor = filter[(static_cast<std::ptrdiff_t>(c) * s.w.h + fr) * s.w.w + fq];
                    const int shift = q * s.convolution.dilation[1] - s.convolution.pad[1];
                    if (stride == 1) {
                        const int from = std::max(0, -shift);
                        const int to = std::min(s.y.w, s.x.w - shift);
                        for (int column = from; column < to; ++column) out[column] += factor * in[column + shift];
                    } else {
                        for (int column = 0; column < s.y.w; ++column) {
                            const int xColumn = column * stride + shift;
                            if (xColumn >= 0 && xColumn < s.x.w) out[column] += factor * in[xColumn];
                        }
                    }
                }
            }
    }
}

std::vector<float> compute(const Shape& s, const float* x, const float* w) {
    const std::size_t plane = static_cast<std::size_t>(s.y.h) * static_cast<std::size_t>(s.y.w);
    const std::size_t image = static_cast<std::size_t>(s.x.c) * static_cast<std::size_t>(s.x.h) * static_cast<std::size_t>(s.x.w);
    const std::size_t filter = static_cast<std::size_t>(s.w.c) * static_cast<std::size_t>(s.w.h) * static_cast<std::size_t>(s.w.w);
    std::vector<float> y(static_cast<std::size_t>(s.y.n) * static_cast<std::size_t>(s.y.c) * plane);
    for (std::size_t n = 0; n < static_cast<std::size_t>(s.y.n); ++n)
        for (std::size_t k = 0; k < static_cast<std::size_t>(s.y.c); ++k)
            computePlane(s, x + n * image, w + k * filter, y.data() + (n * static_cast<std::size_t>(s.y.c) + k) * plane);
    return y;
}

// The last result, so that a hundred timed iterations cost one computation.
const std::vector<float>& computed(const Shape& s, const float* x, const float* w) {
    static std::uint64_t lastKey = 0;
    static std::vector<float> last;
    const std::size_t xCount = static_cast<std::size_t>(s.x.n) * static_cast<std::size_t>(s.x.c) * static_cast<std::size_t>(s.x.h) *
                               static_cast<std::size_t>(s.x.w);
    const std::size_t wCount = static_cast<std::size_t>(s.w.k) * static_cast<std::size_t>(s.w.c) * static_cast<std::size_t>(s.w.h) *
                               static_cast<std::size_t>(s.w.w);
    std::uint64_t key = fingerprint(1, &s, sizeof s);
    key = fingerprint(key, x, xCount * sizeof(float));
    key = fingerprint(key, w, wCount * sizeof(float));
    if (last.empty() || key != lastKey) last = compute(s, x, w);
    lastKey = key;
    return last;
}

void advanceClock(const Shape& s) {
    unsigned why = 0;
    void* driver = cudnn_double::openLibrary(cudnn_double::driverFile(), why);
    if (!driver) return;
    const auto advance = reinterpret_cast<void(CUDA_CALL*)(double)>(cudnn_double::symbolOf(driver, "cudnnDoubleAdvanceClock"));
    if (!advance) return;   // NVIDIA's driver: it has a clock of its own
    const double operations = 2.0 * s.y.n * s.y.c * s.y.h * s.y.w * s.w.c * s.w.h * s.w.w;
    advance(cudnnDoubleNumber("overhead_ms", 0.01) + operations / (cudnnDoubleNumber("teraflops", 10.0) * 1e9));
}

}   // namespace

DOUBLE_EXPORT int cudnnCnnVersionCheck() {
    if (const int status = cudnnDoubleScripted("cudnnCnnVersionCheck")) return status;
    const auto& script = cudnn_double::Script::get();
    const auto own = static_cast<std::size_t>(script.number("version.cudnn_cnn", script.number("version", CUDNN_DOUBLE_NUMBER)));
    return own == cudnnGetVersion() && cudnnDoubleOpsVersion() == cudnnGetVersion() ? 0 : 1002;
}

DOUBLE_EXPORT int cudnnCreateConvolutionDescriptor(void** convolution) {
    *convolution = new ConvolutionDouble{};
    return 0;
}

DOUBLE_EXPORT int cudnnDestroyConvolutionDescriptor(void* convolution) {
    delete static_cast<ConvolutionDouble*>(convolution);
    return 0;
}

DOUBLE_EXPORT int cudnnSetConvolution2dDescriptor(void* convolution, int padHeight, int padWidth, int strideHeight, int strideWidth,
                                                  int dilationHeight, int dilationWidth, int mode, int computeType) {
    if (strideHeight < 1 || strideWidth < 1 || dilationHeight < 1 || dilationWidth < 1) return 2000;
    *static_cast<ConvolutionDouble*>(convolution) =
        ConvolutionDouble{{padHeight, padWidth}, {strideHeight, strideWidth}, {dilationHeight, dilationWidth}, mode, computeType, 0};
    return 0;
}

DOUBLE_EXPORT int cudnnSetConvolutionMathType(void* convolution, int mathType) {
    static_cast<ConvolutionDouble*>(convolution)->mathType = mathType;
    return 0;
}

DOUBLE_EXPORT int cudnnGetConvolution2dForwardOutputDim(const void* convolution, const void* x, const void* w, int* n, int* c, int* h,
                                                        int* width) {
    const auto& d = *static_cast<const ConvolutionDouble*>(convolution);
    const auto& in = *static_cast<const TensorDouble*>(x);
    const auto& filter = *static_cast<const FilterDouble*>(w);
    if (in.c != filter.c) return 2008;
    *n = in.n;
    *c = filter.k;
    *h = (in.h + 2 * d.pad[0] - ((filter.h - 1) * d.dilation[0] + 1)) / d.stride[0] + 1;
    *width = (in.w + 2 * d.pad[1] - ((filter.w - 1) * d.dilation[1] + 1)) / d.stride[1] + 1;
    return 0;
}

DOUBLE_EXPORT int cudnnGetConvolutionForwardAlgorithm_v7(void*, const void*, const void*, const void*, const void*, int requested,
                                                         int* returned, Algorithm* results) {
    if (const int status = cudnnDoubleScripted("cudnnGetConvolutionForwardAlgorithm_v7")) return status;
    if (!load("cudnn_heuristic")) return 1008;
    *returned = std::min(requested, 2);
    for (int i = 0; i < *returned; ++i) {
        const int algorithm = 1 - i;   // IMPLICIT_PRECOMP_GEMM, then IMPLICIT_GEMM
        results[i] = Algorithm{algorithm, 0, -1.0F, workspaceOf(algorithm), 1, 0, {}};
    }
    return 0;
}

DOUBLE_EXPORT int cudnnGetConvolutionForwardWorkspaceSize(void*, const void*, const void*, const void*, const void*, int algorithm,
                                                          std::size_t* bytes) {
    *bytes = workspaceOf(algorithm);
    return 0;
}

DOUBLE_EXPORT int cudnnConvolutionForward(void* handle, const void* alpha, const void* xTensor, const void* x, const void* wFilter,
                                          const void* w, const void* convolution, int algorithm, void* workspace,
                                          std::size_t workspaceBytes, const void* beta, const void* yTensor, void* y) {
    if (!handle || !x || !w || !y) return 2002;
    if (workspaceBytes < workspaceOf(algorithm) || (workspaceBytes > 0 && !workspace)) return 2006;
    if (const int status = cudnnDoubleScripted("cudnnConvolutionForward")) return status;
    if (!load("cudnn_engines_precompiled")) return 1008;
    const Shape s{*static_cast<const TensorDouble*>(xTensor), *static_cast<const FilterDouble*>(wFilter),
                  *static_cast<const ConvolutionDouble*>(convolution), *static_cast<const TensorDouble*>(yTensor)};
    advanceClock(s);
    if (cudnnDoubleNumber("cudnnConvolutionForward.skip", 0) != 0) return 0;
    const std::vector<float>& result = computed(s, static_cast<const float*>(x), static_cast<const float*>(w));
    const float a = *static_cast<const float*>(alpha);
    const float b = *static_cast<const float*>(beta);
    auto* out = static_cast<float*>(y);
    for (std::size_t i = 0; i < result.size(); ++i)
        out[i] = b == 0.0F ? a * result[i] : a * result[i] + b * out[i];   // 0 ignores what was there
    const double wrong = cudnnDoubleNumber("cudnnConvolutionForward.wrong_output", -1);
    if (wrong >= 0 && wrong < static_cast<double>(result.size())) out[static_cast<std::size_t>(wrong)] += 0.25F;
    return 0;
}
