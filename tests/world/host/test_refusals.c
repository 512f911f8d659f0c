// What a world tells of calls that it refuses: each once, with its name, its status, what is wrong.
#include "support/suite.h"

#include "veer/veer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Ear {
    VeerRefusal last;
    int count;
} Ear;

static void hear(void *user, const VeerRefusal *refusal)
{
    Ear *ear = user;
    ear->last = *refusal;
    ear->count += 1;
}

// Whether a refusal was told once since the last look, of this call and about this.
static void assert_told(Ear *ear, VeerStatus status, VeerStatus expected, const char *function,
                        const char *what)
{
    assert_int_equal(status, expected);
    assert_int_equal(ear->count, 1);
    assert_string_equal(ear->last.function, function);
    assert_int_equal(ear->last.status, expected);
    assert_string_equal(ear->last.what, what);
    assert_int_equal(strncmp(ear->last.must, "must ", 5), 0);
    ear->count = 0;
}

static VeerWorldDef def_with(Ear *ear, VeerSpace space)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = space;
    def.max_agents = 4;
    def.max_obstacles = 4;
    def.max_squads = 1;
    def.max_behaviour_lists = 1;
    def.diagnostics = (VeerDiagnostics){hear, ear};
    return def;
}

static VeerWorld *world_with(Ear *ear, VeerSpace space)
{
    VeerWorldDef def = def_with(ear, space);
    VeerWorld *world = NULL;
    assert_int_equal(veer_world_create(&def, &world), VEER_OK);
    return world;
}

static VeerAgentId add_agent(VeerWorld *world)
{
    VeerAgentDef def = veer_agent_def_default();
    VeerAgentId agent;
    assert_int_equal(veer_agent_create(world, &def, &agent), VEER_OK);
    return agent;
}

// Spoils a field of a good def, and holds the call to name it.
#define SPOIL(of, call, function, path, value)                                                     \
    do {                                                                                           \
        of;                                                                                        \
        def.path = value;                                                                          \
        assert_told(&ear, call, VEER_BAD_VALUE, function, "def." #path);                           \
    } while (0)

static void each_field_of_an_agents_def_is_named(void **state)
{
    (void)state;
    Ear ear = {.count = 0};
    VeerWorld *world = world_with(&ear, VEER_PLANAR);
    VeerAgentId out;
#define AGENT(path, value)                                                                         \
    SPOIL(VeerAgentDef def = veer_agent_def_default(), veer_agent_create(world, &def, &out),       \
          "veer_agent_create", path, value)
    AGENT(position, ((VeerVec3){0, NAN, 0}));
    AGENT(velocity, ((VeerVec3){0, 3e6f, 0}));
    assert_true(ear.last.value == 3e6);
    AGENT(heading, ((VeerVec3){INFINITY, 0, 0}));
    AGENT(radius, -1.0f);
    assert_true(ear.last.value == -1.0);
    assert_string_equal(ear.last.must, "must be 0 to 2e6");
    AGENT(height, 0.0f);
    AGENT(max_speed, 3e6f);
    AGENT(preferred_speed, NAN);
    assert_true(isnan(ear.last.value));
    AGENT(max_acceleration, 0.0f);
    AGENT(max_braking, -1.0f);
    AGENT(max_turn_rate, 0.0f);
    AGENT(vehicle.kind, (VeerVehicle)99);
    AGENT(priority, -1.0f);
    AGENT(model, (VeerAvoidModel)99);
    AGENT(avoid.sense_range, -1.0f);
    AGENT(avoid.time_horizon, 0.0f);
    AGENT(avoid.time_horizon_obstacles, INFINITY);
    AGENT(avoid.max_neighbours, 1000u);
#define CAR(path, value)                                                                           \
    SPOIL(VeerAgentDef def = veer_agent_def_for(VEER_VEHICLE_CAR),                                 \
          veer_agent_create(world, &def, &out), "veer_agent_create", path, value)
    CAR(vehicle.car.wheelbase, 0.0f);
    CAR(vehicle.car.max_steering, 2.0f);
    CAR(vehicle.car.reverse, 1.5f);
#define RAYS(path, value)                                                                          \
    SPOIL(VeerAgentDef def = veer_agent_def_default(); def.model = VEER_AVOID_RAYS;                \
          def.avoid = veer_avoid_params_for(VEER_AVOID_RAYS),                                      \
          veer_agent_create(world, &def, &out), "veer_agent_create", path, value)
    RAYS(avoid.rays.look_ahead, 0.0f);
    RAYS(avoid.rays.hit, (VeerRaysHit)7);
    VeerAgentDef none = {.radius = 1.0f};
    assert_told(&ear, veer_agent_create(world, &none, &out), VEER_BAD_VALUE, "veer_agent_create",
                "def");
    assert_told(&ear, veer_agent_create(world, NULL, &out), VEER_BAD_VALUE, "veer_agent_create",
                "def");
    veer_world_destroy(world);
}

static void each_field_of_an_obstacles_def_is_named(void **state)
{
    (void)state;
    Ear ear = {.count = 0};
    VeerWorld *flat = world_with(&ear, VEER_PLANAR), *deep = world_with(&ear, VEER_SPATIAL);
    const VeerVec3 square[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const VeerVec3 bow[] = {{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}};
    VeerObstacleId out;
#define OBSTACLE(world, kind, path, value)                                                         \
    SPOIL(VeerObstacleDef def = veer_obstacle_def_default(); def.shape = kind;                     \
          def.vertices = square; def.vertex_count = 4, veer_obstacle_create(world, &def, &out),    \
                                 "veer_obstacle_create", path, value)
    OBSTACLE(flat, VEER_SHAPE_BALL, position, ((VeerVec3){0, 0, 3e6f}));
    OBSTACLE(flat, VEER_SHAPE_BALL, height, 0.0f);
    OBSTACLE(flat, VEER_SHAPE_BALL, radius, -1.0f);
    OBSTACLE(flat, VEER_SHAPE_BALL, mass, INFINITY);
    OBSTACLE(flat, VEER_SHAPE_BALL, motion, (VeerObstacleMotion)9);
    OBSTACLE(flat, VEER_SHAPE_BALL, tether.length, -1.0f);
    OBSTACLE(flat, VEER_SHAPE_CHAIN, motion, VEER_MOTION_FREE);
    OBSTACLE(flat, VEER_SHAPE_CHAIN, vertex_count, 1u);
    OBSTACLE(flat, VEER_SHAPE_CHAIN, vertices, NULL);
    OBSTACLE(flat, VEER_SHAPE_POLYGON, vertex_count, 65u);
    OBSTACLE(flat, VEER_SHAPE_POLYGON, vertices, bow);
    OBSTACLE(flat, VEER_SHAPE_CHAIN, shape, VEER_SHAPE_BOX);
    OBSTACLE(deep, VEER_SHAPE_BOX, shape, VEER_SHAPE_CHAIN);
    OBSTACLE(deep, VEER_SHAPE_BOX, half_extents.y, -1.0f);
    VeerObstacleDef def = veer_obstacle_def_default();
    const VeerVec3 far[] = {{0, 0, 0}, {0, 3e6f, 0}};
    def.shape = VEER_SHAPE_CHAIN;
    def.vertices = far;
    def.vertex_count = 2;
    assert_told(&ear, veer_obstacle_create(flat, &def, &out), VEER_BAD_VALUE,
                "veer_obstacle_create", "def.vertices[]");
    assert_int_equal(ear.last.index, 1);
    assert_true(ear.last.value == 3e6);
    veer_world_destroy(flat);
    veer_world_destroy(deep);
}

static void each_field_of_a_worlds_def_is_named(void **state)
{
    (void)state;
    Ear ear = {.count = 0};
    VeerWorld *world = NULL;
#define WORLD(path, value)                                                                         \
    SPOIL(VeerWorldDef def = def_with(&ear, VEER_PLANAR), veer_world_create(&def, &world),         \
          "veer_world_create", path, value)
    WORLD(space, (VeerSpace)2);
    WORLD(max_agents, (1u << 24) + 1u);
    WORLD(max_obstacles, UINT32_MAX);
    WORLD(max_wall_vertices, UINT32_MAX);
    WORLD(max_behaviour_lists, 256u);
    WORLD(max_squads, 65537u);
    WORLD(map.kind, (VeerMapKind)9);
    WORLD(tasks.worker_count, 65u);
    WORLD(bounds, ((VeerBounds){{1, 0, 0}, {0, 0, 0}}));
#define GRID(path, value)                                                                          \
    SPOIL(VeerWorldDef def = def_with(&ear, VEER_PLANAR);                                          \
          def.map = veer_world_map_def_default(VEER_MAP_GRID), veer_world_create(&def, &world),    \
          "veer_world_create", path, value)
    GRID(space, VEER_SPATIAL);
    GRID(map.grid.width, 0u);
    GRID(map.grid.cell_size, -1.0f);
    GRID(map.max_classes, 17u);
    GRID(map.budget, 0u);
    GRID(map.max_links, UINT32_MAX);
    GRID(map.max_fields, 65u);
#define WINDOW(path, value)                                                                        \
    SPOIL(VeerWorldDef def = def_with(&ear, VEER_PLANAR); def.foresight.has_window = true,         \
                                                          veer_world_create(&def, &world),         \
                                                          "veer_world_create", path, value)
    WINDOW(foresight.window.depth, 4u);
    WINDOW(foresight.window.tick, 0.0f);
    WINDOW(foresight.max_states, 0u);
    WINDOW(foresight.budget, 0u);
    VeerWorldDef def = def_with(&ear, VEER_PLANAR);
    assert_told(&ear, veer_world_create(&def, NULL), VEER_BAD_VALUE, "veer_world_create", "out");
    // Nothing in what is no def is trusted, not even whom it names.
    def.cookie = 0;
    assert_int_equal(veer_world_create(&def, &world), VEER_BAD_VALUE);
    assert_int_equal(ear.count, 0);
}

static void *refuse_memory(void *user, size_t size)
{
    *(size_t *)user = size;
    return NULL;
}

static void release_nothing(void *user, void *memory, size_t size)
{
    (void)user, (void)memory, (void)size;
}

static void what_is_used_up_is_named(void **state)
{
    (void)state;
    Ear ear = {.count = 0};
    size_t asked = 0;
    VeerWorldDef def = def_with(&ear, VEER_PLANAR);
    def.allocator = (VeerAllocator){refuse_memory, release_nothing, &asked};
    VeerWorld *world = NULL;
    assert_told(&ear, veer_world_create(&def, &world), VEER_OUT_OF_MEMORY, "veer_world_create",
                "def.allocator");
    assert_true(ear.last.value == (double)asked);
    world = world_with(&ear, VEER_PLANAR);
    VeerAgentDef agent = veer_agent_def_default();
    VeerAgentId id;
    for (int i = 0; i < 4; i++) {
        id = add_agent(world);
    }
    assert_told(&ear, veer_agent_create(world, &agent, &id), VEER_FULL, "veer_agent_create",
                "world.max_agents");
    assert_true(ear.last.value == 4.0);
    VeerSquadDef squad = veer_squad_def_default();
    VeerSquadId squad_id;
    assert_int_equal(veer_squad_create(world, &squad, &squad_id), VEER_OK);
    assert_told(&ear, veer_squad_create(world, &squad, &squad_id), VEER_FULL, "veer_squad_create",
                "world.max_squads");
    veer_world_destroy(world);
}

static void arguments_are_named(void **state)
{
    (void)state;
    Ear ear = {.count = 0};
    VeerWorld *world = world_with(&ear, VEER_PLANAR);
    VeerAgentId agent = add_agent(world), gone = add_agent(world);
    assert_int_equal(veer_agent_destroy(world, gone), VEER_OK);
    VeerAgentState read;
    VeerAvoidParams avoid = veer_avoid_params_default();
    VeerVehicleParams vehicle = veer_vehicle_params_default(VEER_VEHICLE_CAR);
    VeerVec3 point = {1, 1, 0};
    avoid.time_horizon = -1.0f;
    vehicle.car.steering_rate = 0.0f;
#define BAD(call, function, what) assert_told(&ear, call, VEER_BAD_VALUE, function, what)
#define GONE(call, function, what) assert_told(&ear, call, VEER_BAD_HANDLE, function, what)
    BAD(veer_world_step(world, 2.0f), "veer_world_step", "dt");
    BAD(veer_world_steer(world, NAN), "veer_world_steer", "dt");
    BAD(veer_agent_get(world, agent, NULL), "veer_agent_get", "out");
    GONE(veer_agent_get(world, gone, &read), "veer_agent_get", "agent");
    assert_true(ear.last.value == (double)gone.slot);
    GONE(veer_agent_destroy(world, gone), "veer_agent_destroy", "agent");
    BAD(veer_agent_set_radius(world, agent, -2.0f), "veer_agent_set_radius", "radius");
    BAD(veer_agent_set_heading(world, agent, (VeerVec3){0, 0, 1}), "veer_agent_set_heading",
        "heading");
    BAD(veer_agent_set_limits(world, agent, 1, -1, 1), "veer_agent_set_limits", "braking");
    BAD(veer_agent_set_vehicle(world, agent, &vehicle), "veer_agent_set_vehicle",
        "vehicle.car.steering_rate");
    BAD(veer_agent_set_avoidance(world, agent, VEER_AVOID_CROWD, &avoid),
        "veer_agent_set_avoidance", "avoid.time_horizon");
    BAD(veer_agent_set_avoidance(world, agent, VEER_AVOID_CROWD, NULL), "veer_agent_set_avoidance",
        "avoid");
    BAD(veer_agent_go_to(world, agent, point, 0.0f), "veer_agent_go_to", "arrival_radius");
    BAD(veer_agent_route_to(world, agent, point, 1.0f), "veer_agent_route_to", "world");
    BAD(veer_agent_follow_agent(world, agent, agent, 1.0f), "veer_agent_follow_agent", "target");
    GONE(veer_agent_follow_agent(world, agent, gone, 1.0f), "veer_agent_follow_agent", "target");
    GONE(veer_agent_stop(world, gone), "veer_agent_stop", "agent");
    GONE(veer_agent_leave_squad(world, gone), "veer_agent_leave_squad", "agent");
    GONE(veer_squad_skip(world, (VeerSquadId){0, 0}), "veer_squad_skip", "squad");
    GONE(veer_link_destroy(world, (VeerLinkId){0, 0}), "veer_link_destroy", "link");
    BAD(veer_world_grid_fill(world, (VeerCellRect){{0, 0}, {1, 1}}, true), "veer_world_grid_fill",
        "world");
    BAD(veer_world_save(world, &read, 1), "veer_world_save", "size");
    assert_told(&ear, veer_world_import(world, "nothing at all", 14, NULL), VEER_NO_STATE,
                "veer_world_import", "exported");
    veer_world_destroy(world);
}

static void fields_of_lists_and_orders_are_named(void **state)
{
    (void)state;
    Ear ear = {.count = 0};
    VeerWorld *world = world_with(&ear, VEER_PLANAR);
    VeerBehaviourList list = veer_behaviour_list_flock(1.0f);
    VeerBehaviourListId list_id;
    list.behaviours[2].weight = -1.0f;
    BAD(veer_behaviour_list_create(world, &list, &list_id), "veer_behaviour_list_create",
        "list.behaviours[].weight");
    assert_int_equal(ear.last.index, 2);
    VeerSquadDef def = veer_squad_def_default();
    VeerSquadId squad;
    def.formation.spacing = 0.0f;
    BAD(veer_squad_create(world, &def, &squad), "veer_squad_create", "def.formation.spacing");
    def = veer_squad_def_default();
    def.hysteresis = 2.0f;
    BAD(veer_squad_create(world, &def, &squad), "veer_squad_create", "def.hysteresis");
    def = veer_squad_def_default();
    assert_int_equal(veer_squad_create(world, &def, &squad), VEER_OK);
    VeerOrder order = veer_order_go((VeerVec3){0, 0, 0});
    order.points[0].y = NAN;
    BAD(veer_squad_order(world, squad, &order, false), "veer_squad_order", "order.points[]");
    order = veer_order_default(VEER_ORDER_GO);
    BAD(veer_squad_order(world, squad, &order, false), "veer_squad_order", "order.point_count");
    order = veer_order_default(VEER_ORDER_FOLLOW);
    order.agent = (VeerAgentId){3, 3};
    GONE(veer_squad_order(world, squad, &order, false), "veer_squad_order", "order.agent");
    veer_world_destroy(world);
}

static void ask_in_a_step(void *user, VeerStage stage)
{
    if (stage == VEER_STAGE_SENSE) {
        assert_int_equal(veer_world_step(user, 0.1f), VEER_BUSY);
    }
}

static void a_step_refuses_what_would_change_it(void **state)
{
    (void)state;
    Ear ear = {.count = 0};
    VeerWorld *world = world_with(&ear, VEER_PLANAR);
    assert_int_equal(veer_world_set_stage_callback(world, ask_in_a_step, world), VEER_OK);
    assert_told(&ear, (veer_world_step(world, 0.1f), VEER_BUSY), VEER_BUSY, "veer_world_step",
                "world");
    veer_world_destroy(world);
}

// It is no part of the state: worlds with and without it are the same, and take each other's saves.
static void who_is_told_is_no_state(void **state)
{
    (void)state;
    Ear ear = {.count = 0};
    VeerWorld *told = world_with(&ear, VEER_PLANAR), *silent = world_with(NULL, VEER_PLANAR);
    assert_int_equal(veer_world_set_diagnostics(silent, (VeerDiagnostics){NULL, NULL}), VEER_OK);
    assert_int_equal(veer_world_set_diagnostics(NULL, (VeerDiagnostics){hear, &ear}),
                     VEER_BAD_VALUE);
    (void)add_agent(told);
    (void)add_agent(silent);
    assert_int_equal(veer_world_step(silent, 7.0f), VEER_BAD_VALUE);
    assert_int_equal(ear.count, 0);
    assert_int_equal(veer_world_hash(told), veer_world_hash(silent));
    size_t size = veer_world_export_size(told);
    void *bytes = malloc(size);
    assert_int_equal(veer_world_export(told, bytes, size), VEER_OK);
    assert_int_equal(veer_world_import(silent, bytes, size, NULL), VEER_OK);
    assert_int_equal(veer_world_set_diagnostics(silent, (VeerDiagnostics){hear, &ear}), VEER_OK);
    assert_told(&ear, veer_world_step(silent, 7.0f), VEER_BAD_VALUE, "veer_world_step", "dt");
    free(bytes);
    veer_world_destroy(told);
    veer_world_destroy(silent);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_field_of_an_agents_def_is_named),
        cmocka_unit_test(each_field_of_an_obstacles_def_is_named),
        cmocka_unit_test(each_field_of_a_worlds_def_is_named),
        cmocka_unit_test(what_is_used_up_is_named),
        cmocka_unit_test(arguments_are_named),
        cmocka_unit_test(fields_of_lists_and_orders_are_named),
        cmocka_unit_test(a_step_refuses_what_would_change_it),
        cmocka_unit_test(who_is_told_is_no_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
