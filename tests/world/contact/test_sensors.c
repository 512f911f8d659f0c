// Sensors: equal to brute force at every tick, and events that tell each coming and going once.
#include "world/world_maker.h"

#include "geom/polygon.h"
#include "world/body/kinematic.h"

enum { AGENTS = 24, BALLS = 12, SENSORS = 8, MOST = AGENTS + BALLS };

/// A world of agents and rocks on the move through sensors of all shapes.
typedef struct Zone {
    VeerWorld *world;
    VeerObstacleId sensors[SENSORS];
    VeerVec2 corners[3]; ///< of all polygons
    bool was_in[SENSORS][MOST];
} Zone;

static VeerObstacleDef any_sensor(Zone *zone, Dice *dice, VeerSpace space, int i)
{
    static VeerVec3 vertices[3];
    VeerObstacleDef def = veer_obstacle_def_default();
    def.is_ghost = true;
    def.layer = 0;
    def.sense_mask = i % 3 == 2 ? 2u : 3u;
    def.position = roll3(dice, 8.0f);
    def.radius = roll(dice, 0.5f, 4.0f);
    def.height = 3.0f;
    if (i % 2 && space == VEER_PLANAR) {
        def.shape = VEER_SHAPE_POLYGON;
        def.vertices = vertices;
        def.vertex_count = 3;
        for (int k = 0; k < 3; ++k) {
            vertices[k] = vec3(zone->corners[k].x, zone->corners[k].y, 0.0f);
        }
        def.motion = i % 4 == 1 ? VEER_MOTION_VELOCITY : VEER_MOTION_STATIC;
        def.velocity = roll3(dice, 2.0f);
        def.turn_rate = i % 4 == 1 ? roll(dice, -3.0f, 3.0f) : 0.0f;
    } else if (i % 2) {
        def.shape = VEER_SHAPE_BOX;
        def.half_extents = vec3(3.0f, 1.0f, 2.0f);
        def.motion = i % 4 == 1 ? VEER_MOTION_VELOCITY : VEER_MOTION_STATIC;
        def.velocity = roll3(dice, 2.0f);
    } else if (i % 4 == 2) {
        def.motion = VEER_MOTION_VELOCITY;
        def.velocity = roll3(dice, 2.0f);
    }
    return def;
}

static Zone make_zone(VeerSpace space, uint32_t seed)
{
    Dice dice = {seed * 2654435769u + 1u};
    Zone zone = {.world = make_world(space), .corners = {{-2, -1}, {3, 0}, {0, 4}}};
    for (int i = 0; i < AGENTS; ++i) {
        VeerAgentDef def = veer_agent_def_default();
        def.position = roll3(&dice, 10.0f);
        def.radius = roll(&dice, 0.1f, 1.0f);
        def.max_speed = 6.0f;
        def.layer = i % 4 == 0 ? 2u : 1u;
        VeerAgentId agent = add_agent(zone.world, &def);
        veer_agent_set_preferred_velocity(zone.world, agent, roll3(&dice, 5.0f));
    }
    for (int i = 0; i < BALLS; ++i) {
        VeerObstacleDef def = veer_obstacle_def_default();
        def.motion = VEER_MOTION_FREE;
        def.position = roll3(&dice, 10.0f);
        def.velocity = roll3(&dice, 5.0f);
        def.radius = roll(&dice, 0.2f, 1.0f);
        def.height = 3.0f;
        def.layer = i % 3 ? 1u : 2u;
        add_obstacle(zone.world, &def);
    }
    for (int i = 0; i < SENSORS; ++i) {
        VeerObstacleDef def = any_sensor(&zone, &dice, space, i);
        zone.sensors[i] = add_obstacle(zone.world, &def);
    }
    return zone;
}

/// What a body is, whichever.
typedef struct Body {
    VeerVec3 position;
    float radius, height;
    uint32_t layer;
} Body;

static Body body_of(const Zone *zone, int i)
{
    if (i < AGENTS) {
        VeerAgentState state = read_agent(zone->world, veer_agent_at(zone->world, (uint32_t)i));
        return (Body){state.position, state.radius, state.height, i % 4 == 0 ? 2u : 1u};
    }
    VeerObstacleState state =
        read_obstacle(zone->world, veer_obstacle_at(zone->world, (uint32_t)(i - AGENTS)));
    return (Body){state.position, state.radius, state.height, state.layer};
}

static bool is_in(const Zone *zone, const VeerObstacleState *sensor, const Body *body)
{
    bool is_planar = veer_world_space(zone->world) == VEER_PLANAR;
    VeerVec3 offset = sub3(body->position, sensor->position);
    bool is_level = !is_planar || (offset.z <= sensor->height && -offset.z <= body->height);
    offset.z = is_planar ? 0.0f : offset.z;
    float distance = length3(offset) - sensor->radius;
    if (sensor->shape == VEER_SHAPE_POLYGON) {
        VeerVec2 corners[3];
        for (int k = 0; k < 3; ++k) {
            corners[k] = plane2(veer_obstacle_turned(
                vec3(zone->corners[k].x, zone->corners[k].y, 0.0f), sensor->angle));
        }
        bool is_within = veer_polygon_contains(corners, 3, plane2(offset));
        distance = is_within ? 0.0f : veer_polygon_distance(corners, 3, plane2(offset));
    } else if (sensor->shape == VEER_SHAPE_BOX) {
        VeerVec3 half = sensor->half_extents;
        VeerVec3 off =
            vec3(max_f(fabsf(offset.x) - half.x, 0.0f), max_f(fabsf(offset.y) - half.y, 0.0f),
                 max_f(fabsf(offset.z) - half.z, 0.0f));
        distance = length3(off);
    }
    return is_level && (body->layer & sensor->sense_mask) && distance <= body->radius;
}

/// Bodies are numbered agents first. @return the number of what an event or a list names
static int number_of(VeerAgentId agent, VeerObstacleId ball)
{
    return agent.generation ? (int)agent.slot : (int)ball.slot + AGENTS;
}

static void take_events(Zone *zone)
{
    uint32_t count = 0;
    const VeerEvent *events = veer_world_events(zone->world, &count);
    for (uint32_t i = 0; i < count; ++i) {
        bool enters = events[i].kind == VEER_EVENT_ENTERED;
        if (enters || events[i].kind == VEER_EVENT_LEFT) {
            int sensor = (int)events[i].obstacle.slot - BALLS;
            int body = number_of(events[i].agent, events[i].other_obstacle);
            assert_true(zone->was_in[sensor][body] == !enters);
            zone->was_in[sensor][body] = enters;
        }
    }
}

static uint32_t expect_as_by_brute_force(Zone *zone)
{
    uint32_t sum = 0;
    take_events(zone);
    for (int s = 0; s < SENSORS; ++s) {
        VeerObstacleState sensor = read_obstacle(zone->world, zone->sensors[s]);
        VeerSensorBody inside[MOST];
        uint32_t count = veer_sensor_inside(zone->world, zone->sensors[s], inside, MOST), found = 0;
        assert_int_equal(veer_sensor_count(zone->world, zone->sensors[s]), count);
        for (int i = 0; i < MOST; ++i) {
            Body body = body_of(zone, i);
            bool is_inside = is_in(zone, &sensor, &body);
            assert_true(zone->was_in[s][i] == is_inside);
            if (is_inside) {
                assert_int_equal(number_of(inside[found].agent, inside[found].obstacle), i);
                found++;
            }
        }
        assert_int_equal(found, count);
        sum += count;
    }
    return sum;
}

static void sensors_equal_brute_force_at_every_tick(void **unused)
{
    (void)unused;
    uint32_t sum = 0;
    for (uint32_t seed = 1; seed <= suite_seeds(1000); ++seed) {
        Zone zone = make_zone(seed % 2 ? VEER_SPATIAL : VEER_PLANAR, seed);
        for (int tick = 0; tick < 40; ++tick) {
            step_times(zone.world, 1, seed % 3 ? TICK : 0.25f);
            sum += expect_as_by_brute_force(&zone);
        }
        veer_world_destroy(zone.world);
    }
    assert_true(sum > 100u);
}

static void nobody_avoids_or_touches_a_zone(void **unused)
{
    (void)unused;
    const VeerVec3 corners[] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = VEER_SHAPE_POLYGON;
    def.is_ghost = true;
    def.vertices = corners;
    def.vertex_count = 4;
    VeerObstacleId zone = add_obstacle(world, &def);
    VeerAgentId agent = add_agent_at(world, vec3(-3.0f, 0.0f, 0.0f));
    veer_agent_go_to(world, agent, vec3(3.0f, 0.0f, 0.0f), 0.1f);
    VeerObstacleId rock = add_moving_ball(world, VEER_MOTION_FREE, vec3(0.0f, 5.0f, 0.0f),
                                          vec3(0.0f, -2.0f, 0.0f), 0.5f);
    veer_obstacle_set_layer(world, rock, 2u);
    veer_agent_set_layers(world, agent, 1u, ~2u);
    uint32_t most = 0;
    for (int tick = 0; tick < 330; ++tick) {
        step_times(world, 1, TICK);
        assert_float_equal(read_agent(world, agent).position.y, 0.0f, 1e-6f);
        uint32_t count = veer_sensor_count(world, zone);
        most = count > most ? count : most;
    }
    assert_true(read_obstacle(world, rock).velocity.y == -2.0f && most > 0);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void who_is_removed_has_left(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleDef def = veer_obstacle_def_default();
    def.is_ghost = true;
    def.radius = 3.0f;
    def.layer = 0;
    VeerObstacleId zone = add_obstacle(world, &def);
    VeerAgentId agent = add_agent_at(world, (VeerVec3){0});
    VeerObstacleId still = add_ball(world, vec3(2.0f, 0.0f, 0.0f), 0.5f);
    step_times(world, 1, TICK);
    assert_int_equal(veer_sensor_count(world, zone), 2);
    veer_agent_destroy(world, agent);
    step_times(world, 1, TICK);
    uint32_t count = 0;
    const VeerEvent *events = veer_world_events(world, &count);
    assert_true(count == 2 && events[0].kind == VEER_EVENT_REMOVED);
    assert_true(events[1].kind == VEER_EVENT_LEFT && events[1].agent.slot == agent.slot &&
                events[1].agent.generation == agent.generation);
    assert_int_equal(veer_sensor_set_mask(world, still, 1u), VEER_BAD_VALUE);
    assert_int_equal(veer_sensor_set_mask(world, zone, 0u), VEER_OK);
    step_times(world, 1, TICK);
    assert_int_equal(veer_sensor_count(world, zone), 0);
    assert_int_equal(veer_sensor_count(world, still), 0);
    assert_int_equal(veer_sensor_inside(world, (VeerObstacleId){9, 9}, NULL, 0), 0);
    assert_true(read_obstacle(world, zone).sense_mask == 0);
    veer_world_destroy(world);
}

static void a_world_without_room_counts_what_it_drops(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.max_sensed = 1;
    VeerWorld *world = make_world_of(&def);
    VeerObstacleDef ghost = veer_obstacle_def_default();
    ghost.is_ghost = true;
    ghost.radius = 9.0f;
    VeerObstacleId zone = add_obstacle(world, &ghost);
    add_agent_at(world, vec3(1.0f, 0.0f, 0.0f));
    add_agent_at(world, vec3(-2.0f, 0.0f, 0.0f));
    step_times(world, 1, TICK);
    assert_int_equal(veer_sensor_count(world, zone), 1);
    assert_true(veer_world_stats(world).pairs_dropped >= 1);
    ghost.shape = VEER_SHAPE_CHAIN;
    const VeerVec3 ends[] = {{0, 0, 0}, {1, 0, 0}};
    ghost.vertices = ends;
    ghost.vertex_count = 2;
    VeerObstacleId out;
    assert_int_equal(veer_obstacle_create(world, &ghost, &out), VEER_BAD_VALUE);
    veer_world_destroy(world);
}

static void who_is_in_is_part_of_the_state(void **unused)
{
    (void)unused;
    Zone zone = make_zone(VEER_PLANAR, 5);
    step_times(zone.world, 10, TICK);
    size_t size = veer_world_packed_size(zone.world);
    void *packed = malloc(size);
    assert_int_equal(veer_world_pack(zone.world, packed, size), VEER_OK);
    VeerWorld *other = make_world(VEER_PLANAR);
    VeerStateFault fault = {"", 0};
    assert_int_equal(veer_world_import(other, packed, size, &fault), VEER_OK);
    for (int tick = 0; tick < 60; ++tick) {
        step_times(zone.world, 1, TICK);
        step_times(other, 1, TICK);
        uint32_t count = 0, others = 0;
        const VeerEvent *events = veer_world_events(zone.world, &count);
        const VeerEvent *same = veer_world_events(other, &others);
        assert_int_equal(count, others);
        assert_memory_equal(events, same, count * sizeof *events);
    }
    free(packed);
    veer_world_destroy(other);
    veer_world_destroy(zone.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sensors_equal_brute_force_at_every_tick),
        cmocka_unit_test(nobody_avoids_or_touches_a_zone),
        cmocka_unit_test(who_is_removed_has_left),
        cmocka_unit_test(a_world_without_room_counts_what_it_drops),
        cmocka_unit_test(who_is_in_is_part_of_the_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
