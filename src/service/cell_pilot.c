/// A pilot by occupied cells: its states and what leads from one to the next are a table, what it
/// sees are events.
#include "veer/cell_pilot.h"

#include "math/vec.h"
#include "veer/graph_search.h"

/// As many states a tick, so that none is taken for another for ever.
#define MAX_CHANGES 4
/// Cosine of the angle between heading and path beyond which it stops to turn: 60°.
#define FACING_COSINE 0.5f
/// 1/s: how fast it comes to its target, of the distance left.
#define APPROACH_RATE 2.0f
/// Of max_speed: what turns a ship and hardly moves it.
#define TURN_PART 0.01f
/// Points of the curve from where it is to the first cell of its path.
#define SPLINE_POINTS 3u
/// Sine of the angle of two legs that are one: 0.06°.
#define COLLINEAR_SINE 1e-3f

enum { STAY = VEER_CELL_STATE_COUNT };

/// next_state[state][event]; STAY: the state does not know the event.
static const uint8_t next_state[VEER_CELL_STATE_COUNT][VEER_CELL_EVENT_COUNT] = {
    // ARRIVED, NEAR, BLOCKED, ROUTED, THREATENED, FACING, LATE, SAFE, ORDERED
    [VEER_CELL_IDLE] = {STAY, STAY, STAY, STAY, VEER_CELL_ESCAPE, STAY, STAY, STAY,
                        VEER_CELL_NAVIGATE},
    [VEER_CELL_TURN] = {VEER_CELL_IDLE, VEER_CELL_SEEK, VEER_CELL_NAVIGATE, STAY, STAY,
                        VEER_CELL_FOLLOW, VEER_CELL_NAVIGATE, STAY, STAY},
    [VEER_CELL_SEEK] = {VEER_CELL_IDLE, STAY, VEER_CELL_NAVIGATE, STAY, STAY, STAY, STAY, STAY,
                        STAY},
    [VEER_CELL_NAVIGATE] = {VEER_CELL_IDLE, VEER_CELL_SEEK, STAY, VEER_CELL_TURN, VEER_CELL_ESCAPE,
                            STAY, STAY, STAY, STAY},
    [VEER_CELL_FOLLOW] = {VEER_CELL_IDLE, VEER_CELL_SEEK, VEER_CELL_NAVIGATE, STAY, STAY, STAY,
                          VEER_CELL_NAVIGATE, STAY, STAY},
    [VEER_CELL_ESCAPE] = {STAY, STAY, VEER_CELL_ESCAPE, STAY, STAY, STAY, VEER_CELL_ESCAPE,
                          VEER_CELL_IDLE, STAY},
};

/// What a pilot has before it in a tick.
typedef struct Sight {
    VeerCellPilot *pilot;
    const VeerGraph *graph;
    VeerSearch *search;
    VeerVec3 position, velocity, heading;
    uint32_t own; ///< the node of the cell that it is in
} Sight;

VeerCellPilot veer_cell_pilot_default(void)
{
    return (VeerCellPilot){.max_speed = 5.0f,
                           .seek_range = 5.0f,
                           .arrival_range = 0.5f,
                           .pass_range = 1.0f,
                           .look_ahead = 4.0f,
                           .patience = 2.0f};
}

VeerCellPilotState veer_cell_pilot_next(VeerCellPilotState state, VeerCellPilotEvent event)
{
    bool is_known = (unsigned)state < VEER_CELL_STATE_COUNT &&
                    (unsigned)event < VEER_CELL_EVENT_COUNT && next_state[state][event] != STAY;
    return is_known ? (VeerCellPilotState)next_state[state][event] : state;
}

void veer_cell_pilot_order(VeerCellPilot *pilot, VeerVec3 target)
{
    if (pilot && is_finite3(target)) {
        pilot->target = target;
        pilot->has_target = true;
        pilot->point_count = pilot->next = 0;
        pilot->state = VEER_CELL_IDLE;
    }
}

// --- What it sees ---

static bool is_covered(const Sight *sight, VeerVec3 point)
{
    return veer_graph_is_blocked(sight->graph, veer_graph_nearest(sight->graph, point));
}

static float distance_to(const Sight *sight, VeerVec3 point)
{
    return length3(sub3(point, sight->position));
}

/// Whether the next cell on the straight line to a point is covered; its own, which it is to leave,
/// bars nothing.
static bool is_barred(const Sight *sight, VeerVec3 point)
{
    float far = distance_to(sight, point), ahead = min_f(sight->pilot->look_ahead, far);
    VeerVec3 way = unit3(sub3(point, sight->position), sight->heading);
    VeerVec3 point_ahead = along3(sight->position, way, ahead);
    uint32_t node = veer_graph_nearest(sight->graph, point_ahead);
    return node != sight->own && veer_graph_is_blocked(sight->graph, node);
}

/// The point that it flies to; where it is: none.
static VeerVec3 aim_of(const Sight *sight)
{
    const VeerCellPilot *pilot = sight->pilot;
    if (pilot->state == VEER_CELL_SEEK) {
        return pilot->target;
    }
    return pilot->next < pilot->point_count ? pilot->points[pilot->next] : sight->position;
}

static bool is_near(const Sight *sight)
{
    const VeerCellPilot *pilot = sight->pilot;
    return pilot->has_target && distance_to(sight, pilot->target) <= pilot->seek_range &&
           !is_covered(sight, pilot->target) && !is_barred(sight, pilot->target);
}

static bool is_blocked(const Sight *sight)
{
    VeerVec3 aim = aim_of(sight);
    bool is_lost = sight->pilot->has_target && sight->pilot->state != VEER_CELL_ESCAPE &&
                   is_covered(sight, sight->pilot->target);
    bool has_aim = distance_to(sight, aim) > 0.0f;
    return is_lost || (has_aim && is_barred(sight, aim));
}

static bool is_facing(const Sight *sight)
{
    VeerVec3 way = unit3(sub3(aim_of(sight), sight->position), sight->heading);
    return dot3(way, sight->heading) >= FACING_COSINE;
}

static bool has_happened(const Sight *sight, VeerCellPilotEvent event)
{
    const VeerCellPilot *pilot = sight->pilot;
    bool has_path = pilot->next < pilot->point_count;
    switch (event) {
    case VEER_CELL_ARRIVED:
        return pilot->has_target && distance_to(sight, pilot->target) <= pilot->arrival_range;
    case VEER_CELL_NEAR:
        return is_near(sight);
    case VEER_CELL_BLOCKED:
        return is_blocked(sight);
    case VEER_CELL_ROUTED:
        return has_path;
    case VEER_CELL_THREATENED:
        return veer_graph_is_blocked(sight->graph, sight->own);
    case VEER_CELL_FACING:
        return is_facing(sight);
    case VEER_CELL_LATE:
        return pilot->waited >= (has_path ? pilot->patience : VEER_MIN_DT);
    case VEER_CELL_SAFE:
        return !has_path && !veer_graph_is_blocked(sight->graph, sight->own);
    case VEER_CELL_ORDERED:
        return pilot->has_target;
    case VEER_CELL_EVENT_COUNT:
        break;
    }
    return false;
}

// --- Paths ---

static void add_point(VeerCellPilot *pilot, VeerVec3 point)
{
    if (pilot->point_count < VEER_MAX_CELL_POINTS) {
        pilot->points[pilot->point_count++] = point;
    }
}

/// A cubic from where the ship is, as it flies, to a point (Hermite's): straight from rest.
static void add_spline(const Sight *sight, VeerVec3 point)
{
    VeerVec3 leg = sub3(point, sight->position);
    float time = length3(leg) / max_f(sight->pilot->max_speed, 1e-3f);
    VeerVec3 begin = scale3(sight->velocity, time);
    for (uint32_t i = 1; i <= SPLINE_POINTS; ++i) {
        float t = (float)i / (float)(SPLINE_POINTS + 1), u = 1.0f - t;
        VeerVec3 straight = along3(sight->position, leg, t * t * (3.0f - 2.0f * t));
        VeerVec3 bent = add3(straight, scale3(begin, t * u * u));
        add_point(sight->pilot, along3(bent, leg, -t * t * u));
    }
    add_point(sight->pilot, point);
}

/// Whether a leg goes on in the direction of the one before.
static bool goes_on(VeerVec3 a, VeerVec3 b, VeerVec3 c)
{
    VeerVec3 first = sub3(b, a), second = sub3(c, b), across = cross3(first, second);
    float most = COLLINEAR_SINE * COLLINEAR_SINE * dot3(first, first) * dot3(second, second);
    return dot3(across, across) <= most && dot3(first, second) >= 0.0f;
}

/// A point of the path, without the one before if that is on the straight line to it.
static void add_straight(VeerCellPilot *pilot, VeerVec3 point)
{
    uint32_t count = pilot->point_count;
    if (count >= 2 && goes_on(pilot->points[count - 2], pilot->points[count - 1], point)) {
        pilot->point_count--;
    }
    add_point(pilot, point);
}

/// The nodes of a path without the first, in which the ship is, as points.
static void take_nodes(const Sight *sight, const uint32_t *nodes, uint32_t count)
{
    for (uint32_t i = 1; i < count && i < VEER_MAX_CELL_POINTS; ++i) {
        VeerVec3 point = veer_graph_position(sight->graph, nodes[i]);
        if (i == 1) {
            add_spline(sight, point);
        } else {
            add_straight(sight->pilot, point);
        }
    }
}

static bool is_free(void *graph, uint32_t node)
{
    return !veer_graph_is_blocked(graph, node);
}

/// Plans a path to its target, or to the nearest free cell.
static void plan(const Sight *sight, bool is_escape)
{
    VeerCellPilot *pilot = sight->pilot;
    uint32_t nodes[4 * VEER_MAX_CELL_POINTS], count = 0;
    VeerGraphQuery query = veer_graph_query_default();
    query.graph = sight->graph;
    query.start = sight->own;
    query.goal = veer_graph_nearest(sight->graph, pilot->target);
    query.user = (void *)sight->graph; // is only read
    query.is_goal = is_escape ? is_free : NULL;
    pilot->point_count = pilot->next = 0;
    pilot->waited = 0.0f;
    pilot->plans++;
    VeerStatus status = veer_graph_search_begin(sight->search, &query);
    if (status == VEER_OK) {
        veer_search_run(sight->search, UINT32_MAX);
        status = veer_search_nodes(sight->search, nodes, 4 * VEER_MAX_CELL_POINTS, &count);
    }
    if (status == VEER_OK) {
        take_nodes(sight, nodes, count);
    } else {
        pilot->failed_plans++;
    }
}

// --- The tick ---

static void enter(const Sight *sight, VeerCellPilotState state)
{
    VeerCellPilot *pilot = sight->pilot;
    pilot->state = state;
    if (state == VEER_CELL_NAVIGATE || state == VEER_CELL_ESCAPE) {
        plan(sight, state == VEER_CELL_ESCAPE);
    } else if (state == VEER_CELL_IDLE) {
        pilot->has_target =
            pilot->has_target && distance_to(sight, pilot->target) > pilot->arrival_range;
    }
}

/// The first event that the state knows and that has happened. @return false: none
static bool take_event(const Sight *sight)
{
    for (int i = 0; i < VEER_CELL_EVENT_COUNT; ++i) {
        VeerCellPilotEvent event = (VeerCellPilotEvent)i;
        uint8_t next = next_state[sight->pilot->state][event];
        if (next != STAY && has_happened(sight, event)) {
            enter(sight, (VeerCellPilotState)next);
            return true;
        }
    }
    return false;
}

/// Points that it has come to are behind it.
static void pass_points(const Sight *sight)
{
    VeerCellPilot *pilot = sight->pilot;
    while (pilot->next < pilot->point_count &&
           distance_to(sight, pilot->points[pilot->next]) <= pilot->pass_range) {
        pilot->next++;
        pilot->waited = 0.0f;
    }
}

/// Without a path it asks for one again, though not in every tick.
static void try_again(const Sight *sight)
{
    const VeerCellPilot *pilot = sight->pilot;
    if (pilot->state == VEER_CELL_NAVIGATE && pilot->waited >= 0.5f * pilot->patience) {
        plan(sight, false);
    }
}

static VeerVec3 velocity_of(const Sight *sight)
{
    const VeerCellPilot *pilot = sight->pilot;
    VeerVec3 way = sub3(aim_of(sight), sight->position);
    float distance = length3(way), speed = 0.0f;
    switch (pilot->state) {
    case VEER_CELL_TURN:
        speed = TURN_PART * pilot->max_speed;
        break;
    case VEER_CELL_SEEK:
        speed = min_f(pilot->max_speed, APPROACH_RATE * distance);
        break;
    case VEER_CELL_FOLLOW:
    case VEER_CELL_ESCAPE:
        speed = pilot->max_speed;
        break;
    case VEER_CELL_IDLE:
    case VEER_CELL_NAVIGATE:
    case VEER_CELL_STATE_COUNT:
        break;
    }
    VeerVec3 velocity = scale3(unit3(way, vec3(0.0f, 0.0f, 0.0f)), speed);
    return is_finite3(velocity) ? velocity : vec3(0.0f, 0.0f, 0.0f);
}

/// What a host wrote into a pilot's members is brought within what they may be.
static void tidy(VeerCellPilot *pilot)
{
    bool is_good = (unsigned)pilot->state < VEER_CELL_STATE_COUNT &&
                   pilot->point_count <= VEER_MAX_CELL_POINTS &&
                   pilot->next <= pilot->point_count && is_finite3(pilot->target);
    if (!is_good) {
        pilot->state = VEER_CELL_IDLE;
        pilot->has_target = false;
        pilot->next = pilot->point_count = 0;
    }
}

VeerVec3 veer_cell_pilot_step(VeerCellPilot *pilot, const VeerGraph *graph, VeerSearch *search,
                              const VeerAgentState *ship, float dt)
{
    bool is_good = pilot && graph && search && ship && is_tick(dt) && is_finite3(ship->position) &&
                   is_finite3(ship->velocity) && is_finite3(ship->heading);
    if (!is_good) {
        return vec3(0.0f, 0.0f, 0.0f);
    }
    Sight sight = {.pilot = pilot,
                   .graph = graph,
                   .search = search,
                   .position = ship->position,
                   .velocity = ship->velocity,
                   .heading = ship->heading,
                   .own = veer_graph_nearest(graph, ship->position)};
    tidy(pilot);
    pilot->waited += dt;
    pass_points(&sight);
    try_again(&sight);
    for (int i = 0; i < MAX_CHANGES && take_event(&sight); ++i) {
    }
    return velocity_of(&sight);
}
