#include "trails.h"

#include <stdlib.h>

#define FEWEST_SAMPLES 512u
#define MAX_POINTS (1u << 20) // of all bodies together, unless each had the fewest samples

static bool add_body(VeerTrails *trails, VeerBodyTrail trail)
{
    if (trails->count == trails->capacity) {
        uint32_t capacity = trails->capacity * 2 + 16;
        VeerBodyTrail *grown = realloc(trails->bodies, capacity * sizeof *grown);
        if (!grown) {
            return false;
        }
        trails->bodies = grown;
        trails->capacity = capacity;
    }
    trails->bodies[trails->count++] = trail;
    return true;
}

/// Agents: all, or every so many of them.
static bool add_agents(VeerTrails *trails, const VeerScenario *scenario)
{
    uint32_t count;
    const VeerScenarioAgent *agents = veer_scenario_agents(scenario, &count);
    uint32_t step = (count + VEER_MAX_TRAIL_BODIES - 1) / VEER_MAX_TRAIL_BODIES;
    for (uint32_t i = 0; i < count; i += step) {
        if (!add_body(trails, (VeerBodyTrail){.agent = agents[i].agent, .number = i})) {
            return false;
        }
    }
    trails->agent_count = trails->count;
    return true;
}

static bool add_obstacles(VeerTrails *trails, const VeerWorld *world)
{
    uint32_t slots = veer_obstacle_slot_count(world);
    for (uint32_t slot = 0; slot < slots; slot++) {
        VeerObstacleId id = veer_obstacle_at(world, slot);
        VeerObstacleState state;
        if (veer_obstacle_get(world, id, &state) != VEER_OK || state.motion == VEER_MOTION_STATIC) {
            continue;
        }
        if (trails->count - trails->agent_count < VEER_MAX_TRAIL_BODIES &&
            !add_body(trails, (VeerBodyTrail){.obstacle = id})) {
            return false;
        }
    }
    return true;
}

/// As many samples as fit into all points, a power of two.
static bool reserve_samples(VeerTrails *trails)
{
    uint32_t capacity = VEER_MAX_TRAIL_SAMPLES;
    while (capacity > FEWEST_SAMPLES && capacity * trails->count > MAX_POINTS) {
        capacity /= 2;
    }
    trails->sample_capacity = capacity;
    trails->times = calloc(capacity, sizeof *trails->times);
    bool has_room = trails->times != NULL;
    for (uint32_t i = 0; i < trails->count; i++) {
        trails->bodies[i].points = calloc(capacity, sizeof *trails->bodies[i].points);
        has_room = has_room && trails->bodies[i].points != NULL;
    }
    return has_room;
}

/// Drops every other sample, and from now on takes every other one only.
static void thin_out(VeerTrails *trails)
{
    uint32_t kept = (trails->sample_count + 1) / 2;
    for (uint32_t i = 0; i < kept; i++) {
        trails->times[i] = trails->times[2 * (size_t)i];
        for (uint32_t body = 0; body < trails->count; body++) {
            trails->bodies[body].points[i] = trails->bodies[body].points[2 * (size_t)i];
        }
    }
    for (uint32_t body = 0; body < trails->count; body++) {
        trails->bodies[body].end = (trails->bodies[body].end + 1) / 2;
    }
    trails->sample_count = kept;
    trails->stride *= 2;
}

/// Where a body is. @return false when it is gone
static bool read_body(const VeerWorld *world, VeerBodyTrail *trail, VeerVec3 *position)
{
    VeerAgentState agent;
    VeerObstacleState obstacle;
    if (veer_agent_get(world, trail->agent, &agent) == VEER_OK) {
        *position = agent.position;
        trail->radius = agent.radius;
        return true;
    }
    if (veer_obstacle_get(world, trail->obstacle, &obstacle) == VEER_OK) {
        *position = obstacle.position;
        trail->radius = obstacle.radius;
        return true;
    }
    return false;
}

static void take_sample(VeerTrails *trails, const VeerWorld *world)
{
    if (trails->sample_count == trails->sample_capacity) {
        thin_out(trails);
    }
    uint32_t sample = trails->sample_count++;
    trails->times[sample] = veer_world_time(world);
    for (uint32_t i = 0; i < trails->count; i++) {
        if (read_body(world, &trails->bodies[i], &trails->bodies[i].points[sample])) {
            trails->bodies[i].end = sample + 1;
        }
    }
}

VeerTrails *veer_trails_create(const VeerScenario *scenario, const VeerWorld *world)
{
    VeerTrails *trails = calloc(1, sizeof *trails);
    if (!trails) {
        return NULL;
    }
    trails->stride = 1;
    if (!add_agents(trails, scenario) || !add_obstacles(trails, world) ||
        !reserve_samples(trails)) {
        veer_trails_destroy(trails);
        return NULL;
    }
    take_sample(trails, world);
    return trails;
}

void veer_trails_destroy(VeerTrails *trails)
{
    if (!trails) {
        return;
    }
    for (uint32_t i = 0; i < trails->count; i++) {
        free(trails->bodies[i].points);
    }
    free(trails->bodies);
    free(trails->times);
    free(trails);
}

void veer_trails_observe(VeerTrails *trails, const VeerWorld *world)
{
    if (++trails->calls % trails->stride == 0) {
        take_sample(trails, world);
    }
}
