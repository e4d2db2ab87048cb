/// One program for all targets: CUDNN_SETUP_FUZZ_TARGET names the one that libFuzzer drives.
#include "fuzz_target.h"

#include <cstdio>
#include <cstdlib>
#include <span>

namespace {

const cudnn_setup::FuzzTarget& chosen() {
    static const cudnn_setup::FuzzTarget& target = []() -> const cudnn_setup::FuzzTarget& {
        const char* const name = std::getenv("CUDNN_SETUP_FUZZ_TARGET");
        for (const auto& candidate : cudnn_setup::fuzzTargets()) {
            if (name != nullptr && candidate.name == name) return candidate;
        }
        std::fprintf(stderr, "CUDNN_SETUP_FUZZ_TARGET names no target\n");
        std::exit(2);
    }();
    return target;
}

}   // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    chosen().run({reinterpret_cast<const char*>(data), size});
    return 0;
}
