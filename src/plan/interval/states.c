/// The states of a search: pairs of a cell and one of its safe intervals.
#include "plan/interval/interval.h"

/// Whether an entry of the table is of this search: its state then says so itself, and entries of
/// searches before need no clearing. Source: Briggs and Torczon, "An efficient representation for
/// sparse sets", 1993.
static bool is_used(const VeerIntervalSearch *all, uint32_t at, uint32_t *state)
{
    *state = all->table[at];
    return *state < all->state_count && all->states[*state].at == at;
}

uint32_t veer_interval_state(VeerIntervalSearch *all, uint32_t cell, uint32_t slot)
{
    uint32_t at = veer_interval_entry(all, cell, slot);
    for (uint32_t state; is_used(all, at, &state); at = (at + 1u) & all->mask) {
        if (all->states[state].cell == cell && all->states[state].slot == slot) {
            return state;
        }
    }
    if (all->state_count == all->capacity) {
        all->is_full = true;
        return VEER_NO_NODE;
    }
    all->table[at] = all->state_count;
    all->states[all->state_count] = (VeerIntervalState){cell, slot, at};
    return all->state_count++;
}

uint32_t veer_interval_estimate(const VeerIntervalSearch *all, VeerWindowCell cell)
{
    if (all->goal == VEER_NO_NODE) {
        return 0;
    }
    VeerWindowCell goal = all->query.goal;
    uint32_t x = (uint32_t)veer_apart(cell.x, goal.x), y = (uint32_t)veer_apart(cell.y, goal.y);
    uint32_t z = (uint32_t)veer_apart(cell.z, goal.z), swap;
    // Sorted, x the longest: some steps along three axes, some along two, the rest along one.
    swap = x < y ? x : y, x = x < y ? y : x, y = swap;
    swap = y < z ? y : z, y = y < z ? z : y, z = swap;
    swap = x < y ? x : y, x = x < y ? y : x, y = swap;
    return z * VEER_INTERVAL_CUBIC + (y - z) * VEER_COST_DIAGONAL + (x - y) * VEER_COST_STRAIGHT;
}
