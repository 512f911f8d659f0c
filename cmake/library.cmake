# The libraries: veer (the core), veer_threads, veer_io.
find_package(Threads)

# The .c files of some folders below src/, and of the rooms in them.
function(veer_sources out)
    set(sources)
    foreach(folder ${ARGN})
        file(GLOB_RECURSE found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*.c)
        list(APPEND sources ${found})
    endforeach()
    set(${out} ${sources} PARENT_SCOPE)
endfunction()

# What a library of such files is compiled with: what headers declare VEER_API is seen from outside, no more.
function(veer_set_up target)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
    target_include_directories(${target}
        PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>
        PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:veer_flags>)
    if(VEER_COVERAGE)
        target_compile_options(${target} PRIVATE --coverage)
    endif()
endfunction()

function(veer_library name)
    veer_sources(sources ${ARGN})
    add_library(${name} ${sources})
    add_library(veer::${name} ALIAS ${name})
    veer_set_up(${name})
endfunction()

# The objects of the core, which are made once for all that links it.
veer_sources(sources base math geom space map steer avoid plan path motion squad world service draw)
add_library(veer_core OBJECT ${sources})
veer_set_up(veer_core)
set(objects $<TARGET_OBJECTS:veer_core>)
# Kernels once more for each wider register of x86-64, of which the machine's are chosen at run time.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
    target_compile_definitions(veer_core PRIVATE VEER_LANES_ALL)
    list(FILTER sources INCLUDE REGEX "_lanes\\.c$")
    foreach(lanes avx2 avx512)
        add_library(veer_${lanes} OBJECT ${sources})
        veer_set_up(veer_${lanes})
        target_compile_definitions(veer_${lanes} PRIVATE VEER_LANES_ALL VEER_LANES=${lanes})
        if(CMAKE_C_COMPILER_ID STREQUAL GNU)
            # Below -O2 gcc leaves the upper halves of registers in use, which slows down all that follows.
            target_compile_options(veer_${lanes} PRIVATE -fexpensive-optimizations)
        endif()
        list(APPEND objects $<TARGET_OBJECTS:veer_${lanes}>)
    endforeach()
    target_compile_options(veer_avx2 PRIVATE -mavx2 -mbmi)
    target_compile_options(veer_avx512 PRIVATE -mavx512f -mbmi)
endif()
set(whole ${objects}) # with what tests look into
if(VEER_ONE_OBJECT)
    # All of the core's functions may be called from elsewhere, so gcc keeps a copy of each and does not
    # inline what it would if it saw all calls: 4% of a tick of a crowd at gcc's own 30 and 40.
    foreach(library veer_core veer_avx2 veer_avx512)
        if(TARGET ${library})
            target_compile_options(${library} PRIVATE -flto -fno-fat-lto-objects -fno-semantic-interposition
                --param=max-inline-insns-auto=100 --param=inline-unit-growth=100)
        endif()
    endforeach()
    separate_arguments(flags NATIVE_COMMAND "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_RELEASE}")
    set(parts ${objects})
    set(whole ${PROJECT_BINARY_DIR}/veer_whole.o)
    set(objects ${PROJECT_BINARY_DIR}/veer.o)
    add_custom_command(OUTPUT ${whole} ${objects} VERBATIM COMMAND_EXPAND_LISTS
        COMMAND ${CMAKE_C_COMPILER} -r -flinker-output=nolto-rel -flto=auto ${flags} -fno-semantic-interposition
            -o ${whole} ${parts}
        COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${whole} ${objects}
        DEPENDS ${parts})
    set_source_files_properties(${whole} ${objects} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
endif()
add_library(veer ${objects})
add_library(veer::veer ALIAS veer)
set_target_properties(veer PROPERTIES LINKER_LANGUAGE C)
veer_set_up(veer)
target_link_libraries(veer PUBLIC m)
if(VEER_TESTS)
    add_library(veer_whole STATIC ${whole})
    set_target_properties(veer_whole PROPERTIES LINKER_LANGUAGE C
        ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    veer_set_up(veer_whole)
    if(TARGET veer_avx2)
        target_compile_definitions(veer_whole PUBLIC VEER_LANES_ALL)
    endif()
    target_link_libraries(veer_whole PUBLIC m)
endif()

if(Threads_FOUND)
    veer_library(veer_threads bridge/threads)
    if(VEER_COVERAGE)
        target_compile_options(veer_threads PRIVATE -fprofile-update=atomic) # the others run on one thread
    endif()
    target_link_libraries(veer_threads PUBLIC veer Threads::Threads)
endif()

# Navigation meshes of level geometry: C++ behind a header for C, where Recast is. Not in sanitized
# builds, which would have to link one compiler's objects with the other's runtime.
find_path(RECAST_INCLUDE recastnavigation/Recast.h)
find_library(RECAST_LIBRARY Recast)
mark_as_advanced(RECAST_INCLUDE RECAST_LIBRARY)
if(RECAST_INCLUDE AND RECAST_LIBRARY AND NOT VEER_SANITIZE)
    if(CMAKE_C_COMPILER_ID MATCHES Clang AND NOT DEFINED CMAKE_CXX_COMPILER)
        find_program(VEER_CLANGXX clang++) # one maker for all objects of a program
        mark_as_advanced(VEER_CLANGXX)
        set(CMAKE_CXX_COMPILER ${VEER_CLANGXX})
    endif()
    include(CheckLanguage)
    check_language(CXX)
endif()
if(CMAKE_CXX_COMPILER)
    enable_language(CXX)
    add_library(veer_detour ${PROJECT_SOURCE_DIR}/src/bridge/detour/recast.cpp)
    add_library(veer::veer_detour ALIAS veer_detour)
    set_target_properties(veer_detour PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_STANDARD 17
        CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
    target_include_directories(veer_detour
        PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
    target_include_directories(veer_detour SYSTEM PRIVATE ${RECAST_INCLUDE})
    target_compile_options(veer_detour PRIVATE
        -ffp-contract=off ${VEER_WARNINGS})
    target_link_libraries(veer_detour PUBLIC veer PRIVATE ${RECAST_LIBRARY})
endif()

if(VEER_TOOLS)
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)
    pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)
    pkg_check_modules(PNG REQUIRED IMPORTED_TARGET libpng zlib)
    pkg_check_modules(GEOS REQUIRED IMPORTED_TARGET geos)
    veer_library(veer_io io)
    veer_harden(veer_io)
    target_link_libraries(veer_io PUBLIC veer PRIVATE PkgConfig::JANSSON PkgConfig::SQLITE
        PkgConfig::PNG PkgConfig::GEOS)
    include(${PROJECT_SOURCE_DIR}/cmake/scenes.cmake)
endif()
