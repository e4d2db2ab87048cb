#!/usr/bin/env bash
# bench.sh: the benchmarks (label bench), natively, on NVIDIA's own files. They print ratios measured in one run.
. "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
. "$checkout/scripts/cache.sh"
cd "$checkout"
needRealFiles || { say "bench: NOT RUN: NVIDIA's wheels could not be had"; exit 1; }
step configure-native cmake --preset native
step build-native cmake --build --preset native --parallel "$jobs"
ctest --preset native -L '^bench$' --verbose
