// Crowds before doors: who waits its turn stands still.
#include "base/random.h"
#include "world/world_maker.h"

#include <math.h>

enum { CROWD = 60 };
#define PACE 1.3f
/// Slower ones have no direction, m/s.
#define LEAST_PACE 0.07f
// What is asked for; without rest crowds before these doors turned 9 to 14 rad/s and reversed 1.2
// to 1.9 times a second.
#define MOST_TURN 1.5f         // rad/s
#define MOST_REVERSALS 0.05    // 1/s
#define MOST_OF_LONG_TICKS 0.1 // 1/s: a sixtieth, looked at every 0.1 s, has 0.06
#define PI 3.14159265f

typedef struct Entrance {
    float width, radius;              ///< m
    enum { BARE, PATHS, FIELD } ways; ///< no map; over one, paths of their own, or one field
    uint64_t seed;
    int seconds;        ///< until all are through
    int ticks_a_second; ///< 0: 60
} Entrance;

typedef struct Door {
    VeerWorld *world;
    VeerAgentId agents[CROWD];
    VeerVec3 velocities[CROWD];
    int count, arrived, ticks_a_second;
    double turn, seconds; ///< rad; s, of all that are on their way
    int reversals;
} Door;

static void add_wall(VeerWorld *world, float from, float to)
{
    VeerVec3 ends[2] = {vec3(0.0f, from, 0.0f), vec3(0.0f, to, 0.0f)};
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = VEER_SHAPE_CHAIN;
    def.vertices = ends;
    def.vertex_count = 2;
    VeerObstacleId wall;
    assert_int_equal(veer_obstacle_create(world, &def, &wall), VEER_OK);
}

/// A wall along x = 0 with a door about y = 0, m wide.
static VeerWorld *make_wall(float width)
{
    VeerWorldDef def = veer_world_def_default();
    VeerWorld *world = make_world_of(&def);
    add_wall(world, -40.0f, -0.5f * width);
    add_wall(world, 0.5f * width, 40.0f);
    return world;
}

/// The same on a map of cells of 0.1 m, 0.2 m thick; agents go by route.
static VeerWorld *make_map(float width, bool has_field)
{
    VeerWorldDef def = veer_world_def_default();
    def.map = veer_world_map_def_default(VEER_MAP_GRID);
    def.map.grid.origin = vec3(-16.0f, -10.0f, 0.0f);
    def.map.grid.cell_size = 0.1f;
    def.map.grid.width = 320;
    def.map.grid.height = 200;
    def.map.max_fields = has_field;
    def.map.field_agents = has_field;
    VeerWorld *world = make_world_of(&def);
    int32_t half = (int32_t)lrintf(5.0f * width);
    VeerCellRect wall = {{159, 0}, {161, 200}}, gap = {{159, 100 - half}, {161, 100 + half}};
    assert_int_equal(veer_world_grid_fill(world, wall, true), VEER_OK);
    assert_int_equal(veer_world_grid_fill(world, gap, false), VEER_OK);
    return world;
}

static Door open_door(const Entrance *entrance)
{
    uint64_t seed = entrance->seed;
    int rate = entrance->ticks_a_second;
    Door door = {
        .world = entrance->ways == BARE ? make_wall(entrance->width)
                                        : make_map(entrance->width, entrance->ways == FIELD),
        .ticks_a_second = rate > 0 ? rate : 60,
    };
    for (; door.count < CROWD; door.count++) {
        VeerAgentDef def = veer_agent_def_default();
        int column = door.count / 10, row = door.count % 10;
        uint64_t i = (uint64_t)door.count;
        def.position.x = -2.0f - 0.7f * (float)column + 0.15f * veer_random_unit(seed, i, 0);
        def.position.y = -3.15f + 0.7f * (float)row + 0.15f * veer_random_unit(seed, i, 1);
        def.radius = entrance->radius;
        def.preferred_speed = PACE;
        def.max_speed = 1.6f;
        VeerAgentId *agent = &door.agents[door.count];
        assert_int_equal(veer_agent_create(door.world, &def, agent), VEER_OK);
        VeerVec3 goal = vec3(10.0f, 0.0f, 0.0f);
        VeerStatus status = entrance->ways == BARE
                                ? veer_agent_go_to(door.world, *agent, goal, 1.0f)
                                : veer_agent_route_to(door.world, *agent, goal, 1.0f);
        assert_int_equal(status, VEER_OK);
    }
    return door;
}

/// Adds what an agent turned in a tick; one that has arrived leaves.
static void note(Door *door, int i)
{
    VeerAgentState state = read_agent(door->world, door->agents[i]);
    VeerVec3 old = door->velocities[i], now = state.velocity;
    door->velocities[i] = now;
    if (state.status == VEER_AGENT_ARRIVED) {
        assert_int_equal(veer_agent_destroy(door->world, door->agents[i]), VEER_OK);
        door->arrived++;
        return;
    }
    door->seconds += 1.0 / door->ticks_a_second;
    if (length3(old) > LEAST_PACE && length3(now) > LEAST_PACE) {
        float angle = fabsf(atan2f(old.x * now.y - old.y * now.x, dot3(old, now)));
        door->turn += (double)angle;
        door->reversals += angle > 0.5f * PI;
    }
}

static void assert_calm(Entrance entrance)
{
    Door door = open_door(&entrance);
    int ticks = entrance.seconds * door.ticks_a_second;
    for (int tick = 0; tick < ticks && door.arrived < CROWD; tick++) {
        step_times(door.world, 1, 1.0f / (float)door.ticks_a_second);
        for (int i = 0; i < CROWD; i++) {
            if (veer_agent_is_alive(door.world, door.agents[i])) {
                note(&door, i);
            }
        }
    }
    double turn = door.turn / door.seconds, reversals = door.reversals / door.seconds;
    double most = door.ticks_a_second < 60 ? MOST_OF_LONG_TICKS : MOST_REVERSALS;
    if (door.arrived < CROWD || turn > (double)MOST_TURN || reversals > most) {
        fail_msg("door of %g m: %d arrived, turn %g rad/s, %g reversals a second",
                 (double)entrance.width, door.arrived, turn, reversals);
    }
    veer_world_destroy(door.world);
}

static void crowds_before_doors_stand_still(void **state)
{
    (void)state;
    assert_calm((Entrance){0.8f, 0.25f, BARE, 1, 50, 0});
    assert_calm((Entrance){1.0f, 0.25f, BARE, 2, 50, 0});
    assert_calm((Entrance){2.0f, 0.25f, BARE, 3, 50, 0});
    // The wall ahead is no reason to creep past its end: 44 s, and 57 s where it was.
    assert_calm((Entrance){0.8f, 0.35f, BARE, 4, 50, 0});
}

static void crowds_before_doors_of_a_map_stand_still(void **state)
{
    (void)state;
    // With right of way at the turns of their routes, which differ, they turned 6 to 9 rad/s.
    assert_calm((Entrance){0.8f, 0.2f, PATHS, 1, 30, 0});
    assert_calm((Entrance){1.0f, 0.3f, PATHS, 2, 40, 0});
    assert_calm((Entrance){0.8f, 0.35f, PATHS, 3, 60, 0});
}

static void crowds_along_one_field_stand_still(void **state)
{
    (void)state;
    // With right of way by what is left of the field they turned 1.6 to 2.0 rad/s, and some jammed.
    assert_calm((Entrance){0.8f, 0.2f, FIELD, 1, 30, 0});
    assert_calm((Entrance){0.8f, 0.35f, FIELD, 2, 70, 0});
    assert_calm((Entrance){1.6f, 0.25f, FIELD, 3, 30, 0});
}

static void crowds_stand_still_at_long_ticks(void **state)
{
    (void)state;
    // With one decision a tick they reversed 0.4 times a second, turned 2.6 rad/s and took 56 s.
    assert_calm((Entrance){0.8f, 0.25f, BARE, 2, 50, 10});
    assert_calm((Entrance){0.8f, 0.25f, PATHS, 3, 50, 10});
    // One decision each; with all of the skin kept they turned 2.4 rad/s.
    assert_calm((Entrance){0.8f, 0.25f, PATHS, 1, 60, 20});
    assert_calm((Entrance){0.8f, 0.25f, PATHS, 3, 60, 20});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowds_before_doors_stand_still),
        cmocka_unit_test(crowds_before_doors_of_a_map_stand_still),
        cmocka_unit_test(crowds_along_one_field_stand_still),
        cmocka_unit_test(crowds_stand_still_at_long_ticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
