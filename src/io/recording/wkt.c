#include "io/recording/wkt.h"

#include "io/base/array.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DISC_CORNERS 32u
#define POINT_CHARACTERS 64u // "-1234567.89 -1234567.89, " has 26

void veer_ground_free(VeerGround *ground)
{
    free(ground->holes);
    *ground = (VeerGround){0};
}

static void hold(VeerBounds *box, VeerVec3 point, float radius)
{
    box->lower.x = fminf(box->lower.x, point.x - radius);
    box->lower.y = fminf(box->lower.y, point.y - radius);
    box->upper.x = fmaxf(box->upper.x, point.x + radius);
    box->upper.y = fmaxf(box->upper.y, point.y + radius);
}

void veer_ground_hold(VeerGround *ground, VeerVec3 centre, float radius)
{
    hold(&ground->box, centre, radius);
}

/// A polygon round a disc: its edges touch the circle, so that nothing inside of it is ground.
static void draw_disc(VeerHole *hole, VeerVec3 centre, float radius)
{
    double step = 2.0 * acos(-1.0) / DISC_CORNERS;
    double reach = (double)radius / cos(step / 2.0);
    hole->count = DISC_CORNERS;
    for (uint32_t i = 0; i < DISC_CORNERS; i++) {
        hole->points[i].x = (float)((double)centre.x + reach * cos(step * i));
        hole->points[i].y = (float)((double)centre.y + reach * sin(step * i));
    }
}

static bool is_apart(VeerBounds a, VeerBounds b)
{
    return a.lower.x > b.upper.x || b.lower.x > a.upper.x || a.lower.y > b.upper.y ||
           b.lower.y > a.upper.y;
}

/// Adds a hole unless it meets another.
static bool add_hole(VeerGround *ground, VeerHole *hole)
{
    hole->box = (VeerBounds){hole->points[0], hole->points[0]};
    for (uint32_t i = 1; i < hole->count; i++) {
        hold(&hole->box, hole->points[i], 0.0f);
    }
    for (uint32_t i = 0; i < ground->hole_count; i++) {
        if (!is_apart(hole->box, ground->holes[i].box)) {
            return true;
        }
    }
    if (!veer_array_reserve(&ground->holes, &ground->hole_capacity,
                            (uint64_t)ground->hole_count + 1, sizeof *ground->holes)) {
        return false;
    }
    ground->holes[ground->hole_count++] = *hole;
    float margin = 0.01f * (hole->box.upper.x - hole->box.lower.x);
    hold(&ground->box, hole->box.lower, margin);
    hold(&ground->box, hole->box.upper, margin);
    return true;
}

static bool read_obstacle(VeerGround *ground, const VeerWorld *world, uint32_t slot)
{
    VeerObstacleId id = veer_obstacle_at(world, slot);
    VeerObstacleState state;
    if (veer_obstacle_get(world, id, &state) != VEER_OK) {
        return true;
    }
    VeerHole hole = {0};
    if (state.shape == VEER_SHAPE_BALL && state.motion == VEER_MOTION_STATIC) {
        draw_disc(&hole, state.position, state.radius);
    } else if (state.shape == VEER_SHAPE_POLYGON) {
        hole.count = veer_obstacle_vertices(world, id, hole.points, 64);
    }
    return hole.count == 0 || add_hole(ground, &hole);
}

bool veer_ground_read(VeerGround *ground, const VeerWorld *world)
{
    uint32_t slots = veer_obstacle_slot_count(world);
    for (uint32_t slot = 0; slot < slots; slot++) {
        if (!read_obstacle(ground, world, slot)) {
            return false;
        }
    }
    return true;
}

/// Writes a ring, its first point again at its end. @return where it ends
static char *write_ring(char *at, const VeerVec3 *points, uint32_t count)
{
    for (uint32_t i = 0; i <= count; i++) {
        VeerVec3 point = points[i % count];
        at += snprintf(at, POINT_CHARACTERS, "%s%.9g %.9g", i == 0 ? "(" : ", ", (double)point.x,
                       (double)point.y);
    }
    *at++ = ')';
    return at;
}

char *veer_ground_text(const VeerGround *ground)
{
    size_t points = 5;
    for (uint32_t i = 0; i < ground->hole_count; i++) {
        points += ground->holes[i].count + 1;
    }
    char *text = malloc(points * POINT_CHARACTERS + 32);
    if (!text) {
        return NULL;
    }
    VeerVec3 low = ground->box.lower, high = ground->box.upper;
    const VeerVec3 corners[] = {low, {high.x, low.y, 0}, high, {low.x, high.y, 0}};
    char *at = text + sprintf(text, "POLYGON (");
    at = write_ring(at, corners, 4);
    for (uint32_t i = 0; i < ground->hole_count; i++) {
        *at++ = ',';
        *at++ = ' ';
        at = write_ring(at, ground->holes[i].points, ground->holes[i].count);
    }
    *at++ = ')';
    *at = '\0';
    return text;
}
