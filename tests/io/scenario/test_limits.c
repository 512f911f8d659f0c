/// Each limit on what files may ask for, lowered step by step: what it is too low for is told,
/// whatever part of a scenario asks; from some step on it is enough.
#include "io/base/limits.h"
#include "io/scenario/every_kind.h"
#include "io/scenario/scenario_maker.h"

static VeerLimit lowered; ///< the limit that is lowered; 0: none is
static uint64_t lowered_to;

uint64_t __real_veer_limit(const VeerInputLimits *limits, VeerLimit each);
uint64_t __wrap_veer_limit(const VeerInputLimits *limits, VeerLimit each);

uint64_t __wrap_veer_limit(const VeerInputLimits *limits, VeerLimit each)
{
    return each == lowered ? lowered_to : __real_veer_limit(limits, each);
}

/// @return whether a scenario can be read and started so
static bool is_enough(const char *text, VeerLimit limit, uint64_t most)
{
    VeerScenario *scenario = NULL;
    VeerWorld *world = NULL;
    VeerInputError error = {""};
    lowered = limit;
    lowered_to = most;
    VeerStatus status = veer_scenario_read("f.json", text, strlen(text), NULL, &scenario, &error);
    status = status == VEER_OK ? veer_scenario_start(scenario, NULL, NULL, &world, &error) : status;
    lowered = (VeerLimit)0;
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    if (status != VEER_OK && !strstr(error.text, "must have at most") &&
        !strstr(error.text, "than a file may have") && !strstr(error.text, "too much") &&
        !strstr(error.text, "memory")) {
        fail_msg("%.60s: limit %d of %u: %s", text, (int)limit, (unsigned)most, error.text);
    }
    return status == VEER_OK;
}

/// In steps of a fifth. @return how many of them were too low
static uint32_t count_too_low(const char *text, VeerLimit limit)
{
    uint32_t too_low = 0;
    for (uint64_t most = 0; most < (uint64_t)limit * 1024u; most += most / 5u + 1u) {
        if (is_enough(text, limit, most)) {
            return too_low;
        }
        ++too_low;
    }
    fail_msg("%.60s: no limit %d is enough", text, (int)limit);
    return too_low;
}

static void each_limit_is_told_by_what_asks_for_more(void **unused)
{
    (void)unused;
    static const VeerLimit limits[] = {VEER_LIMIT_VALUES,    VEER_LIMIT_CELLS,  VEER_LIMIT_VOXELS,
                                       VEER_LIMIT_PARTS,     VEER_LIMIT_AGENTS, VEER_LIMIT_STEPS,
                                       VEER_LIMIT_OBSTACLES, VEER_LIMIT_MEMORY};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; ++i) {
        uint32_t too_low = 0;
        for (size_t k = 0; k < EVERY_KIND; ++k) {
            too_low += count_too_low(every_kind[k], limits[i]);
        }
        assert_true(too_low > 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_limit_is_told_by_what_asks_for_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
