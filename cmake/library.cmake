# The libraries: veer (the core), veer_threads, veer_io.
find_package(Threads)

# One library from all the .c files of some folders below src/, and of the rooms in them.
function(veer_library name)
    set(sources)
    foreach(folder ${ARGN})
        file(GLOB_RECURSE found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*.c)
        list(APPEND sources ${found})
    endforeach()
    add_library(${name} STATIC ${sources})
    add_library(veer::${name} ALIAS ${name})
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_include_directories(${name}
        PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>
        PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:veer_flags>)
endfunction()

veer_library(veer base math geom space map steer avoid plan path motion squad world service draw)
if(VEER_NATIVE)
    # Fat objects: who links the installed library need not optimise across files as well.
    target_compile_options(veer PRIVATE -flto -ffat-lto-objects)
endif()
if(VEER_NATIVE AND CMAKE_C_COMPILER_ID STREQUAL GNU)
    # The core as one object, optimised across files once: what the many tests link.
    set(VEER_OBJECT ${PROJECT_BINARY_DIR}/veer.o)
    add_custom_command(OUTPUT ${VEER_OBJECT} VERBATIM COMMAND_EXPAND_LISTS
        COMMAND ${CMAKE_C_COMPILER} -r -flinker-output=nolto-rel -flto=auto -O3 -march=native
            -o ${VEER_OBJECT} $<TARGET_OBJECTS:veer>
        DEPENDS veer $<TARGET_OBJECTS:veer>)
    add_custom_target(veer_object DEPENDS ${VEER_OBJECT})
endif()
target_link_libraries(veer PUBLIC m)

if(Threads_FOUND)
    veer_library(veer_threads bridge/threads)
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
    add_library(veer_detour STATIC ${PROJECT_SOURCE_DIR}/src/bridge/detour/recast.cpp)
    add_library(veer::veer_detour ALIAS veer_detour)
    set_target_properties(veer_detour PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_STANDARD 17
        CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
    target_include_directories(veer_detour
        PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
    target_include_directories(veer_detour SYSTEM PRIVATE ${RECAST_INCLUDE})
    target_compile_options(veer_detour PRIVATE
        -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Werror)
    target_link_libraries(veer_detour PUBLIC veer PRIVATE ${RECAST_LIBRARY})
endif()

if(VEER_TOOLS)
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)
    pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)
    pkg_check_modules(PNG REQUIRED IMPORTED_TARGET libpng zlib)
    pkg_check_modules(GEOS REQUIRED IMPORTED_TARGET geos)
    veer_library(veer_io io)
    target_link_libraries(veer_io PUBLIC veer PRIVATE PkgConfig::JANSSON PkgConfig::SQLITE
        PkgConfig::PNG PkgConfig::GEOS)
    include(${PROJECT_SOURCE_DIR}/cmake/scenes.cmake)
endif()
