// How much stack a tick takes: every golden world and scene, on a thread whose stack was painted.
#define _XOPEN_SOURCE 700 // pthread_attr_setstack
#include "golden/golden.h"
#include "golden/scene.h"
#include "support/suite.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { STACK = 1 << 20, PROMISED = 128 * 1024, PAINT = 0xA5, TICKS = 60 };

typedef struct Run {
    const VeerGoldenWorld *golden; // NULL: the scenario
    VeerScenario *scenario;
    VeerWorld *world;
} Run;

static void *run(void *context)
{
    const Run *run = context;
    if (run->golden) {
        const VeerTasks none = {0};
        (void)veer_golden_run(run->golden, &none);
        return NULL;
    }
    for (int tick = 0; tick < TICKS; ++tick) {
        veer_scenario_update(run->scenario, run->world);
        (void)veer_world_step(run->world, veer_scenario_info(run->scenario).dt);
    }
    return NULL;
}

// B of its stack that a thread wrote to, its own block among them; it grows down.
static size_t stack_of(Run *what)
{
    pthread_t thread;
    pthread_attr_t attributes;
    unsigned char *stack = aligned_alloc(4096, STACK);
    assert_non_null(stack);
    memset(stack, PAINT, STACK);
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, stack, STACK), 0);
    assert_int_equal(pthread_create(&thread, &attributes, run, what), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    size_t free_bytes = 0;
    while (free_bytes < STACK && stack[free_bytes] == PAINT) {
        free_bytes++;
    }
    free(stack);
    return STACK - free_bytes;
}

static size_t stack_of_scene(const char *name)
{
    VeerInputError error = {""};
    Run what = {0};
    if (veer_golden_scene(name, &what.scenario, &error) != VEER_OK ||
        veer_scenario_start(what.scenario, NULL, NULL, &what.world, &error) != VEER_OK) {
        fail_msg("%s", error.text);
    }
    size_t bytes = stack_of(&what);
    veer_world_destroy(what.world);
    veer_scenario_destroy(what.scenario);
    return bytes;
}

static void a_tick_takes_the_stack_that_is_promised(void **state)
{
    (void)state;
#ifdef VEER_FEWER_SEEDS
    skip(); // instruments take stack of their own
#endif
    size_t most = 0;
    for (int i = 0; i < veer_golden_world_count; ++i) {
        Run what = {.golden = &veer_golden_worlds[i]};
        size_t bytes = stack_of(&what);
        most = bytes > most ? bytes : most;
    }
    for (uint32_t i = 0; veer_scene_name(i) != NULL; ++i) {
        size_t bytes = stack_of_scene(veer_scene_name(i));
        most = bytes > most ? bytes : most;
    }
    print_message("at most %zu bytes\n", most);
    assert_in_range(most, 1, PROMISED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tick_takes_the_stack_that_is_promised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
