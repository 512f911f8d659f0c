/// What meets a region: of agents and balls by their indices, of other obstacles by a tree, one
/// answer each. The first of the answers are kept in a heap, the last of them on top.
#include "base/sort.h"
#include "geom/box.h"
#include "geom/cone.h"
#include "geom/segment.h"
#include "math/trig.h"
#include "math/vec.h"
#include "space/visit.h"
#include "world/query/query.h"

/// Answers of a nearest query whose range is looked up first.
#define FEW 64u

typedef enum RegionKind { REGION_BOX, REGION_BALL, REGION_CONE } RegionKind;

/// Where bodies are looked for; flat in planar worlds.
typedef struct Region {
    RegionKind kind;
    VeerBounds bounds; ///< m
    VeerVec3 middle;   ///< m: of a box, a ball; the apex of a cone
    float range;       ///< m, of balls and cones
    VeerCone cone;
} Region;

typedef struct Finding {
    VeerAsk ask;
    Region region;
    VeerFound *out; ///< out[capacity]: a heap, the last answer on top
    uint32_t capacity, count;
    float map_distance; ///< m, of the map so far
} Finding;

// --- Answers ---

/// Moves the answer on top down to its place in the heap of `size`.
static void sink(VeerFound *heap, uint32_t size)
{
    for (uint32_t at = 0, child = 1; child < size; child = 2 * at + 1) {
        child += child + 1 < size && veer_found_precedes(&heap[child], &heap[child + 1]) ? 1u : 0u;
        if (!veer_found_precedes(&heap[at], &heap[child])) {
            return;
        }
        VeerFound moved = heap[at];
        heap[at] = heap[child];
        heap[child] = moved;
        at = child;
    }
}

static void rise(VeerFound *heap, uint32_t at)
{
    for (; at > 0 && veer_found_precedes(&heap[(at - 1) / 2], &heap[at]); at = (at - 1) / 2) {
        VeerFound moved = heap[at];
        heap[at] = heap[(at - 1) / 2];
        heap[(at - 1) / 2] = moved;
    }
}

/// Takes in an answer, unless its distance is infinite.
static void add(Finding *finding, VeerFound found)
{
    if (!(found.distance < INFINITY)) {
        return;
    }
    uint32_t place = finding->count++;
    if (place < finding->capacity) {
        finding->out[place] = found;
        rise(finding->out, place);
    } else if (finding->capacity > 0 && veer_found_precedes(&found, finding->out)) {
        finding->out[0] = found;
        sink(finding->out, finding->capacity);
    }
}

static bool is_found_before(const void *context, const void *a, const void *b)
{
    (void)context;
    return veer_found_precedes(a, b);
}

// --- How far it is to the part of a body that is in the region; INFINITY: there is none ---

static float within(const Region *region, float distance)
{
    return distance <= region->range ? distance : INFINITY;
}

static float to_ball(const Region *region, VeerVec3 centre, float radius)
{
    VeerVec3 offset = sub3(centre, region->middle);
    if (region->kind == REGION_CONE) {
        return within(region, veer_cone_ball(&region->cone, offset, radius));
    }
    if (region->kind == REGION_BALL) {
        return within(region, max_f(length3(offset) - radius, 0.0f));
    }
    VeerVec3 off = sub3(veer_box_nearest(region->bounds, centre), centre);
    return length3(off) <= radius ? 0.0f : INFINITY;
}

static float to_segment(const Region *region, VeerVec3 a, VeerVec3 b)
{
    a.z = b.z = 0.0f;
    if (region->kind == REGION_CONE) {
        return within(region, veer_cone_segment(&region->cone, sub3(a, region->middle),
                                                sub3(b, region->middle)));
    }
    if (region->kind == REGION_BALL) {
        return within(region, veer_segment_distance2(plane2(a), plane2(b), plane2(region->middle)));
    }
    return veer_box_segment_distance(region->bounds, a, sub3(b, a)) == 0.0f ? 0.0f : INFINITY;
}

static float to_box(const Region *region, VeerBounds box)
{
    VeerVec3 nearest = sub3(veer_box_nearest(box, region->middle), region->middle);
    if (region->kind == REGION_CONE) {
        VeerBounds moved = {sub3(box.lower, region->middle), sub3(box.upper, region->middle)};
        return within(region, veer_cone_box(&region->cone, moved));
    }
    if (region->kind == REGION_BALL) {
        return within(region, length3(nearest));
    }
    return veer_boxes_meet(region->bounds, box) ? 0.0f : INFINITY;
}

// --- Bodies ---

static void find_moved(void *context, uint32_t slot)
{
    Finding *finding = context;
    const VeerAsk *ask = &finding->ask;
    VeerVec3 centre = veer_world_flat(ask->world, ask->world->agent.position[slot]);
    float distance = to_ball(&finding->region, centre, ask->world->agent.radius[slot]);
    add(finding, veer_ask_agent(ask, slot, distance));
}

static void find_agent(void *context, uint32_t slot)
{
    const Finding *finding = context;
    if (!veer_world_has_moved(finding->ask.world, slot) &&
        veer_ask_wants_agent(&finding->ask, slot)) {
        find_moved(context, slot);
    }
}

static void find_ball(void *context, uint32_t slot)
{
    Finding *finding = context;
    const VeerAsk *ask = &finding->ask;
    if (veer_ask_wants_obstacle(ask, slot)) {
        VeerVec3 centre = veer_world_flat(ask->world, ask->world->obstacle.position[slot]);
        float distance = to_ball(&finding->region, centre, ask->world->obstacle.radius[slot]);
        add(finding, veer_ask_obstacle(ask, slot, distance));
    }
}

/// m to the nearest of the segments of a chain or polygon that is in the region.
static float to_outline(const Finding *finding, uint32_t slot)
{
    const VeerAsk *ask = &finding->ask;
    const VeerObstacleColumns *obstacle = &ask->world->obstacle;
    uint32_t count = obstacle->vertex_count[slot];
    float least = INFINITY;
    for (uint32_t i = obstacle->is_closed[slot] ? 0 : 1; i < count; ++i) {
        VeerVec3 a = veer_ask_vertex(ask, slot, i > 0 ? i - 1 : count - 1);
        VeerVec3 b = veer_ask_vertex(ask, slot, i);
        float floor = min_f(a.z, b.z), ceiling = max_f(a.z, b.z) + obstacle->height[slot];
        if (veer_ask_is_level(ask, floor, ceiling)) {
            least = min_f(least, to_segment(&finding->region, a, b));
        }
    }
    return least;
}

static bool find_shape(void *context, uint32_t box)
{
    Finding *finding = context;
    const VeerAsk *ask = &finding->ask;
    const VeerObstacleColumns *obstacle = &ask->world->obstacle;
    uint32_t slot = ask->world->shapes[box];
    if (!veer_ask_wants_obstacle(ask, slot)) {
        return true;
    }
    float distance;
    if (obstacle->shape[slot] == VEER_SHAPE_BOX) {
        VeerVec3 centre = obstacle->position[slot], half = obstacle->half_extents[slot];
        distance = to_box(&finding->region, (VeerBounds){sub3(centre, half), add3(centre, half)});
    } else if (veer_ask_is_in_polygon(ask, slot, finding->region.middle)) {
        distance = 0.0f;
    } else {
        distance = to_outline(finding, slot);
    }
    add(finding, veer_ask_obstacle(ask, slot, distance));
    return true;
}

// --- The map ---

static void find_wall(void *context, VeerVec3 a, VeerVec3 b)
{
    Finding *finding = context;
    const Region *region = &finding->region;
    float distance = finding->ask.world->def.space == VEER_PLANAR
                         ? to_segment(region, a, b)
                         : to_box(region, (VeerBounds){a, b});
    finding->map_distance = min_f(finding->map_distance, distance);
}

static void find_map(Finding *finding, VeerVec3 middle)
{
    if (!veer_ask_wants_map(&finding->ask)) {
        return;
    }
    finding->map_distance = INFINITY;
    if (veer_ask_is_off_map(&finding->ask, middle)) {
        finding->map_distance = 0.0f;
    } else {
        veer_ask_walls(&finding->ask, middle, finding->region.bounds, find_wall, finding);
    }
    add(finding, (VeerFound){.kind = VEER_FOUND_MAP, .distance = finding->map_distance});
}

/// @param middle  of the region, at the height that was asked for
static uint32_t find(Finding *finding, VeerVec3 middle)
{
    const VeerWorld *world = finding->ask.world;
    if (finding->ask.filter.has_agents) {
        veer_index_visit(world->agent_index, finding->region.bounds, find_agent, finding);
        veer_ask_moved(&finding->ask, find_moved, finding);
    }
    if (finding->ask.filter.has_obstacles) {
        veer_index_visit(world->ball_index, finding->region.bounds, find_ball, finding);
        veer_tree_visit(world->shape_tree, finding->region.bounds, find_shape, finding);
    }
    find_map(finding, middle);
    uint32_t kept = finding->count < finding->capacity ? finding->count : finding->capacity;
    veer_sort(finding->out, kept, sizeof *finding->out, is_found_before, NULL);
    return finding->count;
}

// --- Questions ---

/// Begins to look for bodies. @return false: bad values
static bool begin(Finding *finding, VeerWorld *world, const VeerQueryFilter *filter, VeerFound *out,
                  uint32_t capacity)
{
    finding->out = out;
    finding->capacity = capacity;
    finding->count = 0;
    return (out || capacity == 0) && veer_ask_begin(world, filter, &finding->ask);
}

/// A box as the world can use it: within it, and in planar ones flat.
static VeerBounds flat_box(const VeerWorld *world, VeerBounds box)
{
    VeerVec3 most = {VEER_FARTHEST, VEER_FARTHEST, VEER_FARTHEST};
    VeerBounds all = {scale3(most, -1.0f), most};
    box = (VeerBounds){veer_box_nearest(all, box.lower), veer_box_nearest(all, box.upper)};
    return (VeerBounds){veer_world_flat(world, box.lower), veer_world_flat(world, box.upper)};
}

static Region region_about(const VeerWorld *world, RegionKind kind, VeerVec3 middle, float range)
{
    range = min_f(range, VEER_FARTHEST);
    VeerVec3 centre = veer_world_flat(world, middle), reach = {range, range, range};
    return (Region){.kind = kind,
                    .bounds =
                        flat_box(world, (VeerBounds){sub3(centre, reach), add3(centre, reach)}),
                    .middle = centre,
                    .range = range};
}

static bool is_box(VeerBounds box)
{
    return box.lower.x <= box.upper.x && box.lower.y <= box.upper.y && box.lower.z <= box.upper.z;
}

uint32_t veer_world_find_in_box(VeerWorld *world, VeerBounds box, const VeerQueryFilter *filter,
                                VeerFound *out, uint32_t capacity)
{
    Finding finding;
    if (!is_box(box) || !begin(&finding, world, filter, out, capacity)) {
        return 0;
    }
    VeerBounds flat = flat_box(world, box);
    VeerVec3 middle = scale3(add3(flat.lower, flat.upper), 0.5f);
    finding.region = (Region){.kind = REGION_BOX, .bounds = flat, .middle = middle};
    middle.z = 0.5f * (clamp_f(box.lower.z, -VEER_FARTHEST, VEER_FARTHEST) +
                       clamp_f(box.upper.z, -VEER_FARTHEST, VEER_FARTHEST));
    return find(&finding, middle);
}

uint32_t veer_world_find_in_ball(VeerWorld *world, VeerVec3 centre, float radius,
                                 const VeerQueryFilter *filter, VeerFound *out, uint32_t capacity)
{
    Finding finding;
    if (!is_position3(centre) || !(radius >= 0.0f) ||
        !begin(&finding, world, filter, out, capacity)) {
        return 0;
    }
    finding.region = region_about(world, REGION_BALL, centre, radius);
    return find(&finding, centre);
}

/// m that a cone reaches along an axis, of which the cosine with its own is given.
static float cone_reach(const VeerCone *cone, double along, float range)
{
    double aside = sqrt(along * along < 1.0 ? 1.0 - along * along : 0.0);
    double most = along >= cone->cosine ? 1.0 : along * cone->cosine + aside * cone->sine;
    return most > 0.0 ? (float)most * range * (1.0f + VEER_CONTACT_SLOP) : 0.0f;
}

/// The box of a cone with its apex at the middle.
static VeerBounds cone_box(const Region *region)
{
    const VeerCone *cone = &region->cone;
    float range = region->range;
    VeerVec3 upper = {cone_reach(cone, cone->x, range), cone_reach(cone, cone->y, range),
                      cone_reach(cone, cone->z, range)};
    VeerVec3 lower = {cone_reach(cone, -cone->x, range), cone_reach(cone, -cone->y, range),
                      cone_reach(cone, -cone->z, range)};
    return (VeerBounds){sub3(region->middle, lower), add3(region->middle, upper)};
}

uint32_t veer_world_find_in_cone(VeerWorld *world, const VeerQueryCone *cone,
                                 const VeerQueryFilter *filter, VeerFound *out, uint32_t capacity)
{
    Finding finding;
    if (!cone || !is_position3(cone->apex) || !is_finite3(cone->direction) ||
        !(cone->angle > 0.0f && cone->angle <= VEER_PI) || !(cone->range >= 0.0f) ||
        !begin(&finding, world, filter, out, capacity)) {
        return 0;
    }
    VeerVec3 axis = veer_world_flat(world, cone->direction);
    if (axis.x == 0.0f && axis.y == 0.0f && axis.z == 0.0f) {
        return 0;
    }
    finding.region = region_about(world, REGION_CONE, cone->apex, cone->range);
    finding.region.cone = veer_cone_of(axis, cone->angle);
    finding.region.bounds = flat_box(world, cone_box(&finding.region));
    return find(&finding, cone->apex);
}

/// m: no farther away than this are so many balls of an index that are asked for, if so many are.
static float range_of(const VeerIndex *index, const VeerAsk *ask, uint32_t except, VeerVec3 point,
                      uint32_t count)
{
    VeerNear near[FEW];
    bool is_spatial = ask->world->def.space == VEER_SPATIAL;
    float lower = clamp_f(ask->filter.lower, -VEER_FARTHEST, VEER_FARTHEST);
    float upper = clamp_f(ask->filter.upper, -VEER_FARTHEST, VEER_FARTHEST);
    VeerNearQuery query = {.centre = {point.x, point.y, is_spatial ? point.z : lower},
                           .range = INFINITY,
                           .limit = count,
                           .mask = ask->filter.mask,
                           .except = except,
                           .height = upper - lower};
    bool is_full = count <= FEW && veer_index_nearest(index, &query, near) == count;
    return is_full ? max_f(near[count - 1].gap, 0.0f) : INFINITY;
}

uint32_t veer_world_find_nearest(VeerWorld *world, VeerVec3 point, float range,
                                 const VeerQueryFilter *filter, VeerFound *out, uint32_t capacity)
{
    VeerAsk ask;
    if (!is_position3(point) || !(range >= 0.0f) || !out || capacity == 0 ||
        !veer_ask_begin(world, filter, &ask)) {
        return 0;
    }
    if (ask.filter.has_agents) {
        // Of those that it finds some may have moved on.
        uint32_t enough = capacity < FEW ? capacity + world->moved_count : capacity;
        range = min_f(range, range_of(world->agent_index, &ask, ask.except, point, enough));
    }
    if (ask.filter.has_obstacles && (ask.filter.has_ghosts || world->head->ghost_count == 0)) {
        range =
            min_f(range, range_of(world->ball_index, &ask, ask.except_obstacle, point, capacity));
    }
    uint32_t count = veer_world_find_in_ball(world, point, range, filter, out, capacity);
    return count < capacity ? count : capacity;
}
