// Queries about things that do not fit each other, and searches that were not begun.
#include "support/grid_maps.h"
#include "veer/field.h"
#include "veer/graph_search.h"
#include "veer/grid_search.h"
#include "veer/interval_search.h"
#include "veer/mesh_search.h"
#include "veer/voxel_search.h"

#include <math.h>

static void searches_that_were_not_begun_have_no_route(void **unused)
{
    (void)unused;
    VeerSearch *search = veer_search_init(take(veer_search_size(99)), 99);
    uint32_t nodes[4], count = 7;
    VeerCell cells[4];
    assert_int_equal(veer_search_run(search, 10), VEER_SEARCH_IDLE);
    assert_int_equal(veer_search_nodes(search, nodes, 4, &count), VEER_BAD_VALUE);
    assert_int_equal(veer_grid_search_route(search, cells, 4, &count), VEER_BAD_VALUE);
    assert_int_equal(veer_search_nodes(search, nodes, 4, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_search_nodes(NULL, nodes, 4, &count), VEER_BAD_VALUE);
    assert_int_equal(veer_search_cost(search), 0);
    assert_int_equal(count, 7);
    veer_search_reach(search, 3, 5);
    assert_int_equal(veer_search_run(search, 10), VEER_SEARCH_IDLE);
    free(search);
}

static void grid_queries_refuse_labels_of_another_grid(void **unused)
{
    (void)unused;
    VeerGrid *grid = grid_map_open(9, 7, false), *large = grid_map_open(90, 70, false);
    VeerLabels *labels = veer_labels_init(take(veer_labels_size(90, 70)), 90, 70);
    VeerSearch *search = veer_search_init(take(veer_search_size(63)), 63);
    VeerGridQuery query = veer_grid_query_default();
    veer_grid_fill(large, (VeerCellRect){{0, 0}, {20, 70}}, true);
    veer_grid_set_blocked(large, (VeerCell){1, 1}, false);
    assert_int_equal(veer_labels_build(labels, large), VEER_OK);
    query.grid = grid;
    query.labels = labels;
    query.start = (VeerCell){5, 5}; // blocked there, so that the nearest of its label is far away
    assert_int_equal(veer_grid_search_begin(search, &query), VEER_BAD_VALUE);
    VeerWindowDef def = veer_window_def_default();
    VeerWindow *window = veer_window_init(take(veer_window_size(&def)), &def);
    VeerIntervalSearch *timed = veer_interval_search_init(take(veer_interval_search_size(9)), 9);
    VeerIntervalQuery when = veer_interval_query_default();
    when.window = window;
    when.labels = labels;
    assert_int_equal(veer_interval_search_begin(timed, &when), VEER_BAD_VALUE);
    when.labels = NULL;
    assert_int_equal(veer_interval_search_begin(timed, &when), VEER_OK);
    free(grid);
    free(large);
    free(labels);
    free(search);
    free(window);
    free(timed);
}

/// The nearest voxel of the start's label is outside of the map that is searched.
static void voxel_queries_refuse_labels_of_other_voxels(void **unused)
{
    (void)unused;
    VeerVoxelsDef small = veer_voxels_def_default(), large = veer_voxels_def_default();
    small.cells = (VeerVoxel){8, 8, 8};
    VeerVoxels *voxels = veer_voxels_init(take(veer_voxels_size(&small)), &small);
    VeerVoxels *other = veer_voxels_init(take(veer_voxels_size(&large)), &large);
    veer_voxels_fill(other, (VeerVoxelBox){{1, 0, 0}, {40, 64, 64}}, true);
    veer_voxels_commit(other);
    uint32_t runs = veer_voxel_labels_runs(other);
    VeerVoxelLabels *labels =
        veer_voxel_labels_init(take(veer_voxel_labels_size(&large, runs)), &large, runs);
    assert_int_equal(veer_voxel_labels_build(labels, other), VEER_OK);
    VeerVoxelSearch *search = veer_voxel_search_init(take(veer_voxel_search_size(99)), 99);
    VeerVoxelQuery query = veer_voxel_query_default();
    query.voxels = voxels;
    query.labels = labels;
    query.start = (VeerVoxel){7, 7, 7};
    assert_int_equal(veer_voxel_search_begin(search, &query), VEER_BAD_VALUE);
    VeerVoxel route[3] = {{0, 0, 0}, {INT32_MAX, INT32_MIN, 0}, {5, 5, 5}};
    assert_int_equal(veer_voxel_pull(voxels, route, 3), 0);
    free(voxels);
    free(other);
    free(labels);
    free(search);
}

static void fields_are_run_by_solvers_of_their_size(void **unused)
{
    (void)unused;
    VeerGrid *grid = grid_map_open(30, 20, false);
    VeerField *field = veer_field_init(take(veer_field_size(30, 20, 1)), 30, 20, 1);
    VeerFieldSolver *solver =
        veer_field_solver_init(take(veer_field_solver_size(30, 20, 1, false)), 30, 20, 1, false);
    VeerFieldSolver *small =
        veer_field_solver_init(take(veer_field_solver_size(3, 2, 1, false)), 3, 2, 1, false);
    VeerVec3 goal = {2.5f, 2.5f, 0.0f};
    VeerFieldQuery query = veer_field_query_default();
    query.goals = &goal;
    query.goal_count = 1;
    assert_int_equal(veer_field_begin(small, field, grid, &query), VEER_BAD_VALUE);
    assert_int_equal(veer_field_begin(solver, field, NULL, &query), VEER_BAD_VALUE);
    assert_int_equal(veer_field_begin(solver, field, grid, &query), VEER_OK);
    assert_int_equal(veer_field_run(small, field, 1000), VEER_FIELD_IDLE);
    assert_false(veer_field_add_link(small, field, (VeerCell){1, 1}, (VeerCell){2, 2}, 1.0f));
    assert_int_equal(veer_field_run(solver, field, UINT32_MAX), VEER_FIELD_DONE);
    free(grid);
    free(field);
    free(solver);
    free(small);
}

static void timed_paths_are_not_safe_at_no_time(void **unused)
{
    (void)unused;
    VeerWindowDef def = veer_window_def_default();
    VeerWindow *window = veer_window_init(take(veer_window_size(&def)), &def);
    veer_window_commit(window);
    VeerTimedPoint here = {{1.5f, 1.5f, 0.0f}, 0.0f}, there = {{9.5f, 1.5f, 0.0f}, 9.0f};
    VeerTimedPoint outside = {{-99.0f, 1.5f, 0.0f}, 9.0f}, never = {{9.5f, 1.5f, 0.0f}, NAN};
    assert_true(veer_interval_sees(window, here, there, 0.0f));
    assert_false(veer_interval_sees(window, there, here, 0.0f));
    assert_false(veer_interval_sees(window, here, outside, 0.0f));
    assert_false(veer_interval_sees(window, here, never, 0.0f));
    assert_false(veer_interval_sees(window, here, there, NAN));
    assert_false(veer_interval_sees(NULL, here, there, 0.0f));
    assert_true(veer_interval_position(NULL, 3, 1.0f).x == 0.0f);
    free(window);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_that_were_not_begun_have_no_route),
        cmocka_unit_test(grid_queries_refuse_labels_of_another_grid),
        cmocka_unit_test(voxel_queries_refuse_labels_of_other_voxels),
        cmocka_unit_test(fields_are_run_by_solvers_of_their_size),
        cmocka_unit_test(timed_paths_are_not_safe_at_no_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
