# What every target of the project is compiled with.
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_C_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_C_FLAGS_DEBUG "-O1 -g")

set(VEER_SANITIZE "" CACHE STRING "sanitizers, as for -fsanitize=")
option(VEER_NATIVE "use this machine's own instructions, and optimise the core across files; the bits stay" OFF)
option(VEER_COVERAGE "count covered lines" OFF)
option(VEER_FUZZ "build the fuzz targets (clang)" OFF)

add_library(veer_flags INTERFACE)
target_compile_options(veer_flags INTERFACE
    -ffp-contract=off -fno-math-errno -fno-trapping-math -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion
    -Wmissing-prototypes -Wstrict-prototypes -Werror)
if(VEER_NATIVE)
    target_compile_options(veer_flags INTERFACE -march=native)
endif()
if(VEER_SANITIZE)
    set(CMAKE_C_FLAGS_DEBUG "-O1 -g1") # lines, for traces of calls, and no more
    target_compile_options(veer_flags INTERFACE
        -fsanitize=${VEER_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(veer_flags INTERFACE -fsanitize=${VEER_SANITIZE})
endif()
if(VEER_FUZZ)
    target_compile_options(veer_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(VEER_COVERAGE)
    set(CMAKE_C_FLAGS_DEBUG "-O0 -g -DNDEBUG") # lines as they were written
    target_link_options(veer_flags INTERFACE --coverage)
endif()

# What reads files and writes them, of release builds, is hardened: an overrun that is still in it ends the
# command. Not the core, whose ticks it would slow down, and which sees no files.
set(VEER_HARDENED -fstack-protector-strong -fstack-clash-protection -Wformat -Werror=format-security)
include(CheckCSourceCompiles)
include(CheckCCompilerFlag)
set(CMAKE_REQUIRED_FLAGS "-O2 -Werror -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3")
check_c_source_compiles("#include <string.h>\nint main(void) { return (int)strlen(\"\"); }" VEER_FORTIFY_3)
set(CMAKE_REQUIRED_FLAGS)
check_c_compiler_flag(-fcf-protection VEER_HAS_CF_PROTECTION)
if(VEER_FORTIFY_3)
    list(APPEND VEER_HARDENED -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
else()
    list(APPEND VEER_HARDENED -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
endif()
if(VEER_HAS_CF_PROTECTION)
    list(APPEND VEER_HARDENED -fcf-protection)
endif()

function(veer_harden target)
    if(NOT VEER_SANITIZE)
        target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:${VEER_HARDENED}>")
    endif()
endfunction()
