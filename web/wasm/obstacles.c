/// Obstacles and maps of a page.
#include "web.h"

#include "veer/link.h"

static double create(Web *web, const VeerObstacleDef *def)
{
    VeerObstacleId obstacle;
    VeerStatus status = veer_obstacle_create(web->world, def, &obstacle);
    return status == VEER_OK ? web_handle(obstacle.slot, obstacle.generation) : web_fail(status);
}

double web_ball_add(Web *web, float x, float y, float z, float radius, float vx, float vy, float vz,
                    bool is_free)
{
    VeerObstacleDef def = veer_obstacle_def_default();
    def.position = (VeerVec3){x, y, z};
    def.radius = radius;
    def.velocity = (VeerVec3){vx, vy, vz};
    bool is_moving = vx != 0.0f || vy != 0.0f || vz != 0.0f;
    def.motion = is_free ? VEER_MOTION_FREE : is_moving ? VEER_MOTION_VELOCITY : VEER_MOTION_STATIC;
    return create(web, &def);
}

double web_wall_add(Web *web, const VeerVec3 *points, uint32_t count, bool is_closed)
{
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = VEER_SHAPE_CHAIN;
    def.vertices = points;
    def.vertex_count = count;
    def.is_closed = is_closed;
    return create(web, &def);
}

int web_obstacle_remove(Web *web, double obstacle)
{
    return (int)veer_obstacle_destroy(web->world, web_obstacle_id(obstacle));
}

int web_obstacle_move(Web *web, double obstacle, float x, float y, float z)
{
    VeerVec3 position = {x, y, z};
    return (int)veer_obstacle_set_position(web->world, web_obstacle_id(obstacle), position);
}

double web_obstacle_at(const Web *web, uint32_t slot)
{
    VeerObstacleId obstacle = veer_obstacle_at(web->world, slot);
    return web_handle(obstacle.slot, obstacle.generation);
}

const double *web_obstacle_get(const Web *web, double obstacle)
{
    static double values[8];
    VeerObstacleState state;
    if (veer_obstacle_get(web->world, web_obstacle_id(obstacle), &state) != VEER_OK) {
        return NULL;
    }
    values[0] = (double)state.shape;
    web_put(values + 1, state.position);
    web_put(values + 4, state.velocity);
    values[7] = (double)state.radius;
    return values;
}

int web_map_fill(Web *web, float x0, float y0, float x1, float y1, bool is_blocked)
{
    const VeerGrid *grid = veer_world_grid(web->world);
    if (!grid) {
        return (int)VEER_BAD_VALUE;
    }
    VeerCell lower = veer_grid_cell_at(grid, (VeerVec3){x0, y0, 0.0f});
    VeerCell last = veer_grid_cell_at(grid, (VeerVec3){x1, y1, 0.0f});
    VeerCellRect rect = {lower, {last.x + 1, last.y + 1}};
    return (int)veer_world_grid_fill(web->world, rect, is_blocked);
}

const double *web_links(const Web *web)
{
    enum { MOST = 256, SIZE = 8 };
    static double values[1 + SIZE * MOST];
    uint32_t count = 0, room = veer_world_link_room(web->world);
    for (uint32_t i = 0; i < room && count < MOST; i++) {
        VeerLinkId link;
        VeerLinkDef def;
        if (veer_link_at(web->world, i, &link) &&
            veer_link_get(web->world, link, &def) == VEER_OK) {
            double *at = values + 1 + SIZE * (size_t)count++;
            at[0] = web_handle(link.slot, link.generation);
            web_put(at + 1, def.from);
            web_put(at + 4, def.to);
            at[7] = def.is_open;
        }
    }
    values[0] = count;
    return values;
}

int web_link_open(Web *web, double link, bool is_open)
{
    VeerAgentId id = web_agent_id(link); // handles are alike
    return (int)veer_link_set_open(web->world, (VeerLinkId){id.slot, id.generation}, is_open);
}
