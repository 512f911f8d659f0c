// What the members of a struct have to be so that they fit together, unless values are wild.
#include "values.h"

#include <math.h>
#include <string.h>

// Made from the headers.
#define MADE(name) void call_##name(Session *session)
MADE(veer_grid_init);
MADE(veer_voxels_init);
MADE(veer_window_init);

void any_fit_VeerAgentDef(Session *session, VeerAgentDef *def)
{
    if (session->wildness < 2) {
        if (chance(session, 2)) {
            def->model = VEER_AVOID_CROWD; // as most are
        }
        def->avoid = veer_avoid_params_for(def->model);
        def->velocity = (VeerVec3){0.0f, 0.0f, 0.0f};
        def->max_speed = fmaxf(def->max_speed, 1.0f);
    }
}

// Corners on a circle, counter-clockwise.
static void make_convex(Session *session, VeerObstacleDef *def)
{
    def->vertex_count = (uint32_t)any_whole(session, 3, 6);
    VeerVec3 *vertices = array_of(session, def->vertex_count, sizeof *vertices);
    float radius = any_float(session, 0.3f, 2.0f), phase = any_float(session, 0.0f, 6.0f);
    for (uint32_t i = 0; vertices && i < def->vertex_count; ++i) {
        float angle = phase + 6.2831853f * (float)i / (float)def->vertex_count;
        vertices[i] = (VeerVec3){radius * cosf(angle), radius * sinf(angle), 0.0f};
    }
    def->vertices = vertices;
}

void any_fit_VeerObstacleDef(Session *session, VeerObstacleDef *def)
{
    if (is_wild(session)) {
        return;
    }
    if (chance(session, 2)) {
        def->shape = (VeerObstacleShape)(draw(session) % (VEER_SHAPE_BOX + 1));
    }
    if (def->shape == VEER_SHAPE_POLYGON) {
        make_convex(session, def);
    }
    if (def->shape != VEER_SHAPE_BALL) {
        def->motion = chance(session, 2) ? VEER_MOTION_VELOCITY : VEER_MOTION_STATIC;
    }
    bool turns = def->shape == VEER_SHAPE_CHAIN || def->shape == VEER_SHAPE_POLYGON;
    def->angle = turns ? def->angle : 0.0f;
    def->turn_rate = turns && def->motion == VEER_MOTION_VELOCITY ? def->turn_rate : 0.0f;
}

void any_fit_VeerOrder(Session *session, VeerOrder *order)
{
    if (session->wildness < 2) {
        order->point_count = (uint32_t)any_whole(session, 1, 3);
        if (order->kind >= VEER_ORDER_SURROUND) {
            order->agent = any_VeerAgentId(session);
        } else {
            order->agent = (VeerAgentId){0, 0};
        }
        order->obstacle = (VeerObstacleId){0, 0};
        order->seconds = chance(session, 2) ? 0.0f : 0.5f;
    }
}

void any_fit_VeerAvoidTrace(Session *session, VeerAvoidTrace *trace)
{
    (void)session;
    trace->count = trace->count < trace->capacity ? trace->count : trace->capacity;
    trace->count = trace->marks ? trace->count : 0;
}

void any_fit_VeerVehicleParams(Session *session, VeerVehicleParams *params)
{
    (void)session;
    if (params->kind == VEER_VEHICLE_THRUSTER) { // whatever else was there, it is true or false
        unsigned char bits;
        memcpy(&bits, &params->thruster.is_headlong, 1);
        params->thruster.is_headlong = bits & 1;
    }
}

void any_fit_VeerVoxelsDef(Session *session, VeerVoxelsDef *def)
{
    def->cells = is_wild(session) ? def->cells : session->cells;
}

void any_fit_VeerGridDef(Session *session, VeerGridDef *def)
{
    if (!is_wild(session)) { // so that what is made of one fits another
        def->width = (uint32_t)session->cells.x;
        def->height = (uint32_t)session->cells.y;
    }
}

void any_fit_VeerFieldQuery(Session *session, VeerFieldQuery *query)
{
    uint32_t few = 1 + (uint32_t)(draw(session) % 2);
    query->goal_count = query->goal_count > few ? few : query->goal_count;
}

void any_fit_VeerWindowDef(Session *session, VeerWindowDef *def)
{
    if (!is_wild(session)) {
        def->width = (uint32_t)session->cells.x;
        def->height = (uint32_t)session->cells.y;
        def->depth = chance(session, 2) ? 0 : (uint32_t)session->cells.z;
    }
    if (!is_wild(session) && chance(session, 2)) { // as that of a grid
        def->origin = (VeerVec3){0.0f, 0.0f, 0.0f};
        def->cell_size = 1.0f;
    }
}

void any_fit_VeerVoxelBall(Session *session, VeerVoxelBall *ball)
{
    if (!is_wild(session) && chance(session, 3)) {
        ball->radius = 0.0f; // a body that comes or goes
    }
}

void any_fit_VeerGraphQuery(Session *session, VeerGraphQuery *query)
{
    (void)session;
    query->rooms = NULL; // must last until the search is done
}

// Links that last until the search is done, on any grid.
static const VeerGridLink links[] = {
    {.from = {1, 1}, .to = {4, 4}, .flags = 1},
    {.from = {2, 5}, .to = {5, 2}, .is_one_way = true},
    {.from = {0, 0}, .to = {5, 5}},
};

void any_fit_VeerGridQuery(Session *session, VeerGridQuery *query)
{
    query->links = links;
    query->link_count = (uint32_t)(draw(session) % (sizeof links / sizeof links[0] + 1));
    if (is_wild(session)) {
        return;
    }
    VeerGrid *grid = any_kept(session, POOL_VeerGrid, call_veer_grid_init);
    veer_grid_commit(grid);
    query->grid = grid;
    query->labels = chance(session, 2) ? NULL : query->labels;
    if (query->planner == VEER_GRID_JUMP) {
        query->planner = grid && veer_grid_def(grid)->has_costs ? VEER_GRID_ASTAR : query->planner;
        query->is_goal = NULL;
    }
    if (query->link_count > 0 && chance(session, 2)) { // over one
        query->start = links[query->link_count - 1].from;
        query->goal = links[query->link_count - 1].to;
        query->is_goal = NULL;
        query->may_use = UINT32_MAX;
    }
}

void any_fit_VeerVoxelQuery(Session *session, VeerVoxelQuery *query)
{
    if (!is_wild(session)) {
        VeerVoxels *voxels = any_kept(session, POOL_VeerVoxels, call_veer_voxels_init);
        veer_voxels_commit(voxels);
        query->voxels = voxels;
        query->labels = chance(session, 2) ? NULL : query->labels;
    }
}

void any_fit_VeerIntervalQuery(Session *session, VeerIntervalQuery *query)
{
    if (!is_wild(session)) {
        VeerWindow *window = any_kept(session, POOL_VeerWindow, call_veer_window_init);
        veer_window_commit(window);
        query->window = window;
        query->labels = chance(session, 2) ? NULL : query->labels;
        if (window && veer_window_def(window)->depth == 0) {
            query->start.z = 0;
            query->goal.z = 0;
        }
    }
}
