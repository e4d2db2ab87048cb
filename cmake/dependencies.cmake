# Third-party libraries as targets dep::*, the same for the native lane (Debian's packages) and for Windows (the sysroot).
# Package files are not used where Debian's and the sysroot's differ: Debian's libzip is shared and its config names tools
# that are not installed, spdlog's and fmt's name compiled libraries.
include_guard(GLOBAL)

# dep_library(zip HEADER zip.h LIBRARY zip): an imported target dep::zip; without LIBRARY a header-only one.
function(dep_library name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER;LIBRARY" "")
    find_path(DEP_${name}_INCLUDE ${arg_HEADER})
    mark_as_advanced(DEP_${name}_INCLUDE)
    if(NOT DEP_${name}_INCLUDE)
        message(FATAL_ERROR "${arg_HEADER} was not found (dep::${name}): `./dev env` installs or builds what is missing")
    endif()
    if(arg_LIBRARY)
        if(WIN32)
            set(arg_LIBRARY lib${arg_LIBRARY}.a)   # not libz.dll.a: both programs import system DLLs only
        endif()
        find_library(DEP_${name}_LIBRARY ${arg_LIBRARY})
        mark_as_advanced(DEP_${name}_LIBRARY)
        if(NOT DEP_${name}_LIBRARY)
            message(FATAL_ERROR "library ${arg_LIBRARY} was not found (dep::${name})")
        endif()
        add_library(dep::${name} UNKNOWN IMPORTED GLOBAL)
        set_target_properties(dep::${name} PROPERTIES IMPORTED_LOCATION "${DEP_${name}_LIBRARY}")
    else()
        add_library(dep::${name} INTERFACE IMPORTED GLOBAL)
    endif()
    set_target_properties(dep::${name} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${DEP_${name}_INCLUDE}")
endfunction()

find_package(Threads REQUIRED)

dep_library(zlib HEADER zlib.h LIBRARY z)
dep_library(zip HEADER zip.h LIBRARY zip)
target_link_libraries(dep::zip INTERFACE dep::zlib)
if(WIN32)
    target_compile_definitions(dep::zip INTERFACE ZIP_STATIC)   # else zip.h declares dllimport
    target_link_libraries(dep::zip INTERFACE advapi32)          # its Windows file source asks for file security
endif()

dep_library(isal HEADER isa-l.h LIBRARY isal)

dep_library(fmt HEADER fmt/format.h)
target_compile_definitions(dep::fmt INTERFACE FMT_HEADER_ONLY)
dep_library(spdlog HEADER spdlog/spdlog.h)
target_compile_definitions(dep::spdlog INTERFACE SPDLOG_FMT_EXTERNAL)
target_link_libraries(dep::spdlog INTERFACE dep::fmt Threads::Threads)

dep_library(json HEADER nlohmann/json.hpp)

if(NOT WIN32)
    dep_library(crypto HEADER openssl/evp.h LIBRARY crypto)
endif()

if(CUDNN_SETUP_TESTS)
    find_package(GTest CONFIG REQUIRED)
    add_library(dep::gtest INTERFACE IMPORTED GLOBAL)   # with its main()
    target_link_libraries(dep::gtest INTERFACE GTest::gtest_main)
    add_library(dep::gmock INTERFACE IMPORTED GLOBAL)
    target_link_libraries(dep::gmock INTERFACE GTest::gmock)
    set_target_properties(GTest::gtest GTest::gtest_main GTest::gmock GTest::gmock_main PROPERTIES IMPORTED_GLOBAL TRUE)
endif()
