# install, find_package(veer), pkg-config.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The .pc files find the rest from where they are, so that the tree may be moved.
file(RELATIVE_PATH up_from_pc /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/veer)

# One export set a library: without the dependencies of one, the others are still found.
foreach(library veer veer_threads veer_io veer_detour)
    if(TARGET ${library})
        install(TARGETS ${library} EXPORT ${library}_targets ARCHIVE DESTINATION
            ${CMAKE_INSTALL_LIBDIR})
        install(EXPORT ${library}_targets NAMESPACE veer:: DESTINATION ${package_dir})
        configure_file(cmake/${library}.pc.in ${library}.pc @ONLY)
        install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${library}.pc
            DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
    endif()
endforeach()
if(TARGET veer_command)
    install(TARGETS veer_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

set(io_headers scenario.h metrics.h level.h mapfile.h movingai.h recording.h file.h)
set(left_out)
if(NOT TARGET veer_detour)
    list(APPEND left_out PATTERN detour.h EXCLUDE)
endif()
if(NOT TARGET veer_io)
    foreach(header ${io_headers})
        list(APPEND left_out PATTERN ${header} EXCLUDE)
    endforeach()
endif()
install(DIRECTORY include/veer DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h" ${left_out})

configure_package_config_file(cmake/veerConfig.cmake.in veerConfig.cmake
    INSTALL_DESTINATION ${package_dir})
# Below 1.0 a new minor version may break the API.
write_basic_package_version_file(veerConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/veerConfig.cmake
    ${CMAKE_CURRENT_BINARY_DIR}/veerConfigVersion.cmake DESTINATION ${package_dir})
