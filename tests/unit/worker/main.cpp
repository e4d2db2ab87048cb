#include "platform/console.h"
#include "worker/worker_role.h"

#include <gtest/gtest.h>

int main(int argc, char** argv) {
    const auto arguments = cudnn_setup::programArguments(argc, argv);
    if (!arguments.empty() && arguments.front() == "--worker") return cudnn_setup::runWorker({arguments.begin() + 1, arguments.end()});
    ::testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
