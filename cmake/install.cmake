# install, find_package(veer), pkg-config.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The .pc files find the rest from where they are, so that the tree may be moved.
file(RELATIVE_PATH up_from_pc /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/veer)

# What a library needs is linked with it by programs that link an archive; a shared library brings it along.
# usage: veer_pkg_config(NAME DESCRIPTION LIBS REQUIRES OTHER_REQUIRES)
function(veer_pkg_config name description needed requires others)
    set(libs)
    set(public ${requires})
    set(define " -DVEER_SHARED")
    if(NOT BUILD_SHARED_LIBS)
        set(libs "${needed}")
        string(APPEND public "${others}")
        set(define)
    endif()
    configure_file(${PROJECT_SOURCE_DIR}/cmake/veer.pc.in ${name}.pc @ONLY)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endfunction()

# One export set a library: without the dependencies of one, the others are still found.
foreach(library veer veer_threads veer_io veer_detour veer_chipmunk veer_ode veer_mpi)
    if(TARGET ${library})
        install(TARGETS ${library} EXPORT ${library}_targets
            ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev
            LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT dev
            RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT library)
        install(EXPORT ${library}_targets NAMESPACE veer:: DESTINATION ${package_dir} COMPONENT dev)
    endif()
endforeach()
veer_pkg_config(veer "${PROJECT_DESCRIPTION}" " -lm" "" "")
if(TARGET veer_threads)
    veer_pkg_config(veer_threads "veer: a job system on pthreads" " -pthread" veer "")
endif()
if(TARGET veer_io)
    veer_pkg_config(veer_io "veer: scenario files, scores, recordings" " -lm" veer " jansson sqlite3 libpng zlib geos")
endif()
if(TARGET veer_detour)
    veer_pkg_config(veer_detour "veer: navigation meshes of level geometry, by Recast" " -lRecast -lstdc++" veer "")
endif()

if(TARGET veer_chipmunk)
    veer_pkg_config(veer_chipmunk "veer: bodies of Chipmunk" " -lchipmunk -lm" veer "")
endif()

if(TARGET veer_ode)
    veer_pkg_config(veer_ode "veer: bodies of ODE" " -lode -lm" veer "")
endif()

if(TARGET veer_mpi)
    get_filename_component(zoltan ${VEER_ZOLTAN_LIBRARY} NAME_WE)
    string(REGEX REPLACE "^lib" "" zoltan ${zoltan})
    veer_pkg_config(veer_mpi "veer: one world over the ranks of MPI" " -l${zoltan} -pthread -lm" veer " ompi-c")
endif()

if(TARGET veer_command)
    file(RELATIVE_PATH up_from_bin /p/${CMAKE_INSTALL_BINDIR} /p/${CMAKE_INSTALL_LIBDIR})
    if(BUILD_SHARED_LIBS)
        set_target_properties(veer_command PROPERTIES INSTALL_RPATH "$ORIGIN/${up_from_bin}")
    endif()
    install(TARGETS veer_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tool)
endif()

if(TARGET veer_mpi_command)
    install(TARGETS veer_mpi_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tool)
endif()

set(io_headers scenario.h metrics.h level.h mapfile.h movingai.h recording.h replay.h file.h)
set(left_out)
if(NOT TARGET veer_detour)
    list(APPEND left_out PATTERN detour.h EXCLUDE)
endif()
if(NOT TARGET veer_chipmunk)
    list(APPEND left_out PATTERN chipmunk.h EXCLUDE)
endif()
if(NOT TARGET veer_ode)
    list(APPEND left_out PATTERN ode.h EXCLUDE)
endif()
if(NOT TARGET veer_mpi)
    list(APPEND left_out PATTERN mpi.h EXCLUDE)
endif()
if(NOT TARGET veer_io)
    foreach(header ${io_headers})
        list(APPEND left_out PATTERN ${header} EXCLUDE)
    endforeach()
endif()
install(DIRECTORY include/veer DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    COMPONENT dev FILES_MATCHING PATTERN "*.h" ${left_out})

configure_package_config_file(cmake/veerConfig.cmake.in veerConfig.cmake
    INSTALL_DESTINATION ${package_dir})
# Below 1.0 a new minor version may break the API.
write_basic_package_version_file(veerConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/veerConfig.cmake
    ${CMAKE_CURRENT_BINARY_DIR}/veerConfigVersion.cmake DESTINATION ${package_dir} COMPONENT dev)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT dev)
