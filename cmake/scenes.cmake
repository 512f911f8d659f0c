# The scenes of scenarios/ as a part of veer_io.
file(GLOB scenes CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/scenarios/*.json)
set(table ${PROJECT_BINARY_DIR}/scenes_table.c)
add_custom_command(OUTPUT ${table}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${PROJECT_SOURCE_DIR}/scenarios -DOUT=${table}
        -P ${PROJECT_SOURCE_DIR}/cmake/embed_scenes.cmake
    DEPENDS ${scenes} ${PROJECT_SOURCE_DIR}/cmake/embed_scenes.cmake)
target_sources(veer_io PRIVATE ${table})
