/// Paths between two points, without an agent: whether there is one, as labels tell and as
/// searches.
#include "world/link_maker.h"

#include "world/map/map.h"
#include "world/route/between.h"

enum { WIDTH = 30, HEIGHT = 24, DEPTH = 8, TRIPS = 600 };

static VeerVec3 roll_place(Dice *dice, bool is_flat)
{
    VeerVec3 place = {0};
    place.x = roll(dice, 0.0f, (float)WIDTH);
    place.y = roll(dice, 0.0f, (float)HEIGHT);
    place.z = is_flat ? 0.0f : roll(dice, 0.0f, (float)DEPTH);
    return place;
}

/// @return how many of the trips there is a path for
static uint32_t check_trips(VeerWorld *world, Dice *dice, uint32_t may_use)
{
    static const float radii[] = {0.2f, 0.45f, 0.9f};
    uint32_t good = 0;
    veer_world_step(world, 0.1f);
    for (int i = 0; i < TRIPS; i++) {
        bool is_flat = world->def.space == VEER_PLANAR;
        VeerVec3 from = roll_place(dice, is_flat), to = roll_place(dice, is_flat);
        VeerTrip trip = {from, to, radii[roll_index(dice, 3)], may_use};
        uint32_t count;
        bool leads = veer_route_leads(world, &trip);
        assert_int_equal(leads, veer_route_between(world, &trip, &count));
        good += leads;
    }
    return good;
}

static VeerWorldDef scattered(VeerMapKind kind)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = 4;
    def.map = veer_world_map_def_default(kind);
    def.map.max_classes = 4;
    def.map.grid.width = WIDTH;
    def.map.grid.height = HEIGHT;
    def.map.voxels.cells = (VeerVoxel){WIDTH, HEIGHT, DEPTH};
    def.space = kind == VEER_MAP_VOXELS ? VEER_SPATIAL : VEER_PLANAR;
    return def;
}

static VeerWorld *make_scattered(const VeerWorldDef *def, Dice *dice)
{
    VeerWorld *world = make_world_of(def);
    for (int i = 0; i < WIDTH * HEIGHT / 3; i++) {
        VeerCell cell = {(int32_t)roll_index(dice, WIDTH), (int32_t)roll_index(dice, HEIGHT)};
        int32_t z = (int32_t)roll_index(dice, 3);
        if (def->space == VEER_SPATIAL) {
            VeerVoxelBox box = {{cell.x, cell.y, 0}, {cell.x + 1, cell.y + 2, z ? DEPTH : 4}};
            assert_int_equal(veer_world_voxels_fill(world, box, true), VEER_OK);
        } else {
            VeerCellRect rect = {cell, {cell.x + 1, cell.y + 1 + z}};
            assert_int_equal(veer_world_grid_fill(world, rect, true), VEER_OK);
        }
    }
    return world;
}

static void labels_tell_what_searches_find(void **unused)
{
    (void)unused;
    static const VeerMapKind kinds[] = {VEER_MAP_GRID, VEER_MAP_VOXELS};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        Dice dice = make_dice(61 + (uint32_t)i);
        VeerWorldDef def = scattered(kinds[i]);
        VeerWorld *world = make_scattered(&def, &dice);
        uint32_t good = check_trips(world, &dice, 0);
        assert_in_range(good, TRIPS / 20, TRIPS - TRIPS / 20);
        veer_world_destroy(world);
    }
}

static void links_lead_whom_they_let(void **unused)
{
    (void)unused;
    Dice dice = make_dice(67);
    VeerWorldDef def = scattered(VEER_MAP_GRID);
    def.map.max_links = 8;
    VeerWorld *world = make_scattered(&def, &dice);
    for (int i = 0; i < 8; i++) {
        VeerLinkDef link = veer_link_def_default();
        link.from = roll_place(&dice, true);
        link.to = roll_place(&dice, true);
        link.is_one_way = i % 2 == 0;
        link.flags = 1u << i % 3;
        VeerLinkId id;
        (void)veer_link_create(world, &link, &id);
    }
    uint32_t none = check_trips(world, &dice, 0), all = check_trips(world, &dice, 7);
    assert_true(all > none);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_tell_what_searches_find),
        cmocka_unit_test(links_lead_whom_they_let),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
