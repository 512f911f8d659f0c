/// A world in which much goes on: crowds on an exact lattice, walls or boxes, balls of every
/// motion, agents with every kind of goal and limit, some of them in one spot.
#ifndef VEER_TESTS_BUSY_WORLD_H
#define VEER_TESTS_BUSY_WORLD_H

#include "world_maker.h"

enum { BUSY_AGENTS = 240, BUSY_TICKS = 110 };

typedef struct Busy {
    VeerWorld *world;
    VeerAgentId agents[BUSY_AGENTS]; ///< by id - 1, whatever the order of creation
} Busy;

static inline VeerWorldDef busy_def(VeerSpace space, VeerTasks tasks)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = space;
    def.tasks = tasks;
    def.max_agents = BUSY_AGENTS + 8;
    def.bounds = (VeerBounds){{-25.0f, -25.0f, -25.0f}, {25.0f, 25.0f, 25.0f}};
    return def;
}

static inline void add_busy_balls(VeerWorld *world)
{
    for (int i = 0; i < 24; ++i) {
        VeerObstacleDef def = veer_obstacle_def_default();
        def.motion = (VeerObstacleMotion)(i % 4);
        def.position = vec3((float)(i % 6) * 8.0f - 20.0f, (float)(i / 6) * 9.0f - 13.0f, 0.0f);
        def.velocity = vec3((float)(i % 5) - 2.0f, 1.0f - (float)(i % 3), 0.0f);
        def.radius = 0.3f + 0.1f * (float)(i % 4);
        def.orbit = (VeerOrbit){.semi_major = 5.0f + (float)i * 0.5f,
                                .semi_minor = 8.0f,
                                .rate = 0.3f,
                                .phase = (float)i};
        add_obstacle(world, &def);
    }
}

static inline void add_busy_walls(VeerWorld *world, VeerSpace space)
{
    const VeerVec3 chain[] = {{-3.0f, -12.0f, 0.0f}, {0.0f, -2.0f, 0.0f}, {4.0f, 12.0f, 0.0f}};
    for (int i = 0; i < 3; ++i) {
        VeerVec3 place = vec3(6.0f * (float)i - 6.0f, (float)i, 0.0f);
        if (space == VEER_SPATIAL) {
            add_box(world, place, vec3(0.5f, 2.0f, 3.0f));
        } else {
            VeerObstacleDef def = veer_obstacle_def_default();
            def.shape = VEER_SHAPE_CHAIN;
            def.position = place;
            def.vertices = chain;
            def.vertex_count = 3;
            add_obstacle(world, &def);
        }
    }
}

static inline VeerAgentDef busy_agent(uint32_t i, VeerSpace space)
{
    VeerAgentDef def = veer_agent_def_default();
    def.id = i + 1;
    // Every seventh shares its place with the one before.
    uint32_t place = i % 7 == 6 ? i - 1 : i;
    def.position = vec3((float)(place % 20) * 1.25f - 12.0f, (float)(place / 20) * 1.25f - 8.0f,
                        space == VEER_SPATIAL ? (float)(place % 3) : 0.0f);
    def.radius = i % 11 == 3 ? 0.0f : 0.4f;
    def.model = i % 9 == 5 ? VEER_AVOID_NONE : VEER_AVOID_CROWD;
    def.is_immovable = i % 31 == 17;
    def.priority = (float)(i % 4);
    if (i % 3 == 0) {
        def.max_acceleration = 4.0f;
        def.max_braking = 6.0f;
        def.max_turn_rate = 3.0f;
    }
    return def;
}

static inline void set_busy_goal(const Busy *busy, uint32_t i)
{
    VeerWorld *world = busy->world;
    VeerVec3 place = read_agent(world, busy->agents[i]).position;
    VeerVec3 mirrored = vec3(-place.x, -place.y, place.z);
    if (i % 10 == 4) {
        veer_agent_follow_agent(world, busy->agents[i], busy->agents[(i + 50) % BUSY_AGENTS], 1.0f);
    } else if (i % 10 == 7) {
        veer_agent_follow_obstacle(world, busy->agents[i], veer_obstacle_at(world, i % 24), 1.5f);
    } else if (i % 10 == 8) {
        veer_agent_set_preferred_velocity(world, busy->agents[i], vec3(0.5f, -1.0f, 0.0f));
    } else {
        veer_agent_go_to(world, busy->agents[i], mirrored, 0.5f);
    }
}

/// @param order  order[BUSY_AGENTS] in which to create the agents; NULL: by id
static inline Busy make_busy_of(const VeerWorldDef *def, const uint32_t *order)
{
    Busy busy = {.world = make_world_of(def)};
    add_busy_balls(busy.world);
    add_busy_walls(busy.world, def->space);
    for (uint32_t k = 0; k < BUSY_AGENTS; ++k) {
        uint32_t i = order ? order[k] : k;
        VeerAgentDef agent = busy_agent(i, def->space);
        busy.agents[i] = add_agent(busy.world, &agent);
    }
    for (uint32_t i = 0; i < BUSY_AGENTS; ++i) {
        set_busy_goal(&busy, i);
    }
    return busy;
}

static inline Busy make_busy(VeerSpace space)
{
    VeerWorldDef def = busy_def(space, (VeerTasks){0});
    return make_busy_of(&def, NULL);
}

/// What a host does between two ticks: comings, goings and changes of mind.
static inline void stir(Busy *busy, int tick)
{
    uint32_t i = (uint32_t)tick * 37u % BUSY_AGENTS;
    if (tick % 5 == 2 && veer_agent_is_alive(busy->world, busy->agents[i])) {
        veer_agent_destroy(busy->world, busy->agents[i]);
        VeerAgentDef def = busy_agent(i, veer_world_space(busy->world));
        def.position.x += 20.0f;
        busy->agents[i] = add_agent(busy->world, &def);
        set_busy_goal(busy, i);
    }
    if (tick % 40 == 11) {
        VeerObstacleId wall = veer_obstacle_at(busy->world, 24u + (uint32_t)tick / 40u % 3u);
        veer_obstacle_set_position(busy->world, wall, vec3((float)(tick % 7), 0.0f, 0.0f));
    }
}

/// The hash of every tenth tick, folded.
static inline uint64_t busy_future(Busy *busy, int ticks)
{
    uint64_t fold = 0;
    for (int tick = 0; tick < ticks; ++tick) {
        stir(busy, tick);
        step_times(busy->world, 1, TICK);
        if (tick % 10 == 9) {
            fold = fold * UINT64_C(0x9e3779b97f4a7c15) + veer_world_hash(busy->world);
        }
    }
    return fold;
}

static inline uint64_t busy_future_of(VeerSpace space, VeerTasks tasks, const uint32_t *order)
{
    VeerWorldDef def = busy_def(space, tasks);
    Busy busy = make_busy_of(&def, order);
    uint64_t fold = busy_future(&busy, BUSY_TICKS);
    veer_world_destroy(busy.world);
    return fold;
}

/// Four hundred agents on a lattice, to the other side of it.
static inline VeerWorld *make_crowd(VeerTasks tasks)
{
    VeerWorldDef def = veer_world_def_default();
    def.tasks = tasks;
    VeerWorld *world = make_world_of(&def);
    for (int i = 0; i < 400; ++i) {
        VeerVec3 place = vec3((float)(i % 20) * 1.5f, (float)(i / 20) * 1.5f, 0.0f);
        VeerAgentId agent = add_agent_at(world, place);
        veer_agent_go_to(world, agent, vec3(30.0f - place.x, 30.0f - place.y, 0.0f), 0.5f);
    }
    add_ball(world, vec3(60.0f, 0.0f, 0.0f), 1.0f);
    return world;
}

#endif
