/// Assigns members to places by exact lengths of paths, a turn at a time.
#include "world/map/map.h"
#include "world/route/route.h"
#include "world/squad/base/constants.h"
#include "world/squad/base/map.h"
#include "world/squad/places/places.h"

#include "math/vec.h"

#include <string.h>

/// About what work costs, ns: to spread an interval of a search over floors; to look through one
/// cost; to expand a node of a search for a pair, and all else of one.
#define SPREAD_COST 150u
#define LOOK_COST 1u
#define EXPAND_COST 200u
#define PAIR_COST 3000u
/// To keep a path through voxels off what is blocked, a voxel of it.
#define MEND_COST 1000u

/// The cost of a pair that is not to be taken.
#define BARRED 1e30f

static VeerVec3 row_point(const VeerWorld *world, uint32_t row)
{
    return world->measure->is_swapped ? world->job_places[row] : world->job_from[row];
}

/// The costs of a row, m².
static float *costs_of(const VeerSquadMeasure *measure, uint32_t row)
{
    return measure->costs + (size_t)row * measure->work.columns.count;
}

static float *cost_of(const VeerSquadMeasure *measure, uint32_t row)
{
    return costs_of(measure, row) + measure->work.column_of[row];
}

/// Begins with row after row by the oracle, the fewer being rows that are looked from.
static bool begin_by_rows(const VeerSquadRun *run)
{
    const VeerWorld *world = run->world;
    VeerSquadMeasure *measure = world->measure;
    uint32_t side = measure->work.columns.count;
    measure->is_swapped = world->job->place_count < world->job->agent_count;
    measure->is_by_pair = false;
    memset(measure->costs, 0, (size_t)side * side * sizeof *measure->costs);
    return veer_squad_oracle_aim(&measure->oracle, run,
                                 measure->is_swapped ? world->job_from : world->job_places, side);
}

/// m, straight from an agent to a place; 0: there is none of them.
static float straight_length(const VeerWorld *world, uint32_t agent, uint32_t place)
{
    bool is_pair = agent < world->job->agent_count && place < world->job->place_count;
    return is_pair ? length3(veer_world_flat(
                         world, sub3(world->job_places[place], world->job_from[agent])))
                   : 0.0f;
}

/// Begins with bounds, straight distances.
static void begin_by_pairs(const VeerWorld *world)
{
    VeerSquadMeasure *measure = world->measure;
    uint32_t side = measure->work.columns.count;
    measure->is_swapped = false;
    measure->is_by_pair = true;
    measure->phase = VEER_MEASURE_START;
    memset(measure->known, 0, ((size_t)side * side + 63u) / 64u * sizeof *measure->known);
    for (uint32_t a = 0; a < side; ++a) {
        for (uint32_t s = 0; s < side; ++s) {
            float length = straight_length(world, a, s);
            costs_of(measure, a)[s] = length * length;
        }
    }
}

/// Agents too many get places that are none, and the reverse, at no cost: as many rows as columns,
/// so that costs may grow.
static void begin(const VeerSquadRun *run)
{
    VeerSquadMeasure *measure = run->world->measure;
    uint32_t agents = run->world->job->agent_count, places = run->world->job->place_count;
    uint32_t side = agents > places ? agents : places;
    measure->turns = measure->next = measure->right = 0;
    measure->longest = INFINITY;
    measure->phase = VEER_MEASURE_LENGTHS;
    veer_assign_pose(&measure->work, measure->costs, side, side);
    if (!begin_by_rows(run)) {
        begin_by_pairs(run->world);
    }
}

/// The lengths from one row.
static void read_row(const VeerWorld *world)
{
    VeerSquadMeasure *measure = world->measure;
    VeerMeshLengths *reach = measure->oracle.reach;
    uint32_t agents = world->job->agent_count, places = world->job->place_count;
    uint64_t before = veer_mesh_lengths_work(reach);
    bool is_told = veer_squad_oracle_read(&measure->oracle, row_point(world, measure->next),
                                          costs_of(measure, measure->next));
    measure->spent += (veer_mesh_lengths_work(reach) - before) * SPREAD_COST;
    if (!is_told) {
        begin_by_pairs(world);
    } else if (++measure->next == (agents < places ? agents : places)) {
        measure->phase = VEER_MEASURE_START;
    }
}

/// Notes the assignment as it is as the answer, and how long the longest of its paths is.
static void note_answer(const VeerWorld *world)
{
    VeerSquadMeasure *measure = world->measure;
    const VeerAssignWork *work = &measure->work;
    const uint32_t *seat_of = measure->is_swapped ? work->row_of : work->column_of;
    measure->longest = 0.0f;
    for (uint32_t i = 0; i < world->job->agent_count; ++i) {
        measure->seat[i] = seat_of[i] < world->job->place_count ? seat_of[i] : VEER_NO_SLOT;
    }
    for (uint32_t row = 0; row < work->rows.count; ++row) {
        measure->longest = max_f(measure->longest, *cost_of(measure, row));
    }
}

/// All rows are right: that is the answer to the least sum. The shortest longest path is looked for
/// among those that are shorter than its longest, until there is no assignment by such.
static void settle(const VeerSquadRun *run)
{
    VeerSquadMeasure *measure = run->world->measure;
    bool has_more = run->squad->rules.aim == VEER_ASSIGN_BOTTLENECK;
    note_answer(run->world);
    measure->right = 0;
    measure->phase = has_more && measure->longest > 0.0f ? VEER_MEASURE_CHECK : VEER_MEASURE_DONE;
}

static void assign_row(const VeerSquadRun *run)
{
    VeerSquadMeasure *measure = run->world->measure;
    if (measure->work.column_of[measure->next] == VEER_NO_SLOT) {
        veer_assign_row(&measure->work, measure->next);
    }
    if (++measure->next == measure->work.rows.count) {
        measure->next = 0;
        measure->phase = VEER_MEASURE_CHECK;
        if (!measure->is_by_pair) {
            settle(run);
        }
    }
}

/// m, of the path that a member goes from one point to another.
static float path_length(const VeerSquadRun *run, VeerVec3 from, VeerVec3 to, float straight)
{
    VeerWorldMap *map = &run->world->map;
    uint64_t *spent = &run->world->measure->spent;
    uint32_t count;
    *spent += PAIR_COST;
    if (veer_squad_map_is_clear(run, from, to, run->radius)) {
        return straight;
    }
    bool is_found = veer_squad_search(run, run->radius, from, to, &count);
    *spent += veer_plan_traits(map)->expansions(map) * EXPAND_COST;
    if (!is_found || count < 2) {
        return DETOUR * straight;
    }
    if (map->voxels.blocked) {
        float voxels = straight / veer_map_cell_size(run->world);
        *spent += (uint64_t)min_f(voxels, 1e6f) * MEND_COST;
    }
    map->routes.points[0] = from;
    map->routes.points[count - 1] = to;
    for (uint32_t i = 0; i < count; ++i) {
        map->routes.points[i] = veer_map_point(run->world, map->routes.points[i]);
    }
    return max_f(veer_squad_length(map->routes.points, count), straight);
}

/// Finds the length of the path from a row to its column, if it is not known. @return whether it is
/// longer than was thought
static bool find_longer(const VeerSquadRun *run, uint32_t row)
{
    const VeerWorld *world = run->world;
    VeerSquadMeasure *measure = world->measure;
    uint32_t column = measure->work.column_of[row];
    size_t pair = (size_t)row * measure->work.columns.count + column;
    uint64_t *word = &measure->known[pair / 64u], bit = UINT64_C(1) << (pair % 64u);
    if (!measure->is_by_pair || row >= world->job->agent_count ||
        column >= world->job->place_count || (*word & bit)) {
        return false;
    }
    *word |= bit;
    float length = path_length(run, world->job_from[row], world->job_places[column],
                               straight_length(world, row, column));
    float *cost = cost_of(measure, row);
    bool is_longer = length * length > *cost;
    *cost = max_f(*cost, length * length);
    return is_longer;
}

/// Bars the pair of a row that is no shorter than the longest of the answer. @return whether it was
static bool bar(VeerSquadMeasure *measure, uint32_t row)
{
    float *cost = cost_of(measure, row);
    bool is_long = *cost >= measure->longest;
    *cost = is_long ? BARRED : *cost;
    return is_long;
}

/// All are assigned at the least sum of bounds: if none of those taken is one, at the least of all.
/// Source: as column generation, with lengths as columns.
static void check_row(const VeerSquadRun *run)
{
    VeerSquadMeasure *measure = run->world->measure;
    uint32_t row = measure->next;
    measure->next = row + 1u < measure->work.rows.count ? row + 1u : 0u;
    measure->right++;
    if (*cost_of(measure, row) >= BARRED) {
        measure->phase = VEER_MEASURE_DONE; // there is none without: the answer is the best
        return;
    }
    if (find_longer(run, row) || bar(measure, row)) {
        veer_assign_release(&measure->work, row);
        veer_assign_row(&measure->work, row);
        measure->right = 0;
    }
    if (measure->right == measure->work.rows.count) {
        settle(run);
    }
}

static void go_on(const VeerSquadRun *run)
{
    VeerSquadMeasure *measure = run->world->measure;
    uint64_t before = measure->work.looked;
    switch ((VeerMeasurePhase)measure->phase) {
    case VEER_MEASURE_LENGTHS:
        read_row(run->world);
        break;
    case VEER_MEASURE_START:
        veer_assign_start(&measure->work);
        measure->next = 0;
        measure->phase = VEER_MEASURE_ROWS;
        break;
    case VEER_MEASURE_ROWS:
        assign_row(run);
        break;
    default:
        check_row(run);
        break;
    }
    uint64_t looks = (measure->work.looked - before) * measure->work.columns.count;
    measure->spent += looks * LOOK_COST + 1u;
}

void veer_squad_measure_turn(const VeerSquadRun *run, bool is_first, uint64_t budget)
{
    VeerSquadMeasure *measure = run->world->measure;
    measure->spent = 0;
    if (is_first) {
        begin(run);
    }
    while (measure->phase != VEER_MEASURE_DONE && measure->spent < budget) {
        go_on(run);
    }
    measure->turns++;
}
