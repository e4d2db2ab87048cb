# Sourced by dev and by every recipe: where the cache lies, how a step is announced, how a cached item is built once.
# Needs bash; sets -euo pipefail for its caller.
set -euo pipefail

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${CUDNN_SETUP_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cudnn-setup}
logs=$checkout/build/logs
export CCACHE_DIR=${CCACHE_DIR:-$cache/ccache}
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$checkout}
export CCACHE_MAXSIZE=${CCACHE_MAXSIZE:-4G}
export CCACHE_NOHASHDIR=1   # build folders share what they compiled
jobs=${CUDNN_SETUP_JOBS:-$(nproc)}

say() { printf '%s\n' "$*" >&2; }

# step NAME COMMAND...: runs the command with its output in build/logs/NAME.log and says how long it took. On failure the
# last lines of the log are shown and its path is named; the caller decides whether to go on (set -e ends it otherwise).
step() {
    local name=$1 began=$SECONDS status=0
    shift
    mkdir -p "$logs"
    local log=$logs/${name//[^A-Za-z0-9._-]/_}.log
    printf '%s\n' "-- $name" >&2
    "$@" >"$log" 2>&1 </dev/null || status=$?
    if ((status == 0)); then
        say "   $name: done in $((SECONDS - began)) s"
    else
        tail -n "${CUDNN_SETUP_LOG_LINES:-40}" "$log" >&2
        say "   $name: FAILED (exit $status) after $((SECONDS - began)) s, log: $log"
    fi
    return "$status"
}

# recipeKey FILE... [-- WORD...]: 16 hex digits over the text of the recipe files and the words (versions of what goes in).
recipeKey() {
    local part
    {
        while (($#)) && [[ $1 != -- ]]; do
            cat "$1"
            shift
        done
        for part in "$@"; do printf '%s\0' "$part"; done
    } | sha256sum | cut -c1-16
}

# Version of the Debian source package that an installed binary package was built from; empty when it is not installed.
sourceVersion() { dpkg-query -W -f '${source:Version}' "$1" 2>/dev/null || true; }
packageVersion() { dpkg-query -W -f '${Version}' "$1" 2>/dev/null || true; }

# cached PATH COMMAND...: PATH when it is complete; else runs COMMAND with a temporary sibling as last argument and renames it.
# A build that was cut off leaves only a temporary name. Two runs at once wait for each other.
cached() {
    local item=$1
    shift
    [[ -d $item ]] && return 0
    mkdir -p "$(dirname "$item")"
    (
        flock 9
        [[ -d $item ]] && exit 0
        rm -rf "$item.partial"
        mkdir "$item.partial"
        "$@" "$item.partial"
        mv -T "$item.partial" "$item"
    ) 9>"$item.lock"
}
