/// Sensors: who is in which ghost after a tick, and the events of who came and went.
#include "veer/sensor.h"

#include "base/sort.h"
#include "geom/box.h"
#include "geom/polygon.h"
#include "math/vec.h"
#include "space/visit.h"
#include "world/body/body.h"
#include "world/contact/contact.h"

#include <string.h>

#define MAX_CORNERS 64u

/// A sensor that looks for who is in it.
typedef struct Looking {
    VeerWorld *world;
    uint32_t sensor;
    uint32_t count; ///< of next_sensed[], of all sensors so far
    uint32_t corner_count;
    VeerVec2 corners[MAX_CORNERS]; ///< m, from its position
} Looking;

static int compare(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

/// By sensor, agents before balls, id, then what tells bodies with equal ids apart.
static int compare_sensed(const VeerSensedBody *a, const VeerSensedBody *b)
{
    int order = compare(a->sensor, b->sensor);
    order = order ? order : compare(a->is_obstacle, b->is_obstacle);
    order = order ? order : compare(a->id, b->id);
    order = order ? order : compare(a->slot, b->slot);
    order = order ? order : compare(a->generation, b->generation);
    return order ? order : compare(a->sensor_generation, b->sensor_generation);
}

bool veer_sensed_precedes(const VeerSensedBody *a, const VeerSensedBody *b)
{
    return compare_sensed(a, b) < 0;
}

static bool sensed_comes_first(const void *context, const void *a, const void *b)
{
    (void)context;
    return compare_sensed(a, b) < 0;
}

/// m from the sensor to a point that lies `offset` from its position; 0 in it.
static float distance_of(const Looking *looking, VeerVec3 offset)
{
    const VeerObstacleColumns *obstacle = &looking->world->obstacle;
    uint32_t sensor = looking->sensor;
    if (obstacle->shape[sensor] == VEER_SHAPE_BALL) {
        return max_f(length3(offset) - obstacle->radius[sensor], 0.0f);
    }
    if (obstacle->shape[sensor] == VEER_SHAPE_POLYGON) {
        return veer_polygon_contains(looking->corners, looking->corner_count, plane2(offset))
                   ? 0.0f
                   : veer_polygon_distance(looking->corners, looking->corner_count, plane2(offset));
    }
    VeerVec3 half = obstacle->half_extents[sensor];
    VeerBounds box = {scale3(half, -1.0f), half};
    return length3(sub3(offset, veer_box_nearest(box, offset)));
}

/// A body that may be in the sensor.
typedef struct MaybeIn {
    const VeerVec3 *position, *low;
    float radius, height;
    uint32_t layer;
} MaybeIn;

static bool is_in(const Looking *looking, const MaybeIn *body)
{
    const VeerObstacleColumns *obstacle = &looking->world->obstacle;
    uint32_t sensor = looking->sensor;
    const VeerVec3 *at = &obstacle->position[sensor];
    bool is_level = looking->world->def.space == VEER_SPATIAL ||
                    (at->z <= body->position->z + body->height &&
                     body->position->z <= at->z + obstacle->height[sensor]);
    if (!is_level || !(body->layer & obstacle->sense_mask[sensor])) {
        return false;
    }
    VeerVec3 offset = veer_world_between(looking->world, at, &obstacle->compensation[sensor],
                                         body->position, body->low, veer_is_far(*at));
    return distance_of(looking, offset) <= body->radius;
}

static void add(Looking *looking, VeerSensedBody body)
{
    VeerWorld *world = looking->world;
    if (looking->count == world->def.max_sensed) {
        world->head->dropped++;
        return;
    }
    body.sensor = looking->sensor;
    body.sensor_generation = world->obstacle.generation[looking->sensor];
    world->next_sensed[looking->count++] = body;
}

static void look_at_agent(void *context, uint32_t slot)
{
    Looking *looking = context;
    const VeerAgentColumns *agent = &looking->world->agent;
    MaybeIn body = {&agent->position[slot], &agent->compensation[slot], agent->radius[slot],
                    agent->height[slot], agent->layer[slot]};
    if (agent->is_alive[slot] && is_in(looking, &body)) {
        add(looking, (VeerSensedBody){.id = agent->id[slot],
                                      .slot = slot,
                                      .generation = agent->generation[slot]});
    }
}

static void look_at_ball(void *context, uint32_t slot)
{
    Looking *looking = context;
    const VeerObstacleColumns *obstacle = &looking->world->obstacle;
    MaybeIn body = {&obstacle->position[slot], &obstacle->compensation[slot],
                    obstacle->radius[slot], obstacle->height[slot], obstacle->layer[slot]};
    if (obstacle->is_ball[slot] && !obstacle->is_ghost[slot] && is_in(looking, &body)) {
        add(looking, (VeerSensedBody){.id = slot,
                                      .slot = slot,
                                      .generation = obstacle->generation[slot],
                                      .is_obstacle = 1});
    }
}

/// The box about a sensor, and its corners if it is a polygon.
static VeerBounds measure(Looking *looking, float margin)
{
    const VeerWorld *world = looking->world;
    const VeerObstacleColumns *obstacle = &world->obstacle;
    uint32_t sensor = looking->sensor;
    float radius = obstacle->radius[sensor];
    VeerVec3 half = obstacle->shape[sensor] == VEER_SHAPE_BOX ? obstacle->half_extents[sensor]
                                                              : vec3(radius, radius, radius);
    VeerBounds box = {scale3(half, -1.0f), half};
    bool is_polygon = obstacle->shape[sensor] == VEER_SHAPE_POLYGON;
    looking->corner_count = is_polygon ? obstacle->vertex_count[sensor] : 0;
    for (uint32_t i = 0; i < looking->corner_count; ++i) {
        VeerVec3 corner = veer_world_flat(world, veer_obstacle_corner(world, sensor, i));
        looking->corners[i] = plane2(corner);
        VeerBounds point = {corner, corner};
        box = i == 0 ? point : veer_boxes_join(box, point);
    }
    VeerVec3 at = veer_world_flat(world, obstacle->position[sensor]);
    VeerVec3 room = vec3(margin, margin, margin);
    return (VeerBounds){sub3(add3(box.lower, at), room), add3(add3(box.upper, at), room)};
}

/// m: no body is further than that from where the indices show it.
static float longest_move(const VeerWorld *world)
{
    float square = 0.0f;
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        VeerVec3 moved = sub3(world->agent.position[slot], world->scratch.first_position[slot]);
        square = world->agent.is_alive[slot] ? max_f(square, dot3(moved, moved)) : square;
    }
    // A last place of the longest coordinate, twice.
    return max_f(sqrtf(square), world->top_ball_shift) * 1.0001f + 0x1p-22f * VEER_WORLD_LIMIT;
}

static bool is_sensor(const VeerWorld *world, uint32_t slot)
{
    return world->obstacle.is_ghost[slot] && world->obstacle.sense_mask[slot] != 0;
}

static uint32_t look(VeerWorld *world)
{
    Looking looking = {.world = world, .count = 0};
    float margin = longest_move(world);
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; ++slot) {
        if (is_sensor(world, slot)) {
            looking.sensor = slot;
            VeerBounds box = measure(&looking, margin);
            veer_index_visit(world->agent_index, box, look_at_agent, &looking);
            veer_index_visit(world->ball_index, box, look_at_ball, &looking);
        }
    }
    veer_sort(world->next_sensed, looking.count, sizeof(VeerSensedBody), sensed_comes_first, NULL);
    return looking.count;
}

static void push(VeerWorld *world, VeerEventKind kind, const VeerSensedBody *body)
{
    VeerEvent event = {.kind = kind};
    event.obstacle = (VeerObstacleId){body->sensor, body->sensor_generation};
    if (body->is_obstacle) {
        event.other_obstacle = (VeerObstacleId){body->slot, body->generation};
    } else {
        event.agent = (VeerAgentId){body->slot, body->generation};
    }
    veer_event_push(world, event);
}

/// An event for each of `list` that `other` lacks; both are sorted.
static void push_missing(VeerWorld *world, VeerEventKind kind, const VeerSensedBody *list,
                         uint32_t count, const VeerSensedBody *other, uint32_t other_count)
{
    uint32_t j = 0;
    for (uint32_t i = 0; i < count; ++i) {
        while (j < other_count && compare_sensed(&other[j], &list[i]) < 0) {
            ++j;
        }
        if (j == other_count || compare_sensed(&other[j], &list[i]) != 0) {
            push(world, kind, &list[i]);
        }
    }
}

void veer_events_add_sensed(VeerWorld *world)
{
    uint32_t before = world->head->sensed_count;
    if (before == 0 && world->head->ghost_count == 0) {
        return;
    }
    uint32_t count = look(world);
    push_missing(world, VEER_EVENT_ENTERED, world->next_sensed, count, world->sensed, before);
    push_missing(world, VEER_EVENT_LEFT, world->sensed, before, world->next_sensed, count);
    memcpy(world->sensed, world->next_sensed, count * sizeof(VeerSensedBody));
    if (before > count) {
        memset(world->sensed + count, 0, (before - count) * sizeof(VeerSensedBody));
    }
    world->head->sensed_count = count;
}

// --- What the host asks ---

/// The first of who is in a sensor, or in one with a higher slot.
static uint32_t first_in(const VeerWorld *world, uint32_t sensor)
{
    uint32_t lower = 0, upper = world->head->sensed_count;
    while (lower < upper) {
        uint32_t middle = lower + (upper - lower) / 2;
        bool is_before = world->sensed[middle].sensor < sensor;
        lower = is_before ? middle + 1 : lower;
        upper = is_before ? upper : middle;
    }
    return lower;
}

uint32_t veer_sensor_inside(const VeerWorld *world, VeerObstacleId sensor, VeerSensorBody *out,
                            uint32_t capacity)
{
    uint32_t slot = veer_obstacle_slot(world, sensor), count = 0;
    if (slot == VEER_NO_SLOT) {
        return 0;
    }
    for (uint32_t i = first_in(world, slot);
         i < world->head->sensed_count && world->sensed[i].sensor == slot; ++i) {
        const VeerSensedBody *body = &world->sensed[i];
        bool is_own = body->sensor_generation == sensor.generation;
        if (is_own && out && count < capacity) {
            VeerSensorBody found = {{0, 0}, {0, 0}};
            if (body->is_obstacle) {
                found.obstacle = (VeerObstacleId){body->slot, body->generation};
            } else {
                found.agent = (VeerAgentId){body->slot, body->generation};
            }
            out[count] = found;
        }
        count += is_own;
    }
    return count;
}

uint32_t veer_sensor_count(const VeerWorld *world, VeerObstacleId sensor)
{
    uint32_t slot = veer_obstacle_slot(world, sensor);
    if (slot == VEER_NO_SLOT) {
        return 0;
    }
    uint32_t first = first_in(world, slot), last = first_in(world, slot + 1u);
    bool is_own = first < last && world->sensed[first].sensor_generation == sensor.generation;
    return is_own ? last - first : 0;
}

VeerStatus veer_sensor_set_mask(VeerWorld *world, VeerObstacleId sensor, uint32_t mask)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_obstacle_need(&refusal, world, sensor);
    veer_need_that(&refusal, slot == VEER_NO_SLOT || world->obstacle.is_ghost[slot], "sensor",
                   "must be a ghost");
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        world->obstacle.sense_mask[slot] = mask;
    }
    return status;
}
