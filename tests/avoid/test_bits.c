/// The same decisions, bit by bit, on every compiler, level and machine: one hash for each model. A
/// change that means to change decisions changes the hash, and says so.
#include "avoid/view_maker.h"

#include "base/hash.h"

enum { BODIES = 14, WALLS = 8, TICKS = 12, MARKS = 96 };

/// An agent and what is around it, which moves on for some ticks, so that the memory counts too.
typedef struct Surroundings {
    VeerView view;
    VeerNeighbour bodies[BODIES];
    VeerWall walls[WALLS];
    VeerVec3 preferred;
} Surroundings;

static float roll_float(Dice *dice, double lower, double upper)
{
    return (float)roll_between(dice, lower, upper);
}

/// `likely` or something between 0 and `most`, as often.
static float roll_or(Dice *dice, float likely, double most)
{
    return roll(dice) < 0.5 ? likely : roll_float(dice, 0.0, most);
}

static VeerNeighbour roll_body(Dice *dice, bool is_flat, double reach, uint32_t id)
{
    VeerVec3 offset = roll_vec(dice, reach, is_flat), velocity = roll_vec(dice, 2.0, is_flat);
    VeerNeighbour body = make_neighbour(offset, velocity);
    body.id = id;
    body.radius = roll_or(dice, 0.5f, 2.0);
    body.is_obstacle = roll(dice) < 0.3;
    body.is_friend = !body.is_obstacle && roll(dice) < 0.4;
    body.is_avoiding = roll(dice) < 0.3;
    body.share = body.is_obstacle ? 1.0f : roll_or(dice, 0.5f, 1.0);
    body.mass = body.is_obstacle && roll(dice) < 0.5 ? 2.0f : 0.0f;
    body.side = (int8_t)((int)roll_below(dice, 3) - 1);
    if (roll(dice) < 0.3) {
        body.velocity = (VeerVec3){0};
    }
    return body;
}

static VeerWall roll_piece(Dice *dice, bool is_flat, double reach)
{
    VeerVec3 a = roll_vec(dice, reach, is_flat), extent = roll_vec(dice, 4.0, is_flat);
    if (is_flat) {
        return (VeerWall){a, add3(a, extent)};
    }
    return (VeerWall){
        a, add3(a, vec3(fabsf(extent.x) + 0.1f, fabsf(extent.y) + 0.1f, fabsf(extent.z) + 0.1f))};
}

static Surroundings roll_surroundings(Dice *dice, VeerSpace space)
{
    Surroundings around;
    memset(&around, 0, sizeof around);
    bool is_flat = space == VEER_PLANAR, has_limits = roll(dice) < 0.5;
    double reach = roll_between(dice, 2.0, 12.0);
    VeerView *view = &around.view;
    *view = make_view(space);
    view->dt = 0.1f;
    view->id = 5;
    view->radius = roll_or(dice, 0.5f, 1.5);
    view->max_speed = roll_or(dice, 2.0f, 12.0) + 0.1f;
    view->preferred_speed = view->max_speed * roll_float(dice, 0.3, 1.0);
    view->velocity =
        clamp_length3(roll_vec(dice, (double)view->max_speed, is_flat), view->max_speed);
    view->heading = unit3(view->velocity, view->heading);
    view->max_acceleration = has_limits ? roll_float(dice, 1.0, 9.0) : INFINITY;
    view->max_braking = has_limits ? roll_float(dice, 1.0, 9.0) : INFINITY;
    view->max_turn_rate = has_limits ? roll_float(dice, 0.5, 5.0) : INFINITY;
    view->vehicle = veer_vehicle_params_default(
        (VeerVehicle)(roll(dice) < 0.5 ? 0 : roll_below(dice, VEER_VEHICLE_COUNT)));
    view->stalled = roll_or(dice, 0.0f, 8.0);
    view->has_goal = roll(dice) < 0.8;
    view->goal = roll_vec(dice, roll(dice) < 0.3 ? 1.0 : 30.0, is_flat);
    view->has_path = roll(dice) < 0.3;
    bool is_bare = !view->has_path && roll(dice) < 0.6;
    if (view->has_path && roll(dice) < 0.5) {
        view->bottleneck = roll_vec(dice, 5.0, true);
    }
    view->has_path = view->has_path || is_bare;
    view->finds_path = is_bare;
    float far = roll_or(dice, INFINITY, 20.0) + 2.0f;
    view->bounds = (VeerBounds){{-far, -far, -far}, {far, far, far}};
    view->neighbour_count = roll_below(dice, BODIES + 1);
    view->wall_count = roll_below(dice, WALLS + 1);
    for (uint32_t i = 0; i < view->neighbour_count; i++) {
        around.bodies[i] = roll_body(dice, is_flat, reach, i < 5 ? i : i + 1);
    }
    for (uint32_t i = 0; i < view->wall_count; i++) {
        around.walls[i] = roll_piece(dice, is_flat, reach);
    }
    around.preferred = clamp_length3(view->has_goal ? view->goal : roll_vec(dice, 2.0, is_flat),
                                     view->preferred_speed);
    return around;
}

/// As a view has them: near to far, ties by id.
static void order_bodies(Surroundings *around)
{
    for (uint32_t i = 1; i < around->view.neighbour_count; i++) {
        VeerNeighbour body = around->bodies[i];
        uint32_t at = i;
        for (; at > 0; at--) {
            float before = length3(around->bodies[at - 1].offset), own = length3(body.offset);
            if (before < own || (before == own && around->bodies[at - 1].id < body.id)) {
                break;
            }
            around->bodies[at] = around->bodies[at - 1];
        }
        around->bodies[at] = body;
    }
}

/// Everything a tick further on, seen from the agent; what it decided is what it does.
static void move_on(Surroundings *around, const VeerAvoidResult *result)
{
    VeerView *view = &around->view;
    VeerVec3 moved = scale3(result->velocity, view->dt);
    for (uint32_t i = 0; i < view->neighbour_count; i++) {
        VeerNeighbour *body = &around->bodies[i];
        body->offset = sub3(along3(body->offset, body->velocity, view->dt), moved);
    }
    for (uint32_t i = 0; i < view->wall_count; i++) {
        around->walls[i].a = sub3(around->walls[i].a, moved);
        around->walls[i].b = sub3(around->walls[i].b, moved);
    }
    view->goal = sub3(view->goal, moved);
    view->velocity = result->velocity;
    view->heading = unit3(result->velocity, view->heading);
    view->memory = result->memory;
    view->bounds.lower = sub3(view->bounds.lower, moved);
    view->bounds.upper = sub3(view->bounds.upper, moved);
}

static uint64_t add_trace(uint64_t hash, const VeerAvoidTrace *trace)
{
    for (uint32_t i = 0; i < trace->count; i++) {
        const VeerTraceMark *mark = &trace->marks[i];
        hash = veer_hash_add(hash, (uint64_t)mark->role);
        hash = veer_hash_words(hash, &mark->from, sizeof mark->from);
        hash = veer_hash_words(hash, &mark->to, sizeof mark->to);
        hash = veer_hash_words(hash, &mark->radius, sizeof mark->radius);
        hash = veer_hash_words(hash, &mark->value, sizeof mark->value);
        hash = mark->note ? veer_hash_words(hash, mark->note, strlen(mark->note)) : hash;
    }
    return veer_hash_add(hash, trace->dropped);
}

/// The forms of a model by turns.
static void vary(VeerAvoidModel model, VeerAvoidParams *params, int round)
{
    if (model == VEER_AVOID_WHISKERS) {
        params->whiskers.look_ahead = round % 4 < 2 ? 12.0f : params->whiskers.look_ahead;
        params->whiskers.probe_step = round % 2 ? 0.5f : 0.0f;
    } else if (model == VEER_AVOID_RAYS) {
        params->rays.hit = round % 2 ? VEER_RAYS_FIRST_HIT : VEER_RAYS_NEAREST_HIT;
        params->rays.flocking = 0.4f * (float)(round % 3);
    } else if (model == VEER_AVOID_POTENTIAL) {
        params->potential.goal_exponent = 0.5f * (float)(round % 3);
    }
}

static uint64_t hash_decisions(VeerAvoidModel model, VeerSpace space, int rounds)
{
    Dice dice = {(uint64_t)model * 2 + (uint64_t)space + 1};
    uint64_t hash = 0;
    for (int round = 0; round < rounds; round++) {
        Surroundings around = roll_surroundings(&dice, space);
        VeerAvoidParams params = veer_avoid_params_for(model);
        params.time_horizon = roll_or(&dice, params.time_horizon, 6.0) + 0.1f;
        params.time_horizon_obstacles = roll_or(&dice, params.time_horizon_obstacles, 6.0) + 0.1f;
        vary(model, &params, round);
        around.view.neighbours = around.bodies;
        around.view.walls = around.walls;
        for (int tick = 0; tick < TICKS; tick++) {
            VeerTraceMark marks[MARKS];
            VeerAvoidTrace trace = {.marks = marks, .capacity = MARKS};
            around.view.trace = round % 3 == 0 ? &trace : NULL;
            order_bodies(&around);
            VeerAvoidResult result =
                veer_avoid_decide(model, &around.view, &params, around.preferred);
            assert_true(is_finite3(result.velocity));
            hash = veer_hash_words(hash, &result.velocity, sizeof result.velocity);
            hash = veer_hash_words(hash, &result.memory, sizeof result.memory);
            hash = add_trace(veer_hash_add(hash, result.is_avoiding), &trace);
            move_on(&around, &result);
        }
    }
    print_message("%s: 0x%016llx\n", veer_avoid_model_name(model), (unsigned long long)hash);
    return hash;
}

static void check(VeerAvoidModel model, int rounds, uint64_t planar, uint64_t spatial)
{
    uint64_t in_plane = hash_decisions(model, VEER_PLANAR, rounds);
    uint64_t in_space = hash_decisions(model, VEER_SPATIAL, rounds);
    assert_true(in_plane == planar && in_space == spatial);
}

static void orca_decides_the_same_everywhere(void **state)
{
    (void)state;
    check(VEER_AVOID_ORCA, 1500, UINT64_C(0xd6efd9a39e02bc1a), UINT64_C(0xc8d0219f3887186d));
}

static void crowd_decides_the_same_everywhere(void **state)
{
    (void)state;
    check(VEER_AVOID_CROWD, 1500, UINT64_C(0x1cc5e3577f2d8ec2), UINT64_C(0x2bef8993f770bdf2));
}

static void magnets_decide_the_same_everywhere(void **state)
{
    (void)state;
    check(VEER_AVOID_MAGNETS, 300, UINT64_C(0x197db4e50e980a90), UINT64_C(0xce7a33cc150f2a10));
}

static void potential_decides_the_same_everywhere(void **state)
{
    (void)state;
    check(VEER_AVOID_POTENTIAL, 300, UINT64_C(0x2c37bec1e22e5f46), UINT64_C(0x9a39d16484498769));
}

static void whiskers_decide_the_same_everywhere(void **state)
{
    (void)state;
    check(VEER_AVOID_WHISKERS, 400, UINT64_C(0xd9aca97c82227743), UINT64_C(0x40220313a3f64fff));
}

static void rays_decide_the_same_everywhere(void **state)
{
    (void)state;
    check(VEER_AVOID_RAYS, 600, UINT64_C(0x3269f109120e6a2d), UINT64_C(0xf77a2a68d20cf635));
}

static void pilots_decide_the_same_everywhere(void **state)
{
    (void)state;
    check(VEER_AVOID_PILOT, 200, UINT64_C(0x2dca3f5f8ad444cd), UINT64_C(0x05d7966f117cbff4));
}

/// The bytes of a model's own constants.
static size_t constants_size(VeerAvoidModel model)
{
    switch (model) {
    case VEER_AVOID_MAGNETS:
        return sizeof(VeerMagnets);
    case VEER_AVOID_POTENTIAL:
        return sizeof(VeerPotential);
    case VEER_AVOID_WHISKERS:
        return sizeof(VeerWhiskers);
    case VEER_AVOID_RAYS:
        return sizeof(VeerRays);
    default:
        return 0;
    }
}

static void constants_for_ships_are_the_same_everywhere(void **state)
{
    (void)state;
    Dice dice = {77};
    uint64_t hash = 0;
    for (int i = 0; i < 2000; i++) {
        VeerAvoidModel model = (VeerAvoidModel)(i % VEER_AVOID_MODEL_COUNT);
        VeerShipClass ship = {.max_speed = roll_float(&dice, 0.1, 300.0)};
        ship.acceleration = roll_or(&dice, INFINITY, 400.0) + 0.01f;
        ship.turn_rate = roll_or(&dice, INFINITY, 9.0) + 0.01f;
        ship.radius = roll_or(&dice, 0.0f, 30.0);
        VeerAvoidParams params = veer_avoid_params_for_ship(model, &ship);
        float values[3] = {params.sense_range, params.time_horizon, params.time_horizon_obstacles};
        hash = veer_hash_words(hash, values, sizeof values);
        hash = veer_hash_words(hash, &params.magnets, constants_size(model));
        hash = veer_hash_add(hash, params.max_neighbours);
        assert_true(veer_avoid_params_are_valid(model, &params));
    }
    print_message("ships: 0x%016llx\n", (unsigned long long)hash);
    assert_true(hash == UINT64_C(0xc6944305e01c5cb5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orca_decides_the_same_everywhere),
        cmocka_unit_test(crowd_decides_the_same_everywhere),
        cmocka_unit_test(magnets_decide_the_same_everywhere),
        cmocka_unit_test(potential_decides_the_same_everywhere),
        cmocka_unit_test(whiskers_decide_the_same_everywhere),
        cmocka_unit_test(rays_decide_the_same_everywhere),
        cmocka_unit_test(pilots_decide_the_same_everywhere),
        cmocka_unit_test(constants_for_ships_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
