#!/usr/bin/env bash
# wine_run.sh PROGRAM.exe ARGUMENT...: runs a Windows program; CMake's cross-compiling emulator and a command for people.
# The prefix is $WINEPREFIX, or else <build tree of the program>/wine, made from the template when missing. Wine's server
# stays for five minutes after its last program: with one running a console program starts in 0.04 s instead of 0.7 s.
# The exit status is the low byte of the program's; tests/e2e/launcher shows the whole of it.
set -euo pipefail
if [[ -z ${WINEPREFIX:-} ]]; then
    tree=$(realpath -m "$1")
    while [[ $tree != / && ! -e $tree/CMakeCache.txt ]]; do tree=$(dirname "$tree"); done
    if [[ $tree == / ]]; then
        echo "wine_run.sh: $1 lies in no build tree; set WINEPREFIX" >&2
        exit 125
    fi
    export WINEPREFIX=$tree/wine
fi
# The variable may be missing when CTest is started by hand; what the build tree was configured with is then found by dev.
if [[ ! -e $WINEPREFIX/.template || -n ${CUDNN_SETUP_WINE_TEMPLATE:-} ]]; then
    if [[ -z ${CUDNN_SETUP_WINE_TEMPLATE:-} ]]; then
        eval "$("$(dirname "$0")/../dev" env)"
    fi
    display=()
    if grep -qs 'x11$' "$WINEPREFIX/.template"; then display=(--display); fi
    "$(dirname "$0")/wine_prefix.sh" "${display[@]}" "$WINEPREFIX"
fi
export WINEDEBUG=${WINEDEBUG:--all} WINEDLLOVERRIDES=${WINEDLLOVERRIDES:-mscoree,mshtml=}
(
    flock 9
    # Fails when one runs already. Neither the server nor the services that the first program starts may hold our standard
    # streams: CTest reads a test's output to the end of the pipe.
    if wineserver -p300 </dev/null >/dev/null 2>&1 9>&-; then
        wine cmd /c exit </dev/null >/dev/null 2>&1 9>&- || true
    fi
) 9>"$WINEPREFIX/.server.lock"
exec wine "$@"
