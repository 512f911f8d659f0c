#include "squad/assign.h"

#include <math.h>

enum {
    BLOCK = VEER_LANES_BLOCK,
    MOST = VEER_MAX_LIST,
    LOW = 6,
    TRIES = 16,
    RENEWAL = 64, // lists; to find slopes takes as long as to make a few
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
    veer_assign_groups_lay_out(&lists->groups, rows, arena);
}

// The mean of the places of the rows that the columns of a group have.
static void find_slope(VeerAssignWork *work, uint32_t g, uint32_t begin, uint32_t end)
{
    VeerAssignGroups *groups = &work->lists.groups;
    double x = 0.0, y = 0.0, z = 0.0, count = 0.0;
    for (uint32_t j = begin; j < end; j++) {
        uint32_t row = work->row_of[j];
        if (row != VEER_NO_SLOT) {
            x += work->rows.x[row];
            y += work->rows.y[row];
            z += work->rows.z[row];
            count += 1.0;
        }
    }
    if (count > 0.0) {
        groups->slope_x[g] = x / count;
        groups->slope_y[g] = y / count;
        groups->slope_z[g] = z / count;
    }
}

static void renew_groups(VeerAssignWork *work)
{
    VeerAssignGroups *groups = &work->lists.groups;
    uint32_t count = work->columns.count;
    for (uint32_t g = 0; g < groups->count; g++) {
        find_slope(work, g, veer_assign_part(count, groups->depth, g),
                   veer_assign_part(count, groups->depth, g + 1u));
    }
    veer_assign_groups_rest(groups, &work->columns);
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
    veer_assign_groups_begin(&lists->groups, &work->columns);
    renew_groups(work);
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

// Lists what costs no more, of a part of the columns, after so many. @return how many there are
static uint32_t list_part(const double *fill, uint32_t begin, uint32_t end, double most,
                          uint32_t count, uint16_t *columns)
{
    for (uint32_t j = begin; j < end; j++) {
        if (fill[j] <= most) {
            columns[count < MOST ? count : MOST - 1u] = (uint16_t)j;
            count++;
        }
    }
    return count;
}

// @return how many columns cost no more, of which as many are listed as there is room for
static uint32_t list_blocks(const VeerAssignWork *work, double most, uint16_t *columns)
{
    uint32_t count = 0;
    for (uint32_t b = 0; b < work->columns.blocks; b++) {
        if (work->lists.least[b] <= most) {
            count = list_part(work->fill, b * BLOCK, (b + 1u) * BLOCK, most, count, columns);
        }
    }
    return count;
}

static uint32_t list_groups(const VeerAssignWork *work, double most, uint16_t *columns)
{
    const VeerAssignGroups *groups = &work->lists.groups;
    uint32_t count = 0, all = work->columns.count;
    for (uint32_t g = 0; g < groups->count; g++) {
        if (groups->least[g] <= most) {
            count = list_part(work->fill, veer_assign_part(all, groups->depth, g),
                              veer_assign_part(all, groups->depth, g + 1u), most, count, columns);
        }
    }
    return count;
}

static VeerAssignAsker asker_of(const VeerAssignWork *work, uint32_t row)
{
    return (VeerAssignAsker){work->rows.x[row], work->rows.y[row], work->rows.z[row]};
}

static double look_in_groups(VeerAssignWork *work, uint32_t row, double cheapest)
{
    return veer_assign_groups_fill(&work->lists.groups, &work->columns, asker_of(work, row),
                                   work->fill, cheapest, work->lists.reach);
}

// Lists at least `low` columns where that can be, by a reach that finds neither too few nor too
// many. With cheapest HUGE_VAL by groups, which are looked at as the reach demands.
static void select_columns(VeerAssignWork *work, uint32_t row, uint32_t low, double cheapest)
{
    VeerAssignLists *lists = &work->lists;
    uint16_t *columns = lists->columns + (size_t)row * MOST;
    bool is_grouped = cheapest == HUGE_VAL;
    uint32_t count = 0;
    for (int i = 0; i < TRIES && (count < low || count > MOST); i++) {
        lists->reach *= i == 0 ? 1.0 : count > MOST ? NARROW : WIDEN;
        cheapest = is_grouped ? look_in_groups(work, row, cheapest) : cheapest;
        lists->bounds[row] = cheapest + lists->reach;
        count = is_grouped ? list_groups(work, lists->bounds[row], columns)
                           : list_blocks(work, lists->bounds[row], columns);
    }
    if (count > MOST) { // too many that cost the same: what is listed says nothing of the others
        lists->bounds[row] = cheapest;
        count = MOST;
        lists->crowded++;
    }
    lists->counts[row] = (uint8_t)count;
}

void veer_assign_list_select(VeerAssignWork *work, uint32_t row, uint32_t low)
{
    VeerAssignLists *lists = &work->lists;
    uint32_t blocks = work->columns.blocks;
    veer_lanes_least(work->fill, blocks, lists->least);
    select_columns(work, row, low, lists->least[veer_lanes_first_block(lists->least, blocks)]);
}

void veer_assign_list_make(VeerAssignWork *work, uint32_t row)
{
    if (work->lists.groups.count > 0u) {
        if (work->lists.groups.age == RENEWAL) {
            renew_groups(work);
        }
        veer_assign_groups_bound(&work->lists.groups, asker_of(work, row));
        select_columns(work, row, LOW, HUGE_VAL);
    } else {
        veer_assign_fill_row(work, row, work->fill);
        veer_assign_list_select(work, row, LOW);
    }
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
