#include "squad/assign.h"

#include <math.h>

enum {
    BLOCK = VEER_LANES_BLOCK,
    MOST = VEER_LIST_MOST,
    LOW = 8,
    TRIES = 16,
};
// The reach follows how many columns it finds.
static const double WIDEN = 1.4, NARROW = 0.7;
// Of a disc of unit spread, so far in squared distance are as many as fill a list.
static const double FIRST_REACH = 32.0;

void veer_assign_lists_lay_out(VeerAssignLists *lists, uint32_t rows, uint32_t blocks,
                               VeerArena *arena)
{
    lists->unit = 1.0;
    size_t room = (size_t)rows * MOST;
    lists->counts = veer_arena_take(arena, rows, sizeof(uint8_t));
    lists->columns = veer_arena_take(arena, room, sizeof(uint16_t));
    lists->bounds = veer_arena_take(arena, rows, sizeof(double));
    lists->guards = veer_arena_take(arena, rows, sizeof(double));
    lists->least = veer_arena_take(arena, blocks, sizeof(double));
}

void veer_assign_lists_begin(VeerAssignWork *work)
{
    VeerAssignLists *lists = &work->lists;
    for (uint32_t i = 0; i < work->rows.count; i++) {
        lists->bounds[i] = -HUGE_VAL;
        lists->counts[i] = 0;
    }
    lists->reach = FIRST_REACH * lists->unit / work->rows.count;
    lists->crowded = 0;
}

VeerAssignReader veer_assign_reader(const VeerAssignWork *work, uint32_t row)
{
    const VeerAssignPoints *r = &work->rows, *c = &work->columns;
    if (work->costs) {
        return (VeerAssignReader){.costs = work->costs + row * work->row_stride,
                                  .stride = work->column_stride,
                                  .offset = c->offset};
    }
    // Nothing of z counts in a plane: a zero changes no bit of a sum.
    double z = work->is_planar ? 0.0 : r->z[row];
    return (VeerAssignReader){NULL, 0, c->x, c->y, c->z, c->offset, r->x[row], r->y[row], z};
}

// @return how many columns cost no more, of which as many are listed as there is room for
static uint32_t list_up_to(const VeerAssignWork *work, double most, uint16_t *columns)
{
    uint32_t count = 0;
    for (uint32_t b = 0; b < work->columns.blocks; b++) {
        if (work->lists.least[b] > most) {
            continue;
        }
        for (uint32_t j = b * BLOCK; j < (b + 1u) * BLOCK; j++) {
            if (work->fill[j] <= most) {
                columns[count < MOST ? count : MOST - 1u] = (uint16_t)j;
                count++;
            }
        }
    }
    return count;
}

void veer_assign_list_select(VeerAssignWork *work, uint32_t row, uint32_t low)
{
    VeerAssignLists *lists = &work->lists;
    uint32_t blocks = work->columns.blocks, count = 0;
    double before = lists->reach;
    veer_lanes_least(work->fill, blocks, lists->least);
    double cheapest = lists->least[veer_lanes_first_block(lists->least, blocks)];
    for (int i = 0; i < TRIES && (count < low || count > MOST); i++) {
        lists->reach *= i == 0 ? 1.0 : count > MOST ? NARROW : WIDEN;
        lists->bounds[row] = cheapest + lists->reach;
        count = list_up_to(work, lists->bounds[row], lists->columns + (size_t)row * MOST);
    }
    if (count > MOST) { // too many that cost the same: what is listed says nothing of the others
        lists->bounds[row] = cheapest;
        lists->reach = before;
        count = MOST;
        lists->crowded++;
    }
    lists->counts[row] = (uint8_t)count;
}

void veer_assign_list_make(VeerAssignWork *work, uint32_t row)
{
    veer_assign_fill_row(work, row, work->fill);
    veer_assign_list_select(work, row, LOW);
}

static double least_listed(const VeerAssignWork *work, uint32_t row)
{
    const VeerAssignLists *lists = &work->lists;
    size_t first = (size_t)row * MOST;
    VeerAssignReader reader = veer_assign_reader(work, row);
    double least = HUGE_VAL;
    for (size_t k = first; k < first + lists->counts[row]; k++) {
        double cost = veer_assign_read(&reader, lists->columns[k]);
        least = cost < least ? cost : least;
    }
    return least;
}

double veer_assign_list_least(VeerAssignWork *work, uint32_t row)
{
    double least = least_listed(work, row);
    if (least <= work->lists.bounds[row]) {
        return least;
    }
    veer_assign_list_make(work, row);
    return least_listed(work, row);
}
