# Delay loading for programs that GNU ld links. It has no /DELAYLOAD and no DependentLoadFlags, so every DLL that is no KnownDLL gets an import
# library of the delayed kind (dlltool -y) that stands before the toolchain's own on the link line. A DLL that is loaded on first use is searched
# after SetDefaultDllDirectories(SYSTEM32) has run (app/process_hardening.cpp); one in the import table is searched beside the program.
#
#   cudnn_setup_delay_load(cudnn-setup)
#
# cmake/delay/<dll>.def lists the functions that the program really imports. One that is missing there fails the link; a DLL that is missing there
# is found by the test of the import table (tests/e2e/imports).
include_guard(GLOBAL)
set(CUDNN_SETUP_DELAY_FOLDER "${CMAKE_CURRENT_LIST_DIR}/delay" CACHE INTERNAL "")

function(cudnn_setup_delay_load target)
    if(NOT WIN32)
        return()
    endif()
    find_program(CUDNN_SETUP_DLLTOOL NAMES x86_64-w64-mingw32-dlltool REQUIRED NO_CMAKE_FIND_ROOT_PATH)
    set(folder "${CMAKE_BINARY_DIR}/delay")
    file(MAKE_DIRECTORY "${folder}")
    if(NOT TARGET cudnn_setup_delay_libraries)
        file(GLOB definitions CONFIGURE_DEPENDS "${CUDNN_SETUP_DELAY_FOLDER}/*.def")
        set(libraries "")
        foreach(definition IN LISTS definitions)
            get_filename_component(name "${definition}" NAME_WE)
            set(library "${folder}/lib${name}.a")
            add_custom_command(OUTPUT "${library}"
                COMMAND "${CUDNN_SETUP_DLLTOOL}" -d "${definition}" -y "${library}"
                DEPENDS "${definition}" VERBATIM)
            list(APPEND libraries "${library}")
        endforeach()
        add_custom_target(cudnn_setup_delay_libraries DEPENDS ${libraries})
    endif()
    add_dependencies(${target} cudnn_setup_delay_libraries)
    target_link_directories(${target} BEFORE PRIVATE "${folder}")
endfunction()

# Behind everything else: the helper that the delayed libraries call. For the targets of the directory that includes this file.
if(WIN32)
    string(APPEND CMAKE_CXX_STANDARD_LIBRARIES " -ldelayimp")
endif()
