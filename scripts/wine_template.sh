#!/usr/bin/env bash
# wine_template.sh FOLDER: makes the Wine prefix that every test prefix is a hard-link copy of (695 MB, 13 s).
set -euo pipefail
export WINEPREFIX=$1/prefix WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='   # no offer to download Mono and Gecko
unset DISPLAY
wine wineboot --init
# Without a display Wine 8 cannot make windows, and messages to windows (WM_SETTINGCHANGE) then fail; its null driver can.
# wine_prefix.sh --display takes this back.
wine reg add 'HKCU\Software\Wine\Drivers' /v Graphics /d null /f
wineserver -k || true
wineserver -w
# Wine links Documents, Desktop and so on to the home folder of whoever runs the tests; they get folders of their own.
while IFS= read -r -d '' link; do
    rm "$link"
    mkdir "$link"
done < <(find "$WINEPREFIX/drive_c/users" -type l -print0)
