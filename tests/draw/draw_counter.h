/// A host that counts what it is asked to draw.
#ifndef VEER_TEST_DRAW_DRAW_COUNTER_H
#define VEER_TEST_DRAW_DRAW_COUNTER_H

#include "support/suite.h"
#include "veer/link.h"
#include "veer/veer.h"

#include <math.h>
#include <stdlib.h>

/// What was drawn, by role.
typedef struct Count {
    uint32_t balls[VEER_DRAW_ROLE_COUNT], lines[VEER_DRAW_ROLE_COUNT];
    uint32_t polygons[VEER_DRAW_ROLE_COUNT], corners;
    uint32_t last_group;
    VeerVec3 last_from, last_to;
} Count;

static inline void count_ball(void *user, VeerDrawRole role, uint32_t group, VeerVec3 centre,
                              float radius)
{
    (void)centre;
    Count *count = user;
    assert_true(radius > 0.0f);
    count->balls[role]++;
    count->last_group = group;
}

static inline void count_line(void *user, VeerDrawRole role, uint32_t group, VeerVec3 from,
                              VeerVec3 to)
{
    (void)group;
    Count *count = user;
    count->lines[role]++;
    count->last_from = from;
    count->last_to = to;
}

static inline void count_polygon(void *user, VeerDrawRole role, const VeerVec3 *points,
                                 uint32_t corners)
{
    Count *count = user;
    assert_non_null(points);
    count->polygons[role]++;
    count->corners += corners;
}

static inline Count draw(const VeerWorld *world, bool show_all)
{
    Count count = {0};
    VeerDraw callbacks = {.ball = count_ball,
                          .line = count_line,
                          .polygon = count_polygon,
                          .user = &count,
                          .show_velocities = show_all,
                          .show_goals = show_all,
                          .show_routes = show_all,
                          .show_covered = show_all,
                          .show_held = show_all};
    veer_world_draw(world, &callbacks);
    return count;
}

#endif
