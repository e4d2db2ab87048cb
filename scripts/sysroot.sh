#!/usr/bin/env bash
# sysroot.sh FOLDER: the libraries that Debian does not cross-build, for MinGW-w64, into one prefix: libzip, ISA-L,
# GoogleTest (static) and the header-only ones. zlib comes from Debian's libz-mingw-w64-dev. One minute on two cores.
set -euo pipefail
target=$1
here=$(cd "$(dirname "$0")" && pwd)
jobs=${CUDNN_SETUP_JOBS:-$(nproc)}
version() { dpkg-query -W -f '${source:Version}' "$1"; }

work=$(mktemp -d "${TMPDIR:-/tmp}/sysroot.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$target/include" "$target/lib"

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
# cross SOURCE BUILD OPTION...: configures, builds and installs one CMake project.
cross() {
    local source=$1 build=$2
    shift 2
    cmake -S "$source" -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$work/toolchain.cmake" \
        -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_INSTALL_PREFIX="$target" -DBUILD_SHARED_LIBS=OFF "$@"
    cmake --build "$build" --parallel "$jobs"
    cmake --install "$build"
}

# libzip: stored and deflated entries only. The product inflates with ISA-L and signs nothing, so no compressor and no
# crypto library beside zlib.
"$here/debian_source.sh" libzip "$(version libzip-dev)" "$work/libzip"
cross "$work/libzip/src" "$work/libzip/build" -DENABLE_COMMONCRYPTO=OFF -DENABLE_GNUTLS=OFF -DENABLE_MBEDTLS=OFF \
    -DENABLE_OPENSSL=OFF -DENABLE_WINDOWS_CRYPTO=OFF -DENABLE_BZIP2=OFF -DENABLE_LZMA=OFF \
    -DBUILD_TOOLS=OFF -DBUILD_REGRESS=OFF -DBUILD_EXAMPLES=OFF -DBUILD_DOC=OFF

# ISA-L: its Makefile asks for yasm with arch=mingw; nasm assembles the same sources.
"$here/debian_source.sh" libisal "$(version libisal-dev)" "$work/isal"
make -C "$work/isal/src" -f Makefile.unx arch=mingw host_cpu=x86_64 CC=x86_64-w64-mingw32-gcc-posix AS=nasm -j"$jobs" lib
install -m 644 "$work/isal/src/bin/isa-l.a" "$target/lib/libisal.a"
cp -a /usr/include/isa-l /usr/include/isa-l.h "$target/include/"

cross /usr/src/googletest "$work/googletest" -DBUILD_GMOCK=ON -DINSTALL_GTEST=ON

cp -a /usr/include/spdlog /usr/include/fmt /usr/include/nlohmann "$target/include/"

# MinGW GCC 12 with -std=c++23 makes std::type_info::operator== inline, libstdc++.a defines it outside a COMDAT section, and
# whatever uses std::make_shared or std::any fails to link with "multiple definition" (GCC bug 110572). This copy of
# <typeinfo> leaves the function to the library, as in C++20; the toolchain file puts its folder first.
header=$(printf '#include <typeinfo>\n' | x86_64-w64-mingw32-g++-posix -std=c++23 -x c++ -M - | tr -d '\\' | tr ' ' '\n' | grep '/typeinfo$')
mkdir "$target/include/typeinfo-fix"
sed -e 's/^#if __GXX_TYPEINFO_EQUALITY_INLINE || __cplusplus > 202002L$/#if __GXX_TYPEINFO_EQUALITY_INLINE/' \
    -e '/^ *_GLIBCXX23_CONSTEXPR$/d' "$header" >"$target/include/typeinfo-fix/typeinfo"
[[ $(diff "$header" "$target/include/typeinfo-fix/typeinfo" | grep -c '^<') == 2 ]]   # else this is another GCC: look again
