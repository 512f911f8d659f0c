/// Traffic over small maps made at random, bit by bit, on every compiler, level and machine: mazes
/// so full that some wait for minutes, passages in all four directions that somebody keeps taken,
/// and corridors. The ticks are long, so that much happens in little time. A change that changes
/// traffic changes these hashes, and says so.
#include "base/hash.h"
#include "base/random.h"
#include "world/map_maker.h"

enum { MOST = 48, HALL = 12, TICKS_A_SAMPLE = 8 };

#define LONG_TICK 0.1f

typedef struct Run {
    VeerWorld *world;
    VeerAgentId agents[MOST];
    uint32_t count;
    uint64_t seed, hash;
} Run;

static float draw(const Run *run, uint64_t stream, uint64_t number)
{
    return veer_random_unit(run->seed, 30 + stream, number);
}

static void fill(Run *run, int32_t x, int32_t y, bool is_blocked)
{
    VeerCellRect cell = {{x, y}, {x + 1, y + 1}};
    assert_int_equal(veer_world_grid_fill(run->world, cell, is_blocked), VEER_OK);
}

static void add(Run *run, VeerVec3 from, VeerVec3 to, float radius)
{
    run->agents[run->count++] = add_traveller(run->world, from, to, radius);
}

static void step_on(Run *run, int ticks, float dt)
{
    for (int i = 0; i < ticks; i++) {
        assert_int_equal(veer_world_step(run->world, dt), VEER_OK);
        if (i % TICKS_A_SAMPLE == 0) {
            run->hash = veer_hash_add(run->hash, veer_world_hash(run->world));
        }
    }
}

static void expect_hash(const char *name, uint64_t hash, uint64_t expected)
{
    print_message("%s: 0x%016llx\n", name, (unsigned long long)hash);
    assert_true(hash == expected);
}

// --- Passages ---

/// Where a passage leads: turned by so many quarters.
static VeerVec3 turned(VeerVec3 at, int32_t length, uint32_t quarters)
{
    float side = 2.0f * HALL + (float)length;
    for (uint32_t i = 0; i < quarters; i++) {
        at = vec3(side - at.y, at.x, 0.0f);
    }
    return at;
}

static Run open_passage(uint64_t seed, int32_t length, int32_t wide, uint32_t quarters)
{
    int32_t side = 2 * HALL + length;
    VeerWorldDef def = map_def((uint32_t)side, (uint32_t)side);
    Run run = {.world = make_world_of(&def), .seed = seed};
    for (int32_t x = HALL; x < HALL + length; x++) {
        for (int32_t y = 0; y < side; y++) {
            int32_t low = wide > 0 ? side / 2 : side / 2 - length / 2 + x - HALL;
            bool is_open = y >= low && y < low + (wide > 0 ? wide : 3);
            VeerVec3 at = turned(vec3((float)x + 0.5f, (float)y + 0.5f, 0.0f), length, quarters);
            fill(&run, (int32_t)at.x, (int32_t)at.y, !is_open);
        }
    }
    return run;
}

/// Two crowds, and one that creeps through the passage, so that the others lose patience.
static uint64_t hash_passage(uint64_t seed, int32_t length, int32_t wide, uint32_t quarters)
{
    Run run = open_passage(seed, length, wide, quarters);
    float side = 2.0f * HALL + (float)length;
    for (uint32_t i = 0; i < 10; i++) {
        VeerVec3 a = {2.0f + 2.5f * (float)(i % 3) + draw(&run, 6, i),
                      4.0f + 3.0f * (float)(i / 2) + draw(&run, 7, i), 0.0f};
        VeerVec3 b = {side - a.x, a.y + 1.0f, 0.0f};
        bool is_back = i % 3 == (uint32_t)(seed % 3);
        add(&run, turned(is_back ? b : a, length, quarters),
            turned(is_back ? a : b, length, quarters), 0.3f + 0.15f * draw(&run, 8, i));
    }
    VeerVec3 inside = {HALL + 1.0f, 0.5f * side + (wide > 0 ? 0.5f : 0.0f), 0.0f};
    add(&run, turned(inside, length, quarters),
        turned(vec3(side - 2.0f, inside.y, 0.0f), length, quarters), 0.4f);
    (void)veer_agent_set_max_speed(run.world, run.agents[10], seed % 2 == 0 ? 0.002f : 0.1f);
    step_on(&run, 1100, LONG_TICK);
    (void)veer_agent_destroy(run.world, run.agents[10]);
    step_on(&run, 200, LONG_TICK);
    veer_world_destroy(run.world);
    return run.hash;
}

static void who_find_a_passage_taken_wait_the_same_everywhere(void **state)
{
    (void)state;
    static const int32_t shapes[6][2] = {{8, 1}, {5, 1}, {6, 0}, {14, 1}, {8, 2}, {10, 1}};
    uint64_t hash = 0;
    for (uint64_t i = 0; i < 6; i++) {
        hash = veer_hash_add(
            hash, hash_passage(i, shapes[i][0], shapes[i][1], (uint32_t)(i + i / 4) % 4));
    }
    expect_hash("passages", hash, UINT64_C(0x53e17a594092db1f));
}

// --- Corridors ---

/// Two streams through a corridor with a bend, in any direction.
static uint64_t hash_corridor(uint64_t seed, int32_t wide, uint32_t quarters)
{
    const int32_t side = 32, low = side / 2 - wide;
    VeerWorldDef def = map_def((uint32_t)side, (uint32_t)side);
    Run run = {.world = make_world_of(&def), .seed = seed};
    for (int32_t i = 0; i < side * side; i++) {
        int32_t x = i % side, y = i / side;
        bool is_along = y >= low && y < low + wide && x < low + wide;
        bool is_up = x >= low && x < low + wide && y >= low;
        VeerVec3 at =
            turned(vec3((float)x + 0.5f, (float)y + 0.5f, 0.0f), side - 2 * HALL, quarters);
        fill(&run, (int32_t)at.x, (int32_t)at.y, !is_along && !is_up);
    }
    for (uint32_t i = 0; i < 14; i++) {
        float aside = (float)low + 0.6f + draw(&run, 9, i) * ((float)wide - 1.2f);
        VeerVec3 a = {1.0f + 1.5f * (float)(i / 2), aside, 0.0f};
        VeerVec3 b = {aside, 31.0f - 1.5f * (float)(i / 2), 0.0f};
        add(&run, turned(i % 2 ? b : a, side - 2 * HALL, quarters),
            turned(i % 2 ? a : b, side - 2 * HALL, quarters), 0.25f + 0.2f * draw(&run, 8, i));
    }
    step_on(&run, 350, seed % 3 == 2 ? 0.3f : LONG_TICK); // looks ahead count in whole ticks
    veer_world_destroy(run.world);
    return run.hash;
}

static void streams_in_corridors_pass_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t i = 0; i < 6; i++) {
        hash = veer_hash_add(hash, hash_corridor(i, 2 + (int32_t)i, (uint32_t)(i + i / 4) % 4));
    }
    expect_hash("corridors", hash, UINT64_C(0xbd2c40d36e614124));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_find_a_passage_taken_wait_the_same_everywhere),
        cmocka_unit_test(streams_in_corridors_pass_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
