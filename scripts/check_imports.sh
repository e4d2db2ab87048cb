#!/usr/bin/env bash
# check_imports.sh PROGRAM.exe...: fails when a program imports a DLL at start that somebody could plant beside it.
# Allowed are KnownDLLs and API sets, which Windows takes from System32 whatever lies in the program's folder; the rest of what
# Qt uses (dwmapi, uxtheme, version...) must be delay-loaded (cmake/delay_load.cmake).
set -euo pipefail
allowed=' advapi32.dll comdlg32.dll gdi32.dll imm32.dll kernel32.dll msvcrt.dll ole32.dll oleaut32.dll shcore.dll shell32.dll shlwapi.dll user32.dll ws2_32.dll '
status=0
for program in "$@"; do
    mapfile -t imports < <(x86_64-w64-mingw32-objdump -p "$program" | sed -n 's/^\tDLL Name: //p' | tr '[:upper:]' '[:lower:]')
    if ((${#imports[@]} == 0)); then echo "$program: no import table could be read"; status=1; fi
    for dll in "${imports[@]}"; do
        if [[ $dll != api-ms-win-* && $allowed != *" $dll "* ]]; then echo "$program imports $dll at start"; status=1; fi
    done
done
exit "$status"
