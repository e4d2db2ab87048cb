# What every target of ours compiles with; nothing is set globally.
add_library(cudnn_setup_config INTERFACE)
add_library(cudnn_setup::config ALIAS cudnn_setup_config)
target_compile_features(cudnn_setup_config INTERFACE cxx_std_23)
target_compile_options(cudnn_setup_config INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wold-style-cast -Wnon-virtual-dtor -fstack-protector-strong
    $<$<BOOL:${CUDNN_SETUP_WERROR}>:-Werror>)
target_compile_definitions(cudnn_setup_config INTERFACE
    CUDNN_SETUP_VERSION="${PROJECT_VERSION}"
    $<$<PLATFORM_ID:Windows>:UNICODE;_UNICODE;NOMINMAX;WIN32_LEAN_AND_MEAN;_WIN32_WINNT=0x0A00>)
target_link_options(cudnn_setup_config INTERFACE
    -fstack-protector-strong   # MinGW adds libssp only when the link line asks as well
    $<$<PLATFORM_ID:Windows>:-static;LINKER:--dynamicbase,--nxcompat,--high-entropy-va>)
if(CUDNN_SETUP_SANITIZE)
    target_compile_options(cudnn_setup_config INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(cudnn_setup_config INTERFACE -fsanitize=address,undefined)
endif()
