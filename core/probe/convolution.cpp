#include "probe/convolution.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace cudnn_setup {

namespace {

constexpr int filterSize = 3;
constexpr int padding = 1;

std::size_t product(std::initializer_list<int> factors) {
    std::size_t result = 1;
    for (const int factor : factors) result *= static_cast<std::size_t>(factor);
    return result;
}

}   // namespace

std::size_t ConvolutionShape::inputCount() const {
    return product({batch, channels, height, width});
}
std::size_t ConvolutionShape::filterCount() const {
    return product({filters, channels, filterSize, filterSize});
}
std::size_t ConvolutionShape::outputCount() const {
    return product({batch, filters, height, width});
}

double ConvolutionShape::operations() const {
    return 2.0 * static_cast<double>(outputCount()) * static_cast<double>(product({channels, filterSize, filterSize}));
}

std::string ConvolutionShape::toString() const {
    return fmt::format("x {}x{}x{}x{}, w {}x{}x{}x{}, pad {}, fp32", batch, channels, height, width, filters, channels, filterSize,
                       filterSize, padding);
}

std::vector<float> convolutionValues(std::size_t count, std::uint32_t seed) {
    std::vector<float> values(count);
    std::uint32_t state = seed * 2654435761U + 1U;
    for (float& value : values) {
        state = state * 1664525U + 1013904223U;            // Numerical Recipes' generator; its upper bits are good enough here
        const auto step = static_cast<int>(state >> 29);   // 0 … 7
        value = static_cast<float>(2 * step - 7) / 8.0F;
    }
    return values;
}

std::vector<ReferenceOutput> referenceConvolution(const ConvolutionShape& shape, std::span<const float> x, std::span<const float> w) {
    std::vector<ReferenceOutput> outputs;
    outputs.reserve(shape.outputCount());
    const auto xAt = [&](int n, int c, int row, int column) {
        return static_cast<double>(
            x[((static_cast<std::size_t>(n) * static_cast<std::size_t>(shape.channels) + static_cast<std::size_t>(c)) *
                   static_cast<std::size_t>(shape.height) +
               static_cast<std::size_t>(row)) *
                  static_cast<std::size_t>(shape.width) +
              static_cast<std::size_t>(column)]);
    };
    const auto wAt = [&](int k, int c, int row, int column) {
        return static_cast<double>(
            w[(static_cast<std::size_t>(k) * static_cast<std::size_t>(shape.channels) + static_cast<std::size_t>(c)) * filterSize *
                  filterSize +
              static_cast<std::size_t>(row * filterSize + column)]);
    };
    for (int n = 0; n < shape.batch; ++n)
        for (int k = 0; k < shape.filters; ++k)
            for (int row = 0; row < shape.height; ++row)
                for (int column = 0; column < shape.width; ++column) {
                    ReferenceOutput out{0.0, 0.0};
                    for (int c = 0; c < shape.channels; ++c)
                        for (int r = 0; r < filterSize; ++r)
                            for (int s = 0; s < filterSize; ++s) {
                                const int xRow = row + r - padding;
                                const int xColumn = column + s - padding;
                                if (xRow < 0 || xRow >= shape.height || xColumn < 0 || xColumn >= shape.width) continue;
                                const double term = xAt(n, c, xRow, xColumn) * wAt(k, c, r, s);
                                out.value += term;
                                out.scale += std::abs(term);
                            }
                    outputs.push_back(out);
                }
    return outputs;
}

double convolutionTolerance(int terms) {
    return 16.0 * (terms + 2) * std::ldexp(1.0, -24);
}

Comparison compareOutputs(const ConvolutionShape& shape, std::span<const ReferenceOutput> reference, std::span<const float> got) {
    Comparison result;
    result.check.shape = shape.toString();
    result.check.outputs = reference.size();
    result.check.tolerance = convolutionTolerance(shape.channels * filterSize * filterSize);
    if (got.size() != reference.size() || reference.empty()) return result;
    std::size_t worst = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        double error = std::abs(static_cast<double>(got[i]) - reference[i].value) / reference[i].scale;
        // JSON has no infinity and no NaN; the largest number means the same here.
        if (!std::isfinite(error)) error = std::numeric_limits<double>::max();
        if (error > result.check.largestError) {
            result.check.largestError = error;
            worst = i;
        }
    }
    result.agrees = result.check.largestError <= result.check.tolerance;
    const auto width = static_cast<std::size_t>(shape.width);
    const auto height = static_cast<std::size_t>(shape.height);
    const auto filters = static_cast<std::size_t>(shape.filters);
    result.where = fmt::format("y[{},{},{},{}]", worst / (width * height * filters), worst / (width * height) % filters,
                               worst / width % height, worst % width);
    result.got = static_cast<double>(got[worst]);
    result.expected = reference[worst].value;
    return result;
}

}   // namespace cudnn_setup
