#!/usr/bin/env bash
# test.sh [LANE...]: builds and runs the tests of the lanes; the last lines say for each lane what came of it.
# A lane that could not get what it needs is "not run", never passed.
. "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
. "$checkout/scripts/cache.sh"
cd "$checkout"

lanes=("$@")
if ((${#lanes[@]} == 0)); then lanes=(native windows real); fi
if [[ ${lanes[*]} == full ]]; then lanes=(native windows real package); fi

needSysroot
needWineTemplate

rm -f "$logs"/{native,windows,real,package}-*.xml   # reports of an earlier run

servers=()
endServers() { for prefix in "${servers[@]}"; do WINEPREFIX=$prefix wineserver -k 2>/dev/null || true; done; }
trap endServers EXIT

configured=()
# build PRESET: configures and builds once a run.
build() {
    local preset=$1
    [[ " ${configured[*]} " != *" $preset "* ]] || return 0
    step "configure-$preset" cmake --preset "$preset" || return 1
    step "build-$preset" cmake --build --preset "$preset" --parallel "$jobs" || return 1
    configured+=("$preset")
}
# freshPrefix PRESET [--display]: the lane starts with an untouched registry.
freshPrefix() {
    local prefix=$checkout/build/$1/wine
    shift
    WINEPREFIX=$prefix wineserver -k 2>/dev/null || true
    rm -rf "$prefix"
    scripts/wine_prefix.sh "$@" "$prefix"
    servers+=("$prefix")
}
# runTests LANE PRESET CTEST-OPTION...
runTests() {
    local lane=$1 preset=$2
    shift 2
    local report=$logs/$lane-$preset.xml
    CUDNN_SETUP_LOG_LINES=200 step "test-$lane-$preset" ctest --preset "$preset" --output-junit "$report" "$@"
}

native() { build native-asan && runTests native native-asan -LE '^real$'; }
windows() { build windows && freshPrefix windows && runTests windows windows -LE '^real$'; }
real() {
    needRealFiles || { notRun="NVIDIA's wheels could not be had"; return 1; }
    build windows && freshPrefix windows && runTests real windows -L '^real$'
}
package() {
    needRealFiles || { notRun="NVIDIA's wheels could not be had"; return 1; }
    step package scripts/package.sh &&
        step imports scripts/check_imports.sh dist/cudnnctl.exe dist/cudnn-setup.exe &&
        step build-package-tests cmake --build --preset package --target package_test_files --parallel "$jobs" &&
        runTests package package -L '^package$'
}

summary=() failed=false
for lane in "${lanes[@]}"; do
    case $lane in
        native | windows | real | package) ;;
        *) say "test: no lane '$lane'"; exit 2 ;;
    esac
    began=$SECONDS notRun=''
    if "$lane"; then result=passed; elif [[ -n $notRun ]]; then result="NOT RUN: $notRun"; else result=FAILED failed=true; fi
    summary+=("$(printf '%-8s %s (%d s)' "$lane" "$result" $((SECONDS - began)))")
done

printf '\n'
python3 scripts/test_summary.py "$logs" "${lanes[@]}" || failed=true
printf '%s\n' "${summary[@]}"
if $failed; then exit 1; fi
