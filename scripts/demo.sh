#!/usr/bin/env bash
# demo.sh [--offline]: the whole life of an installation, on a CUDA 12.6 tree in a Wine prefix of its own: look, install, check,
# prove, damage, install again, uninstall. Every command is shown with what it printed and its whole exit code; an unexpected code or
# a tree that differs after uninstall ends the demo with status 1.
# Uses NVIDIA's own DLLs, downloaded once into the cache; --offline (or when they cannot be had) uses the stub set of the tests,
# unsigned and therefore with /allowunsigned.
. "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
. "$checkout/scripts/cache.sh"
cd "$checkout"

offline=false
for argument in "$@"; do
    case $argument in
        --offline) offline=true ;;
        *) say "demo: no such argument: $argument"; exit 2 ;;
    esac
done
needSysroot
needWineTemplate
if ! $offline && ! needRealFiles; then
    say "   NVIDIA's wheels could not be had: the demo goes on with stub DLLs (--offline)"
    offline=true
fi
step configure-windows cmake --preset windows
step build-demo cmake --build --preset windows --target cudnnctl --target exitcode --parallel "$jobs"

# --- the machine
export WINEPREFIX=$checkout/build/demo/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
WINEPREFIX=$WINEPREFIX wineserver -k 2>/dev/null || true
rm -rf "$checkout/build/demo"
scripts/wine_prefix.sh "$WINEPREFIX"
trap 'wineserver -k 2>/dev/null || true' EXIT
wineserver -p </dev/null >/dev/null 2>&1
toolkit="$WINEPREFIX/drive_c/Program Files/NVIDIA GPU Computing Toolkit/CUDA/v12.6"
windowsToolkit='C:\Program Files\NVIDIA GPU Computing Toolkit\CUDA\v12.6'
mkdir -p "$(dirname "$toolkit")" "$WINEPREFIX/drive_c/demo"
if $offline; then
    scripts/stub_toolkit.sh "$toolkit"
    archive=$checkout/build/demo/cudnn-windows-x86_64-9.5.0.50_cuda12-archive.zip
    python3 tests/doubles/make_stub_set.py archive "$archive" --release 9.5.0.50
else
    cp -al "$CUDNN_SETUP_REAL/toolkit/v12.6" "$toolkit" 2>/dev/null || cp -a "$CUDNN_SETUP_REAL/toolkit/v12.6" "$toolkit"
    archive=$CUDNN_SETUP_REAL/archives/cudnn-windows-x86_64-9.5.0.50_cuda12-archive.zip
fi
ln "$archive" "$WINEPREFIX/drive_c/demo/" 2>/dev/null || cp "$archive" "$WINEPREFIX/drive_c/demo/"
windowsArchive='C:\demo\'$(basename "$archive")
find build/windows -name cudnnctl.exe -not -path '*/wine/*' -exec cp {} "$WINEPREFIX/drive_c/demo/" \;
find build/windows -name exitcode.exe -not -path '*/wine/*' -exec cp {} "$WINEPREFIX/drive_c/demo/" \;

registry() { wine reg add "$@" /f >/dev/null 2>&1 </dev/null; }
key='HKLM\SOFTWARE\NVIDIA Corporation\GPU Computing Toolkit\CUDA\v12.6'
environment='HKLM\SYSTEM\CurrentControlSet\Control\Session Manager\Environment'
registry "$key" /v InstallDir /d "$windowsToolkit\\"
registry "$key" /v 64BitInstalled /t REG_DWORD /d 1
registry "$environment" /v CUDA_PATH /d "$windowsToolkit"
registry "$environment" /v CUDA_PATH_V12_6 /d "$windowsToolkit"

# --- the story
unexpected=0
heading() { printf '\n\033[1m== %s\033[0m\n' "$1"; }
# ctl CODE ARGUMENT...: runs cudnnctl and compares the whole exit code.
ctl() {
    local expected=$1 output code
    shift
    printf '\n$ cudnnctl'
    printf ' %s' "$@"
    printf '\n'
    output=$(wine 'C:\demo\exitcode.exe' 'C:\demo\cudnnctl.exe' "$@" </dev/null 2>/dev/null | tr -d '\r') || true
    code=$(sed -n 's/^exit_code=//p' <<<"$output" | tail -n 1)
    sed '/^exit_code=/d' <<<"$output" | sed -e '/./,$!d' -e 's/^/    /'
    if [[ $code == "$expected" ]]; then
        printf '    -> exit code %s, as expected\n' "$code"
    else
        printf '    -> exit code %s, EXPECTED %s\n' "${code:-none}" "$expected"
        unexpected=1
    fi
}
fingerprint() { (cd "$toolkit" && find . -type f -not -path './.cudnn-setup/*' -print0 | sort -z | xargs -0 sha256sum | sha256sum); }
machinePath() { wine reg query "$environment" /v PATH 2>/dev/null </dev/null | tr -d '\r' | grep -i ' PATH ' || true; }

trust=()
if $offline; then trust=(/allowunsigned); fi
before=$(fingerprint)
pathBefore=$(machinePath)

heading 'What would happen'
ctl 0 /whatif /zip "$windowsArchive" "${trust[@]}"
heading 'Install'
ctl 0 /quiet /acceptlicense /zip "$windowsArchive" "${trust[@]}" /log 'C:\demo\install.log' /result 'C:\demo\install.json'
printf '    machine PATH: %s\n' "$(machinePath)"
heading 'The same again: nothing to do'
ctl 0 /quiet /acceptlicense /zip "$windowsArchive" "${trust[@]}"
heading 'Check'
ctl 0 /verify
if $offline; then
    heading 'Prove: the stand-ins are no cuDNN, and it says so'
    ctl 1 /prove
else
    heading 'Prove: no GPU under Wine, so it says "not proven" and why'
    ctl 2 /prove
fi
heading 'Somebody damages one DLL'
victim=$toolkit/bin/cudnn_ops64_9.dll
cp "$victim" "$victim.damaged"
printf 'X' | dd of="$victim.damaged" bs=1 seek=4096 conv=notrunc status=none
mv "$victim.damaged" "$victim"
ctl 1 /verify
heading 'Installing again puts it right'
ctl 0 /quiet /acceptlicense /zip "$windowsArchive" "${trust[@]}"
ctl 0 /verify
heading 'Uninstall'
ctl 0 /uninstall /quiet
after=$(fingerprint)
if [[ $before == "$after" && $pathBefore == "$(machinePath)" && ! -e $toolkit/.cudnn-setup ]]; then
    printf '    the tree and PATH are byte for byte what they were before\n'
else
    printf '    the tree or PATH DIFFERS from what it was before\n'
    unexpected=1
fi
printf '\n'
if ((unexpected)); then say "demo: something went differently, see above"; exit 1; fi
if $offline; then say "demo: done, with stub DLLs"; else say "demo: done, with NVIDIA's cuDNN 9.5.0.50"; fi
