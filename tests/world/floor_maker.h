/// Meshes and agents on them, for tests.
#ifndef VEER_TESTS_FLOOR_MAKER_H
#define VEER_TESTS_FLOOR_MAKER_H

#include "world_maker.h"

/// A mesh of polygons: polygon p has corners[first[p]] up to, without, corners[first[p + 1]].
static inline VeerMesh *make_polygons(const VeerVec3 *vertices, size_t vertex_count,
                                      const uint32_t *first, const uint32_t *corners,
                                      uint32_t polygon_count)
{
    VeerMeshDef def = veer_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = (uint32_t)vertex_count;
    def.first = first;
    def.corners = corners;
    def.polygon_count = polygon_count;
    VeerMesh *mesh = veer_mesh_init(aligned_alloc(64, veer_mesh_size(&def)), &def, NULL, NULL);
    assert_non_null(mesh);
    return mesh;
}

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
    return make_polygons(vertices, sizeof vertices / sizeof *vertices, first, corners, 5);
}

/// An agent with a goal.
static inline VeerAgentId add_walker(VeerWorld *world, VeerVec3 from, VeerVec3 to)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = from;
    def.radius = 0.3f;
    def.height = 1.8f;
    def.max_speed = 1.5f;
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(veer_agent_route_to(world, agent, to, 0.3f), VEER_OK);
    return agent;
}

#endif
