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
/// Where no way was looked for, one is taken to be so many times as long as it is straight.
#define UNKNOWN_DETOUR 2.0f

/// Costs that are being found.
typedef struct Costs {
    const VeerSquadRun *run;
    const VeerVec3 *agents, *places;
    uint32_t agent_count, place_count;
    float *cost;     ///< cost[agent_count * place_count], m: lengths; INFINITY: not known
    float *in, *out; ///< m, from each agent, and to each place, of one way
    float *agents_off, *places_off; ///< m, from those that ways were looked for
    uint32_t searches;              ///< left
    bool is_all_seen;
} Costs;

static float *cost_of(const Costs *costs, uint32_t agent, uint32_t place)
{
    return &costs->cost[(size_t)agent * costs->place_count + place];
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

/// A way serves all who see its first turn, and leads to all places that its last one sees.
static void serve(Costs *costs, VeerVec3 first, VeerVec3 last, float inner)
{
    for (uint32_t a = 0; a < costs->agent_count; ++a) {
        bool is_seen = sees(costs, costs->agents[a], first);
        costs->in[a] = is_seen ? distance(costs, costs->agents[a], first) : INFINITY;
    }
    for (uint32_t s = 0; s < costs->place_count; ++s) {
        bool is_seen = sees(costs, last, costs->places[s]);
        costs->out[s] = is_seen ? distance(costs, last, costs->places[s]) : INFINITY;
    }
    for (uint32_t a = 0; a < costs->agent_count; ++a) {
        for (uint32_t s = 0; s < costs->place_count; ++s) {
            float *cost = cost_of(costs, a, s);
            *cost = min_f(*cost, costs->in[a] + inner + costs->out[s]);
        }
    }
}

/// Looks for a way from a member to a place.
static void search(Costs *costs, uint32_t agent, uint32_t place)
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
    if (count > 2) {
        serve(costs, points[1], points[count - 2], veer_squad_length(points + 1, count - 2));
    }
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
static void search_all(Costs *costs)
{
    for (uint32_t a = 0; a < costs->agent_count; ++a) {
        for (uint32_t s = 0; s < costs->place_count; ++s) {
            if (!sees(costs, costs->agents[a], costs->places[s])) {
                search(costs, a, s);
            }
        }
    }
}

/// Ways between members and places far from each other, and then for those that none of them
/// serves.
static void search_some(Costs *costs)
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
            search(costs, a, s);
        }
    }
    for (uint32_t a = 0; a < costs->agent_count; ++a) {
        for (uint32_t s = 0; s < costs->place_count && costs->searches > 0; ++s) {
            if (isinf(*cost_of(costs, a, s))) {
                search(costs, a, s);
            }
        }
    }
}

/// What is not known is guessed, but for members that cannot get to any place. Lengths to squares.
static void finish(const Costs *costs, uint32_t region)
{
    for (uint32_t a = 0; a < costs->agent_count; ++a) {
        bool is_there = veer_squad_map_region(costs->run, costs->agents[a]) == region;
        for (uint32_t s = 0; s < costs->place_count; ++s) {
            float *cost = cost_of(costs, a, s);
            float guess = UNKNOWN_DETOUR * distance(costs, costs->agents[a], costs->places[s]);
            float length = isinf(*cost) ? guess : *cost;
            *cost = is_there ? length * length : INFINITY;
        }
    }
}

static Costs open_costs(const VeerSquadRun *run, uint32_t agent_count, uint32_t place_count)
{
    const VeerSquadScratch *scratch = &run->world->squad_scratch;
    return (Costs){
        .run = run,
        .agents = scratch->positions,
        .places = scratch->slots,
        .agent_count = agent_count,
        .place_count = place_count,
        .cost = scratch->costs,
        .in = scratch->lengths,
        .out = scratch->lengths + scratch->cost_side,
        .agents_off = scratch->lengths + 2u * scratch->cost_side,
        .places_off = scratch->lengths + 3u * scratch->cost_side,
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
                              uint32_t region)
{
    Costs costs = open_costs(run, agent_count, place_count);
    if (!is_asked(&costs)) {
        return NULL;
    }
    look(&costs, MOST_SIGHTS);
    if (costs.is_all_seen) {
        return NULL;
    }
    if ((size_t)agent_count * place_count <= MOST_SEARCHES) {
        search_all(&costs);
    } else {
        search_some(&costs);
    }
    finish(&costs, region);
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
