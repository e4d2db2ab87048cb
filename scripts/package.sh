#!/usr/bin/env bash
# package.sh: what people download, stripped: dist/cudnn-setup.exe (wizard) and dist/cudnnctl.exe.
. "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
. "$checkout/scripts/cache.sh"
cd "$checkout"
needSysroot
needQtStatic
step configure-package cmake --preset package
step build-package cmake --build --preset package --target cudnnctl --target cudnn-setup --parallel "$jobs"
mkdir -p dist
for name in cudnnctl cudnn-setup; do
    x86_64-w64-mingw32-strip -o "dist/$name.exe" "$(find build/package -name "$name.exe" -not -path '*/wine/*')"
    say "dist/$name.exe: $(stat -c %s "dist/$name.exe") bytes"
done
