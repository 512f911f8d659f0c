#include "squad/assign/assign.h"

#include "math/vec.h"

#include <float.h>
#include <math.h>

enum { COOKIE = 0x51ADA551, ALIGNMENT = 64, EXACT_LIMIT = 1024 };

VeerAssignDef veer_assign_def_default(void)
{
    return (VeerAssignDef){.aim = VEER_ASSIGN_TOTAL, .exact_limit = EXACT_LIMIT, .cookie = COOKIE};
}

// The smaller side is the rows.
static VeerAssignWork make_work(const VeerAssignDef *def)
{
    bool is_swapped = def->agent_count > def->slot_count;
    VeerAssignSide agents = {.count = def->agent_count, .given = def->agents};
    VeerAssignSide slots = {.count = def->slot_count, .given = def->slots};
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
    if (agent_count > VEER_MAX_SQUAD_MEMBERS || slot_count > VEER_MAX_SQUAD_MEMBERS) {
        return 0;
    }
    VeerAssignWork work = make_work(&def);
    VeerArena arena = {NULL, 0};
    veer_assign_lay_out(&work, &arena);
    return arena.used;
}

static bool are_costs_valid(const VeerAssignDef *def)
{
    bool are_valid = true;
    for (size_t i = 0; i < (size_t)def->agent_count * def->slot_count; i++) {
        are_valid = are_valid && def->costs[i] >= 0.0f;
    }
    return are_valid;
}

static bool has_infinite(const VeerAssignDef *def)
{
    bool has_infinite = false;
    for (size_t i = 0; i < (size_t)def->agent_count * def->slot_count; i++) {
        has_infinite = has_infinite || def->costs[i] == INFINITY;
    }
    return has_infinite;
}

static bool is_def_valid(const VeerAssignDef *def)
{
    if (!def || def->cookie != COOKIE || (unsigned)def->aim > VEER_ASSIGN_GREEDY ||
        def->agent_count > VEER_MAX_SQUAD_MEMBERS || def->slot_count > VEER_MAX_SQUAD_MEMBERS) {
        return false;
    }
    return def->costs ? are_costs_valid(def)
                      : are_positions3(def->agents, def->agent_count) &&
                            are_positions3(def->slots, def->slot_count);
}

// Fills in the answer, without the pairs that are forbidden.
static void write_answer(const VeerAssignDef *def, const VeerAssignWork *work, uint32_t *slot_of)
{
    bool is_swapped = def->agent_count > def->slot_count;
    for (uint32_t i = 0; i < def->agent_count; i++) {
        slot_of[i] = VEER_NO_SLOT;
    }
    for (uint32_t i = 0; i < work->rows.count; i++) {
        uint32_t j = work->column_of[i];
        if (!work->has_forbidden || assign_pair(work, i, j) <= work->limit) {
            slot_of[is_swapped ? j : i] = is_swapped ? i : j;
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

// @return a lower bound of the total of all answers; INFINITY: the total itself
static double solve(const VeerAssignDef *def, VeerAssignAim aim, VeerAssignWork *work,
                    uint32_t *slot_of)
{
    double bound = HUGE_VAL;
    veer_assign_start(work);
    if (aim == VEER_ASSIGN_GREEDY) {
        bound = work->constant + work->scale * veer_assign_greedy(work);
    } else {
        veer_assign_total(work);
    }
    if (aim == VEER_ASSIGN_BOTTLENECK) {
        write_answer(def, work, slot_of);
        bound = measure(def, slot_of).total;
        veer_assign_bottleneck(work);
    }
    write_answer(def, work, slot_of);
    return bound;
}

// A bound that is less than nothing by rounding, or of fewer pairs, is 0.
static double tidy_bound(const VeerAssignment *sum, double bound, bool is_known)
{
    bound = is_known && bound > 0.0 ? bound : 0.0;
    return bound < sum->total ? bound : sum->total;
}

VeerStatus veer_assign(const VeerAssignDef *def, void *scratch, size_t size, uint32_t *slot_of,
                       VeerAssignment *out)
{
    if (!scratch || !is_def_valid(def) || (!slot_of && def->agent_count > 0) ||
        size < veer_assign_size(def->agent_count, def->slot_count) ||
        (uintptr_t)scratch % ALIGNMENT != 0u) {
        return VEER_BAD_VALUE;
    }
    VeerAssignWork work = make_work(def);
    VeerArena arena = {scratch, 0};
    bool is_large = work.rows.count > def->exact_limit && def->aim != VEER_ASSIGN_GREEDY;
    VeerAssignAim aim = is_large ? VEER_ASSIGN_GREEDY : def->aim;
    double bound = 0.0;
    work.has_forbidden = def->costs && has_infinite(def);
    write_answer(def, &(VeerAssignWork){0}, slot_of);
    if (work.rows.count > 0u) {
        veer_assign_lay_out(&work, &arena);
        bound = solve(def, aim, &work, slot_of);
    }
    VeerAssignment sum = measure(def, slot_of);
    bool is_known = aim == VEER_ASSIGN_TOTAL || sum.assigned_count == work.rows.count;
    sum.bound = tidy_bound(&sum, bound, is_known);
    if (out) {
        *out = sum;
    }
    return is_large ? VEER_PARTIAL : VEER_OK;
}

VeerStatus veer_assign_cost(const VeerAssignDef *def, const uint32_t *slot_of, VeerAssignment *out)
{
    if (!is_def_valid(def) || !out || (!slot_of && def->agent_count > 0)) {
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
    if (!now || !then || !(part >= 0.0f && part <= 1.0f)) {
        return false;
    }
    if (then->assigned_count != now->assigned_count) {
        return then->assigned_count > now->assigned_count;
    }
    bool is_worst = aim == VEER_ASSIGN_BOTTLENECK;
    double before = is_worst ? (double)now->worst : now->total;
    double after = is_worst ? (double)then->worst : then->total;
    return after < before * (1.0 - (double)part);
}
