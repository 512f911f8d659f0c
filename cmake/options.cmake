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
