// Small crowds under ORCA alone, stepped by hand: who meets whom exactly must get by.
#include "avoid/view_maker.h"

#define CROWD_MAX 16

/// Bodies of radius 1 m that wish 1 m/s towards their goals.
typedef struct Crowd {
    VeerSpace space;
    uint32_t count;
    VeerVec3 position[CROWD_MAX], velocity[CROWD_MAX], goal[CROWD_MAX];
    VeerAvoidMemory memory[CROWD_MAX];
    const VeerWall *walls; ///< where they stand, not relative
    uint32_t wall_count;
} Crowd;

static void crowd_add(Crowd *crowd, VeerVec3 from, VeerVec3 to)
{
    crowd->position[crowd->count] = from;
    crowd->goal[crowd->count++] = to;
}

/// What body i senses: near to far, ties by id.
static void crowd_sense(const Crowd *crowd, uint32_t i, VeerNeighbour *near)
{
    uint32_t count = 0;
    for (uint32_t j = 0; j < crowd->count; j++) {
        if (j == i) {
            continue;
        }
        VeerNeighbour other =
            make_neighbour(sub3(crowd->position[j], crowd->position[i]), crowd->velocity[j]);
        other.id = j;
        uint32_t at = count++;
        for (; at > 0 && length3(near[at - 1].offset) > length3(other.offset); at--) {
            near[at] = near[at - 1];
        }
        near[at] = other;
    }
}

static VeerAvoidResult crowd_ask(const Crowd *crowd, uint32_t i)
{
    VeerNeighbour near[CROWD_MAX];
    VeerWall walls[VEER_MAX_WALLS];
    crowd_sense(crowd, i, near);
    for (uint32_t k = 0; k < crowd->wall_count; k++) {
        walls[k] = (VeerWall){sub3(crowd->walls[k].a, crowd->position[i]),
                              sub3(crowd->walls[k].b, crowd->position[i])};
    }
    VeerView view = make_view(crowd->space);
    view.id = i;
    view.velocity = crowd->velocity[i];
    view.memory = crowd->memory[i];
    view.neighbours = near;
    view.neighbour_count = crowd->count - 1;
    view.walls = walls;
    view.wall_count = crowd->wall_count;
    VeerVec3 way = sub3(crowd->goal[i], crowd->position[i]);
    return ask(&view, clamp_length3(scale3(way, 60.0f), view.preferred_speed));
}

static void crowd_step(Crowd *crowd)
{
    VeerAvoidResult answers[CROWD_MAX];
    for (uint32_t i = 0; i < crowd->count; i++) {
        answers[i] = crowd_ask(crowd, i);
        assert_true(length3(answers[i].velocity) <= 2.0f);
    }
    for (uint32_t i = 0; i < crowd->count; i++) {
        crowd->velocity[i] = answers[i].velocity;
        crowd->memory[i] = answers[i].memory;
        crowd->position[i] = along3(crowd->position[i], crowd->velocity[i], 1.0f / 60.0f);
    }
}

static float crowd_least_gap(const Crowd *crowd)
{
    float least = INFINITY;
    for (uint32_t i = 0; i < crowd->count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            VeerVec3 offset = sub3(crowd->position[i], crowd->position[j]);
            least = min_f(least, length3(offset) - 2.0f);
        }
    }
    return least;
}

static bool crowd_is_there(const Crowd *crowd)
{
    for (uint32_t i = 0; i < crowd->count; i++) {
        if (length3(sub3(crowd->position[i], crowd->goal[i])) > 0.5f) {
            return false;
        }
    }
    return true;
}

/// Steps until all are at their goals. @return seconds; never touching on the way
static float crowd_run(Crowd *crowd, float seconds)
{
    int ticks = (int)(seconds * 60.0f);
    for (int tick = 0; tick < ticks; tick++) {
        if (crowd_is_there(crowd)) {
            return (float)tick / 60.0f;
        }
        crowd_step(crowd);
        assert_true(crowd_least_gap(crowd) >= 0.0f);
    }
    return INFINITY;
}

/// `count` bodies on a ring of 15 m, each to the opposite point.
static Crowd ring_of(uint32_t count)
{
    Crowd crowd = {.space = VEER_PLANAR};
    for (uint32_t i = 0; i < count; i++) {
        double angle = 6.283185307179586 * i / count;
        VeerVec3 at = vec3(15.0f * (float)cos(angle), 15.0f * (float)sin(angle), 0.0f);
        crowd_add(&crowd, at, scale3(at, -1.0f));
    }
    return crowd;
}

static void crowd_exact_ring_gets_across(void **state)
{
    (void)state;
    // 29.5 m at 1 m/s, and a quarter more for the way round each other.
    for (uint32_t count = 2; count <= 10; count++) {
        Crowd crowd = ring_of(count);
        assert_true(crowd_run(&crowd, 60.0f) <= 29.5f * 1.25f);
    }
}

static void crowd_exact_crossing_resolves(void **state)
{
    (void)state;
    Crowd crowd = {.space = VEER_PLANAR};
    crowd_add(&crowd, vec3(-12.0f, 0.0f, 0.0f), vec3(12.0f, 0.0f, 0.0f));
    crowd_add(&crowd, vec3(0.0f, -12.0f, 0.0f), vec3(0.0f, 12.0f, 0.0f));
    assert_true(crowd_run(&crowd, 60.0f) <= 23.5f * 1.2f);
}

static void crowd_head_on_in_a_corridor_resolves(void **state)
{
    (void)state;
    // Five radii wide.
    const VeerWall walls[2] = {{{-30.0f, -2.5f, 0.0f}, {30.0f, -2.5f, 0.0f}},
                               {{-30.0f, 2.5f, 0.0f}, {30.0f, 2.5f, 0.0f}}};
    Crowd crowd = {.space = VEER_PLANAR, .walls = walls, .wall_count = 2};
    crowd_add(&crowd, vec3(-12.0f, 0.0f, 0.0f), vec3(12.0f, 0.0f, 0.0f));
    crowd_add(&crowd, vec3(12.0f, 0.0f, 0.0f), vec3(-12.0f, 0.0f, 0.0f));
    assert_true(crowd_run(&crowd, 60.0f) <= 23.5f * 1.2f);
}

static void crowd_head_on_in_space_resolves(void **state)
{
    (void)state;
    Crowd crowd = {.space = VEER_SPATIAL};
    for (int axis = 0; axis < 3; axis++) {
        VeerVec3 at =
            vec3(axis == 0 ? 12.0f : 0.0f, axis == 1 ? 12.0f : 0.0f, axis == 2 ? 12.0f : 0.0f);
        crowd_add(&crowd, at, scale3(at, -1.0f));
        crowd_add(&crowd, scale3(at, -1.0f), at);
    }
    assert_true(crowd_run(&crowd, 60.0f) <= 23.5f * 1.25f);
}

static void crowd_in_one_spot_parts_without_a_burst(void **state)
{
    (void)state;
    Crowd crowd = {.space = VEER_PLANAR};
    for (uint32_t i = 0; i < 10; i++) {
        crowd_add(&crowd, vec3(0.0f, 0.0f, 0.0f), vec3(0.0f, 0.0f, 0.0f));
    }
    for (int tick = 0; tick < 900; tick++) {
        for (uint32_t i = 0; i < crowd.count; i++) {
            crowd.goal[i] = crowd.position[i]; // wishes to stay
        }
        crowd_step(&crowd); // asserts the speed limit
    }
    assert_true(crowd_least_gap(&crowd) >= -0.01f);
    for (uint32_t i = 0; i < crowd.count; i++) {
        assert_true(length3(crowd.position[i]) <= 12.0f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowd_exact_ring_gets_across),
        cmocka_unit_test(crowd_exact_crossing_resolves),
        cmocka_unit_test(crowd_head_on_in_a_corridor_resolves),
        cmocka_unit_test(crowd_head_on_in_space_resolves),
        cmocka_unit_test(crowd_in_one_spot_parts_without_a_burst),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
