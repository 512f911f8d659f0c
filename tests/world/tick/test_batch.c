// Agents that decide in batches, against the views and the models that are their oracle.
#include "world/world_maker.h"

#include "world/base/state.h"
#include "world/outline/outline.h"
#include "world/outline/walk.h"
#include "world/tick/tick.h"

enum { CROWD = 600, STEPS = 25, SEEDS = 3 };

// Of all sorts, so that batches are broken up: some follow others, some cannot move, some have
// another model, some yield to all or to none, some see nobody.
static void add_walker(VeerWorld *world, Dice *dice, VeerVec3 middle, float extent, bool has_map)
{
    float height = world->def.space == VEER_SPATIAL ? 1.0f : 0.0f;
    VeerAgentDef def = veer_agent_def_default();
    uint32_t kind = roll_index(dice, 24);
    def.position = add3(middle, roll3(dice, extent));
    def.position.z *= height;
    def.radius = roll(dice, 0.2f, 0.6f);
    def.max_speed = roll(dice, 0.5f, 2.0f);
    def.model = kind == 0 ? VEER_AVOID_MAGNETS : VEER_AVOID_CROWD;
    def.avoid = veer_avoid_params_for(def.model);
    def.is_immovable = kind == 1;
    def.priority = kind == 2 ? 0.0f : kind == 3 ? INFINITY : kind == 4 ? 3.0f : 1.0f;
    def.avoid_mask = kind == 5 ? 0 : def.avoid_mask;
    def.avoid.max_neighbours = kind == 6 ? 0 : 1 + roll_index(dice, VEER_MAX_NEIGHBOURS);
    def.avoid.sense_range = roll(dice, 1.0f, 12.0f);
    VeerAgentId agent = add_agent(world, &def);
    VeerVec3 goal = add3(middle, roll3(dice, extent));
    VeerAgentId other = {agent.slot / 2, 1};
    if (kind == 7 && agent.slot > 1) {
        (void)veer_agent_follow_agent(world, agent, other, 0.5f);
    } else if (has_map && kind < 18) {
        (void)veer_agent_route_to(world, agent, vec3(goal.x, goal.y, 0.0f), 0.2f);
    } else if (kind != 8) {
        assert_int_equal(
            veer_agent_go_to(world, agent, vec3(goal.x, goal.y, height * goal.z), 0.2f), VEER_OK);
    }
}

// What is among them.
typedef enum Scene { OPEN, BALLS, CHAINS, GRID, SPACE, SPACE_BALLS } Scene;

static VeerWorld *make_scene(Scene scene)
{
    VeerWorldDef def = veer_world_def_default();
    if (scene == SPACE || scene == SPACE_BALLS) {
        def.space = VEER_SPATIAL;
    }
    if (scene == GRID) {
        def.map = veer_world_map_def_default(VEER_MAP_GRID);
        def.map.grid.origin = vec3(-32.0f, -32.0f, 0.0f);
    }
    VeerWorld *world = make_world_of(&def);
    for (int32_t i = 0; scene == GRID && i < 4; i++) {
        VeerCellRect block = {{20 + 7 * i, 20 + 5 * i}, {22 + 7 * i, 26 + 5 * i}};
        assert_int_equal(veer_world_grid_fill(world, block, true), VEER_OK);
    }
    return world;
}

static VeerWorld *make_crowd(uint32_t seed, VeerVec3 middle, Scene scene)
{
    Dice dice = make_dice(seed);
    VeerWorld *world = make_scene(scene);
    for (int i = 0; i < CROWD; i++) {
        add_walker(world, &dice, middle, 14.0f, scene == GRID);
    }
    for (int i = 0; (scene == BALLS || scene == CHAINS || scene == SPACE_BALLS) && i < 4; i++) {
        VeerVec3 place = add3(middle, roll3(&dice, 14.0f));
        place.z = 0.0f;
        VeerVec3 ends[2] = {place, add3(place, vec3(2.0f, 1.0f, 0.0f))};
        if (scene != CHAINS) {
            add_ball(world, place, 0.5f);
        } else {
            add_chain(world, ends, 2);
        }
    }
    return world;
}

static void check_agent(const VeerWorld *world, uint32_t slot)
{
    VeerSensed sensed;
    veer_world_sense_obstacles(world, slot, NULL, &sensed);
    VeerView view = veer_world_view(world, slot, TICK, NULL, &sensed);
    VeerAvoidResult expected = veer_world_decide(world, slot, &view);
    assert_memory_equal(&world->agent.safe[slot], &expected.velocity, sizeof expected.velocity);
    assert_int_equal(world->agent.is_avoiding[slot], expected.is_avoiding);
    if (world->map.head) {
        assert_int_equal(world->map.routes.all[slot].is_queuing, sensed.is_queuing);
    }
}

/// Puts the models' memory back, but for what is found before they decide: the next corner past
/// walls, and the detour to the lane there.
static void put_back(VeerWorld *world, const VeerAvoidMemory *before)
{
    for (uint32_t slot = 0; slot < world->def.max_agents; slot++) {
        VeerCrowdMemory *memory = &world->agent.memory[slot].crowd;
        const VeerCrowdMemory *old = &before[slot].crowd;
        bool is_led = slot < CROWD && veer_outline_leads(world, slot);
        memory->jam = old->jam;
        memory->detour = is_led ? memory->detour : old->detour;
        memory->corner = (memory->corner & ~VEER_WALK_OTHERS) | (old->corner & VEER_WALK_OTHERS);
    }
}

// What views show is as it was while the agents decided, but for the memory, which is put back.
static void check_tick(VeerWorld *world)
{
    static VeerAvoidMemory before[1024], after[1024];
    size_t size = world->def.max_agents * sizeof before[0];
    memcpy(before, world->agent.memory, size);
    assert_int_equal(veer_world_steer(world, TICK), VEER_OK);
    memcpy(after, world->agent.memory, size);
    put_back(world, before);
    for (uint32_t slot = 0; slot < CROWD; slot++) {
        if (veer_profile(world, slot)->model == VEER_AVOID_CROWD &&
            !world->agent.is_immovable[slot]) {
            check_agent(world, slot);
        }
    }
    memcpy(world->agent.memory, after, size);
}

static void check_crowd(uint32_t seed, VeerVec3 middle, Scene scene)
{
    VeerWorld *world = make_crowd(seed, middle, scene);
    for (int step = 0; step < STEPS; step++) {
        check_tick(world);
        assert_int_equal(veer_world_moved(world, TICK), VEER_OK); // nobody has, yet
        assert_int_equal(veer_world_step(world, 0.1f), VEER_OK);
    }
    veer_world_destroy(world);
}

static void agents_decide_in_batches_as_alone(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= SEEDS; seed++) {
        print_message("seed %u\n", seed);
        check_crowd(seed, vec3(0.0f, 0.0f, 0.0f), OPEN);
    }
}

static void agents_among_obstacles_decide_as_alone(void **state)
{
    (void)state;
    print_message("seeds 11 and 12\n");
    check_crowd(11, vec3(0.0f, 0.0f, 0.0f), BALLS);
    check_crowd(12, vec3(0.0f, 0.0f, 0.0f), CHAINS);
}

static void agents_on_paths_decide_in_batches_as_alone(void **state)
{
    (void)state;
    print_message("seeds 31 and 32\n");
    check_crowd(31, vec3(0.0f, 0.0f, 0.0f), GRID);
    check_crowd(32, vec3(0.0f, 0.0f, 0.0f), GRID);
}

static void agents_in_space_decide_in_batches_as_alone(void **state)
{
    (void)state;
    print_message("seeds 41 to 43\n");
    check_crowd(41, vec3(0.0f, 0.0f, 0.0f), SPACE);
    check_crowd(42, vec3(60000.0f, 0.0f, -70000.0f), SPACE);
    check_crowd(43, vec3(0.0f, 0.0f, 0.0f), SPACE_BALLS);
}

static void agents_far_from_the_origin_decide_as_alone(void **state)
{
    (void)state;
    check_crowd(21, vec3(60000.0f, -70000.0f, 0.0f), OPEN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_decide_in_batches_as_alone),
        cmocka_unit_test(agents_among_obstacles_decide_as_alone),
        cmocka_unit_test(agents_on_paths_decide_in_batches_as_alone),
        cmocka_unit_test(agents_in_space_decide_in_batches_as_alone),
        cmocka_unit_test(agents_far_from_the_origin_decide_as_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
