#include "io/scores/bodies.h"

#include "io/base/array.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_FOUND 8u
/// Bodies, by geometry: of one size 6 touch one in the plane and 12 in space. More do only where
/// whole crowds are put into each other. Halved and doubled, scores of a doorway with the potential
/// model and of 200 that walk through each other are the same.
#define MOST_FOUND 64u

void veer_bodies_free(VeerBodies *bodies)
{
    veer_store_clear(&bodies->store);
    free(bodies->found);
    *bodies = (VeerBodies){0};
}

/// Makes room for more bodies. What was there is set anew each tick, and so is not kept.
static bool reserve(VeerBodies *bodies, uint32_t count)
{
    if (bodies->index && count <= bodies->capacity) {
        return true;
    }
    uint32_t capacity = count + count / 2 + FIRST_FOUND;
    VeerStore *store = &bodies->store;
    veer_store_clear(store);
    bodies->index = NULL;
    bodies->positions = veer_store_take(store, capacity, sizeof *bodies->positions);
    bodies->remainders = veer_store_take(store, capacity, sizeof *bodies->remainders);
    bodies->radii = veer_store_take(store, capacity, sizeof *bodies->radii);
    bodies->heights = veer_store_take(store, capacity, sizeof *bodies->heights);
    bodies->is_present = veer_store_take(store, capacity, sizeof *bodies->is_present);
    void *memory = veer_store_take_block(store, veer_index_size(capacity));
    if (!bodies->positions || !bodies->remainders || !bodies->radii || !bodies->heights ||
        !bodies->is_present || !memory) {
        return false;
    }
    bodies->index = veer_index_init(memory, capacity);
    bodies->capacity = capacity;
    return true;
}

bool veer_bodies_reset(VeerBodies *bodies, VeerSpace space, uint32_t agents, uint32_t obstacles)
{
    uint32_t count = agents + obstacles;
    if (!reserve(bodies, count) || !veer_array_reserve(&bodies->found, &bodies->found_capacity,
                                                       FIRST_FOUND, sizeof *bodies->found)) {
        return false;
    }
    bodies->space = space;
    bodies->top_radius = 0.0f;
    bodies->agent_count = agents;
    bodies->count = count;
    if (count > 0) {
        memset(bodies->is_present, 0, count);
    }
    return true;
}

void veer_bodies_set(VeerBodies *bodies, uint32_t body, VeerVec3 position, VeerVec3 remainder,
                     float radius, float height)
{
    bodies->positions[body] = position;
    bodies->remainders[body] = remainder;
    bodies->radii[body] = radius;
    bodies->top_radius = fmaxf(bodies->top_radius, radius);
    bodies->heights[body] = height;
    bodies->is_present[body] = 1;
}

void veer_bodies_index(VeerBodies *bodies)
{
    VeerBalls balls = {.count = bodies->count,
                       .positions = bodies->positions,
                       .radii = bodies->radii,
                       .heights = bodies->heights,
                       .is_present = bodies->is_present};
    veer_index_build(bodies->index, bodies->space, &balls);
}

static bool is_on_other_floor(const VeerBodies *bodies, uint32_t a, uint32_t b)
{
    float low_a = bodies->positions[a].z, low_b = bodies->positions[b].z;
    return low_a > low_b + bodies->heights[b] || low_b > low_a + bodies->heights[a];
}

double veer_bodies_gap(const VeerBodies *bodies, uint32_t a, uint32_t b)
{
    VeerVec3 p = bodies->positions[a], q = bodies->positions[b];
    VeerVec3 p_rest = bodies->remainders[a], q_rest = bodies->remainders[b];
    double x = (double)q.x - (double)p.x + ((double)q_rest.x - (double)p_rest.x);
    double y = (double)q.y - (double)p.y + ((double)q_rest.y - (double)p_rest.y);
    double z = (double)q.z - (double)p.z + ((double)q_rest.z - (double)p_rest.z);
    if (bodies->space == VEER_PLANAR) {
        if (is_on_other_floor(bodies, a, b)) {
            return HUGE_VAL;
        }
        z = 0.0;
    }
    return sqrt(x * x + y * y + z * z) - (double)bodies->radii[a] - (double)bodies->radii[b];
}

bool veer_bodies_near(VeerBodies *bodies, uint32_t a, double near, double reach, uint32_t *count)
{
    float radius = bodies->radii[a];
    VeerVec3 centre = bodies->positions[a];
    // The index measures in floats: a little more, so that nothing within the reach is missed.
    double far = fmax(fabs((double)centre.x), fmax(fabs((double)centre.y), fabs((double)centre.z)));
    double sure = (double)radius + near + 1e-6 * (far + (double)radius + near);
    VeerNearQuery query = {
        .centre = centre,
        .range = (float)((double)radius + reach + 1e-6 * (far + (double)radius + reach)),
        .mask = UINT32_MAX,
        .except = a,
        .height = bodies->heights[a]};
    for (;;) {
        query.limit = bodies->found_capacity < MOST_FOUND ? bodies->found_capacity : MOST_FOUND;
        *count = veer_index_nearest(bodies->index, &query, bodies->found);
        if (*count < query.limit || query.limit >= MOST_FOUND ||
            (double)bodies->found[*count - 1].gap > sure) {
            return true;
        }
        if (!veer_array_reserve(&bodies->found, &bodies->found_capacity, 2 * (uint64_t)query.limit,
                                sizeof *bodies->found)) {
            return false;
        }
    }
}
