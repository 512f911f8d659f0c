#include "trace.h"

#include <stdlib.h>

static bool add_way(VeerTrace *trace, VeerWay way)
{
    if (trace->count == trace->capacity) {
        uint32_t capacity = trace->capacity * 2 + 16;
        VeerWay *grown = realloc(trace->ways, capacity * sizeof *grown);
        if (!grown) {
            return false;
        }
        trace->ways = grown;
        trace->capacity = capacity;
    }
    way.points = calloc(VEER_TRACE_MOST_SAMPLES, sizeof *way.points);
    if (!way.points) {
        return false;
    }
    trace->ways[trace->count++] = way;
    return true;
}

/// Agents: all, or every so many of them.
static bool add_agents(VeerTrace *trace, const VeerScenario *scenario)
{
    uint32_t count;
    const VeerScenarioAgent *agents = veer_scenario_agents(scenario, &count);
    uint32_t step = (count + VEER_TRACE_MOST_WAYS - 1) / VEER_TRACE_MOST_WAYS;
    for (uint32_t i = 0; i < count; i += step) {
        if (!add_way(trace, (VeerWay){.agent = agents[i].agent, .number = i})) {
            return false;
        }
    }
    trace->agent_count = trace->count;
    return true;
}

static bool add_obstacles(VeerTrace *trace, const VeerWorld *world)
{
    uint32_t slots = veer_obstacle_slot_count(world);
    for (uint32_t slot = 0; slot < slots; slot++) {
        VeerObstacleId id = veer_obstacle_at(world, slot);
        VeerObstacleState state;
        if (veer_obstacle_get(world, id, &state) != VEER_OK || state.motion == VEER_MOTION_STATIC) {
            continue;
        }
        if (trace->count - trace->agent_count < VEER_TRACE_MOST_WAYS &&
            !add_way(trace, (VeerWay){.obstacle = id})) {
            return false;
        }
    }
    return true;
}

/// Drops every other sample, and from now on takes every other one only.
static void thin_out(VeerTrace *trace)
{
    uint32_t kept = (trace->sample_count + 1) / 2;
    for (uint32_t i = 0; i < kept; i++) {
        trace->times[i] = trace->times[2 * i];
        for (uint32_t way = 0; way < trace->count; way++) {
            trace->ways[way].points[i] = trace->ways[way].points[2 * i];
        }
    }
    for (uint32_t way = 0; way < trace->count; way++) {
        trace->ways[way].end = (trace->ways[way].end + 1) / 2;
    }
    trace->sample_count = kept;
    trace->stride *= 2;
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

static void take_sample(VeerTrace *trace, const VeerWorld *world)
{
    if (trace->sample_count == VEER_TRACE_MOST_SAMPLES) {
        thin_out(trace);
    }
    uint32_t sample = trace->sample_count++;
    trace->times[sample] = veer_world_time(world);
    for (uint32_t i = 0; i < trace->count; i++) {
        if (read_body(world, &trace->ways[i], &trace->ways[i].points[sample])) {
            trace->ways[i].end = sample + 1;
        }
    }
}

VeerTrace *veer_trace_create(const VeerScenario *scenario, const VeerWorld *world)
{
    VeerTrace *trace = calloc(1, sizeof *trace);
    if (!trace) {
        return NULL;
    }
    trace->stride = 1;
    trace->times = calloc(VEER_TRACE_MOST_SAMPLES, sizeof *trace->times);
    if (!trace->times || !add_agents(trace, scenario) || !add_obstacles(trace, world)) {
        veer_trace_destroy(trace);
        return NULL;
    }
    take_sample(trace, world);
    return trace;
}

void veer_trace_destroy(VeerTrace *trace)
{
    if (!trace) {
        return;
    }
    for (uint32_t i = 0; i < trace->count; i++) {
        free(trace->ways[i].points);
    }
    free(trace->ways);
    free(trace->times);
    free(trace);
}

void veer_trace_observe(VeerTrace *trace, const VeerWorld *world)
{
    if (++trace->calls % trace->stride == 0) {
        take_sample(trace, world);
    }
}
