/// Draws what is in a world: agents, obstacles, bounds.
#include "veer/draw.h"

#include "draw/draw.h"
#include "veer/agent.h"
#include "veer/link.h"
#include "veer/obstacle.h"
#include "veer/reservation.h"
#include "veer/route.h"

#include <math.h>

static VeerVec3 sum(VeerVec3 a, VeerVec3 b)
{
    return (VeerVec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

/// A corner of a box: bit 0 of `which` is x, bit 1 y, bit 2 z; set: the upper.
static VeerVec3 corner(VeerBounds box, unsigned which)
{
    return (VeerVec3){which & 1 ? box.upper.x : box.lower.x, which & 2 ? box.upper.y : box.lower.y,
                      which & 4 ? box.upper.z : box.lower.z};
}

/// The edges of a box, or of its floor alone.
static void draw_box(const VeerDraw *draw, VeerDrawRole role, VeerBounds box, bool is_flat)
{
    for (unsigned from = 0; from < (is_flat ? 4u : 8u); from++) {
        for (unsigned axis = 1; axis < (is_flat ? 4u : 8u); axis <<= 1) {
            if (!(from & axis)) {
                veer_draw_line(draw, role, 0, corner(box, from), corner(box, from | axis));
            }
        }
    }
}

static void draw_bounds(const VeerWorld *world, const VeerDraw *draw)
{
    VeerBounds box = veer_world_bounds(world);
    bool is_flat = veer_world_space(world) == VEER_PLANAR;
    bool is_finite = isfinite(box.lower.x) && isfinite(box.lower.y) && isfinite(box.upper.x) &&
                     isfinite(box.upper.y) &&
                     (is_flat || (isfinite(box.lower.z) && isfinite(box.upper.z)));
    if (is_finite) {
        draw_box(draw, VEER_DRAW_BOUNDS, box, is_flat);
    }
}

/// The segments of a chain.
static void draw_chain(const VeerWorld *world, const VeerDraw *draw, VeerObstacleId id,
                       const VeerObstacleState *state)
{
    uint32_t count = state->vertex_count, ends = state->is_closed && count > 2 ? count + 1 : count;
    for (uint32_t i = 1; i < ends; i++) {
        veer_draw_line(draw, VEER_DRAW_WALL, 0, veer_obstacle_vertex(world, id, i - 1),
                       veer_obstacle_vertex(world, id, i % count));
    }
}

/// The six faces of an obstacle that is a box.
static void draw_faces(const VeerDraw *draw, VeerVec3 centre, VeerVec3 half)
{
    static const unsigned faces[6][4] = {{0, 2, 6, 4}, {1, 5, 7, 3}, {0, 4, 5, 1},
                                         {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 6, 7, 5}};
    VeerBounds box = {{centre.x - half.x, centre.y - half.y, centre.z - half.z}, sum(centre, half)};
    for (unsigned face = 0; face < 6; face++) {
        VeerVec3 corners[4];
        for (unsigned i = 0; i < 4; i++) {
            corners[i] = corner(box, faces[face][i]);
        }
        veer_draw_polygon(draw, VEER_DRAW_WALL, corners, 4);
    }
}

static void draw_obstacle(const VeerWorld *world, const VeerDraw *draw, VeerObstacleId id,
                          const VeerObstacleState *state)
{
    if (state->shape == VEER_SHAPE_BALL) {
        veer_draw_ball(draw, VEER_DRAW_OBSTACLE, 0, state->position, state->radius);
    } else if (state->shape == VEER_SHAPE_CHAIN) {
        draw_chain(world, draw, id, state);
    } else if (state->shape == VEER_SHAPE_BOX) {
        draw_faces(draw, state->position, state->half_extents);
    } else {
        VeerVec3 corners[VEER_MAX_DRAW_CORNERS];
        uint32_t count = veer_obstacle_vertices(world, id, corners, VEER_MAX_DRAW_CORNERS);
        veer_draw_polygon(draw, VEER_DRAW_WALL, corners, count);
    }
}

/// Either the balls or the walls.
static void draw_obstacles(const VeerWorld *world, const VeerDraw *draw, bool are_balls)
{
    uint32_t slots = veer_obstacle_slot_count(world);
    for (uint32_t slot = 0; slot < slots; slot++) {
        VeerObstacleId id = veer_obstacle_at(world, slot);
        VeerObstacleState state;
        if (veer_obstacle_get(world, id, &state) == VEER_OK &&
            (state.shape == VEER_SHAPE_BALL) == are_balls) {
            draw_obstacle(world, draw, id, &state);
        }
    }
}

static VeerDrawRole role_of(const VeerAgentState *state)
{
    if (state->status == VEER_AGENT_ARRIVED) {
        return VEER_DRAW_AGENT_ARRIVED;
    }
    return state->is_avoiding ? VEER_DRAW_AGENT_AVOIDING : VEER_DRAW_AGENT;
}

/// The first points ahead: further ones change before it gets there.
static void draw_route(const VeerWorld *world, const VeerDraw *draw, uint32_t slot, VeerVec3 from)
{
    enum { MAX_ROUTE_POINTS = 64 };
    VeerVec3 points[MAX_ROUTE_POINTS];
    uint32_t count = veer_draw_path(world, veer_agent_at(world, slot), points, MAX_ROUTE_POINTS);
    for (uint32_t i = 0; i < count; i++) {
        veer_draw_line(draw, VEER_DRAW_ROUTE, 0, i > 0 ? points[i - 1] : from, points[i]);
    }
}

// A ball at each node of a maze that is its own; the way through a passage without branches; a line
// to the mouth before which it waits.
static void draw_held(const VeerWorld *world, const VeerDraw *draw, VeerAgentId agent,
                      const VeerAgentState *state)
{
    VeerHeld held;
    if (veer_agent_held(world, agent, &held) != VEER_OK || held.count == 0) {
        return;
    }
    if (held.is_waiting) {
        veer_draw_line(draw, VEER_DRAW_HELD, state->group, state->position, held.places[0]);
        return;
    }
    veer_draw_ball(draw, VEER_DRAW_HELD, state->group, held.places[0], state->radius);
    for (uint32_t i = 1; i < held.count; i++) {
        veer_draw_line(draw, VEER_DRAW_HELD, state->group, held.places[i - 1], held.places[i]);
    }
}

static void draw_agent(const VeerWorld *world, const VeerDraw *draw, uint32_t slot)
{
    VeerAgentState state;
    if (veer_agent_get(world, veer_agent_at(world, slot), &state) != VEER_OK) {
        return;
    }
    VeerVec3 at = state.position, nose = state.heading;
    nose = (VeerVec3){nose.x * state.radius, nose.y * state.radius, nose.z * state.radius};
    if (draw->show_goals && state.has_goal) {
        veer_draw_line(draw, VEER_DRAW_GOAL, state.group, at, state.goal);
    }
    if (draw->show_routes) {
        draw_route(world, draw, slot, at);
    }
    if (draw->show_held) {
        draw_held(world, draw, veer_agent_at(world, slot), &state);
    }
    veer_draw_ball(draw, role_of(&state), state.group, at, state.radius);
    veer_draw_line(draw, VEER_DRAW_HEADING, state.group, at, sum(at, nose));
    if (draw->show_velocities) {
        veer_draw_line(draw, VEER_DRAW_VELOCITY, state.group, at, sum(at, state.velocity));
        veer_draw_line(draw, VEER_DRAW_PREFERRED, state.group, at,
                       sum(at, state.preferred_velocity));
    }
}

static bool is_force(const VeerTraceMark *mark)
{
    return mark->role == VEER_TRACE_PUSH || mark->role == VEER_TRACE_PULL;
}

static float length(VeerVec3 a)
{
    return sqrtf(a.x * a.x + a.y * a.y + a.z * a.z);
}

/// What forces are multiplied by to be drawn: the strongest becomes as long as the preferred
/// velocity.
static float force_scale(const VeerAvoidTrace *trace)
{
    float strongest = 0.0f, preferred = 0.0f;
    for (uint32_t i = 0; i < trace->count; i++) {
        const VeerTraceMark *mark = &trace->marks[i];
        float size = length(mark->to);
        if (is_force(mark)) {
            strongest = size > strongest ? size : strongest;
        } else if (mark->role == VEER_TRACE_PREFERRED) {
            preferred = size;
        }
    }
    return strongest > 0.0f ? preferred / strongest : 0.0f;
}

static void draw_trace(const VeerDraw *draw, const VeerAvoidTrace *trace)
{
    float scale = force_scale(trace);
    for (uint32_t i = 0; i < trace->count; i++) {
        const VeerTraceMark *mark = &trace->marks[i];
        VeerDrawRole role = (VeerDrawRole)((unsigned)VEER_DRAW_TRACE + (unsigned)mark->role);
        VeerVec3 from = mark->from, to = mark->to;
        if (is_force(mark)) {
            from = (VeerVec3){0};
            to = (VeerVec3){to.x * scale, to.y * scale, to.z * scale};
        }
        if (mark->radius > 0.0f) {
            veer_draw_ball(draw, role, 0, sum(trace->origin, from), mark->radius);
        } else {
            veer_draw_line(draw, role, 0, sum(trace->origin, from), sum(trace->origin, to));
        }
    }
}

static void draw_fields(const VeerWorld *world, const VeerDraw *draw)
{
    for (uint32_t i = 0; draw->show_fields && i < VEER_MAX_WORLD_FIELDS; i++) {
        const VeerField *field = veer_world_field(world, i);
        if (field) {
            veer_draw_field(veer_world_grid(world), veer_world_voxels(world), field, i, draw);
        }
    }
}

static void draw_links(const VeerWorld *world, const VeerDraw *draw)
{
    VeerLinkId id;
    VeerLinkDef link;
    for (uint32_t i = 0; i < veer_world_link_room(world); i++) {
        if (veer_link_at(world, i, &id) && veer_link_get(world, id, &link) == VEER_OK &&
            link.is_open) {
            veer_draw_line(draw, VEER_DRAW_LINK, 0, link.from, link.to);
        }
    }
}

static void draw_wall(void *user, VeerVec3 from, VeerVec3 to)
{
    veer_draw_line(user, VEER_DRAW_WALL, 0, from, to);
}

void veer_world_draw(const VeerWorld *world, const VeerDraw *draw)
{
    if (!world || !draw) {
        return;
    }
    if (veer_world_covered_grid(world) && draw->show_covered) {
        veer_draw_cells(veer_world_covered_grid(world), VEER_DRAW_COVERED, draw);
    }
    if (veer_world_grid(world)) {
        veer_draw_grid(veer_world_grid(world), draw);
        draw_links(world, draw);
        draw_fields(world, draw);
    }
    if (veer_world_covered_mesh(world) && draw->show_covered) {
        veer_draw_polygons(veer_world_covered_mesh(world), VEER_DRAW_COVERED, draw);
    }
    if (veer_world_mesh(world)) {
        veer_draw_mesh(veer_world_mesh(world), draw);
        draw_links(world, draw);
    }
    if (veer_world_graph(world)) {
        veer_draw_graph(veer_world_graph(world), draw);
        veer_world_graph_walls(world, draw_wall, (void *)(uintptr_t)draw);
    }
    if (veer_world_voxels(world)) {
        veer_draw_voxels(veer_world_voxels(world), draw);
        draw_fields(world, draw);
    }
    draw_bounds(world, draw);
    draw_obstacles(world, draw, false);
    draw_obstacles(world, draw, true);
    uint32_t slots = veer_agent_slot_count(world);
    for (uint32_t slot = 0; slot < slots; slot++) {
        draw_agent(world, draw, slot);
    }
    if (draw->trace && draw->trace->marks) {
        draw_trace(draw, draw->trace);
    }
}
