# The libraries: veer (the core), veer_threads, veer_io.
if(NOT CMAKE_SYSTEM_NAME STREQUAL Generic)
    find_package(Threads)
endif()

# The .c files of some folders below src/, and of the rooms in them.
function(veer_sources out)
    set(sources)
    foreach(folder ${ARGN})
        file(GLOB_RECURSE found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*.c)
        list(APPEND sources ${found})
    endforeach()
    set(${out} ${sources} PARENT_SCOPE)
endfunction()

# What goes into a shared library where BUILD_SHARED_LIBS asks for them, and what links it.
function(veer_share target)
    # Below 1.0 a new minor version may break the API.
    set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION}
        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    if(BUILD_SHARED_LIBS)
        target_compile_definitions(${target} PRIVATE VEER_BUILDING PUBLIC VEER_SHARED)
    endif()
endfunction()

# What a library of such files is compiled with: what headers declare VEER_API is seen from outside, no more.
function(veer_set_up target)
    set_target_properties(${target} PROPERTIES C_VISIBILITY_PRESET hidden)
    if(NOT CMAKE_SYSTEM_NAME STREQUAL Generic)
        set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    endif()
    target_include_directories(${target}
        PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>
        PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:veer_flags>)
    if(VEER_COVERAGE)
        # Branches and lines: 96.1% and 99.6%, as without optimisation, in a third of the time.
        target_compile_options(${target} PRIVATE --coverage -O1 -g)
    endif()
    veer_guide_fuzzing(${target})
    veer_share(${target})
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
        # Analyzers have seen these lines once, and do not know what wide registers hold.
        set_target_properties(veer_${lanes} PROPERTIES C_CLANG_TIDY "")
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
if(NOT CMAKE_SYSTEM_NAME STREQUAL Generic)
    target_link_libraries(veer PUBLIC m)
endif()
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
if(VEER_DETOUR AND NOT VEER_SANITIZE)
    find_path(VEER_RECAST_INCLUDE recastnavigation/Recast.h)
    find_library(VEER_RECAST_LIBRARY Recast)
    mark_as_advanced(VEER_RECAST_INCLUDE VEER_RECAST_LIBRARY)
endif()
if(VEER_RECAST_INCLUDE AND VEER_RECAST_LIBRARY)
    if(CMAKE_C_COMPILER_ID MATCHES Clang AND NOT DEFINED CMAKE_CXX_COMPILER)
        find_program(VEER_CLANGXX clang++) # one maker for all objects of a program
        mark_as_advanced(VEER_CLANGXX)
        set(CMAKE_CXX_COMPILER ${VEER_CLANGXX})
    endif()
    include(CheckLanguage)
    check_language(CXX)
endif()
if(VEER_RECAST_INCLUDE AND VEER_RECAST_LIBRARY AND CMAKE_CXX_COMPILER)
    enable_language(CXX)
    add_library(veer_detour ${PROJECT_SOURCE_DIR}/src/bridge/detour/recast.cpp)
    add_library(veer::veer_detour ALIAS veer_detour)
    set_target_properties(veer_detour PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_STANDARD 17
        CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
        CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
    target_include_directories(veer_detour
        PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
    target_include_directories(veer_detour SYSTEM PRIVATE ${VEER_RECAST_INCLUDE})
    target_compile_options(veer_detour PRIVATE
        -ffp-contract=off ${VEER_WARNINGS})
    target_link_libraries(veer_detour PUBLIC veer PRIVATE ${VEER_RECAST_LIBRARY})
    veer_share(veer_detour)
endif()

# Bodies of physics engines, where those are: veer_chipmunk, veer_ode.
function(veer_engine_library name folder header library)
    string(TOUPPER ${folder} upper)
    if(VEER_ENGINES)
        find_path(VEER_${upper}_INCLUDE ${header})
        find_library(VEER_${upper}_LIBRARY ${library})
        mark_as_advanced(VEER_${upper}_INCLUDE VEER_${upper}_LIBRARY)
    endif()
    if(VEER_${upper}_INCLUDE AND VEER_${upper}_LIBRARY)
        veer_library(${name} bridge/engine bridge/${folder})
        target_include_directories(${name} SYSTEM PRIVATE ${VEER_${upper}_INCLUDE})
        target_link_libraries(${name} PUBLIC veer PRIVATE ${VEER_${upper}_LIBRARY} m)
    endif()
endfunction()
veer_engine_library(veer_chipmunk chipmunk chipmunk/chipmunk.h chipmunk)
veer_engine_library(veer_ode ode ode/ode.h ode)

# A world over the ranks of MPI, whose regions Zoltan cuts, where both are. Not in sanitized builds: MPI's own libraries leak.
if(VEER_MPI AND NOT VEER_SANITIZE AND NOT CMAKE_CROSSCOMPILING)
    find_package(MPI QUIET COMPONENTS C)
    find_package(Threads QUIET)
    find_path(VEER_ZOLTAN_INCLUDE zoltan.h PATH_SUFFIXES trilinos)
    find_library(VEER_ZOLTAN_LIBRARY NAMES trilinos_zoltan zoltan)
    mark_as_advanced(VEER_ZOLTAN_INCLUDE VEER_ZOLTAN_LIBRARY)
endif()
if(MPI_C_FOUND AND Threads_FOUND AND VEER_ZOLTAN_INCLUDE AND VEER_ZOLTAN_LIBRARY)
    veer_library(veer_mpi bridge/mpi)
    target_include_directories(veer_mpi SYSTEM PRIVATE ${MPI_C_INCLUDE_DIRS} ${VEER_ZOLTAN_INCLUDE})
    target_link_libraries(veer_mpi PUBLIC veer PRIVATE ${VEER_ZOLTAN_LIBRARY} ${MPI_C_LIBRARIES} Threads::Threads m)
    # Ranks of other builds are refused: of other sources, or by another compiler or other options.
    set(header ${PROJECT_BINARY_DIR}/veer_build.h)
    file(GLOB_RECURSE files RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/*.h
        ${PROJECT_SOURCE_DIR}/src/*.h ${PROJECT_SOURCE_DIR}/src/*.c)
    list(FILTER files EXCLUDE REGEX "^src/(io|bridge/[^m])")
    list(APPEND files cmake/options.cmake cmake/library.cmake)
    list(TRANSFORM files PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE paths)
    string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
    add_custom_command(OUTPUT ${header} VERBATIM DEPENDS ${paths} ${PROJECT_SOURCE_DIR}/cmake/build_digest.cmake
        COMMAND ${CMAKE_COMMAND} -DFOLDER=${PROJECT_SOURCE_DIR} -DOUT=${header}
            "-DOPTIONS=${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION} ${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${type}}"
            -P ${PROJECT_SOURCE_DIR}/cmake/build_digest.cmake ${files})
    set_source_files_properties(${PROJECT_SOURCE_DIR}/src/bridge/mpi/build.c PROPERTIES
        COMPILE_DEFINITIONS VEER_BUILD_HEADER="${header}" OBJECT_DEPENDS ${header})
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
