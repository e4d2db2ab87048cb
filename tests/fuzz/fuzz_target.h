#pragma once
/// @file
/// One parser of input that this program did not write, fed with any bytes. A target that returns is content; what it finds wrong ends the
/// process: a sanitizer's report, or expect().
#include <cstdint>
#include <span>
#include <string_view>

namespace cudnn_setup {

struct FuzzTarget {
    std::string_view name;   ///< also the folder of its corpus
    void (*run)(std::string_view bytes);
};

[[nodiscard]] std::span<const FuzzTarget> fuzzTargets();

/// What must hold whatever the bytes are.
void expect(bool holds, const char* what);

}   // namespace cudnn_setup
