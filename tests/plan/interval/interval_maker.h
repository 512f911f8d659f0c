/// Windows to search.
#ifndef VEER_TEST_PLAN_INTERVAL_MAKER_H
#define VEER_TEST_PLAN_INTERVAL_MAKER_H

#include "plan/interval/interval_oracle.h"

#include "base/random.h"
#include "support/memory.h"

#include <string.h>

enum { STATES = 4000, POINTS = 200 };

typedef struct Scene {
    VeerWindow *window;
    VeerIntervalSearch *search;
    VeerTimedPoint points[POINTS];
    uint32_t count;
} Scene;

// Cells of 1 m, ticks of `tick` seconds.
static inline Scene open_scene(uint32_t width, uint32_t height, uint32_t depth, float tick)
{
    VeerWindowDef def = veer_window_def_default();
    Scene scene = {.count = 0};
    def.width = width;
    def.height = height;
    def.depth = depth;
    def.tick = tick;
    scene.window = veer_window_init(take(veer_window_size(&def)), &def);
    size_t size = veer_interval_search_size(STATES);
    scene.search = veer_interval_search_init(take(size), STATES);
    return scene;
}

static inline void close_scene(Scene *scene)
{
    free(scene->window);
    free(scene->search);
}

static inline void put(const Scene *scene, uint32_t slot, VeerVec3 place, VeerVec3 velocity,
                       float radius)
{
    VeerSweep sweep = {place, velocity, radius, 0.0f, INFINITY};
    assert_int_equal(veer_window_put(scene->window, slot, &sweep), VEER_OK);
    veer_window_commit(scene->window);
}

static inline VeerIntervalQuery query_of(const Scene *scene, VeerWindowCell start,
                                         VeerWindowCell goal)
{
    VeerIntervalQuery query = veer_interval_query_default();
    query.window = scene->window;
    query.start = start;
    query.goal = goal;
    return query;
}

static inline VeerStatus solve(Scene *scene, const VeerIntervalQuery *query)
{
    assert_int_equal(veer_interval_search_begin(scene->search, query), VEER_OK);
    (void)veer_interval_search_run(scene->search, UINT32_MAX);
    return veer_interval_search_route(scene->search, scene->points, POINTS, &scene->count);
}

static inline float arrival(const Scene *scene)
{
    return scene->points[scene->count - 1].time;
}

#endif
