/// Each piece of memory that scenarios take is refused, one by one: pieces share blocks, so that
/// most of them never meet a failed allocation.
#include "io/base/store.h"
#include "io/scenario/every_kind.h"
#include "io/scenario/scenario_maker.h"

#include "veer/metrics.h"

static size_t pieces_left; ///< until one is refused; 0: none is

void *__real_veer_store_take(VeerStore *store, size_t count, size_t size);
void *__real_veer_store_take_block(VeerStore *store, size_t size);
char *__real_veer_store_copy(VeerStore *store, const char *text, size_t length);
void *__wrap_veer_store_take(VeerStore *store, size_t count, size_t size);
void *__wrap_veer_store_take_block(VeerStore *store, size_t size);
char *__wrap_veer_store_copy(VeerStore *store, const char *text, size_t length);

static bool is_refused(VeerStore *store)
{
    bool is_last = pieces_left == 1;
    pieces_left -= pieces_left > 0;
    store->is_out = store->is_out || is_last;
    return is_last;
}

void *__wrap_veer_store_take(VeerStore *store, size_t count, size_t size)
{
    return is_refused(store) ? NULL : __real_veer_store_take(store, count, size);
}

void *__wrap_veer_store_take_block(VeerStore *store, size_t size)
{
    return is_refused(store) ? NULL : __real_veer_store_take_block(store, size);
}

char *__wrap_veer_store_copy(VeerStore *store, const char *text, size_t length)
{
    return is_refused(store) ? NULL : __real_veer_store_copy(store, text, length);
}

/// Reads a scenario, starts it and looks at it, with one piece refused.
/// @return whether that was one of those that it takes
static bool play_refused(const char *text, const VeerScenarioOptions *options, size_t piece)
{
    VeerScenario *scenario = NULL;
    VeerWorld *world = NULL;
    VeerMetrics *metrics = NULL;
    VeerInputError error = {""};
    pieces_left = piece;
    VeerStatus status =
        veer_scenario_read("f.json", text, strlen(text), options, &scenario, &error);
    status = status == VEER_OK ? veer_scenario_start(scenario, NULL, NULL, &world, &error) : status;
    bool is_said = status == VEER_OK || strstr(error.text, "emory") || strstr(error.text, "MEMORY");
    status = status == VEER_OK ? veer_metrics_create(scenario, world, &metrics) : status;
    for (int i = 0; status == VEER_OK && i < 2; ++i) {
        run(scenario, world, 1);
        status = veer_metrics_observe(metrics, scenario, world);
    }
    bool was_refused = pieces_left == 0;
    pieces_left = 0;
    if (status != (was_refused ? VEER_OUT_OF_MEMORY : VEER_OK) || !is_said) {
        fail_msg("%.60s: piece %zu: %d: %s", text, piece, (int)status, error.text);
    }
    veer_metrics_destroy(metrics);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    return was_refused;
}

static void expect_pieces(const char *text, const VeerScenarioOptions *options)
{
    size_t piece = 1;
    while (play_refused(text, options, piece)) {
        ++piece;
    }
    assert_true(piece > 20);
}

static void scenarios_of_every_kind_survive_each_refused_piece(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < EVERY_KIND; ++kind) {
        expect_pieces(every_kind[kind], NULL);
    }
}

/// With what is laid over a scenario, too.
static void options_survive_each_refused_piece(void **unused)
{
    (void)unused;
    static const char *const settings[] = {"groups[0].motion.max_braking=3", "title=Short"};
    VeerScenarioOptions options = veer_scenario_options_default();
    options.settings = settings;
    options.setting_count = 2;
    options.has_model = options.has_seed = true;
    options.seed = UINT64_MAX;
    options.dt = 0.05f;
    options.duration = 3.0f;
    for (int kind = 0; kind < 2; ++kind) {
        expect_pieces(every_kind[kind], &options);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenarios_of_every_kind_survive_each_refused_piece),
        cmocka_unit_test(options_survive_each_refused_piece),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
