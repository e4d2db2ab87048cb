#!/usr/bin/env bash
# real_files.sh WHEELS FOLDER: from NVIDIA's Windows wheels in WHEELS makes
#   FOLDER/archives/cudnn-windows-x86_64-{9.0.0.312,9.5.0.50}_cuda12-archive.zip   NVIDIA's files in NVIDIA's zip layout
#   FOLDER/wheels/*.whl                     the cuDNN wheels themselves (hard links): a source that the product accepts too
#   FOLDER/toolkit/v12.6/...                a CUDA 12.6 tree with NVIDIA's runtime, nvrtc and cuBLAS DLLs
# Nothing here is ever committed or shipped.
set -euo pipefail
wheels=$1 target=$2
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$target/archives" "$target/wheels"

for wheel in "$wheels"/nvidia_cudnn_cu12-*.whl; do
    python3 "$here/make_real_archive.py" "$wheel" "$target/archives"
    ln "$wheel" "$target/wheels/" 2>/dev/null || cp "$wheel" "$target/wheels/"
done

toolkit=$target/toolkit/v12.6
"$here/toolkit_frame.sh" "$toolkit"
for wheel in "$wheels"/nvidia_{cuda_runtime,cuda_nvrtc,cublas}_cu12-*.whl; do
    unzip -q -o -j "$wheel" '*/bin/*.dll' -d "$toolkit/bin"
    unzip -q -o -j "$wheel" '*/include/cuda.h' '*/include/cuda_runtime_api.h' '*/include/cuda_runtime.h' '*/include/cublas*.h' \
        '*/include/nvrtc.h' -d "$toolkit/include" || [[ $? == 11 ]]   # 11: none of the names in this wheel
done
# Import libraries from the DLLs' own export tables.
for name in cudart64_12:cudart cublas64_12:cublas cublasLt64_12:cublasLt nvrtc64_120_0:nvrtc; do
    python3 "$here/import_library.py" "$toolkit/bin/${name%:*}.dll" "$toolkit/lib/x64/${name#*:}.lib"
done
