/// Worlds with a map drawn in rows of text, for tests of routes.
#ifndef VEER_TESTS_MAP_MAKER_H
#define VEER_TESTS_MAP_MAKER_H

#include "world/world_maker.h"

/// A def for a map of cells of 1 m with its corner at the origin.
static inline VeerWorldDef map_def(uint32_t width, uint32_t height)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = 64;
    def.max_obstacles = 16;
    def.map = veer_world_map_def_default(VEER_MAP_GRID);
    def.map.grid.width = width;
    def.map.grid.height = height;
    return def;
}

/// Blocks the cells where rows[height], the first at y = 0, have a '#'.
static inline void lay_rows(VeerWorld *world, const char *const *rows, int32_t height)
{
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; rows[y][x]; x++) {
            VeerCellRect cell = {{x, y}, {x + 1, y + 1}};
            assert_int_equal(veer_world_grid_fill(world, cell, rows[y][x] == '#'), VEER_OK);
        }
    }
}

static inline VeerWorld *make_map_world(const char *const *rows, int32_t height)
{
    VeerWorldDef def = map_def((uint32_t)strlen(rows[0]), (uint32_t)height);
    VeerWorld *world = make_world_of(&def);
    lay_rows(world, rows, height);
    return world;
}

/// A small agent that goes by route.
static inline VeerAgentId add_traveller(VeerWorld *world, VeerVec3 from, VeerVec3 to, float radius)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = from;
    def.radius = radius;
    def.max_speed = 2.0f;
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(veer_agent_route_to(world, agent, to, 0.3f), VEER_OK);
    return agent;
}

static inline VeerRouteState read_route(const VeerWorld *world, VeerAgentId agent)
{
    VeerRouteState state;
    assert_int_equal(veer_agent_route(world, agent, &state), VEER_OK);
    return state;
}

/// How deep an agent is in what is blocked, as a part of its radius; <= 0: not at all.
static inline float depth_in_map(const VeerWorld *world, VeerAgentId agent)
{
    VeerAgentState state = read_agent(world, agent);
    float gap = veer_grid_gap(veer_world_grid(world), state.position, 2.0f * state.radius);
    return 1.0f - gap / state.radius;
}

/// Steps until the agent has arrived, or is blocked. @return how often
static inline int step_until_done(VeerWorld *world, VeerAgentId agent, int most)
{
    int ticks = 0;
    VeerAgentStatus status = VEER_AGENT_MOVING;
    while (ticks < most && status == VEER_AGENT_MOVING) {
        step_times(world, 1, TICK);
        assert_true(depth_in_map(world, agent) <= 0.01f);
        status = read_agent(world, agent).status;
        ticks++;
    }
    return ticks;
}

#endif
