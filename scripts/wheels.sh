#!/usr/bin/env bash
# wheels.sh FOLDER WHEEL==VERSION...: downloads NVIDIA's Windows wheels into FOLDER, unpacked by nobody, three tries each.
set -euo pipefail
target=$1
shift
cd "$target"
for wheel in "$@"; do
    for try in 1 2 3; do
        if python3 -m pip download --quiet --no-deps --only-binary=:all: --platform win_amd64 "$wheel"; then continue 2; fi
        echo "try $try of $wheel failed" >&2
    done
    exit 1
done
