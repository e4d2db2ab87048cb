#include "machine/display_driver.h"

#include <gtest/gtest.h>

using namespace cudnn_setup;

TEST(NvidiaDriverVersion, IsDecodedFromWindowsNumber) {
    EXPECT_EQ(nvidiaDriverVersion("32.0.15.6094"), "560.94");
    EXPECT_EQ(nvidiaDriverVersion("31.0.15.2741"), "527.41");
    EXPECT_EQ(nvidiaDriverVersion("32.0.15.7005"), "570.05");
    EXPECT_EQ(nvidiaDriverVersion("27.21.14.5239"), "452.39");
}

TEST(NvidiaDriverVersion, LeavesOtherTextAlone) {
    EXPECT_EQ(nvidiaDriverVersion("10.0.1.2"), "10.0.1.2");
    EXPECT_EQ(nvidiaDriverVersion("560.94 beta"), "560.94 beta");
    EXPECT_EQ(nvidiaDriverVersion(""), "");
}
