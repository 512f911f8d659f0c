#include "squad/assign.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { COOKIE = 0x51ADA551, ALIGNMENT = 64, EXACT_LIMIT = 1024 };

VeerAssignDef veer_assign_def_default(void)
{
    return (VeerAssignDef){.aim = VEER_ASSIGN_TOTAL, .exact_limit = EXACT_LIMIT, .cookie = COOKIE};
}

// The smaller side is the rows.
static VeerAssignWork make_work(const VeerAssignDef *def)
{
    bool is_swapped = def->agent_count > def->slot_count;
    VeerAssignPoints agents = {.count = def->agent_count, .given = def->agents};
    VeerAssignPoints slots = {.count = def->slot_count, .given = def->slots};
    return (VeerAssignWork){
        .rows = is_swapped ? slots : agents,
        .columns = is_swapped ? agents : slots,
        .costs = def->costs,
        .row_stride = is_swapped ? 1u : def->slot_count,
        .column_stride = is_swapped ? def->slot_count : 1u,
        .limit = FLT_MAX,
    };
}

size_t veer_assign_size(uint32_t agent_count, uint32_t slot_count)
{
    VeerAssignDef def = {.agent_count = agent_count, .slot_count = slot_count};
    VeerAssignWork work = make_work(&def);
    VeerArena arena = {NULL, 0};
    veer_assign_lay_out(&work, &arena);
    return arena.used;
}

static bool are_points_valid(const VeerVec3 *points, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        VeerVec3 p = points[i];
        if (!(fabsf(p.x) <= VEER_WORLD_LIMIT && fabsf(p.y) <= VEER_WORLD_LIMIT &&
              fabsf(p.z) <= VEER_WORLD_LIMIT)) {
            return false;
        }
    }
    return true;
}

static bool are_costs_valid(const VeerAssignDef *def)
{
    size_t count = (size_t)def->agent_count * def->slot_count;
    for (size_t i = 0; i < count; i++) {
        if (!(def->costs[i] >= 0.0f)) {
            return false;
        }
    }
    return true;
}

static bool is_def_valid(const VeerAssignDef *def)
{
    if (def->cookie != COOKIE || (unsigned)def->aim > VEER_ASSIGN_GREEDY ||
        def->agent_count > VEER_SQUAD_MAX || def->slot_count > VEER_SQUAD_MAX) {
        return false;
    }
    if (def->costs) {
        return are_costs_valid(def);
    }
    return (def->agent_count == 0u || def->agents) && (def->slot_count == 0u || def->slots) &&
           are_points_valid(def->agents, def->agent_count) &&
           are_points_valid(def->slots, def->slot_count);
}

static bool is_memory_valid(const VeerAssignDef *def, const void *scratch, size_t size)
{
    return size >= veer_assign_size(def->agent_count, def->slot_count) &&
           (uintptr_t)scratch % ALIGNMENT == 0u;
}

static uint32_t given_at(const VeerAssignPoints *points, uint32_t index)
{
    return points->is_ordered ? points->order[index] : index;
}

// Fills in the answer, without the pairs that are forbidden.
static void write_answer(const VeerAssignDef *def, const VeerAssignWork *work, uint32_t *slot_of)
{
    for (uint32_t i = 0; i < def->agent_count; i++) {
        slot_of[i] = VEER_NO_SLOT;
    }
    bool is_swapped = def->agent_count > def->slot_count;
    for (uint32_t i = 0; i < work->rows.count; i++) {
        uint32_t j = work->column_of[i];
        if (work->has_forbidden && !(veer_assign_pair(work, i, j) <= work->limit)) {
            continue;
        }
        uint32_t row = given_at(&work->rows, i), column = given_at(&work->columns, j);
        if (is_swapped) {
            slot_of[column] = row;
        } else {
            slot_of[row] = column;
        }
    }
}

static double squared_distance(VeerVec3 a, VeerVec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    double z = (double)a.z - (double)b.z;
    return x * x + y * y + z * z;
}

static VeerAssignment measure(const VeerAssignDef *def, const uint32_t *slot_of)
{
    VeerAssignment sum = {0};
    for (uint32_t i = 0; i < def->agent_count; i++) {
        uint32_t slot = slot_of[i];
        if (slot == VEER_NO_SLOT) {
            continue;
        }
        double cost = def->costs ? (double)def->costs[(size_t)i * def->slot_count + slot]
                                 : squared_distance(def->agents[i], def->slots[slot]);
        sum.assigned_count++;
        sum.total += cost;
        sum.worst = (float)cost > sum.worst ? (float)cost : sum.worst;
    }
    return sum;
}

static float worst_pair(const VeerAssignWork *work)
{
    float worst = 0.0f;
    for (uint32_t i = 0; i < work->rows.count; i++) {
        float cost = veer_assign_pair(work, i, work->column_of[i]);
        worst = cost > worst ? cost : worst;
    }
    return worst;
}

static double total_of_pairs(const VeerAssignWork *work)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < work->rows.count; i++) {
        uint32_t j = work->column_of[i];
        sum += work->costs ? (double)veer_assign_pair(work, i, j)
                           : squared_distance(veer_assign_place(&work->rows, i),
                                              veer_assign_place(&work->columns, j));
    }
    return sum;
}

// Goes on, from the least total, to the least total of what keeps within the limit. With columns to
// spare a new start is made: those that lose their row would have to lose their price too.
static void solve_within(VeerAssignWork *work, float limit)
{
    work->limit = limit;
    work->has_forbidden = true;
    if (work->rows.count < work->columns.count) {
        veer_assign_start(work);
    } else {
        memcpy(work->column_of, work->kept, work->rows.count * sizeof *work->kept);
        veer_assign_drop_forbidden(work);
    }
    veer_assign_solve_total(work);
}

// Of all answers with the least worst pair, the one with the least total.
// @return the least total of all answers
static double solve_bottleneck(VeerAssignWork *work)
{
    veer_assign_start(work);
    veer_assign_solve_total(work);
    memcpy(work->kept, work->column_of, work->rows.count * sizeof *work->kept);
    double least = total_of_pairs(work);
    float worst = worst_pair(work), limit = veer_assign_solve_worst(work);
    if (limit < worst) {
        solve_within(work, limit);
    } else {
        memcpy(work->column_of, work->kept, work->rows.count * sizeof *work->kept);
    }
    return least;
}

// @return a bound on the total
static double solve(VeerAssignWork *work, VeerAssignAim aim)
{
    if (aim == VEER_ASSIGN_BOTTLENECK) {
        return solve_bottleneck(work);
    }
    veer_assign_start(work);
    if (aim == VEER_ASSIGN_GREEDY) {
        return work->constant + work->scale * veer_assign_solve_quick(work);
    }
    veer_assign_solve_total(work);
    return 0.0; // it is the total itself
}

// What is not known, or less than nothing by rounding, is 0; what is known is no more than the
// total.
static double tidy_bound(const VeerAssignment *sum, double bound, bool is_full)
{
    bound = is_full && bound > 0.0 ? bound : 0.0;
    return bound < sum->total ? bound : sum->total;
}

VeerStatus veer_assign(const VeerAssignDef *def, void *scratch, size_t size, uint32_t *slot_of,
                       VeerAssignment *out)
{
    if (!is_def_valid(def) || !is_memory_valid(def, scratch, size)) {
        return VEER_BAD_VALUE;
    }
    VeerAssignWork work = make_work(def);
    VeerArena arena = {scratch, 0};
    bool is_large = work.rows.count > def->exact_limit && def->aim != VEER_ASSIGN_GREEDY;
    VeerAssignAim aim = is_large ? VEER_ASSIGN_GREEDY : def->aim;
    double bound = 0.0;
    if (work.rows.count > 0u) {
        veer_assign_lay_out(&work, &arena);
        veer_assign_load(&work);
        bound = solve(&work, aim);
    }
    write_answer(def, &work, slot_of);
    VeerAssignment sum = measure(def, slot_of);
    sum.bound = aim == VEER_ASSIGN_TOTAL
                    ? sum.total
                    : tidy_bound(&sum, bound, sum.assigned_count == work.rows.count);
    if (out) {
        *out = sum;
    }
    return is_large ? VEER_PARTIAL : VEER_OK;
}

VeerStatus veer_assign_cost(const VeerAssignDef *def, const uint32_t *slot_of, VeerAssignment *out)
{
    if (!is_def_valid(def)) {
        return VEER_BAD_VALUE;
    }
    for (uint32_t i = 0; i < def->agent_count; i++) {
        if (slot_of[i] != VEER_NO_SLOT && slot_of[i] >= def->slot_count) {
            return VEER_BAD_VALUE;
        }
    }
    *out = measure(def, slot_of);
    return VEER_OK;
}

bool veer_assign_is_worth(VeerAssignAim aim, const VeerAssignment *now, const VeerAssignment *then,
                          float part)
{
    if (then->assigned_count != now->assigned_count) {
        return then->assigned_count > now->assigned_count;
    }
    bool is_worst = aim == VEER_ASSIGN_BOTTLENECK;
    double before = is_worst ? (double)now->worst : now->total;
    double after = is_worst ? (double)then->worst : then->total;
    return after < before * (1.0 - (double)part);
}
