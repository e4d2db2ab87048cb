#include "probe/gpu_trial.h"

#include "probe/gpu_resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace cudnn_setup {

namespace {

// The whole of a timing is about two seconds, whatever the GPU: enough for 100 iterations on any that is used for work.
constexpr double timedMilliseconds = 2000.0;
constexpr unsigned fewestIterations = 5;
constexpr unsigned mostIterations = 100;
// The first call loads kernels and sub-libraries, the second may still choose; later ones are alike.
constexpr unsigned warmUpIterations = 2;
constexpr std::uint64_t workspaceLimit = std::uint64_t{512} * 1024 * 1024;

/// Memory, descriptors and algorithm of one convolution, ready to run.
class PreparedConvolution {
public:
    /// @return Error of the first call that failed, with @p subject.
    [[nodiscard]] static Result<PreparedConvolution> make(const DriverApi& driver, const CudnnApi& cudnn, CudnnHandle handle,
                                                          const ConvolutionShape& shape, int mathType, const std::string& subject);
    [[nodiscard]] CudaResult fill(std::span<const float> x, std::span<const float> w) const;
    [[nodiscard]] CudnnStatus run() const;
    [[nodiscard]] Result<std::vector<float>> outputs() const;

private:
    PreparedConvolution(const DriverApi& driver, const CudnnApi& cudnn, CudnnHandle handle, const ConvolutionShape& shape,
                        std::string subject)
        : m_driver(&driver), m_cudnn(&cudnn), m_handle(handle), m_shape(shape), m_subject(std::move(subject)) {}
    [[nodiscard]] Result<void> describe(int mathType);
    [[nodiscard]] Result<void> allocate();
    [[nodiscard]] Result<void> chooseAlgorithm();
    [[nodiscard]] Result<void> checkStatus(const char* function, CudnnStatus status) const;
    [[nodiscard]] Result<void> checkCuda(ErrorCode code, const char* function, CudaResult result) const;
    [[nodiscard]] Result<Held<CudaPointer>> memory(std::size_t bytes) const;

    const DriverApi* m_driver;
    const CudnnApi* m_cudnn;
    CudnnHandle m_handle;
    ConvolutionShape m_shape;
    std::string m_subject;
    Held<CudnnTensor> m_xTensor;
    Held<CudnnTensor> m_yTensor;
    Held<CudnnFilter> m_filter;
    Held<CudnnConvolution> m_convolution;
    Held<CudaPointer> m_x;
    Held<CudaPointer> m_w;
    Held<CudaPointer> m_y;
    Held<CudaPointer> m_workspace;
    std::size_t m_workspaceBytes = 0;
    int m_algorithm = 0;
};

/// CUresult as the error it means; running out of memory is not the fault of the installation, whoever notices it.
std::unexpected<Error> cudaFailure(const DriverApi& driver, ErrorCode code, std::string subject, const char* function, CudaResult result) {
    if (result == cudaOutOfMemory) code = ErrorCode::ProbeOutOfMemory;
    return fail(code, std::move(subject), 0, {driver.nameOf(result), std::to_string(result), {}, function});
}

void* asPointer(CudaPointer address) {
    return std::bit_cast<void*>(static_cast<std::uintptr_t>(address));
}

Result<void> PreparedConvolution::checkStatus(const char* function, CudnnStatus status) const {
    if (status == cudnnSuccess) return {};
    return m_cudnn->failure(codeOfCudnnStatus(status), m_subject, function, status);
}

Result<void> PreparedConvolution::checkCuda(ErrorCode code, const char* function, CudaResult result) const {
    if (result == cudaSuccess) return {};
    return cudaFailure(*m_driver, code, m_subject, function, result);
}

Result<PreparedConvolution> PreparedConvolution::make(const DriverApi& driver, const CudnnApi& cudnn, CudnnHandle handle,
                                                      const ConvolutionShape& shape, int mathType, const std::string& subject) {
    PreparedConvolution prepared(driver, cudnn, handle, shape, subject);
    if (auto done = prepared.describe(mathType); !done) return std::unexpected(done.error());
    if (auto done = prepared.allocate(); !done) return std::unexpected(done.error());
    if (auto done = prepared.chooseAlgorithm(); !done) return std::unexpected(done.error());
    return prepared;
}

Result<void> PreparedConvolution::describe(int mathType) {
    CudnnStatus status = cudnnSuccess;
    m_xTensor = hold<CudnnTensor>(status, m_cudnn->createTensor, m_cudnn->destroyTensor);
    if (auto ok = checkStatus("cudnnCreateTensorDescriptor", status); !ok) return ok;
    m_yTensor = hold<CudnnTensor>(status, m_cudnn->createTensor, m_cudnn->destroyTensor);
    if (auto ok = checkStatus("cudnnCreateTensorDescriptor", status); !ok) return ok;
    m_filter = hold<CudnnFilter>(status, m_cudnn->createFilter, m_cudnn->destroyFilter);
    if (auto ok = checkStatus("cudnnCreateFilterDescriptor", status); !ok) return ok;
    m_convolution = hold<CudnnConvolution>(status, m_cudnn->createConvolution, m_cudnn->destroyConvolution);
    if (auto ok = checkStatus("cudnnCreateConvolutionDescriptor", status); !ok) return ok;

    const ConvolutionShape& s = m_shape;
    status = m_cudnn->setTensor4d(m_xTensor.get(), cudnnNchw, cudnnFloat, s.batch, s.channels, s.height, s.width);
    if (auto ok = checkStatus("cudnnSetTensor4dDescriptor", status); !ok) return ok;
    status = m_cudnn->setFilter4d(m_filter.get(), cudnnFloat, cudnnNchw, s.filters, s.channels, 3, 3);
    if (auto ok = checkStatus("cudnnSetFilter4dDescriptor", status); !ok) return ok;
    status = m_cudnn->setConvolution2d(m_convolution.get(), 1, 1, 1, 1, 1, 1, cudnnCrossCorrelation, cudnnFloat);
    if (auto ok = checkStatus("cudnnSetConvolution2dDescriptor", status); !ok) return ok;
    status = m_cudnn->setMathType(m_convolution.get(), mathType);
    if (auto ok = checkStatus("cudnnSetConvolutionMathType", status); !ok) return ok;

    std::array<int, 4> dims{};
    status = m_cudnn->getOutputDim(m_convolution.get(), m_xTensor.get(), m_filter.get(), &dims[0], &dims[1], &dims[2], &dims[3]);
    if (auto ok = checkStatus("cudnnGetConvolution2dForwardOutputDim", status); !ok) return ok;
    if (dims != std::array{s.batch, s.filters, s.height, s.width})   // a memory allocation depends on it
        return fail(ErrorCode::ProbeStatus, m_subject, 0,
                    {"output dimensions", fmt::format("{}x{}x{}x{}", dims[0], dims[1], dims[2], dims[3])});
    status = m_cudnn->setTensor4d(m_yTensor.get(), cudnnNchw, cudnnFloat, dims[0], dims[1], dims[2], dims[3]);
    return checkStatus("cudnnSetTensor4dDescriptor", status);
}

Result<Held<CudaPointer>> PreparedConvolution::memory(std::size_t bytes) const {
    CudaResult result = cudaSuccess;
    auto held = hold<CudaPointer>(result, [&](CudaPointer* pointer) { return m_driver->memAlloc(pointer, bytes); }, m_driver->memFree);
    if (auto ok = checkCuda(ErrorCode::ProbeExecutionFailed, "cuMemAlloc", result); !ok) return std::unexpected(ok.error());
    return held;
}

Result<void> PreparedConvolution::allocate() {
    const std::array<std::pair<Held<CudaPointer>*, std::size_t>, 3> buffers{
        {{&m_x, m_shape.inputCount()}, {&m_w, m_shape.filterCount()}, {&m_y, m_shape.outputCount()}}};
    for (const auto& [target, count] : buffers) {
        auto held = memory(count * sizeof(float));
        if (!held) return std::unexpected(held.error());
        *target = *std::move(held);
    }
    return {};
}

Result<void> PreparedConvolution::chooseAlgorithm() {
    std::array<CudnnAlgorithm, 8> algorithms{};   // CUDNN_CONVOLUTION_FWD_ALGO_COUNT
    int found = 0;
    CudnnStatus status = m_cudnn->getAlgorithms(m_handle, m_xTensor.get(), m_filter.get(), m_convolution.get(), m_yTensor.get(),
                                                static_cast<int>(algorithms.size()), &found, algorithms.data());
    if (auto ok = checkStatus("cudnnGetConvolutionForwardAlgorithm_v7", status); !ok) return ok;
    std::size_t freeBytes = 0;
    std::size_t totalBytes = 0;
    if (auto ok = checkCuda(ErrorCode::ProbeExecutionFailed, "cuMemGetInfo", m_driver->memGetInfo(&freeBytes, &totalBytes)); !ok) return ok;

    // Fastest first by cuDNN's own guess; take the first whose workspace can be had.
    Result<void> answer = fail(ErrorCode::ProbeNotSupported, m_subject, 0, {"no algorithm", "0", m_cudnn->lastError()});
    for (const CudnnAlgorithm& candidate : std::span(algorithms).first(static_cast<std::size_t>(std::clamp(found, 0, 8)))) {
        if (candidate.status != cudnnSuccess) {
            answer = checkStatus("cudnnGetConvolutionForwardAlgorithm_v7", candidate.status);
            continue;
        }
        std::size_t bytes = 0;
        status = m_cudnn->getWorkspaceSize(m_handle, m_xTensor.get(), m_filter.get(), m_convolution.get(), m_yTensor.get(),
                                           candidate.algorithm, &bytes);
        if (answer = checkStatus("cudnnGetConvolutionForwardWorkspaceSize", status); !answer) continue;
        if (bytes > std::min<std::uint64_t>(freeBytes, workspaceLimit)) {
            answer = cudaFailure(*m_driver, ErrorCode::ProbeOutOfMemory, m_subject, "workspace", cudaOutOfMemory);
            continue;
        }
        if (bytes > 0) {
            auto held = memory(bytes);
            if (!held) {
                answer = std::unexpected(held.error());
                continue;
            }
            m_workspace = *std::move(held);
        }
        m_algorithm = candidate.algorithm;
        m_workspaceBytes = bytes;
        return {};
    }
    return answer;
}

CudaResult PreparedConvolution::fill(std::span<const float> x, std::span<const float> w) const {
    if (const CudaResult result = m_driver->memcpyHtoD(m_x.get(), x.data(), x.size_bytes()); result != cudaSuccess) return result;
    if (const CudaResult result = m_driver->memcpyHtoD(m_w.get(), w.data(), w.size_bytes()); result != cudaSuccess) return result;
    // Not a number, so that an output that nobody writes cannot be right by what an earlier run left there.
    return m_driver->memsetD32(m_y.get(), 0x7FC0'0000U, m_shape.outputCount());
}

CudnnStatus PreparedConvolution::run() const {
    const float alpha = 1.0F;
    const float beta = 0.0F;
    return m_cudnn->forward(m_handle, &alpha, m_xTensor.get(), asPointer(m_x.get()), m_filter.get(), asPointer(m_w.get()),
                            m_convolution.get(), m_algorithm, asPointer(m_workspace.get()), m_workspaceBytes, &beta, m_yTensor.get(),
                            asPointer(m_y.get()));
}

Result<std::vector<float>> PreparedConvolution::outputs() const {
    std::vector<float> y(m_shape.outputCount());
    // A kernel that failed says so at the next call that waits for it.
    if (auto ok = checkCuda(ErrorCode::ProbeExecutionFailed, "cuCtxSynchronize", m_driver->ctxSynchronize()); !ok)
        return std::unexpected(ok.error());
    const CudaResult copied = m_driver->memcpyDtoH(y.data(), m_y.get(), y.size() * sizeof(float));
    if (auto ok = checkCuda(ErrorCode::ProbeExecutionFailed, "cuMemcpyDtoH", copied); !ok) return std::unexpected(ok.error());
    return y;
}

class GpuTrial {
public:
    GpuTrial(const DriverApi& driver, const CudnnApi& cudnn, DeviceProof proof, const std::function<void(const ProbeLine&)>& say)
        : m_driver(driver), m_cudnn(cudnn), m_proof(std::move(proof)), m_say(say) {}

    void run(CudaDevice device) {
        if (openHandle(device) && computeSmall() && compareSmall()) timeClassic();
        m_say(m_proof);
    }

private:
    bool openHandle(CudaDevice device);
    bool computeSmall();
    bool compareSmall();
    void timeClassic();
    [[nodiscard]] Result<Timing> timeBatch(const ConvolutionShape& shape);

    void step(ProbeStep which, StepState state, std::string detail = {}) {
        m_say(StepResult{which, state, m_proof.index, std::move(detail)});
    }
    /// Says the step's failure and what it means for the verdict.
    bool failed(ProbeStep which, const Error& error) {
        const bool disproven = codeInfo(error.code).exitCode == 1;
        m_proof.verdict = disproven ? Verdict::Disproven : Verdict::NotProven;
        m_say(toFinding(error, disproven ? Severity::Error : Severity::Warning));
        step(which, disproven ? StepState::Failed : StepState::NotRun, error.arguments.empty() ? std::string{} : error.arguments.front());
        return false;
    }
    bool failedCuda(ProbeStep which, ErrorCode code, const char* function, CudaResult result) {
        return failed(which, cudaFailure(m_driver, code, m_proof.name, function, result).error());
    }

    const DriverApi& m_driver;
    const CudnnApi& m_cudnn;
    DeviceProof m_proof;
    const std::function<void(const ProbeLine&)>& m_say;
    Held<CudaDevice> m_context;
    Held<CudnnHandle> m_handle;
    std::vector<ReferenceOutput> m_reference;
    std::vector<float> m_outputs;
};

bool GpuTrial::openHandle(CudaDevice device) {
    step(ProbeStep::Handle, StepState::Running, m_proof.name);
    CudaContext context = nullptr;
    if (const CudaResult result = m_driver.primaryCtxRetain(&context, device); result != cudaSuccess)
        return failedCuda(ProbeStep::Handle, ErrorCode::ProbeDriverFailed, "cuDevicePrimaryCtxRetain", result);
    m_context = Held<CudaDevice>(device, m_driver.primaryCtxRelease);
    if (const CudaResult result = m_driver.ctxSetCurrent(context); result != cudaSuccess)
        return failedCuda(ProbeStep::Handle, ErrorCode::ProbeDriverFailed, "cuCtxSetCurrent", result);
    CudnnStatus status = cudnnSuccess;
    m_handle = hold<CudnnHandle>(status, m_cudnn.create, m_cudnn.destroy);
    if (status != cudnnSuccess)
        return failed(ProbeStep::Handle, m_cudnn.failure(codeOfCreateStatus(status), m_proof.name, "cudnnCreate", status).error());
    std::size_t freeBytes = 0;
    std::size_t totalBytes = 0;
    if (const CudaResult result = m_driver.memGetInfo(&freeBytes, &totalBytes); result != cudaSuccess)
        return failedCuda(ProbeStep::Handle, ErrorCode::ProbeDriverFailed, "cuMemGetInfo", result);
    m_proof.freeBytes = freeBytes;
    m_say(m_proof);
    step(ProbeStep::Handle, StepState::Passed);
    return true;
}

bool GpuTrial::computeSmall() {
    step(ProbeStep::Convolution, StepState::Running, smallShape.toString());
    // True fp32, so that the tolerance is that of fp32 on every GPU; timing uses what programs get by default.
    auto prepared = PreparedConvolution::make(m_driver, m_cudnn, m_handle.get(), smallShape, cudnnFmaMath, m_proof.name);
    if (!prepared) return failed(ProbeStep::Convolution, prepared.error());
    const std::vector<float> x = convolutionValues(smallShape.inputCount(), 1);
    const std::vector<float> w = convolutionValues(smallShape.filterCount(), 2);
    if (const CudaResult result = prepared->fill(x, w); result != cudaSuccess)
        return failedCuda(ProbeStep::Convolution, ErrorCode::ProbeExecutionFailed, "cuMemcpyHtoD", result);
    if (const CudnnStatus status = prepared->run(); status != cudnnSuccess)
        return failed(ProbeStep::Convolution,
                      m_cudnn.failure(codeOfCudnnStatus(status), m_proof.name, "cudnnConvolutionForward", status).error());
    auto outputs = prepared->outputs();
    if (!outputs) return failed(ProbeStep::Convolution, outputs.error());
    m_outputs = *std::move(outputs);
    m_reference = referenceConvolution(smallShape, x, w);
    step(ProbeStep::Convolution, StepState::Passed, smallShape.toString());
    return true;
}

bool GpuTrial::compareSmall() {
    step(ProbeStep::Numbers, StepState::Running);
    const Comparison comparison = compareOutputs(smallShape, m_reference, m_outputs);
    m_proof.numbers = comparison.check;
    if (!comparison.agrees)
        return failed(ProbeStep::Numbers, Error{ErrorCode::ProbeWrongNumbers,
                                                m_proof.name,
                                                0,
                                                {fmt::format("{:.9g}", comparison.got), fmt::format("{:.9g}", comparison.expected),
                                                 comparison.where, fmt::format("{:.3g}", comparison.check.tolerance)}});
    m_proof.verdict = Verdict::Proven;
    m_say(m_proof);
    step(ProbeStep::Numbers, StepState::Passed, fmt::format("{} of {}", comparison.check.outputs, comparison.check.outputs));
    return true;
}

Result<Timing> GpuTrial::timeBatch(const ConvolutionShape& shape) {
    auto prepared = PreparedConvolution::make(m_driver, m_cudnn, m_handle.get(), shape, cudnnDefaultMath, m_proof.name);
    if (!prepared) return std::unexpected(prepared.error());
    CudaResult result = prepared->fill(convolutionValues(shape.inputCount(), 3), convolutionValues(shape.filterCount(), 4));
    if (result != cudaSuccess) return cudaFailure(m_driver, ErrorCode::ProbeExecutionFailed, m_proof.name, "cuMemcpyHtoD", result);
    const auto start = hold<CudaEvent>(result, [&](CudaEvent* event) { return m_driver.eventCreate(event, 0); }, m_driver.eventDestroy);
    if (result != cudaSuccess) return cudaFailure(m_driver, ErrorCode::ProbeExecutionFailed, m_proof.name, "cuEventCreate", result);
    const auto end = hold<CudaEvent>(result, [&](CudaEvent* event) { return m_driver.eventCreate(event, 0); }, m_driver.eventDestroy);
    if (result != cudaSuccess) return cudaFailure(m_driver, ErrorCode::ProbeExecutionFailed, m_proof.name, "cuEventCreate", result);

    const auto iteration = [&]() -> Result<double> {
        CudaResult recorded = m_driver.eventRecord(start.get(), nullptr);
        const CudnnStatus status = prepared->run();
        if (status != cudnnSuccess) return m_cudnn.failure(codeOfCudnnStatus(status), m_proof.name, "cudnnConvolutionForward", status);
        if (recorded == cudaSuccess) recorded = m_driver.eventRecord(end.get(), nullptr);
        if (recorded == cudaSuccess) recorded = m_driver.eventSynchronize(end.get());
        float milliseconds = 0.0F;
        if (recorded == cudaSuccess) recorded = m_driver.eventElapsedTime(&milliseconds, start.get(), end.get());
        if (recorded != cudaSuccess) return cudaFailure(m_driver, ErrorCode::ProbeExecutionFailed, m_proof.name, "cuEvent", recorded);
        return static_cast<double>(milliseconds);
    };

    Timing timing;
    timing.shape = shape.toString();
    timing.batch = static_cast<unsigned>(shape.batch);
    timing.warmUp = warmUpIterations;
    double expected = 0.0;
    for (unsigned i = 0; i < warmUpIterations; ++i) {
        const Result<double> one = iteration();
        if (!one) return std::unexpected(one.error());
        expected = *one;
    }
    const double affordable = expected > 0.0 ? std::floor(timedMilliseconds / expected) : static_cast<double>(mostIterations);
    const auto iterations =
        static_cast<unsigned>(std::clamp(affordable, static_cast<double>(fewestIterations), static_cast<double>(mostIterations)));
    for (unsigned i = 0; i < iterations; ++i) {
        const Result<double> one = iteration();
        if (!one) return std::unexpected(one.error());
        timing.milliseconds.push_back(*one);
        m_say(ProbeIteration{m_proof.index, *one});
    }
    std::vector<double> sorted = timing.milliseconds;
    std::ranges::sort(sorted);
    timing.medianMilliseconds = (sorted[(sorted.size() - 1) / 2] + sorted[sorted.size() / 2]) / 2.0;
    if (timing.medianMilliseconds > 0.0) timing.teraflops = shape.operations() / timing.medianMilliseconds / 1e9;
    return timing;
}

void GpuTrial::timeClassic() {
    ConvolutionShape shape = classicShape;
    // What the tensors alone need; where the workspace does not fit either, the loop below goes on halving.
    const auto bytes = [](const ConvolutionShape& s) { return (s.inputCount() + s.filterCount() + s.outputCount()) * sizeof(float); };
    while (shape.batch > 1 && bytes(shape) > m_proof.freeBytes) shape.batch /= 2;
    for (;; shape.batch /= 2) {
        step(ProbeStep::Speed, StepState::Running, shape.toString());
        auto timing = timeBatch(shape);
        if (timing) {
            m_proof.timing = *std::move(timing);
            step(ProbeStep::Speed, StepState::Passed, fmt::format("{:.3g} ms", m_proof.timing->medianMilliseconds));
            return;
        }
        if (timing.error().code != ErrorCode::ProbeOutOfMemory) {
            failed(ProbeStep::Speed, timing.error());
            return;
        }
        if (shape.batch == 1) break;
    }
    // The numbers were right, which is the proof; that another program fills the memory takes only the time away.
    step(ProbeStep::Speed, StepState::NotRun, m_driver.nameOf(cudaOutOfMemory));
}

}   // namespace

void tryGpu(const DriverApi& driver, const CudnnApi& cudnn, CudaDevice device, DeviceProof proof,
            const std::function<void(const ProbeLine&)>& say) {
    GpuTrial(driver, cudnn, std::move(proof), say).run(device);
}

}   // namespace cudnn_setup
