/// A mesh of two floors, for tests.
#ifndef VEER_TESTS_FLOOR_MAKER_H
#define VEER_TESTS_FLOOR_MAKER_H

#include "world_maker.h"

/// A floor, a ramp, and a floor above the first.
static inline VeerMesh *make_floors(void)
{
    static const VeerVec3 vertices[] = {{0, 0, 0},  {20, 0, 0}, {20, 4, 0}, {20, 8, 0}, {0, 8, 0},
                                        {28, 0, 2}, {28, 8, 2}, {28, 4, 2}, {20, 8, 4}, {20, 4, 4},
                                        {0, 8, 4},  {0, 0, 4},  {20, 0, 4}, {34, 0, 2}, {34, 8, 2}};
    static const uint32_t first[] = {0, 5, 9, 14, 18, 23};
    static const uint32_t corners[] = {0,  1,  2,  3, 4,   // the lower floor
                                       1,  5,  7,  2,      // up
                                       5,  13, 14, 6, 7,   // the landing
                                       7,  6,  8,  9,      // and up
                                       11, 12, 9,  8, 10}; // the upper floor
    VeerMeshDef def = veer_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = sizeof vertices / sizeof *vertices;
    def.first = first;
    def.corners = corners;
    def.polygon_count = 5;
    VeerMesh *mesh = veer_mesh_init(aligned_alloc(64, veer_mesh_size(&def)), &def, NULL, NULL);
    assert_non_null(mesh);
    return mesh;
}

#endif
