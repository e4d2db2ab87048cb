#pragma once
/// @file
/// The convolution that the probe runs, and the reference that its numbers are compared with. Pure.
#include "probe/proof.h"

#include <span>
#include <string>
#include <vector>

namespace cudnn_setup {

/// 3×3 filter, pad 1, stride 1, fp32, NCHW: the output has the input's height and width.
struct ConvolutionShape {
    int batch;
    int channels;
    int height;
    int width;
    int filters;

    [[nodiscard]] std::size_t inputCount() const;
    [[nodiscard]] std::size_t filterCount() const;
    [[nodiscard]] std::size_t outputCount() const;
    [[nodiscard]] double operations() const;      ///< multiply and add counted as two, padding included
    [[nodiscard]] std::string toString() const;   ///< "x 2x8x13x11, w 16x8x3x3, pad 1, fp32"
};

/// Small enough to compare every output, odd enough to have ragged edges in every direction.
inline constexpr ConvolutionShape smallShape{2, 8, 13, 11, 16};
/// NVIDIA's classic sample size; the batch is halved until it fits.
inline constexpr ConvolutionShape classicShape{32, 64, 224, 224, 128};

/// Odd multiples of 1/8 between -7/8 and 7/8: exact in fp32, TF32, fp16 and bf16, never zero. The products are odd multiples of 1/64, so
/// one product that is missing moves a result by 1/64 at least, which is far outside the tolerance for the small shape.
[[nodiscard]] std::vector<float> convolutionValues(std::size_t count, std::uint32_t seed);

/// In double precision: @p value is exact here, @p scale is the sum of the magnitudes that were added for it.
struct ReferenceOutput {
    double value;
    double scale;
};
[[nodiscard]] std::vector<ReferenceOutput> referenceConvolution(const ConvolutionShape& shape, std::span<const float> x,
                                                                std::span<const float> w);

/// Largest |got - reference| / scale that counts as agreement, for sums of @p terms products in fp32.
/// Adding n numbers in any order is off by at most about n·u of the sum of their magnitudes, u = 2^-24 for fp32 (Higham, Accuracy and
/// Stability of Numerical Algorithms, section 4.2); products and the final rounding make it n + 2. Winograd and FFT engines transform
/// first and lose more by a factor that grows with the tile, not with n: 16 is assumed to cover them. For 72 terms: 7.1e-5.
[[nodiscard]] double convolutionTolerance(int terms);

struct Comparison {
    NumbersCheck check;
    bool agrees = false;
    std::string where;   ///< the worst output, "y[1,4,0,10]"
    double got = 0.0;
    double expected = 0.0;
};
/// Compares all outputs; one that is not a number agrees with nothing.
[[nodiscard]] Comparison compareOutputs(const ConvolutionShape& shape, std::span<const ReferenceOutput> reference,
                                        std::span<const float> got);

}   // namespace cudnn_setup
