/// Grids to search.
#ifndef VEER_TEST_PLAN_GRID_MAKER_H
#define VEER_TEST_PLAN_GRID_MAKER_H

#include "plan/maps.h"

#include <string.h>

enum { ROOM = 4096 };

static VeerCell route[ROOM];
static uint32_t route_count;

static inline VeerGridQuery query_of(const Maps *maps, VeerGridPlanner planner, VeerCell start,
                                     VeerCell goal)
{
    VeerGridQuery query = veer_grid_query_default();
    query.grid = maps->grid;
    query.planner = planner;
    query.start = start;
    query.goal = goal;
    return query;
}

static inline VeerStatus plan(const Maps *maps, const VeerGridQuery *query)
{
    assert_int_equal(veer_grid_search_begin(maps->search, query), VEER_OK);
    veer_search_run(maps->search, UINT32_MAX);
    return veer_grid_search_route(maps->search, route, ROOM, &route_count);
}

static inline bool is_same(VeerCell a, VeerCell b)
{
    return a.x == b.x && a.y == b.y;
}

static inline bool is_on_the_rim(void *user, VeerCell cell)
{
    const Maps *maps = user;
    return cell.x == 0 || cell.y == 0 || cell.x == maps->width - 1 || cell.y == maps->height - 1;
}

#endif
