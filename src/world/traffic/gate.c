/// Gates: agents that come to a single-file passage wait outside while others come out of it;
/// agents at its two ends enter in batches.
///
/// Agents do not negotiate: all decide by the same order on the state at the start of the tick, so
/// that of two that wait for each other exactly one enters.
#include "map/grid/grid.h"
#include "math/vec.h"
#include "world/map/map.h"
#include "world/traffic/traffic.h"
#include "world/traffic/walk.h"
#include "world/traffic/width.h"

/// Ticks between two searches of an agent's path for a passage.
#define LOOK_TICKS 8u
/// Steps of half a cell within a passage.
#define MAX_STEPS 512u
/// Samples of a passage that may seem wide, as paths cut corners.
#define MAX_GAP 2u
/// Steps along a leg that are looked along at once. Cost only.
#define STRETCH_STEPS 32u
/// Ends of passages within so many cells are the same.
#define MOUTH_CELLS 3

static int32_t apart(VeerCell a, VeerCell b)
{
    int32_t x = a.x > b.x ? a.x - b.x : b.x - a.x, y = a.y > b.y ? a.y - b.y : b.y - a.y;
    return x > y ? x : y;
}

// --- The passage ahead ---

static VeerCell cell_of(const VeerGrid *grid, const VeerWalk *walk)
{
    return veer_grid_cell_at(grid, veer_walk_point(walk));
}

static bool is_narrow(const VeerMapClass *class, const VeerWalk *walk)
{
    VeerCell cell = cell_of(class->grid, walk);
    return veer_grid_has(class->grid, cell) && veer_narrow_has(class->tight, cell);
}

/// Whether it is narrow at right angles to the path: slanting walls have notches that are no
/// passages.
static bool is_between_walls(const VeerWorld *world, float radius, float width,
                             const VeerWalk *walk)
{
    VeerVec3 at = veer_walk_point(walk);
    VeerMapSight sight = veer_map_sight(world, world->map.grid.walls, VEER_SIGHT_RADII * radius);
    return veer_map_free_across(&sight, at, walk->along, width) + 2.0f * radius < width;
}

/// A part of a leg, from where a walk has come to.
typedef struct Stretch {
    uint32_t leg;
    float end;    ///< m of the leg
    bool is_wide; ///< there is no narrow cell near it
} Stretch;

static Stretch look_ahead(const VeerMapClass *class, const VeerWalk *walk)
{
    float end = walk->done + (float)STRETCH_STEPS * walk->step;
    VeerVec3 last = along3(walk->points[walk->at], walk->along, end);
    VeerCellRect around = veer_grid_around(class->grid, veer_walk_point(walk), last);
    return (Stretch){walk->at, end, veer_narrow_is_clear(class->tight, around)};
}

/// Walks to where a passage begins, at limit `limit` m. @return false: there is none
static bool find_mouth(const VeerWorld *world, uint32_t slot, const VeerMapClass *class,
                       VeerWalk *walk, float limit)
{
    float radius = world->agent.radius[slot];
    float width = veer_width_side(world, class) * veer_map_cell_size(world);
    Stretch stretch = look_ahead(class, walk);
    while (stretch.is_wide || !is_narrow(class, walk) ||
           !is_between_walls(world, radius, width, walk)) {
        if (walk->gone > limit || !veer_walk_step(walk)) {
            return false;
        }
        if (walk->at != stretch.leg || walk->done > stretch.end) {
            stretch = look_ahead(class, walk);
        }
    }
    return true;
}

/// An end of a passage: m from the agent, and of path left there.
typedef struct PassageEnd {
    float gone, left;
} PassageEnd;

static PassageEnd place_on(const VeerWalk *walk)
{
    return (PassageEnd){walk->gone, veer_walk_left(walk)};
}

/// Walks to the end of the passage.
static PassageEnd find_end(const VeerMapClass *class, VeerWalk *walk)
{
    PassageEnd last = place_on(walk);
    uint32_t gap = 0;
    for (uint32_t i = 0; i < MAX_STEPS && gap <= MAX_GAP && veer_walk_step(walk); i++) {
        bool is_in = is_narrow(class, walk);
        last = is_in ? place_on(walk) : last;
        gap = is_in ? 0 : gap + 1;
    }
    return last;
}

/// m of the court before a passage, in which those who come out pass: its ends are told apart by
/// places there.
static float court_depth(const VeerWorld *world, const VeerMapClass *class)
{
    return veer_width_side(world, class) * veer_map_cell_size(world);
}

/// m before a passage where an agent waits: before the court, by the room in which two pass each
/// other, and what it goes in the commitment horizon.
static float wait_distance(const VeerWorld *world, const VeerMapClass *class, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    return court_depth(world, class) + VEER_PASSING_RADII * agent->radius[slot] +
           VEER_COMMITMENT_SECONDS * agent->max_speed[slot];
}

/// Walks on to `gone` m from the agent, or to the last point. @return the cell there, or one beside
/// the map for places that are farther off
static VeerCell walk_to(const VeerGrid *grid, VeerWalk *walk, float gone)
{
    VeerVec3 at = veer_walk_point(walk);
    while (walk->gone < gone && veer_walk_step(walk)) {
        at = veer_walk_point(walk);
    }
    VeerCell cell = veer_grid_cell_at(grid, at);
    return (VeerCell){clamp_i(cell.x, -VEER_GATE_CELLS, VEER_GATE_CELLS),
                      clamp_i(cell.y, -VEER_GATE_CELLS, VEER_GATE_CELLS)};
}

/// The next passage on an agent's path.
static VeerRouteGate find_gate(VeerWorld *world, uint32_t slot, const VeerMapClass *class, float dt)
{
    VeerWalk walk = veer_walk_begin(world, slot), again = walk;
    VeerRouteGate gate = {.state = VEER_GATE_NONE};
    float court = court_depth(world, class);
    float until_next = (float)LOOK_TICKS * dt * world->agent.max_speed[slot];
    float limit = wait_distance(world, class, slot) + until_next;
    if (walk.count < 2 || !find_mouth(world, slot, class, &walk, limit)) {
        return gate;
    }
    PassageEnd mouth = place_on(&walk), end = find_end(class, &walk);
    gate.state = mouth.gone > 0.0f ? VEER_GATE_AHEAD : VEER_GATE_INSIDE;
    gate.enter = walk_to(class->grid, &again, mouth.gone - court);
    gate.leave = walk_to(class->grid, &again, end.gone + court);
    gate.enter_remaining = mouth.left;
    gate.leave_remaining = end.left;
    return gate;
}

/// Searches an agent's path for the next passage.
static void search_ahead(VeerWorld *world, uint32_t slot, const VeerMapClass *class, float dt)
{
    VeerRouteGate *gate = &world->map.traffic.gates[slot], old = *gate;
    *gate = find_gate(world, slot, class, dt);
    bool is_same = old.state != VEER_GATE_NONE && gate->state != VEER_GATE_NONE &&
                   apart(old.enter, gate->enter) <= MOUTH_CELLS;
    gate->since = is_same ? old.since : 0;
    gate->last_progress = is_same ? old.last_progress : 0;
}

// --- Agents at passages ---

/// Agents without a passage ahead must not count as waiting for one.
static void forget(VeerRouteGate *gate)
{
    gate->state = VEER_GATE_NONE;
    gate->since = gate->last_progress = 0;
}

/// Brings an agent's gate up to date.
static void update(VeerWorld *world, uint32_t slot, float dt)
{
    VeerRouteGate *gate = &world->map.traffic.gates[slot];
    uint32_t tick = world->map.head->plan_tick;
    gate->was_held = gate->is_held;
    gate->is_held = 0;
    bool is_going = veer_route_leads_on(world, slot) && !veer_maze_has(world, slot);
    const VeerMapClass *class =
        is_going ? veer_width_class(world, world->agent.radius[slot]) : NULL;
    if (!is_going || !class->has_tight) {
        forget(gate);
        return;
    }
    bool is_new = world->map.routes.all[slot].planned + 1u == tick;
    bool is_due =
        gate->state != VEER_GATE_INSIDE && (tick + world->agent.id[slot]) % LOOK_TICKS == 0;
    if (is_new || is_due) {
        search_ahead(world, slot, class, dt);
    }
    float left = veer_route_left(world, slot);
    if (gate->state == VEER_GATE_AHEAD && left <= gate->enter_remaining) {
        gate->state = VEER_GATE_INSIDE;
    }
    if (gate->state == VEER_GATE_INSIDE && left <= gate->leave_remaining) {
        forget(gate);
    }
    bool is_near = left - gate->enter_remaining <= wait_distance(world, class, slot);
    if (gate->state == VEER_GATE_AHEAD && is_near && gate->since == 0) {
        gate->since = tick;
    }
    gate->is_close = left - gate->enter_remaining <=
                     court_depth(world, class) + VEER_NEAR_RADII * world->agent.radius[slot];
}

/// Lists agents at and in passages.
static void gather(VeerWorld *world)
{
    VeerMapTraffic *traffic = &world->map.traffic;
    traffic->at_gate_count = 0;
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        const VeerRouteGate *gate = &traffic->gates[slot];
        bool is_there = gate->state == VEER_GATE_INSIDE || gate->since > 0;
        if (veer_route_is_on(world, slot) && is_there) {
            traffic->at_gates[traffic->at_gate_count++] = slot;
        }
    }
}

// --- Who enters ---

/// How many batches ago an agent came: batches begin with the clock, which wraps, too.
static uint32_t batches_ago(const VeerRouteGate *gate, uint32_t batch, uint32_t tick)
{
    uint32_t age = tick - gate->since, begun = tick % batch;
    return age <= begun ? 0 : 1u + (age - begun - 1u) / batch;
}

/// Whether the batch of `other` enters before that of `own` at the other end: the earlier batch,
/// else the one that travels towards higher x, or y where x differs little. Both ends compare the
/// same number but for its sign, so exactly one enters.
static bool is_before(const VeerRouteGate *other, const VeerRouteGate *own, uint32_t batch,
                      uint32_t tick)
{
    uint32_t first = batches_ago(other, batch, tick), second = batches_ago(own, batch, tick);
    if (first != second) {
        return first > second;
    }
    int32_t x = own->leave.x - own->enter.x - other->leave.x + other->enter.x;
    int32_t y = own->leave.y - own->enter.y - other->leave.y + other->enter.y;
    bool is_along_x = x > 2 * MOUTH_CELLS || x < -2 * MOUTH_CELLS;
    return (is_along_x ? x : y) < 0;
}

/// Agents that come out of a passage, or wait at its other end.
typedef struct OtherEnd {
    uint32_t first; ///< slot of the first to come; VEER_NO_SLOT: none waits there
    bool is_taken;  ///< an agent comes out
    bool is_moving; ///< and progresses
} OtherEnd;

/// The agent that came first; of two at once the lower id.
static uint32_t earlier(const VeerWorld *world, uint32_t a, uint32_t b)
{
    if (a == VEER_NO_SLOT) {
        return b;
    }
    uint32_t first = world->map.traffic.gates[a].since, second = world->map.traffic.gates[b].since;
    bool is_first = first == second ? world->agent.id[a] < world->agent.id[b]
                                    : veer_routes_is_before(world, first, second);
    return is_first ? a : b;
}

static OtherEnd look_across(const VeerWorld *world, const VeerRouteGate *own)
{
    const VeerMapTraffic *traffic = &world->map.traffic;
    OtherEnd end = {VEER_NO_SLOT, false, false};
    for (uint32_t i = 0; i < traffic->at_gate_count && !end.is_moving; i++) {
        uint32_t slot = traffic->at_gates[i];
        const VeerRouteGate *other = &traffic->gates[slot];
        bool is_opposed = apart(other->leave, own->enter) <= MOUTH_CELLS &&
                          apart(other->enter, own->enter) > MOUTH_CELLS;
        if (is_opposed && other->state == VEER_GATE_INSIDE) {
            end.is_taken = true;
            end.is_moving |= veer_progress_is_moving(world, slot);
        } else if (is_opposed && veer_progress_is_moving(world, slot)) {
            end.first = earlier(world, end.first, slot);
        }
    }
    return end;
}

/// The first to come of those that wait beside an agent, and of itself.
static uint32_t first_beside(const VeerWorld *world, uint32_t slot)
{
    const VeerMapTraffic *traffic = &world->map.traffic;
    const VeerRouteGate *own = &traffic->gates[slot];
    uint32_t first = slot;
    for (uint32_t i = 0; i < traffic->at_gate_count; i++) {
        uint32_t beside = traffic->at_gates[i];
        const VeerRouteGate *other = &traffic->gates[beside];
        bool is_beside = other->state == VEER_GATE_AHEAD &&
                         apart(other->leave, own->leave) <= MOUTH_CELLS &&
                         apart(other->enter, own->enter) <= MOUTH_CELLS;
        if (is_beside && veer_progress_is_moving(world, beside)) {
            first = earlier(world, first, beside);
        }
    }
    return first;
}

/// What keeps an agent from entering.
typedef enum Bar {
    BAR_NONE,
    BAR_STOPPED, ///< agents that do not progress themselves
    BAR_MOVING
} Bar;

/// All agents at one end take turns with all at the other: the first to enter is the front one,
/// which need not be the first that came.
static Bar bar_of(const VeerWorld *world, uint32_t slot, uint32_t batch)
{
    const VeerRouteGate *gates = world->map.traffic.gates;
    OtherEnd end = look_across(world, &gates[slot]);
    if (end.is_taken && end.is_moving) {
        return BAR_MOVING;
    }
    bool is_later =
        end.first != VEER_NO_SLOT && is_before(&gates[end.first], &gates[first_beside(world, slot)],
                                               batch, world->map.head->plan_tick);
    if (!end.is_taken && !is_later) {
        return BAR_NONE;
    }
    return is_later && !gates[end.first].was_held ? BAR_MOVING : BAR_STOPPED;
}

static void decide(VeerWorld *world, uint32_t slot, float dt)
{
    VeerRouteGate *gate = &world->map.traffic.gates[slot];
    uint32_t batch = veer_progress_patience(dt), tick = world->map.head->plan_tick;
    bool is_waiting = gate->state == VEER_GATE_AHEAD && gate->since > 0;
    Bar bar = is_waiting ? bar_of(world, slot, batch) : BAR_NONE;
    gate->last_progress =
        bar == BAR_STOPPED && gate->last_progress > 0 ? gate->last_progress : tick;
    if (bar != BAR_NONE && (float)(tick - gate->last_progress) * dt < VEER_GIVE_UP_SECONDS) {
        gate->is_held = 1;
        veer_progress_restart(world, slot);
    }
}

void veer_gates_run(VeerWorld *world, float dt)
{
    if (!world->map.traffic.gates) {
        return;
    }
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (veer_route_is_on(world, slot)) {
            update(world, slot, dt);
        }
    }
    gather(world);
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (veer_route_is_on(world, slot)) {
            decide(world, slot, dt);
        }
    }
}

bool veer_gate_velocity(const VeerWorld *world, uint32_t slot, VeerVec3 forward,
                        VeerVec3 *preferred)
{
    const VeerRouteGate *gate = world->map.traffic.gates ? &world->map.traffic.gates[slot] : NULL;
    if (!gate || !gate->is_held) {
        return false;
    }
    VeerVec3 back = vec3(-forward.x + forward.y, -forward.y - forward.x, 0.0f);
    *preferred = scale3(back, gate->is_close ? 0.5f : 0.0f);
    return true;
}
