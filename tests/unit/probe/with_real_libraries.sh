#!/usr/bin/env bash
# with_real_libraries.sh FOLDER EMULATOR PROGRAM ARGUMENT...: unpacks NVIDIA's DLLs into FOLDER once, then runs the program.
# Without CUDNN_SETUP_REAL nothing is unpacked and the tests skip themselves.
set -euo pipefail
folder=$1
shift
if [[ -n ${CUDNN_SETUP_REAL:-} && " $* " != *" --gtest_list_tests "* ]]; then
    mkdir -p "$folder"
    (
        flock 9
        for version in 9.5.0.50 9.0.0.312; do
            archive=$CUDNN_SETUP_REAL/archives/cudnn-windows-x86_64-${version}_cuda12-archive.zip
            if [[ ! -e $folder/$version/complete && -e $archive ]]; then
                rm -rf "${folder:?}/$version"
                # Of 9.0 one foreign sub-library is wanted, no second gigabyte.
                names='*/bin/*.dll'
                if [[ $version == 9.0.0.312 ]]; then names='*/bin/cudnn_ops64_9.dll'; fi
                unzip -q -j "$archive" "$names" -d "$folder/$version"
                touch "$folder/$version/complete"
            fi
        done
    ) 9>"$folder/lock"
fi
exec "$@"
