// The sum of squared lengths of paths is the least, or the longest of them the shortest: on grids,
// meshes, through voxels, over costs.
#include "squad/assign/hungarian.h"
#include "world/map_maker.h"
#include "world/path_lengths.h"
#include "world/squad/base/base.h"
#include "world/squad/base/map.h"
#include "world/squad/places/places.h"
#include "world/tick/tick.h"

enum { MOST = 60, MAX_TICKS = 600 };

/// m, of the way from one point to another; INFINITY: there is none.
typedef float Length(const void *context, VeerVec3 from, VeerVec3 to);

typedef struct Case {
    VeerWorld *world;
    VeerSquadId squad;
    VeerAgentId agents[MOST];
    VeerVec3 from[MOST];
    uint32_t count;
    VeerAssignAim aim;
    float reach; ///< m, of its places
} Case;

static Case open_case(const VeerWorldDef *def, VeerAssignAim aim)
{
    VeerWorldDef own = *def;
    own.max_agents = MOST;
    own.max_squads = 1;
    Case c = {.world = make_world_of(&own), .aim = aim, .reach = 30.0f};
    return c;
}

static void gather(Case *c, const VeerVec3 *from, uint32_t count)
{
    VeerSquadDef loose = veer_squad_def_default();
    loose.mode = VEER_SQUAD_LOOSE;
    loose.formation.spacing = loose.separation = 1.3f;
    loose.reach = c->reach;
    loose.aim = c->aim;
    c->squad = add_squad(c->world, &loose);
    for (uint32_t i = 0; i < count; ++i) {
        VeerAgentDef def = veer_agent_def_default();
        def.position = c->from[i] = from[i];
        def.radius = 0.4f;
        c->agents[i] = add_agent(c->world, &def);
        assert_int_equal(veer_squad_add(c->world, c->squad, c->agents[i]), VEER_OK);
    }
    c->count = count;
}

/// Gives the order, and waits until nothing goes on with it.
static void send(Case *c, VeerVec3 goal)
{
    order_to(c->world, c->squad, goal);
    step_times(c->world, 1, TICK);
    for (int i = 0; i < MAX_TICKS && c->world->job->squad > 0; ++i) {
        step_times(c->world, 1, TICK);
    }
    assert_int_equal(c->world->job->squad, 0);
}

/// Whether each of the rows can have a column at less than a cost.
static bool can_all_be_below(const double *costs, uint32_t rows, uint32_t columns, double limit)
{
    static double is_over[MOST * MOST];
    for (uint32_t i = 0; i < rows * columns; ++i) {
        is_over[i] = costs[i] < limit ? 0.0 : 1.0;
    }
    return hungarian_least(is_over, rows, columns) == 0.0;
}

/// The least sum among assignments none of whose costs is above a limit.
static double least_within(const double *costs, uint32_t rows, uint32_t columns, double limit)
{
    static double bounded[MOST * MOST];
    for (uint32_t i = 0; i < rows * columns; ++i) {
        bounded[i] = costs[i] <= limit ? costs[i] : 1e9;
    }
    return hungarian_least(bounded, rows, columns);
}

/// @return how many have places, at the least sum; or at the shortest longest path, and among
/// those with that at the least sum
static uint32_t check(const Case *c, Length *length, const void *context)
{
    static double costs[MOST * MOST];
    VeerVec3 places[MOST];
    uint32_t holder[MOST], held = 0;
    double given = 0.0, longest = 0.0;
    for (uint32_t i = 0; i < c->count; ++i) {
        VeerMemberState member = read_member(c->world, c->agents[i]);
        holder[held] = i;
        places[held] = member.place;
        held += member.answer == VEER_PLACE_SLOT;
    }
    for (uint32_t s = 0; s < held; ++s) {
        for (uint32_t a = 0; a < c->count; ++a) {
            float distance = length(context, c->from[a], places[s]);
            double cost = isfinite(distance) ? (double)distance * (double)distance : 1e9;
            costs[s * c->count + a] = cost;
            given += holder[s] == a ? cost : 0.0;
            longest = holder[s] == a && cost > longest ? cost : longest;
        }
    }
    bool is_bottleneck = c->aim == VEER_ASSIGN_BOTTLENECK;
    assert_false(is_bottleneck && can_all_be_below(costs, held, c->count, (1.0 - 1e-5) * longest));
    double limit = is_bottleneck ? (1.0 + 1e-5) * longest : 1e9;
    double least = least_within(costs, held, c->count, limit);
    assert_true(given >= (1.0 - 1e-5) * least);
    assert_true(given <= (1.0 + 1e-5) * least);
    return held;
}

static float over_mesh(const void *context, VeerVec3 from, VeerVec3 to)
{
    return shortest(context, from, to);
}

static void scatter(VeerGrid *grid, Dice *dice, uint32_t blocks)
{
    const VeerGridDef *def = veer_grid_def(grid);
    for (uint32_t i = 0; i < blocks; ++i) {
        int32_t x = (int32_t)roll_index(dice, def->width),
                y = (int32_t)roll_index(dice, def->height);
        bool is_wide = roll_index(dice, 2) == 0;
        int32_t length = 2 + (int32_t)roll_index(dice, 12);
        VeerCellRect rect = {{x, y}, {is_wide ? x + length : x + 2, is_wide ? y + 2 : y + length}};
        veer_grid_fill(grid, rect, true);
    }
    veer_grid_commit(grid);
}

static VeerVec3 roll_free(const VeerGrid *grid, Dice *dice, float gap)
{
    const VeerGridDef *def = veer_grid_def(grid);
    for (;;) {
        VeerVec3 at = {roll(dice, 1.0f, (float)def->width - 1.0f),
                       roll(dice, 1.0f, (float)def->height - 1.0f), 0.0f};
        if (veer_grid_gap(grid, at, 2.0f * gap) > gap) {
            return at;
        }
    }
}

static VeerGrid *make_plan(Dice *dice)
{
    VeerGridDef def = map_def(44, 32).map.grid;
    VeerGrid *grid = veer_grid_init(take(veer_grid_size(&def)), &def);
    scatter(grid, dice, 14);
    return grid;
}

static uint32_t roll_members(const VeerGrid *grid, Dice *dice, VeerVec3 *from)
{
    uint32_t count = 8 + roll_index(dice, MOST - 7);
    for (uint32_t i = 0; i < count; ++i) {
        from[i] = roll_free(grid, dice, 0.45f);
    }
    return count;
}

static void copy_cells(VeerWorld *world, const VeerGrid *grid)
{
    const VeerGridDef *def = veer_grid_def(grid);
    for (VeerCell at = {0, 0}; at.y < (int32_t)def->height; at.y++) {
        for (at.x = 0; at.x < (int32_t)def->width; at.x++) {
            VeerCellRect cell = {at, {at.x + 1, at.y + 1}};
            assert_int_equal(veer_world_grid_fill(world, cell, veer_grid_is_blocked(grid, at)),
                             VEER_OK);
        }
    }
}

/// @return how many have places, for each of 24 seeds beyond `first`
static uint32_t expect_least_on_grids(VeerAssignAim aim, float reach, uint32_t first)
{
    uint32_t held = 0;
    for (uint32_t seed = 1; seed <= suite_seeds(24); ++seed) {
        Dice dice = make_dice(first + seed);
        VeerGrid *plan = make_plan(&dice);
        VeerVec3 from[MOST];
        VeerWorldDef def = map_def(44, 32);
        Case c = open_case(&def, aim);
        c.reach = reach;
        copy_cells(c.world, plan);
        gather(&c, from, roll_members(plan, &dice, from));
        send(&c, roll_free(plan, &dice, 0.6f));
        Measure measure = make_measure(veer_world_grid(c.world), 0.4f);
        held += check(&c, over_mesh, &measure);
        free(measure.mesh);
        free(measure.search);
        free(plan);
        veer_world_destroy(c.world);
    }
    return 24u * held / suite_seeds(24);
}

static void expect_least_on_meshes(VeerAssignAim aim)
{
    uint32_t held = 0;
    for (uint32_t seed = 1; seed <= suite_seeds(16); ++seed) {
        Dice dice = make_dice(100 + seed);
        VeerGrid *plan = make_plan(&dice);
        VeerVec3 from[MOST];
        Measure measure = make_measure(plan, 0.0f);
        VeerWorldDef def = veer_world_def_default();
        def.map.kind = VEER_MAP_MESH;
        def.map.mesh.whole = measure.mesh;
        Case c = open_case(&def, aim);
        gather(&c, from, roll_members(plan, &dice, from));
        send(&c, roll_free(plan, &dice, 0.6f));
        held += check(&c, over_mesh, &measure);
        free(measure.mesh);
        free(measure.search);
        free(plan);
        veer_world_destroy(c.world);
    }
    assert_true(16u * held > 250u * suite_seeds(16));
}

/// As members are sent: straight where nothing stands between, or the way that a search finds.
static float as_sent(const void *context, VeerVec3 from, VeerVec3 to)
{
    const VeerSquadRun *run = context;
    uint32_t count;
    float straight = length3(veer_world_flat(run->world, sub3(to, from)));
    if (veer_squad_map_is_clear(run, from, to, run->radius)) {
        return straight;
    }
    if (!veer_squad_search(run, run->radius, from, to, &count) || count < 2) {
        return INFINITY;
    }
    VeerVec3 *points = run->world->map.routes.points;
    points[0] = from;
    points[count - 1] = to;
    for (uint32_t i = 0; i < count; ++i) {
        points[i] = veer_map_point(run->world, points[i]);
    }
    float length = veer_squad_length(points, count);
    return length > straight ? length : straight;
}

static VeerSquadRun run_of(VeerWorld *world)
{
    return (VeerSquadRun){
        .world = world, .squad = &world->squads[0], .radius = 0.4f, .mask = UINT32_MAX};
}

static void add_rock(VeerWorld *world, Dice *dice)
{
    VeerVoxel low = {6 + (int32_t)roll_index(dice, 18), (int32_t)roll_index(dice, 20),
                     (int32_t)roll_index(dice, 4)};
    VeerVoxelBox box = {low, {low.x + 2, low.y + 8, low.z + 10}};
    assert_int_equal(veer_world_voxels_fill(world, box, true), VEER_OK);
}

static VeerVec3 roll_air(const VeerWorld *world, Dice *dice, float left, float right)
{
    for (;;) {
        VeerVec3 at = {roll(dice, left, right), roll(dice, 1.0f, 23.0f), roll(dice, 1.0f, 9.0f)};
        if (veer_voxels_gap(veer_world_voxels(world), at, 2.0f) > 0.6f) {
            return at;
        }
    }
}

static void expect_least_through_voxels(VeerAssignAim aim)
{
    for (uint32_t seed = 1; seed <= 6; ++seed) {
        Dice dice = make_dice(200 + seed);
        VeerWorldDef def = veer_world_def_default();
        def.space = VEER_SPATIAL;
        def.map = veer_world_map_def_default(VEER_MAP_VOXELS);
        def.map.voxels.cells = (VeerVoxel){36, 24, 10};
        Case c = open_case(&def, aim);
        for (int i = 0; i < 7; ++i) {
            add_rock(c.world, &dice);
        }
        VeerVec3 from[MOST];
        uint32_t count = 8 + roll_index(&dice, 17);
        for (uint32_t i = 0; i < count; ++i) {
            from[i] = roll_air(c.world, &dice, 1.0f, 12.0f);
        }
        gather(&c, from, count);
        send(&c, roll_air(c.world, &dice, 29.0f, 32.0f));
        VeerSquadRun run = run_of(c.world);
        assert_in_range(check(&c, as_sent, &run), 2, count);
        assert_true(c.world->measure->is_by_pair);
        veer_world_destroy(c.world);
    }
}

static void expect_least_over_costs(VeerAssignAim aim)
{
    for (uint32_t seed = 1; seed <= 4; ++seed) {
        Dice dice = make_dice(300 + seed);
        VeerGrid *plan = make_plan(&dice);
        VeerWorldDef def = map_def(44, 32);
        def.map.grid.has_costs = true;
        Case c = open_case(&def, aim);
        copy_cells(c.world, plan);
        VeerVec3 from[MOST];
        gather(&c, from, roll_members(plan, &dice, from));
        send(&c, roll_free(plan, &dice, 0.6f));
        VeerSquadRun run = run_of(c.world);
        assert_in_range(check(&c, as_sent, &run), 2, MOST);
        assert_true(c.world->measure->is_by_pair);
        free(plan);
        veer_world_destroy(c.world);
    }
}

static void the_sum_is_least_on_grids(void **unused)
{
    (void)unused;
    assert_true(expect_least_on_grids(VEER_ASSIGN_TOTAL, 30.0f, 0) > 400);
}

static void the_sum_is_least_on_meshes(void **unused)
{
    (void)unused;
    expect_least_on_meshes(VEER_ASSIGN_TOTAL);
}

static void the_sum_is_least_through_voxels(void **unused)
{
    (void)unused;
    expect_least_through_voxels(VEER_ASSIGN_TOTAL);
}

static void the_sum_is_least_over_costs(void **unused)
{
    (void)unused;
    expect_least_over_costs(VEER_ASSIGN_TOTAL);
}

static void the_longest_is_shortest_on_grids(void **unused)
{
    (void)unused;
    assert_true(expect_least_on_grids(VEER_ASSIGN_BOTTLENECK, 30.0f, 0) > 400);
}

static void the_longest_is_shortest_on_meshes(void **unused)
{
    (void)unused;
    expect_least_on_meshes(VEER_ASSIGN_BOTTLENECK);
}

static void the_longest_is_shortest_through_voxels(void **unused)
{
    (void)unused;
    expect_least_through_voxels(VEER_ASSIGN_BOTTLENECK);
}

static void the_longest_is_shortest_over_costs(void **unused)
{
    (void)unused;
    expect_least_over_costs(VEER_ASSIGN_BOTTLENECK);
}

static void the_sum_is_least_where_places_are_few(void **unused)
{
    (void)unused;
    assert_true(expect_least_on_grids(VEER_ASSIGN_TOTAL, 2.5f, 610) > 24);
}

static void the_longest_is_shortest_where_places_are_few(void **unused)
{
    (void)unused;
    assert_true(expect_least_on_grids(VEER_ASSIGN_BOTTLENECK, 2.5f, 610) > 24);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sum_is_least_on_grids),
        cmocka_unit_test(the_sum_is_least_on_meshes),
        cmocka_unit_test(the_sum_is_least_through_voxels),
        cmocka_unit_test(the_sum_is_least_over_costs),
        cmocka_unit_test(the_longest_is_shortest_on_grids),
        cmocka_unit_test(the_longest_is_shortest_on_meshes),
        cmocka_unit_test(the_longest_is_shortest_through_voxels),
        cmocka_unit_test(the_longest_is_shortest_over_costs),
        cmocka_unit_test(the_sum_is_least_where_places_are_few),
        cmocka_unit_test(the_longest_is_shortest_where_places_are_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
