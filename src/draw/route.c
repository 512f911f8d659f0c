/// The path of an agent: its own points, or along the field that it shares.
#include "veer/route.h"
#include "veer/agent.h"
#include "veer/draw.h"
#include "veer/field.h"

#include <math.h>

static float cell_size(const VeerWorld *world)
{
    const VeerVoxels *voxels = veer_world_voxels(world);
    return voxels ? veer_voxels_def(voxels)->cell_size
                  : veer_grid_def(veer_world_grid(world))->cell_size;
}

/// The field of a route's goal: of several, for bodies of different sizes, the one that is as long
/// from here as the route.
static const VeerField *field_of(const VeerWorld *world, const VeerRouteState *route, VeerVec3 from)
{
    const VeerField *best = NULL;
    float least = INFINITY;
    for (uint32_t i = 0; i < VEER_MAX_WORLD_FIELDS; i++) {
        const VeerField *field = veer_world_field(world, i);
        if (field && veer_field_distance(field, route->target) <= cell_size(world)) {
            float off = fabsf(veer_field_distance(field, from) - route->length);
            best = off < least ? field : best;
            least = off < least ? off : least;
        }
    }
    return best;
}

static uint32_t walk(const VeerWorld *world, const VeerRouteState *route, VeerVec3 from,
                     VeerVec3 *out, uint32_t capacity)
{
    const VeerField *field = field_of(world, route, from);
    float step = field ? cell_size(world) : 0.0f;
    uint32_t count = 0;
    while (field && count < capacity) {
        VeerVec3 ahead = veer_field_direction(field, from);
        bool is_there = veer_field_distance(field, from) <= step;
        if (is_there || (ahead.x == 0.0f && ahead.y == 0.0f && ahead.z == 0.0f)) {
            out[count++] = route->target;
            break;
        }
        from =
            (VeerVec3){from.x + step * ahead.x, from.y + step * ahead.y, from.z + step * ahead.z};
        out[count++] = from;
    }
    return count;
}

uint32_t veer_draw_path(const VeerWorld *world, VeerAgentId agent, VeerVec3 *out, uint32_t capacity)
{
    VeerRouteState route;
    VeerAgentState state;
    if (!out || veer_agent_route(world, agent, &route) != VEER_OK ||
        veer_agent_get(world, agent, &state) != VEER_OK) {
        return 0;
    }
    if (route.is_shared && (veer_world_grid(world) || veer_world_voxels(world))) {
        return walk(world, &route, state.position, out, capacity);
    }
    uint32_t count = veer_agent_route_points(world, agent, out, capacity);
    return count < capacity ? count : capacity;
}
