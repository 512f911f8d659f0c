/// What a page reads beside agents: events, paths, and the cells of a map.
#include "web.h"

#include <stdlib.h>

/// Room for what is read: it grows, and stays.
static void *room_for(size_t size)
{
    static void *memory;
    static size_t room;
    if (size > room) {
        void *larger = realloc(memory, 2 * size);
        if (!larger) {
            return NULL;
        }
        memory = larger;
        room = 2 * size;
    }
    return memory;
}

static double handle_of(VeerAgentId agent)
{
    return web_handle(agent.slot, agent.generation);
}

static bool is_of_two(VeerEventKind kind)
{
    return kind == VEER_EVENT_CONTACT_BEGUN || kind == VEER_EVENT_CONTACT_ENDED;
}

static bool is_of_squad(VeerEventKind kind)
{
    return kind >= VEER_EVENT_SLOT_GIVEN && kind <= VEER_EVENT_ORDER_LOST;
}

const double *web_events(const Web *web)
{
    uint32_t count;
    const VeerEvent *events = veer_world_events(web->world, &count);
    double *values = room_for((1 + 5 * (size_t)count) * sizeof *values);
    if (!values) {
        return NULL;
    }
    values[0] = count;
    for (uint32_t i = 0; i < count; i++) {
        const VeerEvent *event = &events[i];
        double *at = values + 1 + 5 * (size_t)i;
        bool has_obstacle = is_of_two(event->kind) || event->kind == VEER_EVENT_REMOVED ||
                            event->kind == VEER_EVENT_ENTERED || event->kind == VEER_EVENT_LEFT;
        bool has_other = is_of_two(event->kind) && event->agent.generation != 0;
        at[0] = (double)event->kind;
        at[1] = handle_of(event->agent);
        at[2] = has_other ? handle_of(event->other) : 0.0;
        at[3] =
            is_of_squad(event->kind) ? web_handle(event->squad.slot, event->squad.generation) : 0.0;
        at[4] = has_obstacle ? web_handle(event->obstacle.slot, event->obstacle.generation) : 0.0;
    }
    return values;
}

const float *web_route(const Web *web, double agent)
{
    enum { MOST = 512 };
    VeerAgentId id = web_agent_id(agent);
    VeerAgentState state;
    float *values = room_for((1 + 3 * MOST) * sizeof *values);
    if (!values || veer_agent_get(web->world, id, &state) != VEER_OK) {
        return NULL;
    }
    VeerVec3 *points = (VeerVec3 *)(void *)(values + 1);
    values[0] = (float)veer_draw_path(web->world, id, points, MOST);
    return values;
}

const double *web_grid(const Web *web)
{
    static double values[6];
    const VeerGrid *grid = veer_world_grid(web->world);
    if (!grid) {
        return NULL;
    }
    const VeerGridDef *def = veer_grid_def(grid);
    values[0] = def->width;
    values[1] = def->height;
    values[2] = (double)def->cell_size;
    web_put(values + 3, def->origin);
    return values;
}

/// From each cell to the nearest blocked one.
static VeerClearance *measure(const VeerGrid *grid)
{
    const VeerGridDef *def = veer_grid_def(grid);
    void *memory = aligned_alloc(64, veer_clearance_size(def->width, def->height));
    VeerClearance *made =
        memory ? veer_clearance_init(memory, def->width, def->height, VEER_MAX_CLEARANCE_REACH)
               : NULL;
    if (!made || veer_clearance_build(made, grid) != VEER_OK) {
        free(memory);
        return NULL;
    }
    return made;
}

const float *web_cells(const Web *web, int which)
{
    const VeerGrid *grid = which == WEB_CELLS_BLOCKED ? veer_world_grid(web->world)
                                                      : veer_world_covered_grid(web->world);
    if (!grid) {
        return NULL;
    }
    const VeerGridDef *def = veer_grid_def(grid);
    VeerClearance *clearance = which == WEB_CELLS_CLEARANCE ? measure(grid) : NULL;
    float *values = room_for((size_t)def->width * def->height * sizeof *values);
    for (uint32_t i = 0; values && i < def->width * def->height; i++) {
        VeerCell cell = {(int32_t)(i % def->width), (int32_t)(i / def->width)};
        values[i] = clearance ? veer_clearance_at(clearance, cell) * def->cell_size
                              : (float)veer_grid_is_blocked(grid, cell);
    }
    free(clearance);
    return values;
}
