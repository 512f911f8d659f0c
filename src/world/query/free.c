/// The nearest place where a body has room: cubes about the point, the nearest first. The middle of
/// a cube that is free is an answer; one that has no room anywhere is dropped, since something
/// reaches so far beyond its middle; all others are cut.
#include "geom/segment.h"
#include "math/vec.h"
#include "space/visit.h"
#include "world/query/query.h"

#define FREE_COOKIE 0x7EE20F3Eu
/// Halvings of what an answer may still come nearer.
#define PULLS 12

VeerFreeQuery veer_free_query_default(void)
{
    return (VeerFreeQuery){
        .radius = 0.5f, .range = 10.0f, .tolerance = 0.05f, .cookie = FREE_COOKIE};
}

typedef struct Freeing {
    VeerAsk ask;
    VeerWorld *world;
    const VeerFreeQuery *query;
    VeerFreeCell *cells; ///< cells[capacity]: a heap, the nearest on top
    uint32_t capacity, count;
    uint32_t looked;   ///< cells that were looked at
    float range, done; ///< m: how far is looked now, and was before, for nothing
    VeerFreePlace best;
} Freeing;

// --- The heap ---

/// Ties by place, so that nothing depends on how they came in.
static bool precedes(const VeerFreeCell *a, const VeerFreeCell *b)
{
    const float one[] = {a->near, a->half, a->middle.x, a->middle.y, a->middle.z};
    const float other[] = {b->near, b->half, b->middle.x, b->middle.y, b->middle.z};
    int i = 0;
    while (i < 4 && one[i] == other[i]) {
        i++;
    }
    return one[i] < other[i];
}

static void push(Freeing *freeing, VeerFreeCell cell)
{
    VeerFreeCell *heap = freeing->cells;
    uint32_t at = freeing->count++;
    for (; at > 0 && precedes(&cell, &heap[(at - 1) / 2]); at = (at - 1) / 2) {
        heap[at] = heap[(at - 1) / 2];
    }
    heap[at] = cell;
}

static VeerFreeCell pop(Freeing *freeing)
{
    VeerFreeCell *heap = freeing->cells, top = heap[0], last = heap[--freeing->count];
    uint32_t at = 0, size = freeing->count;
    for (uint32_t child = 1; child < size; child = 2 * at + 1) {
        child += child + 1 < size && precedes(&heap[child + 1], &heap[child]) ? 1u : 0u;
        if (!precedes(&heap[child], &last)) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return top;
}

// --- Cells without room ---

/// m from a point within a polygon to its outline.
static float depth_in_polygon(const VeerAsk *ask, uint32_t slot, VeerVec3 point)
{
    uint32_t count = ask->world->obstacle.vertex_count[slot];
    VeerVec3 before = veer_ask_vertex(ask, slot, count - 1);
    float least = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        VeerVec3 vertex = veer_ask_vertex(ask, slot, i);
        least = min_f(least, veer_segment_distance2(plane2(before), plane2(vertex), plane2(point)));
        before = vertex;
    }
    return least;
}

typedef struct Depth {
    const VeerAsk *ask;
    VeerVec3 point;
    float most; ///< m: so far in some one body is the point
} Depth;

static void be_in_ball(Depth *depth, VeerVec3 centre, float radius)
{
    centre = veer_world_flat(depth->ask->world, centre);
    depth->most = max_f(depth->most, radius - length3(sub3(centre, depth->point)));
}

static void be_in_moved(void *context, uint32_t slot)
{
    Depth *depth = context;
    const VeerAgentColumns *agent = &depth->ask->world->agent;
    be_in_ball(depth, agent->position[slot], agent->radius[slot]);
}

static void be_in_agent(void *context, uint32_t slot)
{
    const VeerAsk *ask = ((Depth *)context)->ask;
    if (!veer_world_has_moved(ask->world, slot) && veer_ask_wants_agent(ask, slot)) {
        be_in_moved(context, slot);
    }
}

static void be_in_obstacle(void *context, uint32_t slot)
{
    Depth *depth = context;
    if (veer_ask_wants_obstacle(depth->ask, slot)) {
        const VeerObstacleColumns *obstacle = &depth->ask->world->obstacle;
        be_in_ball(depth, obstacle->position[slot], obstacle->radius[slot]);
    }
}

static bool be_in_shape(void *context, uint32_t box)
{
    Depth *depth = context;
    const VeerAsk *ask = depth->ask;
    uint32_t slot = ask->world->shapes[box];
    if (!veer_ask_wants_obstacle(ask, slot)) {
        return true;
    }
    const VeerObstacleColumns *obstacle = &ask->world->obstacle;
    if (obstacle->shape[slot] == VEER_SHAPE_BOX) {
        VeerVec3 off = sub3(depth->point, obstacle->position[slot]);
        VeerVec3 half = obstacle->half_extents[slot];
        float aside = min_f(half.x - fabsf(off.x), half.y - fabsf(off.y));
        depth->most = max_f(depth->most, min_f(aside, half.z - fabsf(off.z)));
    } else if (veer_ask_is_in_polygon(ask, slot, depth->point)) {
        depth->most = max_f(depth->most, depth_in_polygon(ask, slot, depth->point));
    }
    return true;
}

/// m that a point is within some one body; negative outside of all.
static float depth_at(const VeerAsk *ask, VeerVec3 point)
{
    const VeerWorld *world = ask->world;
    Depth depth = {ask, veer_world_flat(world, point), -INFINITY};
    VeerBounds there = {depth.point, depth.point};
    if (ask->filter.has_agents) {
        veer_index_visit(world->agent_index, there, be_in_agent, &depth);
        veer_ask_moved(ask, be_in_moved, &depth);
    }
    if (ask->filter.has_obstacles) {
        veer_index_visit(world->ball_index, there, be_in_obstacle, &depth);
        veer_tree_visit(world->shape_tree, there, be_in_shape, &depth);
    }
    return depth.most;
}

/// Whether a body has no room anywhere within `reach` of a point where it has none.
static bool has_no_room(const Freeing *freeing, VeerVec3 point, float reach)
{
    float radius = freeing->query->radius;
    if (reach < radius) {
        return !veer_world_is_free(freeing->world, point, radius - reach, &freeing->ask.filter);
    }
    return depth_at(&freeing->ask, point) >= reach - radius ||
           (veer_ask_wants_map(&freeing->ask) &&
            veer_ask_is_all_off_map(&freeing->ask, point, reach - radius));
}

// --- The search ---

/// m: an answer at this distance is as good as one that is nearer by less.
static float slack_at(const Freeing *freeing, float distance)
{
    return max_f(freeing->query->tolerance, VEER_AS_GOOD * distance);
}

static void take(Freeing *freeing, VeerVec3 place)
{
    VeerVec3 off = sub3(place, freeing->query->point);
    float distance = length3(off);
    if (distance < freeing->best.distance && distance <= freeing->range) {
        freeing->best = (VeerFreePlace){place, distance};
    }
}

static float reach_of(const Freeing *freeing, float half)
{
    return half * (freeing->world->def.space == VEER_PLANAR ? 1.41421366f : 1.73205092f);
}

static void look_at(Freeing *freeing, VeerVec3 middle, float half)
{
    VeerVec3 off = sub3(middle, freeing->query->point);
    VeerVec3 past = {max_f(fabsf(off.x) - half, 0.0f), max_f(fabsf(off.y) - half, 0.0f),
                     max_f(fabsf(off.z) - half, 0.0f)};
    float near = length3(past), reach = reach_of(freeing, half);
    if (length3(off) + reach <= freeing->done) {
        return;
    }
    freeing->looked++;
    if (near > freeing->range) {
        return;
    }
    if (veer_world_is_free(freeing->world, middle, freeing->query->radius, &freeing->ask.filter)) {
        take(freeing, middle);
    } else if (has_no_room(freeing, middle, reach)) {
        return;
    }
    if (reach > 0.5f * freeing->query->tolerance) {
        push(freeing, (VeerFreeCell){middle, half, near});
    }
}

static void cut(Freeing *freeing, VeerFreeCell cell)
{
    float half = 0.5f * cell.half;
    uint32_t parts = freeing->world->def.space == VEER_PLANAR ? 4u : 8u;
    for (uint32_t i = 0; i < parts; i++) {
        VeerVec3 off = {i & 1u ? half : -half, i & 2u ? half : -half,
                        parts == 4u ? 0.0f
                        : i & 4u    ? half
                                    : -half};
        look_at(freeing, add3(cell.middle, off), half);
    }
}

/// Looks through what is nearer than the range. @return whether all of that was looked through
static bool search_within(Freeing *freeing)
{
    uint32_t parts = freeing->world->def.space == VEER_PLANAR ? 4u : 8u;
    freeing->count = 0;
    look_at(freeing, freeing->query->point, freeing->range);
    while (freeing->count > 0) {
        float distance = freeing->best.distance;
        if (distance < INFINITY &&
            freeing->cells[0].near >= distance - slack_at(freeing, distance)) {
            return true;
        }
        if (freeing->looked + parts > freeing->capacity) {
            return false;
        }
        cut(freeing, pop(freeing));
    }
    return true;
}

/// In widening ranges, so that far ones cost nothing where there is room near by.
/// @return whether there is none that is nearer
static bool search(Freeing *freeing)
{
    float whole = min_f(freeing->query->range, VEER_FARTHEST);
    float range = VEER_FIRST_SEARCH * max_f(freeing->query->radius, freeing->query->tolerance);
    bool is_sure = true;
    for (freeing->range = min_f(range, whole); is_sure; freeing->range = min_f(range, whole)) {
        is_sure = freeing->looked < freeing->capacity && search_within(freeing);
        if (freeing->best.distance < INFINITY || freeing->range == whole) {
            return is_sure;
        }
        freeing->done = freeing->range;
        range *= VEER_FIRST_SEARCH;
    }
    return false;
}

/// Straight towards the point, as far as it is free.
static void pull(Freeing *freeing)
{
    VeerVec3 point = freeing->query->point, off = sub3(freeing->best.place, point);
    float free_part = 1.0f, blocked_part = 0.0f;
    for (int i = 0; i < PULLS; i++) {
        float part = 0.5f * (free_part + blocked_part);
        VeerVec3 place = along3(point, off, part);
        if (veer_world_is_free(freeing->world, place, freeing->query->radius,
                               &freeing->ask.filter)) {
            free_part = part;
            take(freeing, place);
        } else {
            blocked_part = part;
        }
    }
}

/// On a mesh a place is at the height of its floor.
static void put_on_floor(Freeing *freeing)
{
    const VeerWorldMap *map = &freeing->world->map;
    VeerVec3 place = freeing->best.place;
    if (map->head && map->mesh.whole) {
        VeerVec3 on_it;
        (void)veer_mesh_nearest(map->mesh.whole, place, &on_it);
        place.z = on_it.z;
    }
    if (veer_world_is_free(freeing->world, place, freeing->query->radius, &freeing->ask.filter)) {
        freeing->best.place = place;
    }
}

static void need(VeerRefusal *refusal, const VeerFreeQuery *query)
{
    veer_need_that(refusal, query->cookie == FREE_COOKIE, "query", VEER_MUST_DEFAULT);
    veer_need_position(refusal, "query.point", query->point);
    veer_need_length(refusal, "query.radius", query->radius);
    veer_need(refusal, query->range >= 0.0f, "query.range", "must be >= 0", (double)query->range);
    veer_need_positive(refusal, "query.tolerance", query->tolerance);
}

VeerStatus veer_world_find_free(VeerWorld *world, const VeerFreeQuery *query,
                                const VeerQueryFilter *filter, VeerFreeCell *cells,
                                uint32_t capacity, VeerFreePlace *out)
{
    VeerRefusal refusal = {.function = __func__};
    (void)veer_need_object(&refusal, world, "world");
    if (veer_need_object(&refusal, query, "query")) {
        need(&refusal, query);
    }
    veer_need_that(&refusal, cells || capacity == 0, "cells", VEER_MUST_PLACE);
    veer_need_place(&refusal, out, "out");
    VeerStatus status = world && world->is_indexed ? veer_world_check_read(world, &refusal)
                                                   : veer_world_check_change(world, &refusal);
    Freeing freeing = {.world = world,
                       .query = query,
                       .cells = cells,
                       .capacity = capacity,
                       .best = {{0.0f, 0.0f, 0.0f}, INFINITY}};
    if (status != VEER_OK) {
        return status;
    }
    if (!veer_ask_begin(world, filter, &freeing.ask)) {
        veer_need_that(&refusal, false, "filter", VEER_MUST_DEFAULT);
        return veer_world_refuse(world, &refusal);
    }
    bool is_sure = search(&freeing);
    if (freeing.best.distance < INFINITY) {
        pull(&freeing);
        put_on_floor(&freeing);
    }
    *out = freeing.best;
    return is_sure ? VEER_OK : VEER_PARTIAL;
}
