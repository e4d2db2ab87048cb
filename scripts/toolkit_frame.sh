#!/usr/bin/env bash
# toolkit_frame.sh FOLDER: what makes a folder a CUDA 12.6 toolkit apart from NVIDIA's libraries: version.json and nvcc.exe.
set -euo pipefail
toolkit=$1
mkdir -p "$toolkit"/{bin,include,lib/x64}
# Shape of CUDA 12's version.json: one object per component, name and version; the toolkit's own version is cuda.version.
cat >"$toolkit/version.json" <<'JSON'
{
   "cuda" : {
      "name" : "CUDA SDK",
      "version" : "12.6.2"
   },
   "cuda_cudart" : {
      "name" : "CUDA Runtime (cudart)",
      "version" : "12.6.77"
   },
   "cuda_nvrtc" : {
      "name" : "CUDA NVRTC",
      "version" : "12.6.77"
   },
   "libcublas" : {
      "name" : "CUDA cuBLAS",
      "version" : "12.6.3.3"
   }
}
JSON
# A tree without nvcc.exe counts as no toolkit. NVIDIA's is not needed for anything else, so this one only tells its version.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/nvcc.c" <<'C'
#include <stdio.h>
int main(void) {
    puts("nvcc: test double\nCuda compilation tools, release 12.6, V12.6.77");
    return 0;
}
C
x86_64-w64-mingw32-gcc-posix -O2 -s -static -o "$toolkit/bin/nvcc.exe" "$work/nvcc.c"
