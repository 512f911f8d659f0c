/// Assigns members to places by exact lengths of paths, a turn at a time.
#include "world/squad/places/measure.h"
#include "world/base/base.h"
#include "world/map/map.h"
#include "world/route/route.h"
#include "world/squad/base/base.h"
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
/// Where no path was found, one is taken to be so many times as long as it is straight.
#define UNKNOWN_DETOUR 2.0f

/// The cost of a pair that is not to be taken.
#define BARRED 1e30f

/// A measure during a turn.
typedef struct MeasureTurn {
    VeerSquadMeasure *measure;
    const VeerSquadRun *run;
    const VeerMeasureTask *task;
    uint64_t spent;
} MeasureTurn;

static VeerVec3 row_point(const MeasureTurn *turn, uint32_t row)
{
    return turn->measure->is_swapped ? turn->task->places[row] : turn->task->agents[row];
}

/// The costs of a row, m².
static float *costs_of(const VeerSquadMeasure *measure, uint32_t row)
{
    return measure->costs + (size_t)row * measure->work.columns.count;
}

/// The cost of a row's pair.
static float *cost_of(const VeerSquadMeasure *measure, uint32_t row)
{
    return costs_of(measure, row) + measure->work.column_of[row];
}

/// Begins with row after row by the oracle, the fewer being rows.
static bool begin_by_rows(const MeasureTurn *turn)
{
    VeerSquadMeasure *measure = turn->measure;
    const VeerMeasureTask *task = turn->task;
    measure->is_swapped = task->place_count < task->agent_count;
    uint32_t rows = measure->is_swapped ? task->place_count : task->agent_count;
    uint32_t columns = measure->is_swapped ? task->agent_count : task->place_count;
    const VeerVec3 *goals = measure->is_swapped ? task->agents : task->places;
    measure->is_by_pair = false;
    veer_assign_pose(&measure->work, measure->costs, rows, columns);
    return veer_squad_oracle_aim(&measure->oracle, turn->run, goals, columns);
}

/// Begins with bounds, straight distances. Agents too many get places that are none, and the
/// reverse, at no cost: as many rows as columns, so that costs may grow.
static void begin_by_pairs(const MeasureTurn *turn)
{
    VeerSquadMeasure *measure = turn->measure;
    const VeerMeasureTask *task = turn->task;
    uint32_t agents = task->agent_count, places = task->place_count;
    uint32_t side = agents > places ? agents : places;
    measure->is_swapped = false;
    measure->is_by_pair = true;
    veer_assign_pose(&measure->work, measure->costs, side, side);
    memset(measure->known, 0, ((size_t)side * side + 63u) / 64u * sizeof *measure->known);
    for (uint32_t a = 0; a < side; ++a) {
        float *cost = costs_of(measure, a);
        for (uint32_t s = 0; s < side; ++s) {
            bool is_pair = a < agents && s < places;
            float length = is_pair ? length3(veer_world_flat(
                                         turn->run->world, sub3(task->places[s], task->agents[a])))
                                   : 0.0f;
            cost[s] = length * length;
        }
    }
    measure->phase = VEER_MEASURE_START;
}

static void begin(const MeasureTurn *turn)
{
    VeerSquadMeasure *measure = turn->measure;
    measure->turns = measure->next = measure->right = 0;
    measure->longest = INFINITY;
    measure->phase = VEER_MEASURE_LENGTHS;
    if (!begin_by_rows(turn)) {
        begin_by_pairs(turn);
    }
}

/// The lengths from one row.
static void read_row(MeasureTurn *turn)
{
    VeerSquadMeasure *measure = turn->measure;
    VeerMeshLengths *reach = measure->oracle.reach;
    uint64_t before = veer_mesh_lengths_work(reach);
    float *squares = costs_of(measure, measure->next);
    bool is_told =
        veer_squad_oracle_read(&measure->oracle, row_point(turn, measure->next), squares);
    turn->spent += (veer_mesh_lengths_work(reach) - before) * SPREAD_COST;
    if (!is_told) {
        begin_by_pairs(turn);
        measure->next = 0;
    } else if (++measure->next == measure->work.rows.count) {
        measure->phase = VEER_MEASURE_START;
    }
}

static void start(const MeasureTurn *turn)
{
    VeerSquadMeasure *measure = turn->measure;
    veer_assign_start(&measure->work);
    measure->next = 0;
    measure->phase = VEER_MEASURE_ROWS;
}

/// Notes the assignment as it is as the answer, and how long the longest of its paths is.
static void note_answer(const MeasureTurn *turn)
{
    VeerSquadMeasure *measure = turn->measure;
    const VeerAssignWork *work = &measure->work;
    const uint32_t *seat_of = measure->is_swapped ? work->row_of : work->column_of;
    measure->longest = 0.0f;
    for (uint32_t i = 0; i < turn->task->agent_count; ++i) {
        measure->seat[i] = seat_of[i] < turn->task->place_count ? seat_of[i] : VEER_NO_SLOT;
    }
    for (uint32_t row = 0; row < work->rows.count; ++row) {
        measure->longest = max_f(measure->longest, *cost_of(measure, row));
    }
}

/// All rows are right: that is the answer to the least sum. The shortest longest path is looked for
/// among those that are shorter than its longest, until there is no assignment by such.
static void settle(const MeasureTurn *turn)
{
    VeerSquadMeasure *measure = turn->measure;
    bool has_more = turn->task->aim == VEER_ASSIGN_BOTTLENECK;
    note_answer(turn);
    measure->right = 0;
    measure->phase = has_more && measure->longest > 0.0f ? VEER_MEASURE_CHECK : VEER_MEASURE_DONE;
}

static void assign_row(const MeasureTurn *turn)
{
    VeerSquadMeasure *measure = turn->measure;
    if (measure->work.column_of[measure->next] == VEER_NO_SLOT) {
        veer_assign_row(&measure->work, measure->next);
    }
    if (++measure->next == measure->work.rows.count) {
        measure->next = 0;
        measure->phase = VEER_MEASURE_CHECK;
        if (!measure->is_by_pair) {
            settle(turn);
        }
    }
}

/// m, of the path that a member goes from one point to another.
static float way_length(MeasureTurn *turn, VeerVec3 from, VeerVec3 to)
{
    const VeerSquadRun *run = turn->run;
    VeerWorldMap *map = &run->world->map;
    float straight = length3(veer_world_flat(run->world, sub3(to, from)));
    uint32_t count;
    turn->spent += PAIR_COST;
    if (veer_squad_map_is_clear(run, from, to, run->radius)) {
        return straight;
    }
    bool is_found = veer_squad_search(run, run->radius, from, to, &count);
    turn->spent += veer_plan_traits(map)->expansions(map) * EXPAND_COST;
    if (!is_found || count < 2) {
        return UNKNOWN_DETOUR * straight;
    }
    if (map->voxels.blocked) {
        float voxels = straight / veer_map_cell_size(run->world);
        turn->spent += (uint64_t)min_f(voxels, 1e6f) * MEND_COST;
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
static bool find_longer(MeasureTurn *turn, uint32_t row)
{
    VeerSquadMeasure *measure = turn->measure;
    const VeerMeasureTask *task = turn->task;
    uint32_t column = measure->work.column_of[row];
    size_t pair = (size_t)row * measure->work.columns.count + column;
    uint64_t *word = &measure->known[pair / 64u], bit = UINT64_C(1) << (pair % 64u);
    if (!measure->is_by_pair || row >= task->agent_count || column >= task->place_count ||
        (*word & bit)) {
        return false;
    }
    *word |= bit;
    float length = way_length(turn, task->agents[row], task->places[column]);
    float *cost = costs_of(measure, row) + column;
    bool is_longer = length * length > *cost;
    *cost = max_f(*cost, length * length);
    return is_longer;
}

/// Bars the pair of a row that is no shorter than the longest of the answer. @return whether it was
static bool bar(const MeasureTurn *turn, uint32_t row)
{
    float *cost = cost_of(turn->measure, row);
    bool is_long = *cost >= turn->measure->longest;
    *cost = is_long ? BARRED : *cost;
    return is_long;
}

/// All are assigned at the least sum of bounds: if none of those taken is one, at the least of all.
/// Source: as column generation, with lengths as columns.
static void check_row(MeasureTurn *turn)
{
    VeerSquadMeasure *measure = turn->measure;
    uint32_t row = measure->next;
    measure->next = row + 1u < measure->work.rows.count ? row + 1u : 0u;
    measure->right++;
    if (*cost_of(measure, row) >= BARRED) {
        measure->phase = VEER_MEASURE_DONE; // there is none without: the answer is the best
        return;
    }
    if (find_longer(turn, row) || bar(turn, row)) {
        veer_assign_release(&measure->work, row);
        veer_assign_row(&measure->work, row);
        measure->right = 0;
    }
    if (measure->right == measure->work.rows.count) {
        settle(turn);
    }
}

static void go_on(MeasureTurn *turn)
{
    VeerSquadMeasure *measure = turn->measure;
    uint64_t before = measure->work.looked;
    switch ((VeerMeasurePhase)measure->phase) {
    case VEER_MEASURE_LENGTHS:
        read_row(turn);
        break;
    case VEER_MEASURE_START:
        start(turn);
        break;
    case VEER_MEASURE_ROWS:
        assign_row(turn);
        break;
    default:
        check_row(turn);
        break;
    }
    uint64_t looks = (measure->work.looked - before) * measure->work.columns.count;
    turn->spent += looks * LOOK_COST + 1u;
}

uint64_t veer_squad_measure_turn(VeerSquadMeasure *measure, const VeerSquadRun *run,
                                 const VeerMeasureTask *task, bool is_first, uint64_t budget)
{
    MeasureTurn turn = {measure, run, task, 0};
    if (is_first) {
        begin(&turn);
    }
    while (measure->phase != VEER_MEASURE_DONE && turn.spent < budget) {
        go_on(&turn);
    }
    measure->turns++;
    return turn.spent;
}
