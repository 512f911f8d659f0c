#include "support/grid_maps.h"
#include "support/memory.h"

#include <math.h>

enum { DISCS = 25 };

static const VeerCellDisc nothing = {0};

// Whether a disc overlaps a cell, as the header says it.
static bool is_covered(VeerCellDisc disc, int32_t x, int32_t y)
{
    float dx = fmaxf(fmaxf((float)x - disc.x, disc.x - (float)(x + 1)), 0.0f);
    float dy = fmaxf(fmaxf((float)y - disc.y, disc.y - (float)(y + 1)), 0.0f);
    return dx * dx + dy * dy < disc.radius * disc.radius;
}

static void check_occupancy(const VeerOccupancy *occupancy, const VeerGrid *grid,
                            const VeerGrid *stands, const VeerCellDisc discs[DISCS])
{
    const VeerGridDef *def = veer_grid_def(grid);
    for (int32_t y = 0; y < (int32_t)def->height; y++) {
        for (int32_t x = 0; x < (int32_t)def->width; x++) {
            uint32_t count = 0;
            for (int i = 0; i < DISCS; i++) {
                count += is_covered(discs[i], x, y) ? 1u : 0u;
            }
            VeerCell cell = {x, y};
            assert_int_equal(veer_occupancy_count(occupancy, cell), count);
            assert_int_equal(veer_grid_is_blocked(grid, cell),
                             count > 0 || veer_grid_is_blocked(stands, cell));
        }
    }
}

static VeerCellDisc draw_disc(uint64_t seed, uint64_t number)
{
    // Quarters of a cell make ties, and some lie outside.
    float x = (float)(grid_map_draw(seed, 3 * number, 400) - 40) * 0.25f;
    float y = (float)(grid_map_draw(seed, 3 * number + 1, 280) - 40) * 0.25f;
    return (VeerCellDisc){x, y, (float)grid_map_draw(seed, 3 * number + 2, 30) * 0.25f};
}

static void occupancy_equals_brute_force(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        print_message("seed %u\n", (unsigned)seed);
        VeerGrid *grid = grid_map_open(80, 50, false), *stands = grid_map_open(80, 50, false);
        grid_map_scatter(grid, seed, 0.1f);
        grid_map_scatter(stands, seed, 0.1f);
        VeerOccupancy *occupancy = veer_occupancy_init(take(veer_occupancy_size(80, 50)), grid);
        VeerCellDisc discs[DISCS];
        for (uint64_t i = 0; i < DISCS; i++) {
            discs[i] = draw_disc(seed, i);
            veer_occupancy_move(occupancy, grid, nothing, discs[i]);
        }
        for (uint64_t tick = 1; tick <= 40; tick++) {
            check_occupancy(occupancy, grid, stands, discs);
            for (uint64_t i = 0; i < DISCS; i++) {
                VeerCellDisc to = draw_disc(seed, tick * DISCS + i);
                to.radius = discs[i].radius;
                veer_occupancy_move(occupancy, grid, discs[i], to);
                discs[i] = to;
            }
        }
        for (uint64_t i = 0; i < DISCS; i++) {
            veer_occupancy_move(occupancy, grid, discs[i], nothing);
            discs[i].radius = 0.0f;
        }
        check_occupancy(occupancy, grid, stands, discs);
        free(occupancy);
        free(grid);
        free(stands);
    }
}

static void static_cells_can_change_under_a_body(void **state)
{
    (void)state;
    VeerGrid *grid = grid_map_open(20, 20, false);
    VeerOccupancy *occupancy = veer_occupancy_init(take(veer_occupancy_size(20, 20)), grid);
    VeerCellDisc disc = veer_grid_disc(grid, (VeerVec3){5.5f, 5.5f, 0.0f}, 1.0f);
    VeerCell cell = {5, 5};
    veer_occupancy_move(occupancy, grid, nothing, disc);
    veer_occupancy_set_static(occupancy, grid, cell, true);
    veer_occupancy_move(occupancy, grid, disc, nothing);
    assert_true(veer_grid_is_blocked(grid, cell));
    veer_occupancy_move(occupancy, grid, nothing, disc);
    veer_occupancy_set_static(occupancy, grid, cell, false);
    assert_true(veer_grid_is_blocked(grid, cell));
    veer_occupancy_move(occupancy, grid, disc, nothing);
    assert_false(veer_grid_is_blocked(grid, cell));
    veer_occupancy_set_static(occupancy, grid, (VeerCell){20, 0}, true);
    assert_int_equal(veer_occupancy_count(occupancy, (VeerCell){20, 0}), 0);
    veer_occupancy_move(occupancy, grid, nothing, (VeerCellDisc){NAN, 3.0f, 1.0f});
    assert_int_equal(veer_occupancy_count(occupancy, (VeerCell){0, 3}), 0);
    free(occupancy);
    free(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(occupancy_equals_brute_force),
        cmocka_unit_test(static_cells_can_change_under_a_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
