/// The least greatest cost: bisection over limits, each tested by augmenting paths of pairs within
/// it.
///
/// Source: the threshold algorithm (Burkard, Dell'Amico and Martello, Assignment Problems, 2009,
/// section 6.2).
#include "squad/assign/assign.h"

#include <math.h>
#include <string.h>

static void reach_row(VeerAssignWork *work, uint32_t row, uint32_t via, uint32_t parent)
{
    uint32_t n = work->tree_count++;
    work->tree[n] = row;
    work->via[n] = via;
    work->parent[n] = parent;
}

// Reaches the open columns within the limit of the nth row of the tree.
// @param exit  becomes the least cost beyond the limit that was seen, if that is less
// @return one of them without a row, or VEER_NO_SLOT
static uint32_t expand(VeerAssignWork *work, uint32_t n, float limit, uint32_t *open_count,
                       float *exit)
{
    uint32_t *open = work->open, row = work->tree[n];
    for (uint32_t k = 0; k < *open_count;) {
        uint32_t column = open[k];
        float cost = assign_pair(work, row, column);
        if (!(cost <= limit)) {
            *exit = cost < *exit ? cost : *exit;
            k++;
            continue;
        }
        if (work->row_of[column] == VEER_NO_SLOT) {
            return column;
        }
        open[k] = open[--*open_count];
        reach_row(work, work->row_of[column], column, n);
    }
    return VEER_NO_SLOT;
}

static void take_path(VeerAssignWork *work, uint32_t n, uint32_t column)
{
    while (column != VEER_NO_SLOT) {
        work->column_of[work->tree[n]] = column;
        work->row_of[column] = work->tree[n];
        column = work->via[n];
        n = work->parent[n];
    }
}

// Breadth-first search for a free column. @return whether the row has one now
static bool augment(VeerAssignWork *work, uint32_t root, float limit, float *exit)
{
    uint32_t open_count = work->columns.count;
    for (uint32_t j = 0; j < open_count; j++) {
        work->open[j] = j;
    }
    work->tree_count = 0;
    reach_row(work, root, VEER_NO_SLOT, 0);
    for (uint32_t n = 0; n < work->tree_count; n++) {
        uint32_t column = expand(work, n, limit, &open_count, exit);
        if (column != VEER_NO_SLOT) {
            take_path(work, n, column);
            return true;
        }
    }
    return false;
}

static void drop_beyond(VeerAssignWork *work, float limit)
{
    for (uint32_t i = 0; i < work->rows.count; i++) {
        uint32_t j = work->column_of[i];
        if (j != VEER_NO_SLOT && !(assign_pair(work, i, j) <= limit)) {
            work->column_of[i] = work->row_of[j] = VEER_NO_SLOT;
        }
    }
}

// Gives all but `spare` rows columns within the limit. @return INFINITY; where that cannot be, a
// limit below which it cannot either: every pair out of what the searches that failed have reached
// costs at least that
static float match_within(VeerAssignWork *work, float limit, uint32_t spare)
{
    float exit = INFINITY;
    drop_beyond(work, limit);
    for (uint32_t i = 0; i < work->rows.count; i++) {
        float beyond = INFINITY;
        if (work->column_of[i] == VEER_NO_SLOT && !augment(work, i, limit, &beyond)) {
            exit = beyond < exit ? beyond : exit;
            if (spare-- == 0u) {
                return exit;
            }
        }
    }
    return INFINITY;
}

static float greatest_cost(const VeerAssignWork *work)
{
    float greatest = 0.0f;
    for (uint32_t i = 0; i < work->rows.count; i++) {
        uint32_t j = work->column_of[i];
        float cost = j == VEER_NO_SLOT ? 0.0f : assign_pair(work, i, j);
        greatest = cost > greatest ? cost : greatest;
    }
    return greatest;
}

// The greatest of the least costs of rows and, with as many columns as rows, of columns.
static float lower_bound(VeerAssignWork *work)
{
    double bound = 0.0, *least = work->distance;
    uint32_t columns = work->columns.count;
    for (uint32_t j = 0; j < columns; j++) {
        least[j] = HUGE_VAL;
    }
    for (uint32_t i = 0; i < work->rows.count; i++) {
        double least_of_row = HUGE_VAL;
        for (uint32_t j = 0; j < columns; j++) {
            double cost = (double)assign_pair(work, i, j);
            least[j] = cost < least[j] ? cost : least[j];
            least_of_row = cost < least_of_row ? cost : least_of_row;
        }
        bound = least_of_row > bound ? least_of_row : bound;
    }
    for (uint32_t j = 0; j < columns && work->rows.count == columns; j++) {
        bound = least[j] > bound ? least[j] : bound;
    }
    return (float)bound;
}

// The least limit at which as many rows have a column as have one now.
static float least_limit(VeerAssignWork *work)
{
    uint32_t spare = 0;
    for (uint32_t i = 0; i < work->rows.count; i++) {
        spare += work->column_of[i] == VEER_NO_SLOT;
    }
    float lower = spare == 0u ? lower_bound(work) : 0.0f, upper = greatest_cost(work);
    while (lower < upper) {
        float middle = lower + 0.5f * (upper - lower);
        float needed = match_within(work, middle < upper ? middle : lower, spare);
        if (needed == INFINITY) {
            upper = greatest_cost(work);
        } else {
            lower = needed;
        }
    }
    return upper;
}

// Takes up the matching again that was kept, without what is forbidden now.
static void restore(VeerAssignWork *work)
{
    memcpy(work->column_of, work->kept, work->rows.count * sizeof *work->kept);
    for (uint32_t j = 0; j < work->columns.count; j++) {
        work->row_of[j] = VEER_NO_SLOT;
    }
    for (uint32_t i = 0; i < work->rows.count; i++) {
        work->row_of[work->column_of[i]] = i;
    }
    drop_beyond(work, work->limit);
}

void veer_assign_bottleneck(VeerAssignWork *work)
{
    memcpy(work->kept, work->column_of, work->rows.count * sizeof *work->kept);
    drop_beyond(work, work->limit);
    float worst = greatest_cost(work), limit = least_limit(work);
    if (!(limit < worst)) {
        memcpy(work->column_of, work->kept, work->rows.count * sizeof *work->kept);
        return;
    }
    work->limit = limit;
    work->has_forbidden = true;
    if (work->rows.count < work->columns.count) {
        // Dual variables of columns that lose their row would have to return to zero.
        veer_assign_start(work);
    } else {
        restore(work);
    }
    veer_assign_total(work);
}
