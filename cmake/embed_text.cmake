# Compiles a text file into a target, so that the programs need no files beside them:
#
#   cudnn_setup_embed(cudnn_setup_report ${PROJECT_SOURCE_DIR}/resources/messages/en.json messagesEn)
#
# gives the target's own sources  #include "embedded/messagesEn.h"  with  std::string_view cudnn_setup::embedded::messagesEn.
# The file is read again whenever it changes.
#
# The same file is the script that writes the sources: cmake -DINPUT=… -DSYMBOL=… -DOUTPUT=… -P embed_text.cmake
if(CMAKE_SCRIPT_MODE_FILE AND INPUT)
    file(READ "${INPUT}" bytes HEX)
    string(LENGTH "${bytes}" size)
    math(EXPR size "${size} / 2 + 1")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
    string(REGEX REPLACE "((......,)(......,)(......,)(......,)(......,)(......,)(......,)(......,))" "\\1\n    " bytes "${bytes}")
    file(WRITE "${OUTPUT}/${SYMBOL}.h"
        "#pragma once\n#include <string_view>\nnamespace cudnn_setup::embedded {\nextern const std::string_view ${SYMBOL};\n}\n")
    file(WRITE "${OUTPUT}/${SYMBOL}.cpp"
        "#include \"${SYMBOL}.h\"\n#include <array>\nnamespace cudnn_setup::embedded {\n"
        # Bytes one by one: a string literal may end at 64 KiB and would read an embedded quote as its end.
        "static constexpr std::array<char, ${size}> bytes{\n    ${bytes}'\\0'};\n"
        "constinit const std::string_view ${SYMBOL}{bytes.data(), bytes.size() - 1};\n}\n")
    return()
endif()

include_guard(GLOBAL)
set(CUDNN_SETUP_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_FILE}" CACHE INTERNAL "")

function(cudnn_setup_embed target file symbol)
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/embedded")
    add_custom_command(
        OUTPUT "${folder}/${symbol}.cpp" "${folder}/${symbol}.h"
        COMMAND "${CMAKE_COMMAND}" "-DINPUT=${file}" "-DSYMBOL=${symbol}" "-DOUTPUT=${folder}" -P "${CUDNN_SETUP_EMBED_SCRIPT}"
        DEPENDS "${file}" "${CUDNN_SETUP_EMBED_SCRIPT}"
        COMMENT "Embedding ${file}"
        VERBATIM)
    target_sources(${target} PRIVATE "${folder}/${symbol}.cpp" "${folder}/${symbol}.h")
    target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}")
endfunction()
