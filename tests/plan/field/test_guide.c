/// Scene E17 without a world: 25 × 14 cells, the goal in (23, 7), empty and with 30 blocks.
#include "plan/field/fields.h"
#include "plan/field/seen.h"

enum { W = 25, H = 14, MAX_NODES = 4 * 40 + 2 };
#define STEP 0.05f

typedef struct Point {
    double x, y;
} Point;

static const VeerVec3 goal_e17 = {23.5f, 7.5f, 0.0f};

static Maps open_blocks(uint64_t seed, int count)
{
    Maps maps = maps_open(W, H);
    for (uint64_t i = 0; count > 0; i++) {
        VeerCell cell = maps_cell(&maps, seed, i);
        if (maps_is_free(&maps, cell.x, cell.y) && (cell.x != 23 || cell.y != 7)) {
            veer_grid_set_blocked(maps.grid, cell, true);
            count--;
        }
    }
    maps_commit(&maps);
    return maps;
}

// How long a part of the segment is within a box.
static double inside(Point a, Point b, const double *box)
{
    double from = 0.0, to = 1.0, start[2] = {a.x, a.y}, span[2] = {b.x - a.x, b.y - a.y};
    for (int axis = 0; axis < 2; axis++) {
        if (fabs(span[axis]) < 1e-12) {
            if (start[axis] <= box[axis] || start[axis] >= box[axis + 2]) {
                return 0.0;
            }
            continue;
        }
        double one = (box[axis] - start[axis]) / span[axis];
        double other = (box[axis + 2] - start[axis]) / span[axis];
        from = fmax(from, fmin(one, other));
        to = fmin(to, fmax(one, other));
    }
    return to > from ? (to - from) * hypot(span[0], span[1]) : 0.0;
}

// Whether a segment goes through nothing blocked, nor between two blocked cells that meet at a
// corner; it may run along edges.
static bool is_clear(const Maps *maps, Point a, Point b)
{
    for (int32_t y = 0; y <= H; y++) {
        for (int32_t x = 0; x <= W; x++) {
            bool here = !maps_is_free(maps, x, y), up = !maps_is_free(maps, x, y - 1);
            bool left = !maps_is_free(maps, x - 1, y), both = !maps_is_free(maps, x - 1, y - 1);
            const double cell[4] = {x + 1e-9, y + 1e-9, x + 1 - 1e-9, y + 1 - 1e-9};
            const double corner[4] = {x - 1e-6, y - 1e-6, x + 1e-6, y + 1e-6};
            bool is_pinched = (here && both && !up && !left) || (!here && !both && up && left);
            if ((here && inside(a, b, cell) > 1e-9) ||
                (is_pinched && inside(a, b, corner) > 1e-9)) {
                return false;
            }
        }
    }
    return true;
}

// All corners of blocked cells, from number 1 on; number 0 is the goal.
static int nodes_of(const Maps *maps, Point *nodes)
{
    int count = 1;
    nodes[0] = (Point){(double)goal_e17.x, (double)goal_e17.y};
    for (int32_t y = 1; y < H; y++) {
        for (int32_t x = 1; x < W; x++) {
            int blocked = 0;
            for (int i = 0; i < 4; i++) {
                blocked += !maps_is_free(maps, x - (i & 1), y - i / 2);
            }
            if (blocked == 1) {
                nodes[count++] = (Point){x, y};
            }
        }
    }
    return count;
}

// Shortest paths from the goal through the graph of what sees what.
static void shortest(const Maps *maps, const Point *nodes, int count, double *lengths)
{
    bool is_done[MAX_NODES] = {false};
    for (int i = 0; i < count; i++) {
        lengths[i] = i == 0 ? 0.0 : (double)INFINITY;
    }
    for (int round = 0; round < count; round++) {
        int best = -1;
        for (int i = 0; i < count; i++) {
            if (!is_done[i] && (best < 0 || lengths[i] < lengths[best])) {
                best = i;
            }
        }
        is_done[best] = true;
        for (int i = 0; i < count; i++) {
            double length = hypot(nodes[i].x - nodes[best].x, nodes[i].y - nodes[best].y);
            if (!is_done[i] && lengths[best] + length < lengths[i] &&
                is_clear(maps, nodes[best], nodes[i])) {
                lengths[i] = lengths[best] + length;
            }
        }
    }
}

static double optimum(const Maps *maps, const Point *nodes, const double *lengths, int count,
                      Point from)
{
    double best = (double)INFINITY;
    for (int i = 0; i < count; i++) {
        double length = hypot(nodes[i].x - from.x, nodes[i].y - from.y) + lengths[i];
        if (length < best && is_clear(maps, from, nodes[i])) {
            best = length;
        }
    }
    return best;
}

// Follows a field in small steps. @return how long the path is; INFINITY: it came nowhere
static double follow(const Maps *maps, const VeerField *field, VeerVec3 at, VeerVec3 goal)
{
    double length = 0.0;
    VeerCell cell = veer_grid_cell_at(maps->grid, at);
    while (length < 200.0) {
        float left = hypotf(goal.x - at.x, goal.y - at.y);
        if (left < STEP) {
            return length + (double)left;
        }
        VeerVec3 direction = veer_field_direction(field, at);
        assert_true(fabsf(hypotf(direction.x, direction.y) - 1.0f) < 1e-5f);
        at.x += STEP * direction.x;
        at.y += STEP * direction.y;
        length += (double)STEP;
        VeerCell next = veer_grid_cell_at(maps->grid, at);
        assert_true(maps_is_free(maps, next.x, next.y));
        if (next.x != cell.x && next.y != cell.y) { // across a corner: both cells beside are free
            assert_true(maps_is_free(maps, next.x, cell.y));
            assert_true(maps_is_free(maps, cell.x, next.y));
        }
        cell = next;
    }
    return (double)INFINITY;
}

static void way_over_empty_field_is_straight(void **state)
{
    (void)state;
    Maps maps = open_blocks(0, 0);
    Fields f = fields_open(&maps);
    fields_solve(&f, maps.grid, &goal_e17, 1, false);
    for (int32_t i = 0; i < W * H; i++) {
        VeerVec3 from = fields_middle((VeerCell){i % W, i / W});
        double straight = (double)hypotf(from.x - goal_e17.x, from.y - goal_e17.y);
        assert_true(seen_cell(f.field, (VeerCell){i % W, i / W}));
        assert_true(follow(&maps, f.field, from, goal_e17) <= 1.02 * straight + 0.01);
    }
    fields_close(&f);
    maps_close(&maps);
}

static void paths_between_blocks_are_nearly_shortest(void **state)
{
    (void)state;
    static Point nodes[MAX_NODES];
    static double lengths[MAX_NODES];
    double worst = 0.0, sum = 0.0;
    int paths = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        Maps maps = open_blocks(seed, 30);
        Fields f = fields_open(&maps);
        fields_solve(&f, maps.grid, &goal_e17, 1, false);
        int count = nodes_of(&maps, nodes);
        shortest(&maps, nodes, count, lengths);
        for (int32_t i = 0; i < W * H; i += 3) {
            VeerVec3 from = fields_middle((VeerCell){i % W, i / W});
            if (!isfinite(veer_field_at(f.field, (VeerCell){i % W, i / W}))) {
                continue;
            }
            double best =
                optimum(&maps, nodes, lengths, count, (Point){(double)from.x, (double)from.y});
            double ratio = best > 1.0 ? follow(&maps, f.field, from, goal_e17) / best : 1.0;
            // Round a block right beside the goal, half a cell more to a corner is much of the
            // path.
            assert_true(ratio <= (best > 6.0 ? 1.10 : 1.15));
            worst = fmax(worst, ratio);
            sum += ratio;
            paths++;
        }
        fields_close(&f);
        maps_close(&maps);
    }
    printf("%d paths, mean %.4f, worst %.4f of the optimum\n", paths, sum / paths, worst);
    assert_true(sum / paths <= 1.015);
}

static void way_keeps_off_walls_where_the_field_is_steep(void **state)
{
    (void)state;
    // A wall with one gap: from everywhere through it, without touching a blocked cell.
    Maps maps = maps_open(W, H);
    veer_grid_fill(maps.grid, (VeerCellRect){{12, 0}, {13, H}}, true);
    veer_grid_set_blocked(maps.grid, (VeerCell){12, 3}, false);
    maps_commit(&maps);
    Fields f = fields_open(&maps);
    fields_solve(&f, maps.grid, &goal_e17, 1, false);
    for (uint64_t i = 0; i < 200; i++) {
        VeerVec3 from = {12.0f * veer_random_unit(1, 1, i), 14.0f * veer_random_unit(1, 2, i),
                         0.0f};
        assert_true(isfinite(follow(&maps, f.field, from, goal_e17)));
    }
    fields_close(&f);
    maps_close(&maps);
}

static void path_over_costs_goes_round_what_is_costly(void **state)
{
    (void)state;
    VeerGridDef def = veer_grid_def_default();
    def.width = W;
    def.height = H;
    def.has_costs = true;
    Maps maps = maps_open_def(&def);
    for (int32_t i = 0; i < W * H; i++) {
        VeerCell cell = {i % W, i / W};
        bool is_costly = cell.x > 8 && cell.x < 14 && cell.y > 2;
        assert_int_equal(veer_grid_set_cost(maps.grid, cell, is_costly ? 6 : 2), VEER_OK);
    }
    veer_grid_fill(maps.grid, (VeerCellRect){{17, 0}, {18, 6}}, true);
    maps_commit(&maps);
    Fields f = fields_open(&maps);
    fields_solve(&f, maps.grid, &goal_e17, 1, false);
    for (int32_t i = 0; i < W * H; i += 7) {
        VeerCell cell = {i % W, i / W};
        if (!maps_is_free(&maps, cell.x, cell.y)) {
            continue;
        }
        VeerVec3 from = fields_middle(cell);
        bool is_costly = veer_grid_cost(maps.grid, cell) > 2;
        double length = follow(&maps, f.field, from, goal_e17);
        double value = (double)veer_field_at(f.field, cell);
        // From the north all of it is at cost 2, but for what begins where it is costly; from the
        // south through the costly cells is shorter. Without lines of sight the first cells err.
        bool is_cheap = !is_costly && cell.y < 6;
        assert_true(2.0 * length < 1.05 * value + 0.5);
        assert_true(!is_cheap || 2.0 * length > 0.9 * value - 0.5);
    }
    fields_close(&f);
    maps_close(&maps);
}

static void way_out_of_a_blocked_cell_leads_beside_it(void **state)
{
    (void)state;
    Maps maps = maps_open(W, H);
    veer_grid_set_blocked(maps.grid, (VeerCell){5, 5}, true);
    maps_commit(&maps);
    Fields f = fields_open(&maps);
    fields_solve(&f, maps.grid, &goal_e17, 1, false);
    VeerVec3 direction = veer_field_direction(f.field, (VeerVec3){5.2f, 5.5f, 0.0f});
    assert_true(direction.x > 0.99f);
    assert_true(isinf(veer_field_distance(f.field, (VeerVec3){5.2f, 5.5f, 0.0f})));
    fields_close(&f);
    maps_close(&maps);
}

static void no_way_from_where_none_is(void **state)
{
    (void)state;
    Maps maps = maps_open(W, H);
    veer_grid_fill(maps.grid, (VeerCellRect){{12, 0}, {15, H}}, true);
    maps_commit(&maps);
    Fields f = fields_open(&maps);
    fields_solve(&f, maps.grid, &goal_e17, 1, false);
    const VeerVec3 nowhere[] = {{3.5f, 3.5f, 0.0f}, {13.5f, 3.5f, 0.0f}, {-1.0f, 3.0f, 0.0f},
                                {NAN, 3.0f, 0.0f},  {3.0f, 14.0f, 0.0f}, {1e30f, 1e30f, 0.0f},
                                {23.5f, 7.5f, 0.0f}};
    for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++) {
        VeerVec3 direction = veer_field_direction(f.field, nowhere[i]);
        bool is_goal = i == 6;
        assert_true(hypotf(direction.x, direction.y) < (is_goal ? 2.0f : 1e-9f));
        assert_true(is_goal || isinf(veer_field_distance(f.field, nowhere[i])));
    }
    assert_true(isinf(veer_field_at(f.field, (VeerCell){-1, 0})));
    assert_false(seen_cell(f.field, (VeerCell){-1, 0}));
    fields_close(&f);
    maps_close(&maps);
}

static void direction_at_the_goal_is_none(void **state)
{
    (void)state;
    Maps maps = maps_open(W, H);
    Fields f = fields_open(&maps);
    VeerVec3 goal = {10.0f + 1.0f / 512.0f, 10.0f + 1.0f / 512.0f, 0.0f};
    fields_solve(&f, maps.grid, &goal, 1, false);
    VeerVec3 direction = veer_field_direction(f.field, goal);
    assert_true(direction.x == 0.0f && direction.y == 0.0f);
    assert_true(veer_field_distance(f.field, goal) < 1e-3f);
    fields_close(&f);
    maps_close(&maps);
}

static void distance_is_bilinear_and_steady(void **state)
{
    (void)state;
    Maps maps = open_blocks(2, 30);
    Fields f = fields_open(&maps);
    fields_solve(&f, maps.grid, &goal_e17, 1, false);
    for (uint64_t i = 0; i < 2000; i++) {
        VeerVec3 at = {25.0f * veer_random_unit(2, 1, i), 14.0f * veer_random_unit(2, 2, i), 0.0f};
        VeerCell cell = veer_grid_cell_at(maps.grid, at);
        float value = veer_field_distance(f.field, at), own = veer_field_at(f.field, cell);
        assert_true(isinf(own) ? isinf(value) : fabsf(value - own) < 1.2f);
    }
    fields_close(&f);
    maps_close(&maps);
}

static void cell_size_and_origin_scale_all(void **state)
{
    (void)state;
    VeerGridDef def = veer_grid_def_default();
    def.width = W;
    def.height = H;
    def.cell_size = 2.5f;
    def.origin = (VeerVec3){-30.0f, 12.0f, 1.0f};
    Maps maps = maps_open_def(&def);
    veer_grid_fill(maps.grid, (VeerCellRect){{12, 0}, {13, 12}}, true);
    maps_commit(&maps);
    Fields f = fields_open(&maps);
    VeerVec3 goal = veer_grid_centre(maps.grid, (VeerCell){23, 7});
    fields_solve(&f, maps.grid, &goal, 1, false);
    assert_true(fabsf(veer_field_at(f.field, (VeerCell){20, 3}) - 12.5f) < 0.01f);
    VeerVec3 at = {goal.x - 7.5f, goal.y - 10.0f, 0.0f};
    assert_true(fabsf(veer_field_distance(f.field, at) - 12.5f) < 0.02f);
    VeerVec3 direction = veer_field_direction(f.field, at);
    assert_true(fabsf(direction.x - 0.6f) < 0.01f && fabsf(direction.y - 0.8f) < 0.01f &&
                direction.z == 0.0f);
    fields_close(&f);
    maps_close(&maps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(way_over_empty_field_is_straight),
        cmocka_unit_test(paths_between_blocks_are_nearly_shortest),
        cmocka_unit_test(way_keeps_off_walls_where_the_field_is_steep),
        cmocka_unit_test(path_over_costs_goes_round_what_is_costly),
        cmocka_unit_test(way_out_of_a_blocked_cell_leads_beside_it),
        cmocka_unit_test(no_way_from_where_none_is),
        cmocka_unit_test(direction_at_the_goal_is_none),
        cmocka_unit_test(distance_is_bilinear_and_steady),
        cmocka_unit_test(cell_size_and_origin_scale_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
