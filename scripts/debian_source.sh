#!/usr/bin/env bash
# debian_source.sh PACKAGE VERSION FOLDER: unpacks a Debian source package into FOLDER/src, patches applied.
# Source entries are derived from the package sources this machine is configured with, in a private apt state: nothing on
# the machine is changed and no host is named here.
set -euo pipefail
package=$1 version=$2 folder=$3

state=$(mktemp -d)
trap 'rm -rf "$state"' EXIT
mkdir -p "$state/parts" "$state/lists/partial" "$folder"
: >"$state/list"
if [[ -f /etc/apt/sources.list ]]; then
    sed -nE 's/^deb[[:space:]]/deb-src /p' /etc/apt/sources.list >"$state/list"
fi
shopt -s nullglob
for file in /etc/apt/sources.list.d/*.list; do
    sed -nE 's/^deb[[:space:]]/deb-src /p' "$file" >"$state/parts/$(basename "$file")"
done
for file in /etc/apt/sources.list.d/*.sources; do
    sed -E 's/^Types:.*/Types: deb-src/' "$file" >"$state/parts/$(basename "$file")"
done
options=(-o "Dir::Etc::sourcelist=$state/list" -o "Dir::Etc::sourceparts=$state/parts" -o "Dir::State::lists=$state/lists"
    -o "Dir::Cache::pkgcache=" -o "Dir::Cache::srcpkgcache=" -o APT::Sandbox::User=root)
apt-get "${options[@]}" update
cd "$folder"
apt-get "${options[@]}" source --download-only "$package=$version"
dpkg-source --no-check --extract "$(ls ./*.dsc)" src
