// Agents that meet at single-file passages: gates and queues.
#include "base/random.h"
#include "world/map_maker.h"

enum { MOST = 24, MANY = 160 };

/// Two halls, 24 cells wide, and a passage between them.
typedef struct Halls {
    VeerWorld *world;
    VeerAgentId agents[MANY];
    int count;
} Halls;

/// @param length  cells, of the passage, straight and one cell wide; 0: a slanting one
static Halls open_halls(int32_t length)
{
    VeerWorldDef def = map_def(60, 20);
    def.max_agents = MANY;
    Halls halls = {make_world_of(&def), {{0, 0}}, 0};
    int32_t first = 24, last = first + (length > 0 ? length : 8);
    VeerCellRect wall = {{first, 0}, {last, 20}};
    assert_int_equal(veer_world_grid_fill(halls.world, wall, true), VEER_OK);
    for (int32_t x = first; x < last; x++) {
        int32_t low = length > 0 ? 10 : 6 + x - first, high = length > 0 ? 11 : low + 3;
        VeerCellRect gap = {{x, low}, {x + 1, high}};
        assert_int_equal(veer_world_grid_fill(halls.world, gap, false), VEER_OK);
    }
    return halls;
}

static void add(Halls *halls, VeerVec3 from, VeerVec3 to)
{
    float radius = 0.3f + 0.05f * (float)(halls->count % 4);
    halls->agents[halls->count++] = add_traveller(halls->world, from, to, radius);
}

/// As many agents from either side to the other, or from one side alone.
static void add_crowd(Halls *halls, int count, bool is_both, float right)
{
    for (int i = 0; i < count; i++) {
        float y = 2.0f + 1.4f * (float)(i / 2), x = 4.0f + 2.0f * (float)(i % 2);
        bool goes_back = is_both && i % 2;
        VeerVec3 a = vec3(x, y, 0), b = vec3(right + x, y, 0);
        add(halls, goes_back ? b : a, goes_back ? a : b);
    }
}

static bool have_all_arrived(const Halls *halls)
{
    for (int i = 0; i < halls->count; i++) {
        if (read_agent(halls->world, halls->agents[i]).status != VEER_AGENT_ARRIVED) {
            return false;
        }
    }
    return true;
}

/// Steps until all have arrived, none in a wall. @return s
static float step_until_all(Halls *halls, float most)
{
    float time = 0.0f;
    while (time < most && !have_all_arrived(halls)) {
        step_times(halls->world, 1, 0.05f);
        time += 0.05f;
        for (int i = 0; i < halls->count; i++) {
            assert_true(depth_in_map(halls->world, halls->agents[i]) <= 0.01f);
        }
    }
    return time;
}

static void assert_all_arrive(Halls halls, float within)
{
    float time = step_until_all(&halls, within);
    if (!have_all_arrived(&halls)) {
        fail_msg("not all arrived after %g s", (double)time);
    }
    veer_world_destroy(halls.world);
}

static void gate_has_two_crowds_pass_an_alley(void **state)
{
    (void)state;
    Halls halls = open_halls(10);
    add_crowd(&halls, 16, true, 35.0f);
    assert_all_arrive(halls, 60.0f);
}

static void gate_has_two_crowds_pass_a_slanting_alley(void **state)
{
    (void)state;
    Halls halls = open_halls(0);
    add_crowd(&halls, 16, true, 35.0f);
    assert_all_arrive(halls, 60.0f);
}

static void gate_has_two_crowds_pass_a_door(void **state)
{
    (void)state;
    Halls halls = open_halls(1);
    add_crowd(&halls, 24, true, 35.0f);
    assert_all_arrive(halls, 60.0f);
}

static void gate_holds_nobody_where_all_go_one_way(void **state)
{
    (void)state;
    Halls halls = open_halls(10);
    add(&halls, vec3(4, 10.5f, 0), vec3(50, 10.5f, 0));
    // 46 m at 2 m/s, less the arrival radius.
    assert_true(step_until_all(&halls, 60.0f) < 24.0f);
    veer_world_destroy(halls.world);
}

/// A door that two crowds wait for closes, and only another, wide one is left.
static void gate_lets_go_of_who_waits_when_its_door_shuts(void **state)
{
    (void)state;
    for (int ticks = 20; ticks <= 100; ticks += 20) {
        Halls halls = open_halls(4);
        VeerCellRect far = {{24, 0}, {28, 5}}, door = {{24, 10}, {28, 11}};
        assert_int_equal(veer_world_grid_fill(halls.world, far, false), VEER_OK);
        for (int i = 0; i < 12; i++) {
            float x = 14.0f + 1.4f * (float)(i / 2), y = 11.0f + 1.4f * (float)(i / 2 % 3);
            VeerVec3 a = vec3(x, y, 0), b = vec3(52.0f - x, y, 0);
            add(&halls, i % 2 ? b : a, i % 2 ? a : b);
        }
        step_times(halls.world, ticks, 0.05f);
        assert_int_equal(veer_world_grid_fill(halls.world, door, true), VEER_OK);
        step_times(halls.world, 1200, 0.05f);
        print_message("shut after %d ticks\n", ticks);
        assert_true(have_all_arrived(&halls));
        veer_world_destroy(halls.world);
    }
}

static void queue_has_a_crowd_pass_a_slanting_alley(void **state)
{
    (void)state;
    Halls halls = open_halls(0);
    add_crowd(&halls, MOST, false, 35.0f);
    assert_all_arrive(halls, 240.0f);
}

static void queue_has_a_crowd_pass_a_door(void **state)
{
    (void)state;
    Halls halls = open_halls(2);
    add_crowd(&halls, MOST, false, 35.0f);
    assert_all_arrive(halls, 240.0f);
}

static int32_t draw(uint32_t seed, uint32_t number, int32_t most)
{
    return (int32_t)(veer_random_unit(seed, 0, number) * (float)most);
}

/// Rooms of 11 by 11 cells in rows of four, each with a door, one or two cells wide, to its
/// neighbours.
static Halls open_rooms(uint32_t seed)
{
    VeerWorldDef def = map_def(48, 48);
    Halls halls = {make_world_of(&def), {{0, 0}}, 0};
    for (int32_t i = 0; i < 4; i++) {
        VeerCellRect along = {{0, 12 * i + 11}, {48, 12 * i + 12}};
        VeerCellRect across = {{12 * i + 11, 0}, {12 * i + 12, 48}};
        assert_int_equal(veer_world_grid_fill(halls.world, along, true), VEER_OK);
        assert_int_equal(veer_world_grid_fill(halls.world, across, true), VEER_OK);
    }
    for (int32_t i = 0; i < 16; i++) {
        int32_t x = 12 * (i % 4), y = 12 * (i / 4), wide = 1 + i % 2;
        int32_t at = 1 + draw(seed, (uint32_t)i, 8);
        VeerCellRect right = {{x + 11, y + at}, {x + (x < 36 ? 12 : 11), y + at + wide}};
        VeerCellRect up = {{x + at, y + 11}, {x + at + wide, y + (y < 36 ? 12 : 11)}};
        assert_int_equal(veer_world_grid_fill(halls.world, right, false), VEER_OK);
        assert_int_equal(veer_world_grid_fill(halls.world, up, false), VEER_OK);
    }
    return halls;
}

static void crowds_cross_rooms_with_doors(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 4; seed++) {
        Halls halls = open_rooms(seed);
        print_message("seed %u\n", seed);
        for (int32_t i = 0; i < MOST; i++) {
            // Each at a point of its own, from one room to another.
            int32_t to = (i + 5 + draw(seed, 100u + (uint32_t)i, 9)) % 16, from = i % 16;
            float low = i < 16 ? 2.5f : 8.5f, aside = 2.5f + 0.5f * (float)(i % 12);
            VeerVec3 start =
                vec3(12.0f * (float)(from % 4) + low, 12.0f * (float)(from / 4) + 5.5f, 0);
            VeerVec3 end = vec3(12.0f * (float)(to % 4) + aside,
                                12.0f * (float)(to / 4) + 1.5f + 0.35f * (float)i, 0);
            add(&halls, start, end);
        }
        assert_all_arrive(halls, 120.0f);
    }
}

/// A hundred and sixty agents at a slanting passage, from both sides: some wait for minutes.
static void lines_give_nobody_up_before_an_alley(void **state)
{
    (void)state;
    Halls halls = open_halls(0);
    for (int i = 0; i < MANY; i++) {
        float x = 2.0f + 1.5f * (float)(i / 2 % 10), y = 2.0f + 2.0f * (float)(i / 20);
        VeerVec3 a = vec3(x, y, 0), b = vec3(58.0f - x, y, 0);
        add(&halls, i % 2 ? b : a, i % 2 ? a : b);
    }
    assert_all_arrive(halls, 900.0f);
}

static void gate_is_part_of_what_is_saved(void **state)
{
    (void)state;
    Halls halls = open_halls(10);
    add_crowd(&halls, 16, true, 35.0f);
    step_times(halls.world, 300, 0.05f);
    size_t size = veer_world_save_size(halls.world);
    void *saved = malloc(size);
    assert_non_null(saved);
    assert_int_equal(veer_world_save(halls.world, saved, size), VEER_OK);
    step_times(halls.world, 200, 0.05f);
    uint64_t hash = veer_world_hash(halls.world);
    assert_int_equal(veer_world_restore(halls.world, saved, size), VEER_OK);
    step_times(halls.world, 200, 0.05f);
    assert_true(veer_world_hash(halls.world) == hash);
    free(saved);
    veer_world_destroy(halls.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gate_has_two_crowds_pass_an_alley),
        cmocka_unit_test(gate_has_two_crowds_pass_a_slanting_alley),
        cmocka_unit_test(gate_has_two_crowds_pass_a_door),
        cmocka_unit_test(gate_holds_nobody_where_all_go_one_way),
        cmocka_unit_test(gate_lets_go_of_who_waits_when_its_door_shuts),
        cmocka_unit_test(queue_has_a_crowd_pass_a_slanting_alley),
        cmocka_unit_test(queue_has_a_crowd_pass_a_door),
        cmocka_unit_test(crowds_cross_rooms_with_doors),
        cmocka_unit_test(lines_give_nobody_up_before_an_alley),
        cmocka_unit_test(gate_is_part_of_what_is_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
