# For wasm32, by clang and its linker, without a C library: what the core calls of one is in web/libc.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-unknown-unknown)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
option(VEER_WASM_SIMD "128-bit registers: off for engines without them" ON)
set(simd "")
if(VEER_WASM_SIMD)
    set(simd "-msimd128")
endif()
set(CMAKE_C_FLAGS_INIT "-mbulk-memory ${simd} -isystem ${CMAKE_CURRENT_LIST_DIR}/../web/libc")
# -O0: else clang runs wasm-opt wherever there is one, without the features that the module has.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-O0 -nostdlib -Wl,--no-entry,--export-dynamic")
