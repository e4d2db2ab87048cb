#!/usr/bin/env bash
# build.sh: dist/cudnnctl.exe, the console program for Windows.
. "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
. "$checkout/scripts/cache.sh"
cd "$checkout"
needSysroot
step configure-windows cmake --preset windows
step build-cudnnctl cmake --build --preset windows --target cudnnctl --parallel "$jobs"
mkdir -p dist
x86_64-w64-mingw32-strip -o dist/cudnnctl.exe "$(find build/windows -name cudnnctl.exe -not -path '*/wine/*')"
say "dist/cudnnctl.exe"
