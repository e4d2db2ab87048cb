#!/usr/bin/env bash
# fuzz.sh SECONDS [TARGET...]: runs each fuzz target that long, from tests/fuzz/corpus and what earlier runs found. A finding is kept in
# build/fuzz/TARGET and shown; put it into the corpus together with its fix.
. "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
. "$checkout/scripts/cache.sh"
cd "$checkout"

seconds=${1:-}
if [[ ! $seconds =~ ^[0-9]+$ ]]; then say "usage: ./dev fuzz SECONDS [TARGET...]"; exit 2; fi
shift
targets=("$@")
if ((${#targets[@]} == 0)); then for folder in tests/fuzz/corpus/*/; do targets+=("$(basename "$folder")"); done; fi

installPackages
step configure-fuzz cmake --preset fuzz
step build-fuzz cmake --build --preset fuzz --target fuzzer --parallel "$jobs"

failed=()
for target in "${targets[@]}"; do
    mkdir -p "build/fuzz/$target"
    CUDNN_SETUP_FUZZ_TARGET=$target step "fuzz-$target" build/fuzz/tests/fuzz/fuzzer -max_total_time="$seconds" -max_len=65536 -timeout=10 \
        -rss_limit_mb=2048 -artifact_prefix="build/fuzz/$target-" "build/fuzz/$target" "tests/fuzz/corpus/$target" || failed+=("$target")
    # A fuzzer that says nothing of its runs made none: that is no result.
    if ! grep -E '^Done [1-9][0-9]* runs' "$logs/fuzz-$target.log" >&2 && [[ " ${failed[*]} " != *" $target "* ]]; then failed+=("$target"); fi
done
if ((${#failed[@]})); then say "fuzz: findings, or no runs, in ${failed[*]}: $logs/fuzz-TARGET.log"; exit 1; fi
say "fuzz: no finding in ${#targets[@]} targets, $seconds s each"
