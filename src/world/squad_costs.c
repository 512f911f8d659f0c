/// How far it is from members to places over the map: what they are assigned by.
#include "math/vec.h"
#include "world/squads.h"
#include "world/stages.h"

/// Ways that are looked for, for one assignment. So many pairs, or fewer, have a way each.
#define MOST_SEARCHES 64u
/// Lines of sight that are looked along, for one assignment: beyond that a place stands for those
/// after it, which formations list side by side.
#define MOST_SIGHTS 65536u
/// The same each time that exchanges are looked for; more members than these do without, where not
/// everything is in the open.
#define EXCHANGE_SIGHTS 4096u
#define EXCHANGE_MOST 128u
/// Cells that are looked at to see that nothing stands between members and places at all.
#define MOST_CELLS 65536.0f
/// Of the radius: turns nearer to each other than this are one.
#define SAME_TURN 0.05f
/// With so many places, or more, a square is made of the costs where there are more members: those
/// that get none go nowhere at no cost. Squares are assigned much faster.
#define LEAST_SQUARE 128u
/// Rounds of searches for those whom the ways found so far do not serve.
#define ROUNDS 4u
/// Where no way was looked for, one is taken to be so many times as long as it is straight.
#define UNKNOWN_DETOUR 2.0f

/// Turns of ways, and how far it is from one to another.
typedef struct Turns {
    uint32_t count, looked; ///< looked: so many have been looked at from members and places
    VeerVec3 at[VEER_SQUAD_TURNS];
    float length[VEER_SQUAD_TURNS][VEER_SQUAD_TURNS]; ///< m; INFINITY: not known
} Turns;

/// Costs that are being found.
typedef struct Costs {
    const VeerSquadRun *run;
    const VeerVec3 *agents, *places;
    uint32_t agent_count, place_count;
    float *cost;     ///< cost[agent_count * stride], m: lengths; INFINITY: not known
    size_t stride;   ///< place_count, or more
    float *in, *out; ///< m, [turn][side]: from each member, and to each place; INFINITY: unseen
    size_t side;
    float *agents_off, *places_off; ///< m, from those that ways were looked for
    uint32_t searches;              ///< left
    uint32_t region;                ///< of the map, that the places are in
    bool is_all_seen;
} Costs;

static float *cost_of(const Costs *costs, uint32_t agent, uint32_t place)
{
    return &costs->cost[agent * costs->stride + place];
}

/// m, in planar worlds in the plane.
static float distance(const Costs *costs, VeerVec3 from, VeerVec3 to)
{
    return length3(veer_world_flat(costs->run->world, sub3(to, from)));
}

static bool sees(const Costs *costs, VeerVec3 from, VeerVec3 to)
{
    return veer_squad_map_is_clear(costs->run, from, to, costs->run->radius);
}

/// Whether a way may go straight on from one of its turns. Over grids strings are pulled round the
/// very corners of what is blocked for bodies of that radius, and so is this.
static bool is_straight(const Costs *costs, VeerVec3 turn, VeerVec3 to)
{
    VeerWorld *world = costs->run->world;
    uint32_t class = veer_map_class_for(world, costs->run->radius);
    const VeerGrid *grid = veer_map_class(world, class)->grid;
    return grid ? veer_grid_is_clear(grid, turn, to, 0.0f) : sees(costs, turn, to);
}

static void add_points(const VeerVec3 *points, uint32_t count, VeerBounds *box)
{
    for (uint32_t i = 0; i < count; ++i) {
        VeerVec3 p = points[i];
        box->lower =
            vec3(min_f(box->lower.x, p.x), min_f(box->lower.y, p.y), min_f(box->lower.z, p.z));
        box->upper =
            vec3(max_f(box->upper.x, p.x), max_f(box->upper.y, p.y), max_f(box->upper.z, p.z));
    }
}

/// Whether all of the box round members and places is free, so that none hides a place.
static bool is_open(const Costs *costs)
{
    VeerBounds box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    add_points(costs->agents, costs->agent_count, &box);
    add_points(costs->places, costs->place_count, &box);
    float r = costs->run->radius;
    VeerVec3 margin = {r, r, costs->run->world->def.space == VEER_SPATIAL ? r : 0.0f};
    box.lower = sub3(box.lower, margin);
    box.upper = add3(box.upper, margin);
    return veer_squad_map_is_open(costs->run, box, MOST_CELLS);
}

/// Straight distances where the place is seen.
static void look(Costs *costs, uint32_t most_sights)
{
    size_t pairs = (size_t)costs->agent_count * costs->place_count;
    uint32_t block = 1u + (uint32_t)(pairs / most_sights);
    costs->is_all_seen = true;
    for (uint32_t a = 0; a < costs->agent_count; ++a) {
        VeerVec3 from = costs->agents[a];
        bool is_seen = false;
        for (uint32_t s = 0; s < costs->place_count; ++s) {
            if (s % block == 0) {
                uint32_t last = costs->place_count - 1;
                uint32_t middle = s + block / 2u < last ? s + block / 2u : last;
                is_seen = sees(costs, from, costs->places[middle]);
                costs->is_all_seen &= is_seen;
            }
            float length = distance(costs, from, costs->places[s]);
            *cost_of(costs, a, s) = is_seen ? length : INFINITY;
        }
    }
}

/// A turn, which is there already or is added. @return VEER_SQUAD_TURNS: there is no room for it
static uint32_t add_turn(const Costs *costs, VeerVec3 at, Turns *turns)
{
    float same = SAME_TURN * costs->run->radius;
    for (uint32_t i = 0; i < turns->count; ++i) {
        if (distance(costs, turns->at[i], at) <= same) {
            return i;
        }
    }
    if (turns->count == VEER_SQUAD_TURNS) {
        return VEER_SQUAD_TURNS;
    }
    uint32_t added = turns->count++;
    turns->at[added] = at;
    for (uint32_t i = 0; i < added; ++i) {
        float length =
            is_straight(costs, at, turns->at[i]) ? distance(costs, at, turns->at[i]) : INFINITY;
        turns->length[i][added] = turns->length[added][i] = length;
    }
    turns->length[added][added] = 0.0f;
    return added;
}

/// The turns of a way, each of which leads to the next.
static void add_turns(const Costs *costs, const VeerVec3 *points, uint32_t count, Turns *turns)
{
    uint32_t before = VEER_SQUAD_TURNS;
    for (uint32_t i = 1; i + 1 < count; ++i) {
        uint32_t turn = add_turn(costs, points[i], turns);
        if (turn < VEER_SQUAD_TURNS && before < VEER_SQUAD_TURNS) {
            float *there = &turns->length[before][turn], *back = &turns->length[turn][before];
            *there = min_f(*there, distance(costs, points[i - 1], points[i]));
            *back = *there;
        }
        before = turn;
    }
}

/// Least lengths from turn to turn, by the method of Floyd and Warshall.
static void join_turns(Turns *turns)
{
    for (uint32_t k = 0; k < turns->count; ++k) {
        for (uint32_t i = 0; i < turns->count; ++i) {
            for (uint32_t j = 0; j < turns->count; ++j) {
                float by = turns->length[i][k] + turns->length[k][j];
                turns->length[i][j] = min_f(turns->length[i][j], by);
            }
        }
    }
}
/// m from each of the points to the turns that were added since; INFINITY where one is not seen.
static void look_at_turns(const Costs *costs, const Turns *turns, const VeerVec3 *points,
                          uint32_t count, float *lengths)
{
    for (uint32_t k = turns->looked; k < turns->count; ++k) {
        for (uint32_t i = 0; i < count; ++i) {
            bool is_seen = is_straight(costs, turns->at[k], points[i]);
            lengths[k * costs->side + i] =
                is_seen ? distance(costs, points[i], turns->at[k]) : INFINITY;
        }
    }
}

/// Lengths from a member by way of a turn, however it gets there.
static void spread_from(Costs *costs, const Turns *turns, const float *near, uint32_t agent,
                        uint32_t turn)
{
    float reach = INFINITY;
    for (uint32_t k = 0; k < turns->count; ++k) {
        reach = min_f(reach, near[k] + turns->length[k][turn]);
    }
    if (isinf(reach)) {
        return;
    }
    float *restrict cost = cost_of(costs, agent, 0);
    const float *restrict out = costs->out + turn * costs->side;
    for (uint32_t s = 0; s < costs->place_count; ++s) {
        cost[s] = min_f(cost[s], reach + out[s]);
    }
}

/// Lengths of all ways that turn where ways that were found do.
static void spread(Costs *costs, Turns *turns)
{
    join_turns(turns);
    look_at_turns(costs, turns, costs->agents, costs->agent_count, costs->in);
    look_at_turns(costs, turns, costs->places, costs->place_count, costs->out);
    turns->looked = turns->count;
    for (uint32_t a = 0; a < costs->agent_count; ++a) {
        float near[VEER_SQUAD_TURNS];
        for (uint32_t k = 0; k < turns->count; ++k) {
            near[k] = costs->in[k * costs->side + a];
        }
        for (uint32_t k = 0; k < turns->count; ++k) {
            spread_from(costs, turns, near, a, k);
        }
    }
}

/// Looks for a way from a member to a place, and remembers its turns.
static void search(Costs *costs, uint32_t agent, uint32_t place, Turns *turns)
{
    VeerVec3 *points = costs->run->world->map.points;
    uint32_t count;
    costs->searches--;
    if (!veer_squad_search(costs->run, costs->run->radius, costs->agents[agent],
                           costs->places[place], &count) ||
        count < 2) {
        return;
    }
    points[0] = costs->agents[agent];
    points[count - 1] = costs->places[place];
    for (uint32_t i = 0; i < count; ++i) {
        points[i] = veer_map_point(costs->run->world, points[i]);
    }
    float *cost = cost_of(costs, agent, place);
    *cost = min_f(*cost, veer_squad_length(points, count));
    add_turns(costs, points, count, turns);
}

/// The point that is farthest from those that were taken so far; distances[count] to those.
static uint32_t take_farthest(const VeerVec3 *points, uint32_t count, float *distances)
{
    uint32_t far = 0;
    for (uint32_t i = 1; i < count; ++i) {
        far = distances[i] > distances[far] ? i : far;
    }
    for (uint32_t i = 0; i < count; ++i) {
        distances[i] = min_f(distances[i], length3(sub3(points[i], points[far])));
    }
    return far;
}

/// A way for each pair that does not see each other.
static void search_all(Costs *costs, Turns *turns)
{
    for (uint32_t a = 0; a < costs->agent_count; ++a) {
        for (uint32_t s = 0; s < costs->place_count; ++s) {
            if (!sees(costs, costs->agents[a], costs->places[s])) {
                search(costs, a, s, turns);
            }
        }
    }
}

/// Ways between members and places far from each other.
static void search_far(Costs *costs, Turns *turns)
{
    for (uint32_t i = 0; i < costs->agent_count; ++i) {
        costs->agents_off[i] = INFINITY;
    }
    for (uint32_t i = 0; i < costs->place_count; ++i) {
        costs->places_off[i] = INFINITY;
    }
    for (uint32_t i = 0; i < MOST_SEARCHES / 2u; ++i) {
        uint32_t a = take_farthest(costs->agents, costs->agent_count, costs->agents_off);
        uint32_t s = take_farthest(costs->places, costs->place_count, costs->places_off);
        if (!sees(costs, costs->agents[a], costs->places[s])) {
            search(costs, a, s, turns);
        }
    }
}

/// The first place that no way is known to; place_count: there is one to all.
static uint32_t first_unknown(const Costs *costs, uint32_t agent)
{
    uint32_t s = 0;
    while (s < costs->place_count && !isinf(*cost_of(costs, agent, s))) {
        ++s;
    }
    return s;
}

/// Ways for some of the members that lack any to some place, apart from each other.
/// @return whether there were such members
static bool search_lacking(Costs *costs, Turns *turns)
{
    uint32_t left = MOST_SEARCHES / 2u / ROUNDS, apart = costs->agent_count / left;
    bool is_any = false;
    for (uint32_t a = 0; a < costs->agent_count && left > 0; ++a) {
        uint32_t s = first_unknown(costs, a);
        bool is_lacking = s < costs->place_count &&
                          veer_squad_map_region(costs->run, costs->agents[a]) == costs->region;
        if (is_lacking) {
            search(costs, a, s, turns);
            is_any = true;
            left--;
            a += apart;
        }
    }
    return is_any;
}

static void search_some(Costs *costs, Turns *turns)
{
    search_far(costs, turns);
    spread(costs, turns);
    for (uint32_t i = 0; i < ROUNDS && search_lacking(costs, turns); ++i) {
        spread(costs, turns);
    }
}

/// What is not known is guessed, but for members that cannot get to any place. Lengths to squares.
static void finish(const Costs *costs)
{
    for (uint32_t a = 0; a < costs->agent_count; ++a) {
        bool is_there = veer_squad_map_region(costs->run, costs->agents[a]) == costs->region;
        for (uint32_t s = 0; s < costs->place_count; ++s) {
            float *cost = cost_of(costs, a, s);
            float guess = UNKNOWN_DETOUR * distance(costs, costs->agents[a], costs->places[s]);
            float length = isinf(*cost) ? guess : *cost;
            *cost = is_there ? length * length : INFINITY;
        }
        for (size_t s = costs->place_count; s < costs->stride; ++s) {
            *cost_of(costs, a, (uint32_t)s) = 0.0f;
        }
    }
}

static Costs open_costs(const VeerSquadRun *run, uint32_t agent_count, uint32_t place_count)
{
    const VeerSquadScratch *scratch = &run->world->squad_scratch;
    size_t side = scratch->cost_side;
    return (Costs){
        .run = run,
        .agents = scratch->positions,
        .places = scratch->slots,
        .agent_count = agent_count,
        .place_count = place_count,
        .cost = scratch->costs,
        .stride = place_count,
        .in = scratch->lengths + 2u * side,
        .out = scratch->lengths + (2u + VEER_SQUAD_TURNS) * side,
        .side = side,
        .agents_off = scratch->lengths,
        .places_off = scratch->lengths + side,
        .searches = MOST_SEARCHES,
    };
}

/// Whether a map makes ways longer than they are straight, and there is room to say so.
static bool is_asked(const Costs *costs)
{
    uint32_t room = costs->run->world->squad_scratch.cost_side;
    return veer_squad_has_map(costs->run) && costs->agent_count > 0 && costs->place_count > 0 &&
           costs->agent_count <= room && costs->place_count <= room && !is_open(costs);
}

const float *veer_squad_costs(const VeerSquadRun *run, uint32_t agent_count, uint32_t place_count,
                              uint32_t region, uint32_t *stride)
{
    Costs costs = open_costs(run, agent_count, place_count);
    if (!is_asked(&costs)) {
        return NULL;
    }
    costs.region = region;
    bool is_squared = place_count >= LEAST_SQUARE && place_count < agent_count;
    costs.stride = is_squared ? agent_count : place_count;
    look(&costs, MOST_SIGHTS);
    if (costs.is_all_seen) {
        return NULL;
    }
    Turns turns = {0};
    if ((size_t)agent_count * place_count <= MOST_SEARCHES) {
        search_all(&costs, &turns);
    } else {
        search_some(&costs, &turns);
    }
    finish(&costs);
    *stride = (uint32_t)costs.stride;
    return costs.cost;
}

bool veer_squad_exchange_costs(const VeerSquadRun *run, uint32_t count, const float **out)
{
    Costs costs = open_costs(run, count, count);
    *out = NULL;
    if (!is_asked(&costs)) {
        return count <= run->world->squad_scratch.cost_side || !veer_squad_has_map(run);
    }
    if (count > EXCHANGE_MOST) {
        return false;
    }
    look(&costs, EXCHANGE_SIGHTS);
    for (uint32_t i = 0; i < count; ++i) {
        float *own = cost_of(&costs, i, i);
        float guess = UNKNOWN_DETOUR * distance(&costs, costs.agents[i], costs.places[i]);
        *own = isinf(*own) ? guess : *own;
    }
    for (size_t i = 0; i < (size_t)count * count; ++i) {
        costs.cost[i] *= costs.cost[i];
    }
    *out = costs.is_all_seen ? NULL : costs.cost;
    return true;
}
