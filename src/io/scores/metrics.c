#include "io/scores/metrics.h"

#include "io/base/shape.h"

#include <math.h>
#include <stdlib.h>

/// Names an agent and what it meets: another agent by its number, an obstacle by its slot.
static uint64_t pair_key(uint32_t a, uint32_t b)
{
    return (uint64_t)a << 32 | b;
}

static void read_agents(VeerMetrics *metrics, const VeerWorld *world, uint32_t count)
{
    double dt = metrics->time - metrics->previous_time;
    for (uint32_t i = 0; i < count; i++) {
        VeerAgentState state;
        if (veer_agent_get(world, metrics->agents[i].agent, &state) != VEER_OK) {
            continue;
        }
        veer_tracks_read(&metrics->tracks, i, &state, metrics->time, dt);
        veer_bodies_set(&metrics->bodies, i, state.position, state.remainder, state.radius,
                        state.height);
    }
    veer_tracks_sample(&metrics->tracks, metrics->time);
}

static void read_balls(VeerMetrics *metrics, const VeerWorld *world, uint32_t slots)
{
    for (uint32_t slot = 0; slot < slots; slot++) {
        VeerObstacleState state;
        if (veer_obstacle_get(world, veer_obstacle_at(world, slot), &state) == VEER_OK &&
            state.shape == VEER_SHAPE_BALL) {
            veer_bodies_set(&metrics->bodies, metrics->bodies.agent_count + slot, state.position,
                            state.remainder, state.radius, state.height);
        }
    }
}

static bool read_world(VeerMetrics *metrics, const VeerScenario *scenario, const VeerWorld *world)
{
    uint32_t agents, slots = veer_obstacle_slot_count(world);
    metrics->agents = veer_scenario_agents(scenario, &agents);
    metrics->world = world;
    metrics->tracks.is_planar = veer_world_space(world) == VEER_PLANAR;
    if (!veer_tracks_update(&metrics->tracks, metrics->agents, agents) ||
        !veer_bodies_reset(&metrics->bodies, veer_world_space(world), agents, slots)) {
        return false;
    }
    read_agents(metrics, world, agents);
    read_balls(metrics, world, slots);
    veer_bodies_index(&metrics->bodies);
    return veer_squad_watch_read(&metrics->squads, world) &&
           veer_walls_read(&metrics->walls, world);
}

/// Notes how deep an agent and a partner are in each other. @return false: no memory
static bool note_meeting(VeerMetrics *metrics, VeerPartner partner, uint64_t pair, double depth)
{
    return veer_episodes_add(&metrics->contacts[partner], pair, depth) &&
           veer_episodes_add(&metrics->touches[partner], pair, depth);
}

/// Notes the gap between an agent and one other ball. @return false: no memory
static bool note_ball(VeerMetrics *metrics, uint32_t agent, uint32_t other)
{
    const VeerBodies *bodies = &metrics->bodies;
    double gap = veer_bodies_gap(bodies, agent, other);
    metrics->min_gap = fmin(metrics->min_gap, gap);
    double sum = (double)bodies->radii[agent] + (double)bodies->radii[other];
    if (other < agent || sum <= 0.0) {
        return true;
    }
    if (other < bodies->agent_count) {
        return note_meeting(metrics, VEER_PARTNER_AGENT, pair_key(agent, other), -gap / sum);
    }
    return note_meeting(metrics, VEER_PARTNER_OBSTACLE,
                        pair_key(agent, other - bodies->agent_count), -gap / sum);
}

/// The number of an agent, or how many there are.
static uint32_t number_of(const VeerMetrics *metrics, VeerAgentId agent)
{
    uint32_t i = 0, count = metrics->bodies.agent_count;
    while (i < count && (metrics->agents[i].agent.slot != agent.slot ||
                         metrics->agents[i].agent.generation != agent.generation)) {
        i++;
    }
    return i;
}

/// Notes who met in this tick and may be apart again: at a gap of 0. @return false: no memory
static bool note_impacts(VeerMetrics *metrics)
{
    uint32_t count = 0, agents = metrics->bodies.agent_count;
    const VeerEvent *events = veer_world_events(metrics->world, &count);
    for (uint32_t i = 0; i < count; i++) {
        const VeerEvent *event = &events[i];
        bool is_impact = event->kind == VEER_EVENT_CONTACT_BEGUN && event->impulse > 0.0f;
        uint32_t agent = is_impact ? number_of(metrics, event->agent) : agents;
        if (agent == agents) {
            continue;
        }
        bool is_obstacle = event->obstacle.generation != 0;
        uint32_t other = is_obstacle ? event->obstacle.slot : number_of(metrics, event->other);
        uint64_t pair =
            is_obstacle || agent < other ? pair_key(agent, other) : pair_key(other, agent);
        VeerPartner partner = is_obstacle ? VEER_PARTNER_OBSTACLE : VEER_PARTNER_AGENT;
        metrics->min_gap = fmin(metrics->min_gap, 0.0);
        if (!veer_episodes_add(&metrics->touches[partner], pair, 0.0)) {
            return false;
        }
    }
    return true;
}

/// What veer_walls_visit carries along.
typedef struct WallVisit {
    VeerMetrics *metrics;
    uint32_t agent;
    VeerWallBody body; ///< of the agent
    bool has_failed;
} WallVisit;

/// Notes the gap to a wall, or the map. @return false: no memory
static bool note_gap(WallVisit *visit, uint32_t slot, double gap)
{
    VeerMetrics *metrics = visit->metrics;
    double radius = (double)visit->body.radius;
    metrics->min_gap = fmin(metrics->min_gap, gap);
    if (radius > 0.0) {
        visit->has_failed = !note_meeting(metrics, VEER_PARTNER_OBSTACLE,
                                          pair_key(visit->agent, slot), -gap / radius);
    }
    return !visit->has_failed;
}

static bool note_wall(void *context, uint32_t part)
{
    WallVisit *visit = context;
    const VeerWalls *walls = &visit->metrics->walls;
    double gap = veer_walls_gap(walls, &walls->parts[part], &visit->body);
    return gap == HUGE_VAL || note_gap(visit, walls->parts[part].obstacle, gap);
}

/// Names the map among obstacles.
#define MAP_SLOT UINT32_MAX
/// The map is looked at this many cells beyond an agent's radius.
#define MAP_CELLS 2.0

/// Edges of a grid near a body while they are visited.
typedef struct EdgeVisit {
    VeerShapePoint centre;
    double least; ///< m, from it to the nearest of them
} EdgeVisit;

static bool note_edge(void *context, const VeerGridEdge *edge)
{
    EdgeVisit *visit = context;
    visit->least = fmin(visit->least, veer_shape_segment_distance(visit->centre, edge->a, edge->b));
    return true;
}

/// veer_grid_gap from where the body is and not its rounded position.
static double grid_gap(const VeerGrid *map, const VeerWallBody *body, float reach)
{
    VeerVec3 at = body->centre;
    reach += 0x1p-23f * (fabsf(at.x) + fabsf(at.y)); // as far as rounding moves it, at most
    float rounded = veer_grid_gap(map, at, reach);
    EdgeVisit visit = {veer_shape_point(at, body->remainder), HUGE_VAL};
    VeerBounds region = {{at.x - reach, at.y - reach, 0.0f}, {at.x + reach, at.y + reach, 0.0f}};
    if (rounded > 0.0f && isfinite(rounded)) {
        veer_grid_edges(map, region, note_edge, &visit);
    }
    return isfinite(visit.least) ? visit.least : (double)rounded;
}

/// Notes the gap between an agent and what is blocked on the map.
static void note_map(WallVisit *visit, double far)
{
    const VeerWallBody *body = &visit->body;
    const VeerWorld *world = visit->metrics->world;
    const VeerGrid *map = veer_world_grid(world);
    const VeerVoxels *voxels = veer_world_voxels(world);
    const VeerMesh *mesh = veer_world_mesh(world);
    float size = voxels ? veer_voxels_def(voxels)->cell_size
                 : map  ? veer_grid_def(map)->cell_size
                        : 1.0f;
    float reach = body->radius + (float)fmin(far, MAP_CELLS * (double)size);
    double found = voxels ? (double)veer_voxels_gap(voxels, body->centre, reach)
                   : map  ? grid_gap(map, body, reach)
                   : mesh ? (double)veer_mesh_gap(mesh, body->centre, reach)
                          : HUGE_VAL;
    if (isfinite(found) && !visit->has_failed) {
        (void)note_gap(visit, MAP_SLOT, found - (double)body->radius);
    }
}

/// Notes all gaps of one agent that matter. @return false: no memory
static bool measure_agent(VeerMetrics *metrics, uint32_t agent)
{
    VeerBodies *bodies = &metrics->bodies;
    double near = VEER_TOUCH_GAP * ((double)bodies->radii[agent] + (double)bodies->top_radius);
    double far = fmax(metrics->min_gap, near);
    VeerWallBody body = {bodies->positions[agent], bodies->remainders[agent], bodies->radii[agent],
                         bodies->heights[agent]};
    WallVisit visit = {metrics, agent, body, false};
    veer_walls_visit(&metrics->walls, &body, far, note_wall, &visit);
    VeerLinkId link;
    if (!veer_agent_link(metrics->world, metrics->agents[agent].agent, &link)) {
        note_map(&visit, far);
    }
    uint32_t count;
    if (visit.has_failed ||
        !veer_bodies_near(bodies, agent, near, fmax(metrics->min_gap, near), &count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!note_ball(metrics, agent, bodies->found[i].index)) {
            return false;
        }
    }
    return true;
}

/// Measures every agent, those near each other one after the other.
static bool measure_gaps(VeerMetrics *metrics)
{
    uint32_t count;
    const uint32_t *order = veer_index_order(metrics->bodies.index, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (order[i] < metrics->bodies.agent_count && !measure_agent(metrics, order[i])) {
            return false;
        }
    }
    double dt = metrics->time - metrics->previous_time;
    if (!note_impacts(metrics)) {
        return false;
    }
    for (int i = 0; i < VEER_PARTNER_COUNT; i++) {
        if (!veer_episodes_close(&metrics->contacts[i], dt) ||
            !veer_episodes_close(&metrics->touches[i], dt)) {
            return false;
        }
    }
    return true;
}

VeerStatus veer_metrics_create(const VeerScenario *scenario, const VeerWorld *world,
                               VeerMetrics **out)
{
    if (!scenario || !world || !out) {
        return VEER_BAD_VALUE;
    }
    VeerMetrics *metrics = calloc(1, sizeof *metrics);
    if (!metrics) {
        return VEER_OUT_OF_MEMORY;
    }
    metrics->min_gap = HUGE_VAL;
    for (int i = 0; i < VEER_PARTNER_COUNT; i++) {
        metrics->contacts[i].begin_depth = VEER_CONTACT_DEPTH;
        metrics->touches[i].begin_depth = metrics->touches[i].end_depth = -VEER_TOUCH_GAP;
    }
    metrics->squads = veer_squad_watch_begin();
    metrics->last_event = (double)veer_scenario_info(scenario).last_event;
    metrics->time = veer_world_time(world);
    metrics->previous_time = metrics->time;
    if (!read_world(metrics, scenario, world) || !measure_gaps(metrics)) {
        veer_metrics_destroy(metrics);
        return VEER_OUT_OF_MEMORY;
    }
    *out = metrics;
    return VEER_OK;
}

void veer_metrics_destroy(VeerMetrics *metrics)
{
    if (!metrics) {
        return;
    }
    veer_tracks_free(&metrics->tracks);
    veer_bodies_free(&metrics->bodies);
    veer_walls_free(&metrics->walls);
    for (int i = 0; i < VEER_PARTNER_COUNT; i++) {
        veer_episodes_free(&metrics->contacts[i]);
        veer_episodes_free(&metrics->touches[i]);
    }
    veer_squad_watch_free(&metrics->squads);
    free(metrics);
}

VeerStatus veer_metrics_observe(VeerMetrics *metrics, const VeerScenario *scenario,
                                const VeerWorld *world)
{
    if (!metrics || !scenario || !world) {
        return VEER_BAD_VALUE;
    }
    metrics->previous_time = metrics->time;
    metrics->time = veer_world_time(world);
    metrics->ticks++;
    bool is_done = read_world(metrics, scenario, world) && measure_gaps(metrics);
    return is_done ? VEER_OK : VEER_OUT_OF_MEMORY;
}
