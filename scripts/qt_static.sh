#!/usr/bin/env bash
# qt_static.sh FOLDER: builds Qt for Windows from Debian's qt6-base source, static, Core, Gui and Widgets, into FOLDER.
# 11.5 minutes on two cores. The host tools (moc, rcc, uic) are Debian's own of the same version.
set -euo pipefail
target=$1
here=$(cd "$(dirname "$0")" && pwd)
version=$(dpkg-query -W -f '${source:Version}' qt6-base-dev)

work=$(mktemp -d "${TMPDIR:-/tmp}/qt-static.XXXXXX")
trap 'rm -rf "$work"' EXIT
"$here/debian_source.sh" qt6-base "$version" "$work/source"

# A toolchain of its own, so that a change to the product's toolchain file does not cost a rebuild of Qt.
cat >"$work/toolchain.cmake" <<'CMAKE'
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
CMAKE

off=(vulkan sql dbus printsupport network xml testlib concurrent tabletevent icu openssl jpeg gif)
options=(-DFEATURE_opengl=OFF -DINPUT_opengl=no)
for feature in "${off[@]}"; do options+=("-DFEATURE_$feature=OFF"); done
for library in zlib png pcre harfbuzz freetype; do options+=("-DFEATURE_system_$library=OFF"); done
# direct2d stays on: without it the windows platform plugin does not link (its DirectWrite font database is missing).

launcher=()
if command -v ccache >/dev/null; then
    launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
    export CCACHE_BASEDIR=$work
fi
cmake -S "$work/source/src" -B "$work/build" -G Ninja \
    -DCMAKE_TOOLCHAIN_FILE="$work/toolchain.cmake" -DCMAKE_BUILD_TYPE=MinSizeRel -DCMAKE_INSTALL_PREFIX=/qt \
    -DBUILD_SHARED_LIBS=OFF -DQT_HOST_PATH=/usr -DQT_HOST_PATH_CMAKE_DIR=/usr/lib/x86_64-linux-gnu/cmake \
    -DQT_BUILD_EXAMPLES=OFF -DQT_BUILD_TESTS=OFF -DQT_BUILD_TOOLS_WHEN_CROSSCOMPILING=OFF \
    "${options[@]}" "${launcher[@]}"
cmake --build "$work/build" --parallel "${CUDNN_SETUP_JOBS:-$(nproc)}"
DESTDIR=$work/installed cmake --install "$work/build"
cp -a "$work/installed/qt/." "$target/"
