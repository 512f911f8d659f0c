#include "trails.h"

#include <stdlib.h>

#define FEWEST_SAMPLES 512u
#define MAX_POINTS (1u << 20) // of all ways together, unless each had the fewest samples

static bool add_way(VeerTrails *trails, VeerWay way)
{
    if (trails->count == trails->capacity) {
        uint32_t capacity = trails->capacity * 2 + 16;
        VeerWay *grown = realloc(trails->ways, capacity * sizeof *grown);
        if (!grown) {
            return false;
        }
        trails->ways = grown;
        trails->capacity = capacity;
    }
    trails->ways[trails->count++] = way;
    return true;
}

/// Agents: all, or every so many of them.
static bool add_agents(VeerTrails *trails, const VeerScenario *scenario)
{
    uint32_t count;
    const VeerScenarioAgent *agents = veer_scenario_agents(scenario, &count);
    uint32_t step = (count + VEER_MAX_TRAILS_WAYS - 1) / VEER_MAX_TRAILS_WAYS;
    for (uint32_t i = 0; i < count; i += step) {
        if (!add_way(trails, (VeerWay){.agent = agents[i].agent, .number = i})) {
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
        if (trails->count - trails->agent_count < VEER_MAX_TRAILS_WAYS &&
            !add_way(trails, (VeerWay){.obstacle = id})) {
            return false;
        }
    }
    return true;
}

/// As many samples as fit into all points, a power of two.
static bool reserve_samples(VeerTrails *trails)
{
    uint32_t capacity = VEER_MAX_TRAILS_SAMPLES;
    while (capacity > FEWEST_SAMPLES && capacity * trails->count > MAX_POINTS) {
        capacity /= 2;
    }
    trails->sample_capacity = capacity;
    trails->times = calloc(capacity, sizeof *trails->times);
    bool has_room = trails->times != NULL;
    for (uint32_t i = 0; i < trails->count; i++) {
        trails->ways[i].points = calloc(capacity, sizeof *trails->ways[i].points);
        has_room = has_room && trails->ways[i].points != NULL;
    }
    return has_room;
}

/// Drops every other sample, and from now on takes every other one only.
static void thin_out(VeerTrails *trails)
{
    uint32_t kept = (trails->sample_count + 1) / 2;
    for (uint32_t i = 0; i < kept; i++) {
        trails->times[i] = trails->times[2 * i];
        for (uint32_t way = 0; way < trails->count; way++) {
            trails->ways[way].points[i] = trails->ways[way].points[2 * i];
        }
    }
    for (uint32_t way = 0; way < trails->count; way++) {
        trails->ways[way].end = (trails->ways[way].end + 1) / 2;
    }
    trails->sample_count = kept;
    trails->stride *= 2;
}

/// Where the body of a way is. @return false when it is gone
static bool read_body(const VeerWorld *world, VeerWay *way, VeerVec3 *position)
{
    VeerAgentState agent;
    VeerObstacleState obstacle;
    if (veer_agent_get(world, way->agent, &agent) == VEER_OK) {
        *position = agent.position;
        way->radius = agent.radius;
        return true;
    }
    if (veer_obstacle_get(world, way->obstacle, &obstacle) == VEER_OK) {
        *position = obstacle.position;
        way->radius = obstacle.radius;
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
        if (read_body(world, &trails->ways[i], &trails->ways[i].points[sample])) {
            trails->ways[i].end = sample + 1;
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
        free(trails->ways[i].points);
    }
    free(trails->ways);
    free(trails->times);
    free(trails);
}

void veer_trails_observe(VeerTrails *trails, const VeerWorld *world)
{
    if (++trails->calls % trails->stride == 0) {
        take_sample(trails, world);
    }
}
