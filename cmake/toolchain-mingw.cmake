# Windows programs from Debian: MinGW-w64 GCC 12 with POSIX threads (std::thread, std::mutex). Dependencies come from the
# sysroot that `./dev` builds; `eval "$(./dev env)"` puts its place into the environment.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_VERSION 10.0)
set(CMAKE_SYSTEM_PROCESSOR x86_64)

set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

# Kept in the cache, so that a build started from a shell without the variables does not silently lose its sysroot.
set(CUDNN_SETUP_SYSROOT "$ENV{CUDNN_SETUP_SYSROOT}" CACHE PATH "MinGW libraries built by ./dev")
set(CUDNN_SETUP_QT_STATIC "$ENV{CUDNN_SETUP_QT_STATIC}" CACHE PATH "Static Qt for Windows built by ./dev")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CUDNN_SETUP_SYSROOT CUDNN_SETUP_QT_STATIC)
if(NOT CUDNN_SETUP_SYSROOT)
    message(FATAL_ERROR "CUDNN_SETUP_SYSROOT is not set: run  eval \"$(./dev env)\"  first")
endif()

# GCC 12's <typeinfo> does not link with C++23 on Windows; scripts/sysroot.sh says why.
set(CMAKE_CXX_FLAGS_INIT "-isystem ${CUDNN_SETUP_SYSROOT}/include/typeinfo-fix")

set(CMAKE_FIND_ROOT_PATH "${CUDNN_SETUP_SYSROOT}")
if(CUDNN_SETUP_QT_STATIC)
    list(APPEND CMAKE_FIND_ROOT_PATH "${CUDNN_SETUP_QT_STATIC}")
endif()
list(APPEND CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# moc, rcc, uic and lrelease run here, not on Windows.
set(QT_HOST_PATH /usr CACHE PATH "Qt tools of the host")
set(QT_HOST_PATH_CMAKE_DIR /usr/lib/x86_64-linux-gnu/cmake CACHE PATH "Their CMake packages")
# Not part of the static Qt, which is qtbase alone; the host's package defines lrelease and qt_add_translations as well.
set(Qt6LinguistTools_DIR /usr/lib/x86_64-linux-gnu/cmake/Qt6LinguistTools CACHE PATH "lrelease of the host")

# The host sees only the low byte of a Windows exit status; enough for a test program (0 or 1). Tests of exit codes use
# tests/e2e/launcher.
set(CMAKE_CROSSCOMPILING_EMULATOR "${CMAKE_CURRENT_LIST_DIR}/../scripts/wine_run.sh")
