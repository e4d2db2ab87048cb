/// @file
/// The judge of "works": it must agree with fp32 whatever the order of the sum, and no wrong output may slip through.
#include "probe/convolution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace cudnn_setup {
namespace {

class SmallConvolution : public ::testing::Test {
protected:
    const std::vector<float> x = convolutionValues(smallShape.inputCount(), 1);
    const std::vector<float> w = convolutionValues(smallShape.filterCount(), 2);
    const std::vector<ReferenceOutput> reference = referenceConvolution(smallShape, x, w);

    [[nodiscard]] std::vector<float> rightOutputs() const {
        std::vector<float> y;
        for (const ReferenceOutput& out : reference) y.push_back(static_cast<float>(out.value));
        return y;
    }
};

TEST(Reference, ComputesACrossCorrelationWithPadding) {
    constexpr ConvolutionShape tiny{1, 1, 2, 3, 1};
    const std::vector<float> x{1, 2, 3, 4, 5, 6};
    const std::vector<float> w{1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
    const auto y = referenceConvolution(tiny, x, w);
    ASSERT_EQ(y.size(), 6U);
    // Worked out by hand: w is not turned around, what lies outside is 0.
    EXPECT_EQ(y[0].value, 1 * 10000.0 + 2 * 100000.0 + 4 * 10000000.0 + 5 * 100000000.0);
    EXPECT_EQ(y[4].value, 1 * 1.0 + 2 * 10.0 + 3 * 100.0 + 4 * 1000.0 + 5 * 10000.0 + 6 * 100000.0);
    EXPECT_EQ(y[5].scale, 2 * 1.0 + 3 * 10.0 + 5 * 1000.0 + 6 * 10000.0);
}

TEST(ConvolutionValues, AreNeverZeroAndExactInHalfPrecision) {
    for (const float value : convolutionValues(10'000, 7)) {
        EXPECT_NE(value, 0.0F);
        EXPECT_LE(std::abs(value), 0.875F);
        EXPECT_EQ(value * 8.0F, std::round(value * 8.0F));
    }
}

TEST_F(SmallConvolution, AcceptsTheRightNumbers) {
    const Comparison comparison = compareOutputs(smallShape, reference, rightOutputs());
    EXPECT_TRUE(comparison.agrees);
    EXPECT_EQ(comparison.check.outputs, 2U * 16U * 13U * 11U);
    EXPECT_EQ(comparison.check.largestError, 0.0);   // the values are chosen so that fp32 is exact
}

TEST_F(SmallConvolution, FindsOneMissingProductInAnyOutput) {
    // The smallest product that can be missing is 1/64.
    std::vector<float> y = rightOutputs();
    for (float& output : y) {
        const float right = output;
        output += 1.0F / 64.0F;
        const Comparison comparison = compareOutputs(smallShape, reference, y);
        ASSERT_FALSE(comparison.agrees) << comparison.check.largestError;
        output = right;
    }
}

TEST_F(SmallConvolution, NamesTheWrongOutput) {
    std::vector<float> y = rightOutputs();
    const std::size_t index = ((1 * 16 + 4) * 13 + 0) * 11 + 10;
    y[index] = 5000.0F;
    const Comparison comparison = compareOutputs(smallShape, reference, y);
    EXPECT_EQ(comparison.where, "y[1,4,0,10]");
    EXPECT_EQ(comparison.got, 5000.0);
    EXPECT_EQ(comparison.expected, reference[index].value);
}

TEST_F(SmallConvolution, TakesWhatIsNoNumberForWrong) {
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        std::vector<float> y = rightOutputs();
        y[17] = bad;
        const Comparison comparison = compareOutputs(smallShape, reference, y);
        EXPECT_FALSE(comparison.agrees);
        EXPECT_TRUE(std::isfinite(comparison.check.largestError));   // it goes into JSON
    }
}

TEST_F(SmallConvolution, RefusesTooFewOutputs) {
    std::vector<float> y = rightOutputs();
    y.pop_back();
    EXPECT_FALSE(compareOutputs(smallShape, reference, y).agrees);
}

TEST(ClassicShape, HasTheOperationsOfNvidiasSample) {
    EXPECT_EQ(classicShape.operations(), 236'760'072'192.0);
}

}   // namespace
}   // namespace cudnn_setup
