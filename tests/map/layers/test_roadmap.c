// Stations: where bodies stand in passages with room for one.
#include "map/layers/layers.h"

#include "support/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CELLS = 4096 };

/// A grid of rows of text, and its roadmap.
typedef struct Plan {
    VeerGrid *grid;
    VeerNarrow *narrow;
    VeerRoadmap *roadmap;
    uint32_t width, height;
} Plan;

static Plan draw(const char *const *rows, uint32_t height)
{
    Plan plan = {.width = (uint32_t)strlen(rows[0]), .height = height};
    VeerGridDef def = veer_grid_def_default();
    def.width = plan.width;
    def.height = height;
    plan.grid = veer_grid_init(take(veer_grid_size(&def)), &def);
    plan.narrow = veer_narrow_init(take(veer_narrow_size(plan.width, height)), plan.width, height);
    plan.roadmap =
        veer_roadmap_init(take(veer_roadmap_size(plan.width, height)), plan.width, height);
    for (uint32_t i = 0; i < plan.width * height; i++) {
        VeerCell cell = {(int32_t)(i % plan.width), (int32_t)(i / plan.width)};
        veer_grid_set_blocked(plan.grid, cell, rows[cell.y][cell.x] == '#');
    }
    veer_grid_commit(plan.grid);
    return plan;
}

static uint32_t build(Plan *plan, float radius, int32_t side, uint32_t least)
{
    static uint32_t queue[MAX_CELLS];
    (void)veer_narrow_mark(plan->narrow, plan->grid, side, 1);
    VeerRoadmapDef def = {plan->narrow, plan->narrow, radius, least, queue, MAX_CELLS};
    return veer_roadmap_build(plan->roadmap, plan->grid, &def);
}

/// All of a plan, with tight cells: those of places less than so many cells wide.
static uint32_t build_tight(Plan *plan, int32_t side)
{
    static uint32_t queue[MAX_CELLS];
    VeerNarrow *tight = veer_narrow_init(take(veer_narrow_size(plan->width, plan->height)),
                                         plan->width, plan->height);
    (void)veer_narrow_mark(tight, plan->grid, side, 0);
    (void)veer_narrow_mark(plan->narrow, plan->grid, 16, 0);
    VeerRoadmapDef def = {plan->narrow, tight, 0.5f, 4, queue, MAX_CELLS};
    uint32_t count = veer_roadmap_build(plan->roadmap, plan->grid, &def);
    free(tight);
    return count;
}

static void drop(Plan *plan)
{
    free(plan->grid);
    free(plan->narrow);
    free(plan->roadmap);
}

static const char *const comb[] = {
    "###########", //
    "#.........#", //
    "#.#.#.#.#.#", //
    "###########", //
};

static void roadmap_nodes_are_on_each_cell_of_their_size(void **state)
{
    (void)state;
    Plan plan = draw(comb, 4);
    assert_int_equal(build(&plan, 0.5f, 2, 4), 14);
    for (int32_t x = 1; x < 10; x++) {
        VeerCell cell = {x, 1};
        const VeerRoadmapNode *node =
            veer_roadmap_node(plan.roadmap, veer_roadmap_at(plan.roadmap, cell));
        assert_int_equal(node->cell.x, x);
        assert_int_equal(node->count, (x > 1) + (x < 9) + (x % 2));
    }
    drop(&plan);
}

static void roadmap_edges_lead_both_ways(void **state)
{
    (void)state;
    Plan plan = draw(comb, 4);
    uint32_t count = build(&plan, 0.5f, 2, 4);
    for (uint32_t i = 1; i <= count; i++) {
        const VeerRoadmapNode *node = veer_roadmap_node(plan.roadmap, i);
        for (uint32_t k = 0; k < node->count; k++) {
            const VeerRoadmapNode *other = veer_roadmap_node(plan.roadmap, node->next[k]);
            bool is_back = false;
            for (uint32_t j = 0; j < other->count; j++) {
                is_back |= other->next[j] == i;
            }
            assert_true(is_back);
            assert_true(k == 0 || node->next[k - 1] < node->next[k]);
            VeerCell border = {0, 0};
            assert_true(veer_roadmap_border(plan.roadmap, i, node->next[k], &border));
            assert_int_equal(veer_roadmap_at(plan.roadmap, border), i);
            assert_false(veer_roadmap_border(plan.roadmap, i, i, &border));
        }
    }
    drop(&plan);
}

static void roadmap_nodes_of_large_bodies_are_apart(void **state)
{
    (void)state;
    static const char *const wide[] = {
        "#############", //
        "#...........#", //
        "#...........#", //
        "#...........#", //
        "####...######", //
        "####...######", //
        "####...######", //
        "####...######", //
        "#############", //
    };
    Plan plan = draw(wide, 9);
    uint32_t count = build(&plan, 1.2f, 5, 2);
    assert_true(count >= 4);
    for (uint32_t i = 1; i <= count; i++) {
        for (uint32_t k = 1; k < i; k++) {
            VeerCell a = veer_roadmap_node(plan.roadmap, i)->cell;
            VeerCell b = veer_roadmap_node(plan.roadmap, k)->cell;
            assert_true((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) >= 6);
        }
    }
    assert_int_equal(veer_roadmap_at(plan.roadmap, (VeerCell){1, 1}), 0);
    assert_true(veer_roadmap_at(plan.roadmap, (VeerCell){2, 2}) > 0);
    drop(&plan);
}

static void roadmap_components_without_branch_are_left_out(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "############", //
        "#...########", //
        "###.#.....##", //
        "###.#.#.#.##", //
        "############", //
    };
    Plan plan = draw(rows, 5);
    assert_int_equal(build(&plan, 0.5f, 2, 2), 13);
    assert_int_equal(veer_roadmap_at(plan.roadmap, (VeerCell){1, 1}), 0);
    assert_true(veer_roadmap_at(plan.roadmap, (VeerCell){5, 2}) > 0);
    assert_int_equal(build(&plan, 0.5f, 2, 9), 0);
    assert_int_equal(veer_roadmap_at(plan.roadmap, (VeerCell){5, 2}), 0);
    drop(&plan);
}

static void roadmap_of_halls_is_kept_where_tight_cells_lead_from_one_to_another(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "#############", //
        "#.....#.....#", //
        "#.....#.....#", //
        "#...........#", //
        "#.....#.....#", //
        "#.....#.....#", //
        "#############", //
    };
    static const char *const niche[] = {
        "#############", //
        "#.....#######", //
        "#.....#######", //
        "#.......#####", //
        "#.....#######", //
        "#.....#######", //
        "#############", //
    };
    Plan plan = draw(rows, 7);
    assert_int_equal(build_tight(&plan, 2), 51);
    const VeerRoadmapNode *left = veer_roadmap_node(plan.roadmap, 1);
    const VeerRoadmapNode *door =
        veer_roadmap_node(plan.roadmap, veer_roadmap_at(plan.roadmap, (VeerCell){6, 3}));
    const VeerRoadmapNode *right =
        veer_roadmap_node(plan.roadmap, veer_roadmap_at(plan.roadmap, (VeerCell){11, 5}));
    assert_true(left->hall > 0 && right->hall > 0 && left->hall != right->hall);
    assert_int_equal(door->hall, 0);
    assert_true(veer_roadmap_node(plan.roadmap, door->component)->is_halls);
    drop(&plan);
    plan = draw(niche, 7);
    assert_int_equal(build_tight(&plan, 2), 0);
    drop(&plan);
}

static void roadmap_is_empty_in_the_open(void **state)
{
    (void)state;
    static const char *const rows[] = {"....", "....", "....", "...."};
    Plan plan = draw(rows, 4);
    assert_int_equal(build(&plan, 0.5f, 2, 1), 0);
    assert_int_equal(veer_roadmap_count(plan.roadmap), 0);
    assert_int_equal(veer_roadmap_at(plan.roadmap, (VeerCell){-1, 9}), 0);
    drop(&plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roadmap_nodes_are_on_each_cell_of_their_size),
        cmocka_unit_test(roadmap_edges_lead_both_ways),
        cmocka_unit_test(roadmap_nodes_of_large_bodies_are_apart),
        cmocka_unit_test(roadmap_components_without_branch_are_left_out),
        cmocka_unit_test(roadmap_of_halls_is_kept_where_tight_cells_lead_from_one_to_another),
        cmocka_unit_test(roadmap_is_empty_in_the_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
