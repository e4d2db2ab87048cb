#!/usr/bin/env bash
# with_screen.sh COMMAND...: runs a command on a virtual screen of its own (1280 x 900) with a window manager; without one Wine
# gives its windows neither focus nor frames. Wine programs need a prefix made with `wine_prefix.sh --display`.
set -euo pipefail
exec xvfb-run --auto-servernum --server-args='-screen 0 1280x900x24' bash -c '
    openbox >/dev/null 2>&1 &
    manager=$!
    status=0
    "$@" || status=$?
    kill "$manager" 2>/dev/null || true
    exit "$status"' bash "$@"
