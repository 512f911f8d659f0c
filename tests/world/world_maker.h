/// Worlds for tests: short ways to make, fill, step and read one.
#ifndef VEER_TESTS_WORLD_MAKER_H
#define VEER_TESTS_WORLD_MAKER_H

#include "support/suite.h"

#include "math/vec.h"
#include "veer/veer.h"

#include <stdlib.h>
#include <string.h>

#define TICK (1.0f / 60.0f)

static inline VeerWorld *make_world_of(const VeerWorldDef *def)
{
    VeerWorld *world = NULL;
    assert_int_equal(veer_world_create(def, &world), VEER_OK);
    return world;
}

static inline VeerWorld *make_world(VeerSpace space)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = space;
    return make_world_of(&def);
}

static inline VeerAgentId add_agent(VeerWorld *world, const VeerAgentDef *def)
{
    VeerAgentId agent = {0, 0};
    assert_int_equal(veer_agent_create(world, def, &agent), VEER_OK);
    return agent;
}

/// A default agent at a point.
static inline VeerAgentId add_agent_at(VeerWorld *world, VeerVec3 position)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = position;
    return add_agent(world, &def);
}

/// An agent that avoids nothing, of constant preferred velocity.
static inline VeerAgentId add_blind(VeerWorld *world, VeerVec3 position, VeerVec3 wish)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = position;
    def.model = VEER_AVOID_NONE;
    def.max_speed = max_f(length3(wish) * 1.001f, 1.0f);
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(veer_agent_set_preferred_velocity(world, agent, wish), VEER_OK);
    return agent;
}

static inline VeerObstacleId add_obstacle(VeerWorld *world, const VeerObstacleDef *def)
{
    VeerObstacleId obstacle = {0, 0};
    assert_int_equal(veer_obstacle_create(world, def, &obstacle), VEER_OK);
    return obstacle;
}

static inline VeerObstacleId add_ball(VeerWorld *world, VeerVec3 position, float radius)
{
    VeerObstacleDef def = veer_obstacle_def_default();
    def.position = position;
    def.radius = radius;
    return add_obstacle(world, &def);
}

static inline VeerObstacleId add_moving_ball(VeerWorld *world, VeerObstacleMotion motion,
                                             VeerVec3 position, VeerVec3 velocity, float radius)
{
    VeerObstacleDef def = veer_obstacle_def_default();
    def.motion = motion;
    def.position = position;
    def.velocity = velocity;
    def.radius = radius;
    return add_obstacle(world, &def);
}

static inline VeerObstacleId add_chain(VeerWorld *world, const VeerVec3 *vertices, uint32_t count)
{
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = VEER_SHAPE_CHAIN;
    def.vertices = vertices;
    def.vertex_count = count;
    return add_obstacle(world, &def);
}

static inline VeerObstacleId add_box(VeerWorld *world, VeerVec3 centre, VeerVec3 half_extents)
{
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = VEER_SHAPE_BOX;
    def.position = centre;
    def.half_extents = half_extents;
    return add_obstacle(world, &def);
}

static inline void step_times(VeerWorld *world, int count, float dt)
{
    for (int i = 0; i < count; ++i) {
        assert_int_equal(veer_world_step(world, dt), VEER_OK);
    }
}

static inline VeerAgentState read_agent(const VeerWorld *world, VeerAgentId agent)
{
    VeerAgentState state;
    assert_int_equal(veer_agent_get(world, agent, &state), VEER_OK);
    return state;
}

static inline VeerObstacleState read_obstacle(const VeerWorld *world, VeerObstacleId obstacle)
{
    VeerObstacleState state;
    assert_int_equal(veer_obstacle_get(world, obstacle, &state), VEER_OK);
    return state;
}

static inline float distance3(VeerVec3 a, VeerVec3 b)
{
    return length3(sub3(a, b));
}

static inline void assert_near3(VeerVec3 a, VeerVec3 b, float tolerance)
{
    assert_float_equal(a.x, b.x, tolerance);
    assert_float_equal(a.y, b.y, tolerance);
    assert_float_equal(a.z, b.z, tolerance);
}

/// Between the surfaces of two agents, m.
static inline float gap_of_agents(const VeerWorld *world, VeerAgentId a, VeerAgentId b)
{
    VeerAgentState first = read_agent(world, a), second = read_agent(world, b);
    return distance3(first.position, second.position) - first.radius - second.radius;
}

/// Between the surfaces of an agent and a ball, m.
static inline float gap_to_ball(const VeerWorld *world, VeerAgentId agent, VeerObstacleId ball)
{
    VeerAgentState first = read_agent(world, agent);
    VeerObstacleState second = read_obstacle(world, ball);
    return distance3(first.position, second.position) - first.radius - second.radius;
}

/// A copy of the whole state, to see whether a call changed anything.
typedef struct Copy {
    void *block;
    size_t size;
    uint64_t hash;
} Copy;

static inline Copy copy_of(const VeerWorld *world)
{
    Copy copy = {NULL, veer_world_save_size(world), veer_world_hash(world)};
    copy.block = malloc(copy.size);
    assert_non_null(copy.block);
    assert_int_equal(veer_world_save(world, copy.block, copy.size), VEER_OK);
    return copy;
}

/// Fails unless the world is as it was, and frees the copy.
static inline void assert_unchanged(const VeerWorld *world, Copy copy)
{
    Copy now = copy_of(world);
    assert_true(now.hash == copy.hash);
    assert_memory_equal(now.block, copy.block, copy.size);
    free(now.block);
    free(copy.block);
}

/// Numbers that look random and are the same everywhere.
typedef struct Dice {
    uint32_t state;
} Dice;

static inline Dice make_dice(uint32_t seed)
{
    print_message("seed %u\n", seed);
    return (Dice){seed * 2654435769u + 1u};
}

static inline uint32_t roll_index(Dice *dice, uint32_t count)
{
    dice->state = dice->state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)(dice->state >> 8) * count) >> 24);
}

static inline float roll(Dice *dice, float lower, float upper)
{
    return lower + (upper - lower) * ((float)roll_index(dice, 1u << 24) * 0x1p-24f);
}

static inline VeerVec3 roll3(Dice *dice, float reach)
{
    VeerVec3 point;
    point.x = roll(dice, -reach, reach);
    point.y = roll(dice, -reach, reach);
    point.z = roll(dice, -reach, reach);
    return point;
}

/// Steps two worlds that must stay the same to the bit.
static inline void expect_same_steps(VeerWorld *world, VeerWorld *other, int ticks)
{
    for (int i = 0; i < ticks; i++) {
        step_times(world, 1, TICK);
        step_times(other, 1, TICK);
        assert_true(veer_world_hash(world) == veer_world_hash(other));
    }
}

/// How many obstacles live in a world.
static inline uint32_t count_obstacles(const VeerWorld *world)
{
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < veer_obstacle_slot_count(world); ++slot) {
        count += veer_obstacle_at(world, slot).generation != 0;
    }
    return count;
}

#endif
