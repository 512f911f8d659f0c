// Paths past bare walls: agents that no map leads.
#include "base/random.h"
#include "geom/segment.h"
#include "world/rollback.h"

#define RADIUS 0.3f
#define PACE 1.4f
#define PASS (1.1f * RADIUS)
#define FREE (0.95f * RADIUS)
#define MAX_BLOCKS 400

/// Squares on a lattice, which abut.
typedef struct Blocks {
    VeerVec2 lower[MAX_BLOCKS];
    float side;
    uint32_t count;
} Blocks;

static void add_block(VeerWorld *world, VeerVec2 lower, float side)
{
    const VeerVec3 corners[] = {{0, 0, 0}, {side, 0, 0}, {side, side, 0}, {0, side, 0}};
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = VEER_SHAPE_POLYGON;
    def.position = vec3(lower.x, lower.y, 0.0f);
    def.vertices = corners;
    def.vertex_count = 4;
    add_obstacle(world, &def);
}

static void add_at(Blocks *blocks, VeerVec2 at)
{
    assert_true(blocks->count < MAX_BLOCKS);
    blocks->lower[blocks->count++] = at;
}

static void add_row(Blocks *blocks, VeerVec2 from, VeerVec2 step, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        add_at(blocks, add2(from, scale2(step, (float)i)));
    }
}

static Blocks scattered(uint64_t seed, uint32_t wide, float side, float part)
{
    Blocks blocks = {.side = side};
    float half = 0.5f * side * (float)wide;
    for (uint32_t i = 0; i < wide * wide; i++) {
        if (veer_random_unit(seed, 1, i) < part) {
            VeerVec2 at = {side * (float)(i % wide) - half, side * (float)(i / wide) - half};
            add_at(&blocks, at);
        }
    }
    return blocks;
}

static VeerWorld *make_blocks(const Blocks *blocks)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_obstacles = MAX_BLOCKS;
    VeerWorld *world = make_world_of(&def);
    for (uint32_t i = 0; i < blocks->count; i++) {
        add_block(world, blocks->lower[i], blocks->side);
    }
    return world;
}

static VeerAgentId add_walker(VeerWorld *world, VeerVec2 from, VeerVec2 to)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = vec3(from.x, from.y, 0.0f);
    def.radius = RADIUS;
    def.preferred_speed = PACE;
    def.max_speed = 1.2f * PACE;
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(veer_agent_go_to(world, agent, vec3(to.x, to.y, 0.0f), 0.3f), VEER_OK);
    return agent;
}

/// What came of a walk.
typedef struct Walk {
    float length, turn, seconds; ///< m, rad, s
    bool has_arrived;
} Walk;

static Walk walk_alone(VeerWorld *world, VeerAgentId agent, float seconds)
{
    Walk walk = {0.0f, 0.0f, 0.0f, false};
    VeerVec3 last = {0.0f, 0.0f, 0.0f}, at = read_agent(world, agent).position;
    while (!walk.has_arrived && walk.seconds < seconds) {
        step_times(world, 1, TICK);
        VeerAgentState state = read_agent(world, agent);
        VeerVec3 velocity = state.velocity;
        if (length3(last) > 0.1f && length3(velocity) > 0.1f) {
            float cosine = dot3(last, velocity) / (length3(last) * length3(velocity));
            walk.turn += acosf(clamp_f(cosine, -1.0f, 1.0f));
        }
        walk.length += distance3(at, state.position);
        walk.seconds += TICK;
        walk.has_arrived = state.status == VEER_AGENT_ARRIVED;
        at = state.position;
        last = velocity;
    }
    return walk;
}

// --- The shortest path, by all corners and brute force ---

static VeerVec2 corner_of(const Blocks *blocks, uint32_t block, uint32_t corner, float out)
{
    float x = corner == 1 || corner == 2 ? blocks->side + out : -out;
    float y = corner >= 2 ? blocks->side + out : -out;
    return add2(blocks->lower[block], vec2(x, y));
}

static bool is_free(const Blocks *blocks, VeerVec2 from, VeerVec2 to)
{
    for (uint32_t i = 0; i < 4 * blocks->count; i++) {
        VeerVec2 a = corner_of(blocks, i / 4, i % 4, 0.0f);
        VeerVec2 b = corner_of(blocks, i / 4, (i + 1) % 4, 0.0f);
        if (veer_segment_separation2(from, to, a, b) < FREE) {
            return false;
        }
    }
    return true;
}

/// m, by Dijkstra's algorithm without any queue.
static float shortest(const Blocks *blocks, VeerVec2 from, VeerVec2 to)
{
    static VeerVec2 points[4 * MAX_BLOCKS + 2];
    static float lengths[4 * MAX_BLOCKS + 2];
    static bool is_done[4 * MAX_BLOCKS + 2];
    uint32_t count = 4 * blocks->count + 2;
    points[0] = from;
    points[1] = to;
    for (uint32_t i = 2; i < count; i++) {
        points[i] = corner_of(blocks, (i - 2) / 4, (i - 2) % 4, PASS);
    }
    for (uint32_t i = 0; i < count; i++) {
        lengths[i] = i == 0 ? 0.0f : INFINITY;
        is_done[i] = false;
    }
    while (!is_done[1]) {
        uint32_t best = 1;
        for (uint32_t i = 0; i < count; i++) {
            best = !is_done[i] && lengths[i] < lengths[best] ? i : best;
        }
        is_done[best] = true;
        for (uint32_t i = 1; i < count; i++) {
            float length = lengths[best] + length2(sub2(points[i], points[best]));
            if (!is_done[i] && length < lengths[i] && is_free(blocks, points[best], points[i])) {
                lengths[i] = length;
            }
        }
    }
    return lengths[1];
}

// --- Tests ---

static void walks_among_abutting_blocks_are_short_and_calm(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        Blocks blocks = scattered(seed, 12, seed % 2 ? 0.7f : 1.0f, 0.3f);
        VeerVec2 from = {-8.0f, 0.4f}, to = {8.0f, -0.3f};
        VeerWorld *world = make_blocks(&blocks);
        Walk walk = walk_alone(world, add_walker(world, from, to), 60.0f);
        float least = shortest(&blocks, from, to);
        print_message("seed %u: %.2f m of %.2f, %.2f rad/s\n", (unsigned)seed, (double)walk.length,
                      (double)least, (double)(walk.turn / walk.seconds));
        assert_true(walk.has_arrived);
        assert_true(walk.length < 1.1f * least);
        assert_true(walk.turn < 0.5f * walk.seconds);
        veer_world_destroy(world);
    }
}

/// A pocket of small blocks, open to the left, and the goal behind its bottom.
static Blocks pocket(void)
{
    Blocks blocks = {.side = 0.25f};
    add_row(&blocks, vec2(0.0f, -3.0f), vec2(0.0f, 0.25f), 25);
    add_row(&blocks, vec2(-5.0f, -3.0f), vec2(0.25f, 0.0f), 20);
    add_row(&blocks, vec2(-5.0f, 3.0f), vec2(0.25f, 0.0f), 20);
    return blocks;
}

static void who_is_in_a_deep_pocket_walks_out_at_once(void **state)
{
    (void)state;
    Blocks blocks = pocket();
    VeerVec2 from = {-1.0f, 0.0f}, to = {4.0f, 0.5f};
    VeerWorld *world = make_blocks(&blocks);
    Walk walk = walk_alone(world, add_walker(world, from, to), 60.0f);
    assert_true(walk.has_arrived);
    assert_true(walk.length < 1.05f * shortest(&blocks, from, to));
    veer_world_destroy(world);
}

/// A closed yard with a wall that can be taken away.
static VeerWorld *make_yard(VeerObstacleId *gate)
{
    VeerWorld *world = make_world(VEER_PLANAR);
    const VeerVec3 yard[] = {{3, 3, 0}, {-3, 3, 0}, {-3, -3, 0}, {3, -3, 0}};
    const VeerVec3 wall[] = {{3, -3, 0}, {3, 3, 0}};
    add_chain(world, yard, 4);
    *gate = add_chain(world, wall, 2);
    return world;
}

static void who_is_shut_in_waits_and_leaves_when_the_gate_is_gone(void **state)
{
    (void)state;
    VeerObstacleId gate;
    VeerWorld *world = make_yard(&gate);
    VeerAgentId agent = add_walker(world, vec2(0.0f, 0.0f), vec2(-7.0f, 0.0f));
    step_times(world, 300, TICK);
    assert_true(fabsf(read_agent(world, agent).position.x) < 3.0f);
    assert_int_equal(veer_obstacle_destroy(world, gate), VEER_OK);
    Walk walk = walk_alone(world, agent, 40.0f);
    assert_true(walk.has_arrived);
    veer_world_destroy(world);
}

static void walls_of_other_layers_and_heights_are_no_corners(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    const VeerVec3 wall[] = {{0, -4, 0}, {0, 4, 0}};
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = VEER_SHAPE_CHAIN;
    def.vertices = wall;
    def.vertex_count = 2;
    def.position.z = 50.0f;
    add_obstacle(world, &def);
    Walk walk = walk_alone(world, add_walker(world, vec2(-5.0f, 0.0f), vec2(5.0f, 0.0f)), 20.0f);
    assert_true(walk.has_arrived && walk.length < 10.0f && walk.turn < 0.01f);
    veer_world_destroy(world);
}

static void far_from_the_origin_walks_are_the_same(void **state)
{
    (void)state;
    const float places[] = {0.0f, 500000.0f};
    Walk walks[2];
    for (int i = 0; i < 2; i++) {
        VeerWorld *world = make_world(VEER_PLANAR);
        add_block(world, vec2(places[i] - 1.0f, -1.5f), 3.0f);
        VeerVec2 from = {places[i] - 5.0f, 0.25f}, to = {places[i] + 6.0f, 0.25f};
        walks[i] = walk_alone(world, add_walker(world, from, to), 30.0f);
        assert_true(walks[i].has_arrived);
        veer_world_destroy(world);
    }
    assert_float_equal(walks[1].seconds, walks[0].seconds, 0.1f);
    assert_true(walks[1].turn < walks[0].turn + 0.2f);
}

static void move_gate(VeerWorld *world, int tick)
{
    VeerObstacleId gate = {1, 1};
    if (tick == 70) {
        assert_int_equal(veer_obstacle_destroy(world, gate), VEER_OK);
    }
}

static VeerWorld *make_crowded_yard(void)
{
    VeerObstacleId gate;
    VeerWorld *world = make_yard(&gate);
    assert_true(gate.slot == 1 && gate.generation == 1);
    for (int i = 0; i < 12; i++) {
        VeerVec2 at = {0.8f * (float)(i % 4) - 1.2f, 0.8f * (float)(i / 4) - 0.8f};
        add_walker(world, at, vec2(i % 2 ? -8.0f : 8.0f, at.y));
    }
    return world;
}

static void walks_go_on_after_a_rollback(void **state)
{
    (void)state;
    VeerWorld *world = make_crowded_yard(), *other = make_crowded_yard();
    step_times(world, 60, TICK);
    expect_same_future(world, other, move_gate, 60, 200);
    expect_same_future(world, world, NULL, 260, 100);
    veer_world_destroy(world);
    veer_world_destroy(other);
}

static void walks_ask_for_no_memory(void **state)
{
    (void)state;
    VeerTestAllocator counting = {0};
    Blocks blocks = scattered(3, 10, 0.7f, 0.3f);
    VeerWorldDef def = veer_world_def_default();
    def.allocator = veer_test_allocator(&counting);
    VeerWorld *world = make_world_of(&def);
    for (uint32_t i = 0; i < blocks.count; i++) {
        add_block(world, blocks.lower[i], blocks.side);
    }
    add_walker(world, vec2(-6.0f, 0.0f), vec2(6.0f, 0.0f));
    expect_no_allocation(world, &counting, 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_among_abutting_blocks_are_short_and_calm),
        cmocka_unit_test(who_is_in_a_deep_pocket_walks_out_at_once),
        cmocka_unit_test(who_is_shut_in_waits_and_leaves_when_the_gate_is_gone),
        cmocka_unit_test(walls_of_other_layers_and_heights_are_no_corners),
        cmocka_unit_test(far_from_the_origin_walks_are_the_same),
        cmocka_unit_test(walks_go_on_after_a_rollback),
        cmocka_unit_test(walks_ask_for_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
