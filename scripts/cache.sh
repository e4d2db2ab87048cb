# Sourced by dev and the lanes: the cached items, each in a folder named after its recipe, and the variables that name them.
# need... makes an item when it is missing; a changed recipe or a new version of what goes in gives another folder.
# Installs missing packages first: their versions are part of the names.

. "$checkout/scripts/packages.sh"
installPackages

recipes=$checkout/scripts
wheelNames=(nvidia-cudnn-cu12==9.5.0.50 nvidia-cudnn-cu12==9.0.0.312
    nvidia-cuda-runtime-cu12==12.6.77 nvidia-cuda-nvrtc-cu12==12.6.77 nvidia-cublas-cu12==12.6.3.3)

gcc=$(packageVersion g++-mingw-w64-x86-64-posix)
export CUDNN_SETUP_SYSROOT=$cache/sysroot/$(recipeKey "$recipes/sysroot.sh" -- "$gcc" "$(sourceVersion libzip-dev)" \
    "$(sourceVersion libisal-dev)" "$(sourceVersion googletest)" "$(sourceVersion libspdlog-dev)" \
    "$(sourceVersion libfmt-dev)" "$(sourceVersion nlohmann-json3-dev)")
export CUDNN_SETUP_QT_STATIC=$cache/qt-static/$(recipeKey "$recipes/qt_static.sh" -- "$(sourceVersion qt6-base-dev)" "$gcc")
export CUDNN_SETUP_WINE_TEMPLATE=$cache/wine/$(recipeKey "$recipes/wine_template.sh" -- "$(packageVersion wine64)")
wheelFolder=$cache/wheels/$(recipeKey "$recipes/wheels.sh" -- "${wheelNames[@]}")
export CUDNN_SETUP_REAL=$cache/real/$(recipeKey "$recipes/real_files.sh" "$recipes/make_real_archive.py" \
    "$recipes/import_library.py" "$recipes/toolkit_frame.sh" -- "${wheelNames[@]}")
export WINELOADER=/usr/lib/wine/wine64   # Debian's wine script sets it too; programs started by tests need it as well

# need NAME PATH COMMAND...: announces the step only when there is something to build.
need() {
    local name=$1 item=$2
    shift 2
    [[ -d $item ]] || step "$name" cached "$item" "$@"
}
needSysroot() { need sysroot "$CUDNN_SETUP_SYSROOT" "$recipes/sysroot.sh"; }
needQtStatic() { need qt-static "$CUDNN_SETUP_QT_STATIC" "$recipes/qt_static.sh"; }
needWineTemplate() { need wine-template "$CUDNN_SETUP_WINE_TEMPLATE" "$recipes/wine_template.sh"; }
# Fails when the wheels cannot be had; the caller then says "not run".
needRealFiles() {
    [[ -d $CUDNN_SETUP_REAL ]] && return 0
    need wheels "$wheelFolder" fetchWheels || return 1
    need real-files "$CUDNN_SETUP_REAL" "$recipes/real_files.sh" "$wheelFolder"
}
fetchWheels() { "$recipes/wheels.sh" "$1" "${wheelNames[@]}"; }

printEnvironment() {
    local name
    for name in CUDNN_SETUP_SYSROOT CUDNN_SETUP_QT_STATIC CUDNN_SETUP_REAL CUDNN_SETUP_WINE_TEMPLATE WINELOADER \
        CCACHE_DIR CCACHE_BASEDIR CCACHE_MAXSIZE CCACHE_NOHASHDIR; do
        printf 'export %s=%q\n' "$name" "${!name}"
    done
}
