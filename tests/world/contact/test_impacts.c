// Bodies with mass in a world: bumps as in the closed form, momentum and energy, no tunnels,
// events.
#include "world/world_maker.h"

/// A ship and a rock that come together.
typedef struct Bump {
    VeerSpace space;
    float ship_mass, rock_mass;
    float aside;       ///< m: of the ship's course from the rock's centre
    float restitution; ///< of the rock; the ship's is 0
    float dt;
} Bump;

#define SHIP_RADIUS 0.48f
#define ROCK_RADIUS 1.0f
#define SHIP_SPEED 5.0f

static VeerAgentDef ship_def(float mass)
{
    VeerAgentDef def = veer_agent_def_default();
    def.radius = SHIP_RADIUS;
    def.max_speed = SHIP_SPEED;
    def.max_acceleration = 8.0f;
    def.model = VEER_AVOID_NONE;
    def.mass = mass;
    return def;
}

static VeerObstacleId add_rock(VeerWorld *world, VeerVec3 position, VeerVec3 velocity, float mass,
                               float restitution)
{
    VeerObstacleDef def = veer_obstacle_def_default();
    def.motion = VEER_MOTION_FREE;
    def.position = position;
    def.velocity = velocity;
    def.mass = mass;
    def.radius = ROCK_RADIUS;
    def.restitution = restitution;
    return add_obstacle(world, &def);
}

static bool is_contact(const VeerWorld *world, VeerEvent *out)
{
    uint32_t count = 0;
    const VeerEvent *events = veer_world_events(world, &count);
    for (uint32_t i = 0; i < count; ++i) {
        if (events[i].kind == VEER_EVENT_CONTACT_BEGUN) {
            *out = events[i];
            return true;
        }
    }
    return false;
}

static void expect_bump(const Bump *bump)
{
    VeerWorld *world = make_world(bump->space);
    VeerAgentDef def = ship_def(bump->ship_mass);
    def.position = vec3(-3.0f, bump->aside, 0.0f);
    def.velocity = vec3(SHIP_SPEED, 0.0f, 0.0f);
    VeerAgentId ship = add_agent(world, &def);
    veer_agent_set_preferred_velocity(world, ship, def.velocity);
    VeerObstacleId rock =
        add_rock(world, (VeerVec3){0}, (VeerVec3){0}, bump->rock_mass, bump->restitution);
    VeerEvent event = {.impulse = 0.0f};
    for (int tick = 0; tick < 600 && !is_contact(world, &event); ++tick) {
        step_times(world, 1, bump->dt);
    }
    float reach = SHIP_RADIUS + ROCK_RADIUS;
    float sine = bump->aside / reach, cosine = sqrtf(1.0f - sine * sine);
    VeerVec3 normal = vec3(-cosine, sine, 0.0f); // from the rock to the ship
    float reduced = bump->ship_mass * bump->rock_mass / (bump->ship_mass + bump->rock_mass);
    float impulse = (1.0f + bump->restitution) * SHIP_SPEED * cosine * reduced;
    VeerVec3 wanted = along3(def.velocity, normal, impulse / bump->ship_mass);
    VeerVec3 rocks = scale3(normal, -impulse / bump->rock_mass);
    assert_near3(read_agent(world, ship).velocity, wanted, 1e-3f * SHIP_SPEED);
    assert_near3(read_obstacle(world, rock).velocity, rocks, 1e-3f * SHIP_SPEED);
    assert_float_equal(event.impulse, impulse, 1e-3f * impulse);
    assert_true(gap_to_ball(world, ship, rock) >= -1e-5f);
    veer_world_destroy(world);
}

static void bumps_are_as_in_the_closed_form(void **unused)
{
    (void)unused;
    const float masses[] = {0.1f, 0.724f, 1.0f, 10.0f};
    for (int i = 0; i < 4 * 4 * 3 * 3; ++i) {
        Bump bump = {.space = i % 2 ? VEER_SPATIAL : VEER_PLANAR,
                     .ship_mass = masses[i % 4],
                     .rock_mass = masses[i / 4 % 4],
                     .aside = 0.6f * (float)(i / 16 % 3),
                     .restitution = 0.5f * (float)(i / 48),
                     .dt = TICK};
        expect_bump(&bump);
        bump.dt = 0.1f;
        expect_bump(&bump);
    }
}

/// A ship that ends a tick a hair before what it flies at: nearer than rounding tells apart.
static VeerWorld *make_near_miss(int kind)
{
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = ship_def(1.0f);
    float reach = SHIP_RADIUS + (kind == 0 ? ROCK_RADIUS : kind == 1 ? SHIP_RADIUS : 0.0f);
    def.position = vec3(-reach - 2.0f * SHIP_SPEED * TICK - 2e-5f, 0.0f, 0.0f);
    def.velocity = vec3(SHIP_SPEED, 0.0f, 0.0f);
    VeerAgentId ship = add_agent(world, &def);
    veer_agent_set_preferred_velocity(world, ship, def.velocity);
    if (kind == 0) {
        add_rock(world, (VeerVec3){0}, (VeerVec3){0}, 1.0f, 1.0f);
    } else if (kind == 1) {
        def.position = def.velocity = (VeerVec3){0};
        add_agent(world, &def);
    } else {
        const VeerVec3 ends[] = {{0.0f, -5.0f, 0.0f}, {0.0f, 5.0f, 0.0f}};
        VeerObstacleDef wall = veer_obstacle_def_default();
        wall.shape = VEER_SHAPE_CHAIN;
        wall.vertices = ends;
        wall.vertex_count = 2;
        add_obstacle(world, &wall);
    }
    return world;
}

static void contacts_begin_with_their_impulse(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < 3; ++kind) {
        VeerWorld *world = make_near_miss(kind);
        VeerEvent event = {.impulse = 0.0f};
        step_times(world, 2, TICK);
        assert_false(is_contact(world, &event));
        step_times(world, 1, TICK);
        assert_true(is_contact(world, &event));
        float wanted = kind == 0 ? SHIP_SPEED : kind == 1 ? 0.5f * SHIP_SPEED : SHIP_SPEED;
        assert_float_equal(event.impulse, wanted, 1e-2f * wanted);
        veer_world_destroy(world);
    }
}

static void a_light_rock_flies_and_the_ship_goes_on(void **unused)
{
    (void)unused;
    // The mass by size: the ship's 0.23, the rock's own.
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = ship_def(0.0f);
    def.position = vec3(-3.0f, 0.0f, 0.0f);
    VeerAgentId ship = add_agent(world, &def);
    veer_agent_set_preferred_velocity(world, ship, vec3(SHIP_SPEED, 0.0f, 0.0f));
    VeerObstacleId rock = add_rock(world, (VeerVec3){0}, (VeerVec3){0}, 0.1f, 1.0f);
    VeerVec3 before = {0};
    for (int tick = 0; tick < 300; ++tick) {
        step_times(world, 1, TICK);
        VeerAgentState state = read_agent(world, ship);
        VeerEvent event;
        // It gains what its engine gives, and loses what impacts take.
        assert_true(length3(state.velocity) - length3(before) <= 8.0f * TICK * 1.001f ||
                    is_contact(world, &event));
        before = state.velocity;
    }
    assert_true(read_obstacle(world, rock).velocity.x > SHIP_SPEED);
    assert_float_equal(read_agent(world, ship).velocity.x, SHIP_SPEED, 1e-3f);
    veer_world_destroy(world);
}

static void a_thrown_ship_brakes_within_its_limits(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = ship_def(1.0f);
    VeerAgentId ship = add_agent(world, &def);
    veer_agent_stop(world, ship);
    add_rock(world, vec3(-5.0f, 0.3f, 0.0f), vec3(12.0f, 0.0f, 0.0f), 50.0f, 1.0f);
    float top = 0.0f;
    VeerVec3 before = {0};
    for (int tick = 0; tick < 300; ++tick) {
        step_times(world, 1, TICK);
        VeerVec3 velocity = read_agent(world, ship).velocity;
        VeerEvent event;
        assert_true(is_contact(world, &event) ||
                    length3(sub3(velocity, before)) <= 8.0f * TICK * 1.001f);
        top = max_f(top, length3(velocity));
        before = velocity;
    }
    assert_true(top > 4.0f * SHIP_SPEED && length3(before) <= 1e-3f);
    veer_world_destroy(world);
}

typedef struct Sums {
    double energy, x, y, z, size;
} Sums;

static void add_to(Sums *sums, float mass, VeerVec3 velocity)
{
    double m = (double)mass;
    sums->energy += 0.5 * m * (double)dot3(velocity, velocity);
    sums->x += m * (double)velocity.x;
    sums->y += m * (double)velocity.y;
    sums->z += m * (double)velocity.z;
    sums->size += m * (double)length3(velocity);
}

static Sums sums_of(const VeerWorld *world)
{
    Sums sums = {0};
    for (uint32_t i = 0; i < veer_obstacle_slot_count(world); ++i) {
        VeerObstacleState ball = read_obstacle(world, veer_obstacle_at(world, i));
        add_to(&sums, ball.mass, ball.velocity);
    }
    for (uint32_t i = 0; i < veer_agent_slot_count(world); ++i) {
        VeerAgentState agent = read_agent(world, veer_agent_at(world, i));
        add_to(&sums, agent.mass, agent.velocity);
    }
    return sums;
}

/// Agents and rocks that come together from all round, nobody driven.
static VeerWorld *make_crash(VeerSpace space, uint32_t seed, float restitution, float friction)
{
    Dice dice = make_dice(seed);
    VeerWorld *world = make_world(space);
    for (int i = 0; i < 40; ++i) {
        VeerVec3 place = vec3(3.0f * (float)(i % 7) - 9.0f, 3.0f * (float)(i / 7) - 8.0f, 0.0f);
        place.z = space == VEER_SPATIAL ? roll(&dice, -1.0f, 1.0f) : 0.0f;
        VeerVec3 velocity = add3(scale3(place, -0.4f), roll3(&dice, 3.0f));
        if (i % 2) {
            VeerAgentDef def = ship_def(roll(&dice, 0.1f, 10.0f));
            def.position = place;
            def.velocity = velocity;
            def.restitution = restitution;
            def.friction = friction;
            def.max_speed = 1e3f; // an engine that does nothing
            def.max_acceleration = 1e-12f;
            veer_agent_set_preferred_velocity(world, add_agent(world, &def), velocity);
        } else {
            VeerObstacleDef def = veer_obstacle_def_default();
            def.motion = VEER_MOTION_FREE;
            def.position = place;
            def.velocity = velocity;
            def.radius = roll(&dice, 0.2f, 1.2f);
            def.mass = roll(&dice, 0.1f, 10.0f);
            def.restitution = restitution;
            def.friction = friction;
            add_obstacle(world, &def);
        }
    }
    return world;
}

static void momentum_stays_and_energy_never_grows(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i < 24; ++i) {
        float restitution = (float)(i % 3) * 0.5f;
        VeerWorld *world = make_crash(i % 2 ? VEER_SPATIAL : VEER_PLANAR, i + 1, restitution,
                                      i % 4 == 3 && restitution < 1.0f ? 0.4f : 0.0f);
        Sums before = sums_of(world);
        double energy = before.energy;
        for (int tick = 0; tick < 600; ++tick) {
            step_times(world, 1, i % 5 ? TICK : 0.1f);
            Sums now = sums_of(world);
            assert_true(now.energy <= energy * (1.0 + 1e-5));
            energy = now.energy;
            double off = fabs(now.x - before.x) + fabs(now.y - before.y) + fabs(now.z - before.z);
            assert_true(off <= 1e-5 * before.size);
        }
        assert_true(restitution < 1.0f || energy >= before.energy * (1.0 - 1e-4));
        veer_world_destroy(world);
    }
}

static void a_thousand_balls_keep_their_energy(void **unused)
{
    (void)unused;
    enum { SIDE = 32, TICKS = 600 };
    VeerWorldDef def = veer_world_def_default();
    def.max_obstacles = SIDE * SIDE;
    def.bounds = (VeerBounds){{-40.0f, -40.0f, -1.0f}, {40.0f, 40.0f, 1.0f}};
    VeerWorld *world = make_world_of(&def);
    Dice dice = make_dice(3);
    for (int i = 0; i < SIDE * SIDE; ++i) {
        VeerVec3 place =
            vec3(2.4f * (float)(i % SIDE) - 37.0f, 2.4f * (float)(i / SIDE) - 37.0f, 0.0f);
        VeerVec3 velocity = roll3(&dice, 4.0f);
        add_moving_ball(world, VEER_MOTION_FREE, place, velocity, roll(&dice, 0.3f, 1.0f));
    }
    double energy = sums_of(world).energy;
    uint32_t met = 0;
    for (int tick = 0; tick < TICKS; ++tick) {
        step_times(world, 1, TICK);
        uint32_t count = 0;
        veer_world_events(world, &count);
        met += count;
    }
    assert_true(met > 1000u);
    assert_true(fabs(sums_of(world).energy / energy - 1.0) <= 1e-5);
    for (uint32_t i = 0; i < SIDE * SIDE; ++i) {
        VeerObstacleState a = read_obstacle(world, veer_obstacle_at(world, i));
        for (uint32_t j = 0; j < i; ++j) {
            VeerObstacleState b = read_obstacle(world, veer_obstacle_at(world, j));
            assert_true(distance3(a.position, b.position) - a.radius - b.radius >= -1e-4f);
        }
    }
    veer_world_destroy(world);
}

static void fast_bodies_pass_through_nothing(void **unused)
{
    (void)unused;
    const VeerVec3 ends[] = {{6.0f, -50.0f, 0.0f}, {6.0f, 50.0f, 0.0f}};
    for (int i = 0; i < 3; ++i) {
        VeerWorld *world = make_world(VEER_PLANAR);
        VeerObstacleId fast =
            add_rock(world, vec3(-5.0f, 0.0f, 0.0f), vec3(900.0f, 0.0f, 0.0f), 1.0f, 1.0f);
        if (i == 0) {
            add_chain(world, ends, 2);
        } else if (i == 1) {
            add_rock(world, vec3(4.0f, 0.0f, 0.0f), (VeerVec3){0}, 1e6f, 1.0f);
        } else {
            VeerAgentDef def = ship_def(1e6f);
            def.position = vec3(4.0f, 0.0f, 0.0f);
            veer_agent_stop(world, add_agent(world, &def));
        }
        step_times(world, 1, TICK); // 15 m a tick
        VeerObstacleState state = read_obstacle(world, fast);
        assert_true(state.velocity.x < -899.0f && state.position.x < 2.0f);
        veer_world_destroy(world);
    }
}

static void rocks_that_bounce_and_walls_raise_events(void **unused)
{
    (void)unused;
    const VeerVec3 ends[] = {{6.0f, -50.0f, 0.0f}, {6.0f, 50.0f, 0.0f}};
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleId a = add_rock(world, (VeerVec3){0}, vec3(2.0f, 0.0f, 0.0f), 3.0f, 1.0f);
    VeerObstacleId b = add_rock(world, vec3(3.0f, 0.0f, 0.0f), (VeerVec3){0}, 3.0f, 1.0f);
    VeerObstacleId wall = add_chain(world, ends, 2);
    uint32_t begun[3] = {0}, ended = 0;
    for (int tick = 0; tick < 300; ++tick) {
        step_times(world, 1, TICK);
        uint32_t count = 0;
        const VeerEvent *events = veer_world_events(world, &count);
        for (uint32_t i = 0; i < count; ++i) {
            bool is_pair =
                events[i].obstacle.slot == a.slot && events[i].other_obstacle.slot == b.slot;
            bool is_wall =
                events[i].obstacle.slot == b.slot && events[i].other_obstacle.slot == wall.slot;
            assert_true(events[i].agent.generation == 0 && (is_pair || is_wall));
            bool is_begin = events[i].kind == VEER_EVENT_CONTACT_BEGUN;
            begun[is_wall] += is_begin;
            ended += events[i].kind == VEER_EVENT_CONTACT_ENDED;
            float wanted = !is_begin ? 0.0f : is_wall ? 12.0f : 6.0f;
            assert_float_equal(events[i].impulse, wanted, 1e-3f);
        }
    }
    // b goes to the wall, comes back and stops at a, which goes on.
    assert_true(begun[0] == 2 && begun[1] == 1 && ended == 3);
    veer_world_destroy(world);
}

static void bounces_are_the_same_after_a_restore(void **unused)
{
    (void)unused;
    VeerWorld *world = make_crash(VEER_PLANAR, 9, 0.5f, 0.2f);
    step_times(world, 40, TICK);
    Copy copy = copy_of(world);
    step_times(world, 100, TICK);
    uint64_t hash = veer_world_hash(world);
    assert_int_equal(veer_world_restore(world, copy.block, copy.size), VEER_OK);
    step_times(world, 100, TICK);
    assert_true(veer_world_hash(world) == hash);
    size_t size = veer_world_export_size(world);
    void *exported = malloc(size);
    assert_int_equal(veer_world_export(world, exported, size), VEER_OK);
    VeerWorld *other = make_world(VEER_PLANAR);
    VeerStateFault fault = {"", 0};
    assert_int_equal(veer_world_import(other, exported, size, &fault), VEER_OK);
    step_times(world, 50, TICK);
    step_times(other, 50, TICK);
    assert_true(veer_world_hash(world) == veer_world_hash(other));
    free(exported);
    free(copy.block);
    veer_world_destroy(other);
    veer_world_destroy(world);
}

/// Agents with mass that all want to one point push and slide; none passes through another, and
/// who is outside comes nearer.
static void a_crowd_with_mass_presses_without_overlaps(void **unused)
{
    (void)unused;
    enum { COUNT = 120 };
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agents[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        VeerAgentDef def = ship_def(0.5f + (float)(i % 5));
        def.radius = 0.3f;
        def.max_speed = 1.5f;
        def.position = vec3((float)(i % 12) * 0.8f - 4.4f, (float)(i / 12) * 0.8f - 3.6f, 0.0f);
        agents[i] = add_agent(world, &def);
        veer_agent_go_to(world, agents[i], (VeerVec3){0}, 0.1f);
    }
    float deepest = 0.0f, top = 0.0f;
    for (int tick = 0; tick < 600; ++tick) {
        step_times(world, 1, TICK);
        for (int i = 0; i < COUNT && tick % 20 == 0; ++i) {
            for (int k = 0; k < i; ++k) {
                deepest = max_f(deepest, -gap_of_agents(world, agents[i], agents[k]));
            }
            top = max_f(top, length3(read_agent(world, agents[i]).velocity));
        }
    }
    float farthest = 0.0f;
    for (int i = 0; i < COUNT; ++i) {
        farthest = max_f(farthest, length3(read_agent(world, agents[i]).position));
    }
    print_message("deepest %g, farthest %g, top %g\n", (double)deepest, (double)farthest,
                  (double)top);
    assert_true(deepest <= 0.01f * 0.6f && farthest <= 4.6f && top <= 3.0f);
    veer_world_destroy(world);
}

static void masses_and_bounces_are_set_and_read(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent_at(world, (VeerVec3){0});
    VeerObstacleId rock = add_rock(world, vec3(9.0f, 0.0f, 0.0f), (VeerVec3){0}, 0.0f, 0.25f);
    VeerObstacleId still = add_ball(world, vec3(20.0f, 0.0f, 0.0f), 1.0f);
    assert_true(read_agent(world, agent).mass == 0.25f && !read_agent(world, agent).has_mass);
    assert_int_equal(veer_agent_set_mass(world, agent, 7.0f), VEER_OK);
    assert_int_equal(veer_agent_set_bounce(world, agent, 0.5f, 0.125f), VEER_OK);
    VeerAgentState state = read_agent(world, agent);
    assert_true(state.mass == 7.0f && state.has_mass && state.restitution == 0.5f &&
                state.friction == 0.125f);
    assert_int_equal(veer_agent_set_mass(world, agent, -1.0f), VEER_BAD_VALUE);
    assert_int_equal(veer_agent_set_bounce(world, agent, 1.5f, 0.0f), VEER_BAD_VALUE);
    assert_int_equal(veer_agent_set_bounce(world, agent, 1.0f, -1.0f), VEER_BAD_VALUE);
    assert_int_equal(veer_obstacle_set_mass(world, rock, 3.0f), VEER_OK);
    assert_int_equal(veer_obstacle_set_bounce(world, rock, 0.75f, 2.0f), VEER_OK);
    assert_true(read_obstacle(world, rock).mass == 3.0f);
    assert_true(read_obstacle(world, rock).restitution == 0.75f);
    assert_true(read_obstacle(world, rock).friction == 2.0f);
    assert_int_equal(veer_obstacle_set_mass(world, rock, INFINITY), VEER_BAD_VALUE);
    assert_int_equal(veer_obstacle_set_bounce(world, still, 0.5f, 0.0f), VEER_BAD_VALUE);
    assert_int_equal(veer_obstacle_set_mass(world, rock, 0.0f), VEER_OK);
    assert_true(read_obstacle(world, rock).mass == 1.0f);
    assert_int_equal(veer_agent_destroy(world, agent), VEER_OK);
    step_times(world, 2, TICK);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bumps_are_as_in_the_closed_form),
        cmocka_unit_test(contacts_begin_with_their_impulse),
        cmocka_unit_test(a_light_rock_flies_and_the_ship_goes_on),
        cmocka_unit_test(a_thrown_ship_brakes_within_its_limits),
        cmocka_unit_test(momentum_stays_and_energy_never_grows),
        cmocka_unit_test(a_thousand_balls_keep_their_energy),
        cmocka_unit_test(fast_bodies_pass_through_nothing),
        cmocka_unit_test(rocks_that_bounce_and_walls_raise_events),
        cmocka_unit_test(bounces_are_the_same_after_a_restore),
        cmocka_unit_test(a_crowd_with_mass_presses_without_overlaps),
        cmocka_unit_test(masses_and_bounces_are_set_and_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
