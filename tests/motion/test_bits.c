/// The same motion, bit by bit, on every compiler, level and machine: one hash for each part. A
/// change that means to change motion changes the hash, and says so.
#include "motion/vehicle_cases.h"

#include "base/hash.h"
#include "motion/contact.h"

enum { RUNS = 600, TICKS = 60 };

static uint64_t add_state(uint64_t hash, const VeerMotionState *state)
{
    hash = veer_hash_words(hash, &state->velocity, sizeof state->velocity);
    hash = veer_hash_words(hash, &state->heading, sizeof state->heading);
    return veer_hash_words(hash, &state->spin, sizeof state->spin);
}

static void expect_hash(const char *name, uint64_t hash, uint64_t expected)
{
    print_message("%s: 0x%016llx\n", name, (unsigned long long)hash);
    assert_true(hash == expected);
}

/// Wishes that change, and now and then a knock; how tightly it could turn is in the hash.
static uint64_t add_drive(uint64_t hash, Draws *draws, VeerVehicle kind)
{
    VeerVehicleParams vehicle = draw_vehicle(draws, kind);
    VeerMotionLimits limits = draw_limits(draws);
    VeerMotionTick tick = {&vehicle, &limits, draw(draws, 0.001f, 0.3f)};
    VeerMotionState state = rest(draws, &vehicle);
    VeerVec3 command = {0};
    for (int i = 0; i < TICKS; ++i) {
        command = draw(draws, 0.0f, 1.0f) < 0.1f ? draw_command(draws) : command;
        VeerMotionState next = veer_vehicle_step(&vehicle, &limits, state, command, tick.dt);
        if (draw(draws, 0.0f, 1.0f) < 0.1f) {
            VeerVec3 moved = clamp_length3(draw3(draws, 10.0f), limits.max_speed);
            next = veer_vehicle_after_contact(&tick, state, next, moved);
        }
        state = next;
        hash = add_state(hash, &state);
    }
    float radius = veer_vehicle_turning_radius(&vehicle, &limits, length3(state.velocity), tick.dt);
    hash = veer_hash_words(hash, &radius, sizeof radius);
    if (kind == VEER_VEHICLE_CAR) {
        float leads[2] = {veer_car_lead(&tick, &state, false), veer_car_lead(&tick, &state, true)};
        hash = veer_hash_words(hash, leads, sizeof leads);
    }
    return hash;
}

static void vehicles_move_the_same_everywhere(void **unused)
{
    (void)unused;
    static const uint64_t expected[VEER_VEHICLE_COUNT] = {
        UINT64_C(0xa20495b888de4e92), UINT64_C(0xbf501d2e8ee4c2ab), UINT64_C(0xc945de8087f5f569),
        UINT64_C(0xc871acf117e86230), UINT64_C(0x512e6d0ecf612883)};
    uint64_t hashes[VEER_VEHICLE_COUNT];
    for (int kind = 0; kind < VEER_VEHICLE_COUNT; ++kind) {
        Draws draws = {.seed = 80 + (uint64_t)kind};
        hashes[kind] = 0;
        for (int i = 0; i < RUNS; ++i) {
            hashes[kind] = add_drive(hashes[kind], &draws, (VeerVehicle)kind);
        }
        print_message("vehicle: 0x%016llx\n", (unsigned long long)hashes[kind]);
    }
    assert_memory_equal(hashes, expected, sizeof hashes);
}

static void contacts_push_the_same_everywhere(void **unused)
{
    (void)unused;
    Draws draws = {.seed = 90};
    uint64_t hash = 0;
    for (int i = 0; i < 20000; ++i) {
        float scale = i % 3 == 0 ? 1e-3f : i % 3 == 1 ? 0.1f : 3.0f;
        VeerVec3 offset = i % 50 == 0 ? (VeerVec3){0} : draw3(&draws, 1.5f);
        VeerMeeting meeting = {
            .offset = offset, .move = draw3(&draws, scale), .fallback = {0, 1, 0}};
        meeting.reach = draw(&draws, 0.1f, 2.0f);
        VeerVec3 push = veer_contact_push(&meeting, draw(&draws, 0.0f, 1.0f));
        VeerVec3 normal = unit3(draw3(&draws, 1.0f), vec3(1.0f, 0.0f, 0.0f));
        VeerVec3 shift = draw3(&draws, scale);
        VeerVec3 slid = veer_contact_slide(shift, normal, draw(&draws, -0.5f, 1.0f) * scale, 0.2f);
        hash = veer_hash_words(hash, &push, sizeof push);
        hash = veer_hash_words(hash, &slid, sizeof slid);
    }
    expect_hash("pushes", hash, UINT64_C(0x9e050e456e22ca1b));
}

/// Whoever takes a default gets the same vehicle as before.
static void vehicles_have_the_same_constants_everywhere(void **unused)
{
    (void)unused;
    uint64_t hash = 0;
    for (int kind = 0; kind < VEER_VEHICLE_COUNT; ++kind) {
        VeerVehicleParams params = veer_vehicle_params_default((VeerVehicle)kind);
        VeerVehicleValues values = veer_vehicle_pack(&params);
        hash = veer_hash_add(veer_hash_words(hash, &values, sizeof values), params.kind);
    }
    expect_hash("constants", hash, UINT64_C(0xb487d96a4b778634));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vehicles_move_the_same_everywhere),
        cmocka_unit_test(contacts_push_the_same_everywhere),
        cmocka_unit_test(vehicles_have_the_same_constants_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
