#!/usr/bin/env bash
# stub_toolkit.sh FOLDER: a CUDA 12.6 tree of stand-ins that holds none of NVIDIA's bytes; what the offline demo installs into.
set -euo pipefail
toolkit=$1
here=$(cd "$(dirname "$0")" && pwd)
"$here/toolkit_frame.sh" "$toolkit"
for name in cudart64_12 cublas64_12 cublasLt64_12 nvrtc64_120_0 nvrtc-builtins64_126; do
    python3 "$here/../tests/doubles/make_stub_set.py" dll "$toolkit/bin/$name.dll" --name "$name.dll" --release 12.6.77.0
done
printf '#define CUDA_VERSION 12060\n' >"$toolkit/include/cuda.h"
printf '#include "cuda.h"\n' | tee "$toolkit/include/cuda_runtime.h" >"$toolkit/include/cuda_runtime_api.h"
for name in cudart:cudart64_12 cublas:cublas64_12; do
    python3 "$here/import_library.py" "$toolkit/bin/${name#*:}.dll" "$toolkit/lib/x64/${name%:*}.lib"
done
