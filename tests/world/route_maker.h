/// Rooms, a hook and mud to find paths through.
#ifndef VEER_TEST_WORLD_ROUTE_MAKER_H
#define VEER_TEST_WORLD_ROUTE_MAKER_H

#include "world/map_maker.h"

#include "support/allocator.h"

static const char *const hook[] = {
    "............", //
    ".########...", //
    "........#...", //
    "........#...", //
    "........#...", //
    ".########...", //
    "............", //
};

static const char *const rooms[] = {
    "......#......", //
    "......#......", //
    "......#......", //
    "......#......", //
    "......#......", //
};

// A strip of mud across the straight path of two agents, with a detour that is 2.5 times as long.
static inline VeerWorld *make_muddy_world(uint8_t cost, uint32_t fields)
{
    VeerWorldDef def = map_def(24, 12);
    def.map.grid.has_costs = true;
    def.map.max_fields = fields;
    def.map.field_agents = 1;
    VeerWorld *world = make_world_of(&def);
    assert_int_equal(veer_world_grid_set_cost(world, (VeerCellRect){{8, 0}, {16, 9}}, cost),
                     VEER_OK);
    return world;
}

#endif
