#!/usr/bin/env bash
# wine_prefix.sh [--display] PREFIX: makes PREFIX a copy of the template when it is not one yet. Files are hard links, the
# registry is copied: Wine writes into a registry file that has several links, which would change the template.
# --display: windows are drawn on $DISPLAY instead of nowhere.
set -euo pipefail
driver=null
if [[ $1 == --display ]]; then driver=x11; shift; fi
prefix=$1
template=${CUDNN_SETUP_WINE_TEMPLATE:?see ./dev env}

mkdir -p "$(dirname "$prefix")"
(
    flock 9
    if [[ -d $prefix && $(cat "$prefix/.template" 2>/dev/null) == "$template $driver" ]]; then exit 0; fi
    rm -rf "$prefix" "$prefix.partial"
    if ! cp -al "$template/prefix" "$prefix.partial" 2>/dev/null; then   # the cache lies on another volume
        rm -rf "$prefix.partial"
        cp -a "$template/prefix" "$prefix.partial"
    fi
    for file in "$prefix.partial"/*.reg "$prefix.partial/.update-timestamp"; do
        cp --preserve=timestamps "$file" "$file.own"
        mv "$file.own" "$file"
    done
    if [[ $driver == x11 ]]; then sed -i 's/^"Graphics"="null"$/"Graphics"="x11"/' "$prefix.partial/user.reg"; fi
    printf '%s\n' "$template $driver" >"$prefix.partial/.template"
    mv -T "$prefix.partial" "$prefix"
) 9>"$prefix.lock"
