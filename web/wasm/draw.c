/// Pictures of a page: shapes into a list of floats.
#include "web.h"

#include <stdlib.h>
#include <string.h>

/// It grows, and stays.
static struct {
    float *values;
    uint32_t count, room;
    uint32_t roles;
} list;

enum { BALL, LINE, POLYGON };

/// Room for a shape of `count` numbers, behind its head. @return NULL: nobody asks, or memory is
/// out
static float *put(int role, uint32_t group, int kind, uint32_t count)
{
    if (!(list.roles >> role & 1)) {
        return NULL;
    }
    uint32_t needed = list.count + 4 + count;
    if (needed > list.room) {
        float *larger = realloc(list.values, 2 * needed * sizeof *larger);
        if (!larger) {
            return NULL;
        }
        list.values = larger;
        list.room = 2 * needed;
    }
    float *at = list.values + list.count;
    at[0] = (float)role;
    at[1] = (float)group;
    at[2] = (float)kind;
    at[3] = (float)count;
    list.count = needed;
    return at + 4;
}

static void polygon(void *user, VeerDrawRole role, const VeerVec3 *points, uint32_t count)
{
    (void)user;
    float *at = put((int)role, 0, POLYGON, 3 * count);
    if (at) {
        memcpy(at, points, count * sizeof *points);
    }
}

void web_draw_ball(int role, uint32_t group, VeerVec3 centre, float radius)
{
    float *at = put(role, group, BALL, 4);
    if (at) {
        memcpy(at, &centre, sizeof centre);
        at[3] = radius;
    }
}

void web_draw_line(int role, uint32_t group, const VeerVec3 *points, uint32_t count)
{
    float *at = put(role, group, LINE, 3 * count);
    if (at) {
        memcpy(at, points, count * sizeof *points);
    }
}

static void ball(void *user, VeerDrawRole role, uint32_t group, VeerVec3 centre, float radius)
{
    (void)user;
    web_draw_ball((int)role, group, centre, radius);
}

static void line(void *user, VeerDrawRole role, uint32_t group, VeerVec3 from, VeerVec3 to)
{
    (void)user;
    VeerVec3 points[2] = {from, to};
    web_draw_line((int)role, group, points, 2);
}

static bool asks(int role)
{
    return list.roles >> role & 1;
}

const float *web_draw(const Web *web, uint32_t roles)
{
    list.count = 0;
    list.roles = roles;
    VeerDraw draw = {
        .ball = ball,
        .line = line,
        .polygon = polygon,
        .show_velocities = asks(VEER_DRAW_VELOCITY) || asks(VEER_DRAW_PREFERRED),
        .show_goals = asks(VEER_DRAW_GOAL),
        .show_routes = asks(VEER_DRAW_ROUTE),
        .show_fields = asks(VEER_DRAW_FIELD),
        .show_covered = asks(VEER_DRAW_COVERED),
        .show_held = asks(VEER_DRAW_HELD),
        .trace = &web->trace,
    };
    if (roles & ((1u << VEER_DRAW_ROLE_COUNT) - 1u)) {
        veer_world_draw(web->world, &draw);
    }
    if (asks(WEB_DRAW_PLACE) || asks(WEB_DRAW_SLOT) || asks(WEB_DRAW_LEADER) ||
        asks(WEB_DRAW_ORDER)) {
        web_draw_squads(web);
    }
    return list.values;
}

uint32_t web_draw_count(void)
{
    return list.count;
}

int web_trace(Web *web, double agent)
{
    VeerStatus status = veer_world_trace(web->world, web_agent_id(agent), web->dt, &web->trace);
    if (status != VEER_OK) {
        web->trace.count = 0;
    }
    return (int)status;
}

const char *web_note(const Web *web, uint32_t index)
{
    for (uint32_t i = 0; i < web->trace.count; i++) {
        const char *note = web->trace.marks[i].note;
        if (note && index-- == 0) {
            return note;
        }
    }
    return NULL;
}
