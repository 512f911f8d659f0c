#include "states/subjects.h"

#include "veer/foresight.h"
#include "veer/link.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TICK (1.0f / 30.0f)

static void must(VeerStatus status, const char *what)
{
    if (status != VEER_OK) {
        fprintf(stderr, "states: %s: %s\n", what, veer_status_name(status));
        exit(1);
    }
}

static VeerVec3 at(float x, float y, float z)
{
    return (VeerVec3){x, y, z};
}

// --- Worlds ---

static VeerWorldDef small_def(VeerSpace space)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = space;
    def.max_agents = 20;
    def.max_obstacles = 12;
    def.max_wall_vertices = 32;
    def.max_behaviour_lists = 3;
    return def;
}

static VeerWorld *make_world(const VeerWorldDef *def)
{
    VeerWorld *world = NULL;
    must(veer_world_create(def, &world), "a world");
    return world;
}

static VeerAgentId add_agent(VeerWorld *world, VeerVec3 from, float radius)
{
    VeerAgentDef def = veer_agent_def_default();
    VeerAgentId agent = {0, 0};
    def.position = from;
    def.radius = radius;
    def.max_speed = 2.0f;
    must(veer_agent_create(world, &def, &agent), "an agent");
    return agent;
}

static void add_traveller(VeerWorld *world, VeerVec3 from, VeerVec3 to)
{
    must(veer_agent_route_to(world, add_agent(world, from, 0.3f), to, 0.4f), "a route");
}

static VeerObstacleId add_ball(VeerWorld *world, VeerObstacleMotion motion, VeerVec3 from,
                               VeerVec3 velocity)
{
    VeerObstacleDef def = veer_obstacle_def_default();
    VeerObstacleId ball = {0, 0};
    def.motion = motion;
    def.position = from;
    def.velocity = velocity;
    def.radius = 0.5f;
    def.orbit = (VeerOrbit){from, 2.0f, 1.0f, 0.5f, 0.2f, 0.0f, 0.0f};
    def.tether = (VeerTether){from, 1.0f, 2.0f, 1.0f, 0.5f};
    must(veer_obstacle_create(world, &def, &ball), "a ball");
    return ball;
}

static void add_squad(VeerWorld *world, uint32_t first, uint32_t count, VeerOrder order)
{
    VeerSquadDef def = veer_squad_def_default();
    VeerSquadId squad = {0, 0};
    def.formation.spacing = 1.2f;
    def.waiting_reach = 10.0f;
    must(veer_squad_create(world, &def, &squad), "a squad");
    for (uint32_t i = 0; i < count; ++i) {
        must(veer_squad_add(world, squad, veer_agent_at(world, first + i)), "a member");
    }
    VeerOrder hold = veer_order_default(VEER_ORDER_HOLD);
    must(veer_squad_order(world, squad, &order, false), "an order");
    must(veer_squad_order(world, squad, &hold, true), "another order");
}

// --- The open ---

static void add_behaviours(VeerWorld *world, uint32_t count)
{
    VeerBehaviourList list = veer_behaviour_list_flock(2.0f);
    VeerBehaviourListId id = {0, 0}, other = {0, 0};
    must(veer_behaviour_list_create(world, &list, &other), "a list");
    must(veer_behaviour_list_create(world, &list, &id), "a list");
    must(veer_behaviour_list_destroy(world, other), "a list less");
    for (uint32_t i = 0; i < count; ++i) {
        must(veer_agent_set_behaviours(world, veer_agent_at(world, i), id), "behaviours");
    }
}

static void add_walls(VeerWorld *world)
{
    static const VeerVec3 corners[] = {{0, 0, 0}, {3, 0, 0}, {3, 3, 0}, {0, 3, 0}};
    VeerObstacleDef def = veer_obstacle_def_default();
    VeerObstacleId id = {0, 0}, gone = {0, 0};
    VeerSpace space = veer_world_space(world);
    def.vertices = corners;
    def.half_extents = at(1.0f, 2.0f, 1.0f);
    for (uint32_t i = 0; i < 4; ++i) {
        def.position = at(14.0f + 5.0f * (float)i, 12.0f, 0.0f);
        def.time_to_live = veer_world_def(world).has_lifetimes ? 2.0f + (float)i : INFINITY;
        def.vertex_count = i % 2 ? 4 : 3;
        def.shape = space == VEER_SPATIAL ? VEER_SHAPE_BOX
                    : i % 2               ? VEER_SHAPE_POLYGON
                                          : VEER_SHAPE_CHAIN;
        must(veer_obstacle_create(world, &def, i == 1 ? &gone : &id), "a wall");
    }
    must(veer_obstacle_destroy(world, gone), "a wall less");
}

static void add_crowd(VeerWorld *world, bool is_spatial)
{
    for (uint32_t i = 0; i < 16; ++i) {
        VeerAgentDef def = veer_agent_def_for((VeerVehicle)(i % 5 == 4 ? 0 : i % 5));
        VeerAgentId agent = {0, 0};
        float angle = (float)i * 0.4f;
        def.position =
            at(6.0f * cosf(angle), 6.0f * sinf(angle), is_spatial ? (float)(i % 3) : 0.0f);
        def.max_speed = 1.5f;
        def.max_acceleration = i % 2 ? 3.0f : INFINITY;
        def.model = (VeerAvoidModel)(1 + i % 6);
        def.avoid = veer_avoid_params_for(def.model);
        def.group = i % 3;
        def.time_to_live = i % 4 == 3 ? 0.3f * (float)(i + 1) : INFINITY;
        def.vehicle = i % 2 ? def.vehicle : veer_vehicle_params_default(VEER_VEHICLE_FREE);
        must(veer_agent_create(world, &def, &agent), "an agent");
        must(veer_agent_post(world, agent, agent, (VeerMessage){i, 7}, 3.0f), "a message");
        VeerVec3 goal = at(-def.position.x, -def.position.y, def.position.z);
        must(veer_agent_go_to(world, agent, goal, 0.5f), "a goal");
    }
}

static VeerWorld *make_open(VeerSpace space)
{
    VeerWorldDef def = small_def(space);
    def.bounds = (VeerBounds){{-30, -30, -30}, {30, 30, 30}};
    def.max_messages = 24;
    def.has_lifetimes = true;
    VeerWorld *world = make_world(&def);
    add_crowd(world, space == VEER_SPATIAL);
    add_walls(world);
    VeerObstacleId orbiting = add_ball(world, VEER_MOTION_ORBIT, at(3, 3, 0), at(0, 0, 0));
    add_ball(world, VEER_MOTION_FREE, at(-3, 3, 0), at(1, 0, 0));
    add_ball(world, VEER_MOTION_VELOCITY, at(-9, 0, 0), at(1, 0.1f, 0));
    add_ball(world, VEER_MOTION_STATIC, at(0, 8, 0), at(0, 0, 0));
    VeerAgentId first = veer_agent_at(world, 0);
    must(veer_agent_follow_agent(world, first, veer_agent_at(world, 5), 1.0f), "a goal");
    must(veer_agent_follow_obstacle(world, veer_agent_at(world, 1), orbiting, 1.0f), "a goal");
    must(veer_agent_set_preferred_velocity(world, veer_agent_at(world, 2), at(1, 1, 0)), "a goal");
    must(veer_agent_set_immovable(world, veer_agent_at(world, 3), true), "an agent");
    must(veer_agent_destroy(world, veer_agent_at(world, 7)), "an agent less");
    must(veer_agent_destroy(world, veer_agent_at(world, 9)), "an agent less");
    add_behaviours(world, 6);
    return world;
}

static VeerWorld *make_planar(void)
{
    return make_open(VEER_PLANAR);
}

static VeerWorld *make_spatial(void)
{
    return make_open(VEER_SPATIAL);
}

static VeerWorld *make_squads(void)
{
    VeerWorldDef def = small_def(VEER_PLANAR);
    def.max_squads = 4;
    VeerWorld *world = make_world(&def);
    for (uint32_t i = 0; i < 18; ++i) {
        add_agent(world, at((float)(i % 6) * 1.5f, (float)(i / 6) * 6.0f, 0.0f), 0.4f);
    }
    add_walls(world);
    VeerOrder follow = veer_order_default(VEER_ORDER_FOLLOW);
    follow.agent = veer_agent_at(world, 17);
    VeerOrder surround = veer_order_default(VEER_ORDER_SURROUND);
    surround.points[0] = at(20.0f, 20.0f, 0.0f);
    surround.point_count = 1;
    add_squad(world, 0, 6, veer_order_go(at(30.0f, 3.0f, 0.0f)));
    add_squad(world, 6, 6, follow);
    add_squad(world, 12, 5, surround);
    must(veer_agent_go_to(world, veer_agent_at(world, 17), at(40, 12, 0), 1.0f), "a goal");
    return world;
}

// Between two steps one leaves, another joins.
static void stir_squads(VeerWorld *world, int tick)
{
    uint32_t slot = (uint32_t)tick % veer_agent_count(world);
    VeerAgentId agent = veer_agent_at(world, slot);
    if (tick % 12 == 5) {
        must(veer_agent_leave_squad(world, agent), "a member less");
    } else if (tick % 12 == 8) {
        (void)veer_squad_add(world, veer_squad_at(world, slot % 3u), agent);
    }
}

// --- Grids ---

// Rooms, doors, corridors one wide with a bay, and a dead end.
static const char *const rows[] = {
    "......................", //
    "......#.......#.......", //
    "......#.......#.......", //
    "......#.......#.......", //
    "......................", //
    "......#.......#.......", //
    "......#.......#.......", //
    "###.##########.####.##", //
    "###.##########.####.##", //
    "###.####.#####.####.##", //
    "###............####.##", //
    "###.##########.####.##", //
    "###.##########........", //
    "......................", //
    "......................", //
    "......................", //
};
enum { ROWS = 16, COLUMNS = 22 };

static VeerWorldDef grid_def(void)
{
    VeerWorldDef def = small_def(VEER_PLANAR);
    def.map = veer_world_map_def_default(VEER_MAP_GRID);
    def.map.grid.width = COLUMNS;
    def.map.grid.height = ROWS;
    def.map.max_route_points = 400;
    def.map.max_classes = 2;
    return def;
}

static void lay_rows(VeerWorld *world)
{
    for (int32_t y = 0; y < ROWS; ++y) {
        for (int32_t x = 0; x < COLUMNS; ++x) {
            VeerCellRect cell = {{x, y}, {x + 1, y + 1}};
            must(veer_world_grid_fill(world, cell, rows[y][x] == '#'), "a cell");
        }
    }
}

static void add_travellers(VeerWorld *world, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        VeerVec3 top = at(1.5f + (float)i * 1.2f, 14.5f, 0.0f), low = at(top.x, 3.5f, 0.0f);
        add_traveller(world, i % 2 ? top : low, i % 2 ? low : top);
    }
}

static VeerWorld *make_grid(void)
{
    VeerWorldDef def = grid_def();
    VeerWorld *world = make_world(&def);
    lay_rows(world);
    add_travellers(world, 14);
    VeerObstacleId ball = add_ball(world, VEER_MOTION_VELOCITY, at(2, 2, 0), at(0.5f, 0, 0));
    must(veer_obstacle_set_covering(world, ball, true), "a cover");
    VeerAgentId resting = add_agent(world, at(10.5f, 4.5f, 0.0f), 0.6f);
    must(veer_agent_set_covering(world, resting, true), "a cover");
    must(veer_agent_destroy(world, veer_agent_at(world, 3)), "an agent less");
    return world;
}

static void stir_door(VeerWorld *world, int tick)
{
    VeerCellRect door = {{14, 7}, {15, 9}};
    if (tick % 20 == 7) {
        must(veer_world_grid_fill(world, door, tick % 40 == 7), "a door");
    }
}

static VeerWorld *make_search(void)
{
    VeerWorldDef def = grid_def();
    def.map.budget = 10;
    VeerWorld *world = make_world(&def);
    lay_rows(world);
    add_travellers(world, 14);
    return world;
}

static VeerWorld *make_links(void)
{
    VeerWorldDef def = grid_def();
    def.map.max_links = 4;
    def.map.max_fields = 3;
    def.map.field_agents = 3;
    def.map.grid.has_costs = true;
    VeerWorld *world = make_world(&def);
    lay_rows(world);
    must(veer_world_grid_set_cost(world, (VeerCellRect){{2, 13}, {9, 16}}, 4), "costs");
    for (uint32_t i = 0; i < 4; ++i) {
        VeerLinkDef link = veer_link_def_default();
        VeerLinkId id = {0, 0};
        link.from = at(2.5f + 5.0f * (float)i, 5.5f, 0.0f);
        link.to = at(link.from.x, 13.5f, 0.0f);
        link.cost = 2.0f;
        link.flags = i % 2;
        link.is_one_way = i == 2;
        must(veer_link_create(world, &link, &id), "a link");
        if (i == 1) {
            must(veer_link_destroy(world, id), "a link less");
        }
    }
    for (uint32_t i = 0; i < 14; ++i) {
        VeerVec3 goal = i % 3 == 0 ? at(20.5f, 14.5f, 0) : at(1.5f + (float)i, 14.5f, 0);
        add_traveller(world, at(1.5f + (float)i * 1.3f, 3.5f, 0), goal);
    }
    must(veer_agent_set_may_use(world, veer_agent_at(world, 4), 0), "flags");
    return world;
}

static VeerWorld *make_fields(void)
{
    VeerWorldDef def = grid_def();
    def.map.max_fields = 2;
    def.map.field_agents = 2;
    def.map.has_crowds = true;
    def.map.budget = 12;
    VeerWorld *world = make_world(&def);
    lay_rows(world);
    for (uint32_t i = 0; i < 14; ++i) {
        VeerVec3 goal = i % 2 ? at(20.5f, 14.5f, 0) : at(1.5f, 14.5f, 0);
        add_traveller(world, at(1.5f + (float)i * 1.3f, 3.5f, 0), goal);
    }
    return world;
}

static VeerWorld *make_grid_squads(void)
{
    VeerWorldDef def = grid_def();
    def.max_squads = 3;
    VeerWorld *world = make_world(&def);
    lay_rows(world);
    for (uint32_t i = 0; i < 12; ++i) {
        add_agent(world, at(1.5f + (float)(i % 6) * 0.9f, 1.5f + (float)(i / 6) * 1.2f, 0), 0.3f);
    }
    add_squad(world, 0, 6, veer_order_go(at(18.5f, 14.0f, 0.0f)));
    add_squad(world, 6, 6, veer_order_go(at(10.5f, 3.0f, 0.0f)));
    return world;
}

static VeerWorld *make_foresight(void)
{
    VeerWorldDef def = grid_def();
    def.foresight.has_window = true;
    def.foresight.window.width = COLUMNS;
    def.foresight.window.height = ROWS;
    def.foresight.max_states = 3000;
    VeerWorld *world = make_world(&def);
    lay_rows(world);
    for (uint32_t i = 0; i < 8; ++i) {
        VeerAgentId agent = add_agent(world, at(1.5f + (float)i * 0.8f, 14.5f, 0.0f), 0.3f);
        must(veer_agent_go_to(world, agent, at(20.5f - (float)i, 13.5f, 0.0f), 0.4f), "a goal");
        must(veer_agent_set_foresight(world, agent, true), "foresight");
    }
    for (uint32_t i = 0; i < 5; ++i) {
        add_ball(world, i % 2 ? VEER_MOTION_ORBIT : VEER_MOTION_VELOCITY,
                 at(10.0f + (float)i * 2.0f, 14.0f, 0), at(-0.7f, 0.0f, 0));
    }
    return world;
}

// --- Voxels ---

static VeerWorld *make_voxels_of(bool has_squads)
{
    VeerWorldDef def = small_def(VEER_SPATIAL);
    def.map = veer_world_map_def_default(VEER_MAP_VOXELS);
    def.map.voxels.cells = (VeerVoxel){18, 14, 8};
    def.map.has_covers = !has_squads;
    def.map.max_fields = has_squads ? 0 : 2;
    def.map.field_agents = 3;
    def.map.max_route_points = 400;
    def.map.max_classes = 2;
    def.map.budget = 300;
    def.max_squads = has_squads ? 2 : 0;
    VeerWorld *world = make_world(&def);
    VeerVoxelBox wall = {{8, 0, 0}, {10, 14, 8}}, hole = {{8, 5, 3}, {10, 8, 6}};
    must(veer_world_voxels_fill(world, wall, true), "a wall");
    must(veer_world_voxels_fill(world, hole, false), "a hole");
    for (uint32_t i = 0; i < 12; ++i) {
        VeerVec3 from = at(2.5f + (float)(i % 2) * 2.0f, 1.0f + (float)i, 1.5f + (float)(i % 5));
        VeerVec3 goal = i % 3 == 0 ? at(16, 2 + (float)(i % 9), 3) : at(16.0f, 7.0f, 4.0f);
        if (has_squads) {
            add_agent(world, from, 0.3f);
        } else {
            add_traveller(world, from, goal);
        }
    }
    if (has_squads) {
        add_squad(world, 0, 6, veer_order_go(at(15.0f, 7.0f, 4.0f)));
        add_squad(world, 6, 6, veer_order_go(at(3.0f, 7.0f, 4.0f)));
        return world;
    }
    VeerObstacleId ball = add_ball(world, VEER_MOTION_ORBIT, at(5, 5, 4), at(0, 0, 0));
    must(veer_obstacle_set_covering(world, ball, true), "a cover");
    return world;
}

static VeerWorld *make_voxels(void)
{
    return make_voxels_of(false);
}

static VeerWorld *make_voxel_squads(void)
{
    return make_voxels_of(true);
}

static VeerWorld *make_space_foresight(void)
{
    VeerWorldDef def = small_def(VEER_SPATIAL);
    def.foresight.has_window = true;
    def.foresight.window.width = def.foresight.window.height = 16;
    def.foresight.window.depth = 8;
    def.foresight.max_states = 3000;
    VeerWorld *world = make_world(&def);
    for (uint32_t i = 0; i < 8; ++i) {
        VeerAgentId agent = add_agent(world, at(1.5f, 1.5f + (float)i, 3.5f), 0.3f);
        must(veer_agent_go_to(world, agent, at(14.5f, 10.5f - (float)i, 4.5f), 0.4f), "a goal");
        must(veer_agent_set_foresight(world, agent, true), "foresight");
    }
    for (uint32_t i = 0; i < 5; ++i) {
        add_ball(world, VEER_MOTION_FREE, at(6.0f + (float)i, 3.0f + (float)i, 4.0f),
                 at(-0.7f, 0.4f, 0.1f));
    }
    return world;
}

// --- Meshes and graphs ---

static void *memory_of(size_t size)
{
    void *memory = aligned_alloc(64, (size + 63u) / 64u * 64u);
    if (!memory) {
        exit(1);
    }
    return memory;
}

// A floor, a ramp, a landing, another ramp, and a floor above the first.
static VeerMesh *make_floors(void)
{
    static const VeerVec3 vertices[] = {{0, 0, 0},  {20, 0, 0}, {20, 4, 0}, {20, 8, 0}, {0, 8, 0},
                                        {28, 0, 2}, {28, 8, 2}, {28, 4, 2}, {20, 8, 4}, {20, 4, 4},
                                        {0, 8, 4},  {0, 0, 4},  {20, 0, 4}, {34, 0, 2}, {34, 8, 2}};
    static const uint32_t first[] = {0, 5, 9, 14, 18, 23};
    static const uint32_t corners[] = {0, 1, 2, 3, 4, 1, 5,  7,  2, 5, 13, 14,
                                       6, 7, 7, 6, 8, 9, 11, 12, 9, 8, 10};
    VeerMeshDef def = veer_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = sizeof vertices / sizeof *vertices;
    def.first = first;
    def.corners = corners;
    def.polygon_count = 5;
    return veer_mesh_init(memory_of(veer_mesh_size(&def)), &def, NULL, NULL);
}

static VeerMesh *cut(const VeerMesh *whole)
{
    VeerMeshDef def;
    void *scratch = memory_of(veer_mesh_cut_size(whole, 2.0f));
    must(veer_mesh_cut(scratch, whole, 2.0f, &def), "pieces");
    VeerMesh *pieces = veer_mesh_init(memory_of(veer_mesh_size(&def)), &def, NULL, NULL);
    free(scratch);
    return pieces;
}

static VeerWorld *make_mesh_of(bool has_squads)
{
    VeerMesh *whole = make_floors(), *pieces = has_squads ? NULL : cut(whole);
    VeerWorldDef def = small_def(VEER_PLANAR);
    def.map = veer_world_map_def_default(VEER_MAP_MESH);
    def.map.mesh = (VeerMeshMapDef){whole, pieces};
    def.map.max_links = 2;
    def.map.max_fields = has_squads ? 0 : 2;
    def.map.field_agents = 3;
    def.map.max_route_points = 400;
    def.map.budget = has_squads ? 2000 : 30;
    def.max_squads = has_squads ? 2 : 0;
    VeerWorld *world = make_world(&def);
    free(whole);
    free(pieces);
    VeerLinkDef link = veer_link_def_default();
    VeerLinkId id = {0, 0};
    link.from = at(5, 4, 0);
    link.to = at(5, 6, 4);
    must(veer_link_create(world, &link, &id), "a ladder");
    for (uint32_t i = 0; i < 12; ++i) {
        bool is_up = i % 2;
        VeerVec3 low = at(2.0f + (float)i * 1.4f, 2.0f, 0), high = at(14.0f - (float)i, 6.0f, 4);
        if (has_squads) {
            add_agent(world, low, 0.3f);
        } else {
            add_traveller(world, is_up ? high : low, i % 3 == 0 ? at(2, 6, 4) : is_up ? low : high);
        }
    }
    if (has_squads) {
        add_squad(world, 0, 6, veer_order_go(at(10.0f, 5.0f, 4.0f)));
        add_squad(world, 6, 6, veer_order_go(at(32.0f, 4.0f, 2.0f)));
    }
    return world;
}

static VeerWorld *make_mesh(void)
{
    return make_mesh_of(false);
}

static VeerWorld *make_mesh_squads(void)
{
    return make_mesh_of(true);
}

static VeerWorld *make_graph(void)
{
    VeerTilingDef tiling = {VEER_TILING_HEXES, 10, 8, {0.0f, 0.0f, 0.0f}, 2.0f, 2.0f};
    VeerGraphDef cells;
    void *scratch = memory_of(veer_tiling_size(&tiling));
    must(veer_tiling_graph(scratch, &tiling, &cells), "cells");
    VeerGraphEdge *edges = memory_of(cells.edge_count * sizeof *edges);
    memcpy(edges, cells.edges, cells.edge_count * sizeof *edges);
    for (uint32_t i = 0; i < cells.edge_count; i += 7) {
        edges[i].flags = 1;
        edges[i].is_one_way = i % 2;
    }
    cells.edges = edges;
    VeerGraph *graph = veer_graph_init(memory_of(veer_graph_size(&cells)), &cells);
    VeerWorldDef def = small_def(VEER_PLANAR);
    def.map = veer_world_map_def_default(VEER_MAP_GRAPH);
    def.map.graph.whole = graph;
    def.map.max_fields = 2;
    def.map.field_agents = 3;
    def.map.max_route_points = 400;
    def.map.budget = 20;
    VeerWorld *world = make_world(&def);
    free(graph);
    free(edges);
    free(scratch);
    for (uint32_t i = 0; i < 12; ++i) {
        VeerVec3 from = at(1.0f + (float)i * 1.4f, 1.0f, 0.0f);
        VeerVec3 goal = i % 3 == 0 ? at(10, 11, 0) : at(16.0f - (float)i, 11.0f, 0.0f);
        add_traveller(world, from, goal);
    }
    must(veer_agent_set_may_use(world, veer_agent_at(world, 2), 0), "flags");
    VeerObstacleId ball = add_ball(world, VEER_MOTION_VELOCITY, at(9, 5, 0), at(0.3f, 0, 0));
    must(veer_obstacle_set_covering(world, ball, true), "a cover");
    return world;
}

const VeerStateSubject veer_state_subjects[] = {
    {"planar", make_planar, 40, NULL},
    {"spatial", make_spatial, 40, NULL},
    {"squads", make_squads, 70, stir_squads},
    {"grid", make_grid, 90, stir_door},
    {"search", make_search, 9, NULL},
    {"links", make_links, 75, NULL},
    {"fields", make_fields, 12, NULL},
    {"grid-squads", make_grid_squads, 60, stir_squads},
    {"foresight", make_foresight, 20, NULL},
    {"voxels", make_voxels, 25, NULL},
    {"voxel-squads", make_voxel_squads, 40, stir_squads},
    {"space-foresight", make_space_foresight, 20, NULL},
    {"mesh", make_mesh, 45, NULL},
    {"mesh-squads", make_mesh_squads, 60, stir_squads},
    {"graph", make_graph, 30, NULL},
};
const int veer_state_subject_count = sizeof veer_state_subjects / sizeof *veer_state_subjects;

VeerWorld *veer_state_subject_make(const VeerStateSubject *subject)
{
    VeerWorld *world = subject->make();
    for (int tick = 0; tick < subject->ticks; ++tick) {
        if (subject->stir) {
            subject->stir(world, tick);
        }
        must(veer_world_step(world, TICK), "a step");
    }
    return world;
}
