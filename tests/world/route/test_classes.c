// Bodies of more sizes than the map of a world has classes.
#include "world/map_maker.h"

enum { SIZES = 6 };

static VeerWorldDef planar_def(uint32_t max_classes)
{
    VeerWorldDef def = map_def(30, 20);
    def.map.max_classes = max_classes;
    return def;
}

static VeerWorldDef spatial_def(uint32_t max_classes)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = VEER_SPATIAL;
    def.max_agents = 64;
    def.map = veer_world_map_def_default(VEER_MAP_VOXELS);
    def.map.voxels.cells = (VeerVoxel){30, 20, 8};
    def.map.max_classes = max_classes;
    return def;
}

/// Bodies of growing size set out one after the other.
static void expect_all_arrive(const VeerWorldDef *def)
{
    VeerWorld *world = make_world_of(def);
    VeerAgentId agents[SIZES];
    for (int i = 0; i < SIZES; i++) {
        float y = 3.0f + 3.0f * (float)i;
        agents[i] = add_traveller(world, vec3(4, y, 4), vec3(24, y, 4), 0.3f + 0.2f * (float)i);
        step_times(world, 5, TICK);
    }
    step_times(world, 15 * 60, TICK);
    for (int i = 0; i < SIZES; i++) {
        assert_int_equal(read_agent(world, agents[i]).status, VEER_AGENT_ARRIVED);
    }
    veer_world_destroy(world);
}

static void more_sizes_than_classes_find_ways_over_a_grid(void **unused)
{
    (void)unused;
    for (uint32_t classes = 1; classes <= 4; classes++) {
        VeerWorldDef def = planar_def(classes);
        expect_all_arrive(&def);
    }
}

static void more_sizes_than_classes_find_ways_among_voxels(void **unused)
{
    (void)unused;
    for (uint32_t classes = 1; classes <= 4; classes++) {
        VeerWorldDef def = spatial_def(classes);
        expect_all_arrive(&def);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_sizes_than_classes_find_ways_over_a_grid),
        cmocka_unit_test(more_sizes_than_classes_find_ways_among_voxels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
