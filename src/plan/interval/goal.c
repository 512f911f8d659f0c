/// The goal in place of one that cannot be reached.
#include "plan/interval/interval.h"

/// Whether there is an interval of the goal that the body may arrive in.
static bool can_arrive(const VeerIntervalSearch *all, VeerWindowCell goal)
{
    uint64_t word = veer_window_word(all->window, goal);
    if (word == ~UINT64_C(0)) {
        return false;
    }
    uint32_t last = veer_bits_highest(~word);
    uint64_t earliest = veer_interval_estimate(all, all->query.start) + all->stay;
    return earliest <= veer_interval_tick_time(all, last == 63u ? 64u : last + 1u);
}

/// Whether a cell is connected with the start, as far as that is known.
static bool is_in_reach(const VeerIntervalSearch *all, VeerWindowCell cell)
{
    const VeerLabels *labels = all->query.labels;
    VeerWindowCell start = all->query.start;
    uint32_t label = labels ? veer_labels_at(labels, (VeerCell){start.x, start.y}) : VEER_NO_LABEL;
    // The label of a start that is blocked says nothing.
    return label == VEER_NO_LABEL || label == veer_labels_at(labels, (VeerCell){cell.x, cell.y});
}

/// The best cell so far.
typedef struct NearestGoal {
    const VeerIntervalSearch *all;
    VeerWindowCell goal, cell;
    int64_t square; ///< of its distance from the goal; INT64_MAX: none
} NearestGoal;

static void offer(NearestGoal *nearest, VeerWindowCell cell)
{
    const VeerWindow *window = nearest->all->window;
    int64_t x = cell.x - nearest->goal.x, y = cell.y - nearest->goal.y,
            z = cell.z - nearest->goal.z;
    int64_t square = x * x + y * y + z * z;
    if (square < nearest->square && veer_window_has(window, cell) &&
        !(veer_window_word(window, cell) >> 63) && is_in_reach(nearest->all, cell)) {
        nearest->square = square;
        nearest->cell = cell;
    }
}

/// Offers the cells of one layer that are `ring` off along x, y or z, the greatest of these.
static void offer_layer(NearestGoal *nearest, int32_t ring, int32_t dz)
{
    bool is_cap = dz == ring || dz == -ring;
    for (int32_t dy = -ring; dy <= ring; dy++) {
        bool is_side = is_cap || dy == ring || dy == -ring;
        for (int32_t dx = -ring; dx <= ring; dx += is_side ? 1 : 2 * ring) {
            offer(nearest, (VeerWindowCell){nearest->goal.x + dx, nearest->goal.y + dy,
                                            nearest->goal.z + dz});
        }
    }
}

VeerWindowCell veer_interval_choose_goal(const VeerIntervalSearch *all)
{
    VeerWindowCell goal = all->query.goal;
    if (can_arrive(all, goal) && is_in_reach(all, goal)) {
        return goal;
    }
    const VeerWindowDef *def = &all->window->def;
    int64_t most = def->width > def->height ? def->width : def->height;
    most = most > def->depth ? most : def->depth;
    NearestGoal nearest = {all, goal, goal, INT64_MAX};
    // No cell of a ring is nearer than the ring's number.
    for (int64_t ring = 1; ring < most && ring * ring < nearest.square; ring++) {
        int32_t layers = def->depth > 0 ? (int32_t)ring : 0;
        for (int32_t dz = -layers; dz <= layers; dz++) {
            offer_layer(&nearest, (int32_t)ring, dz);
        }
    }
    return nearest.cell;
}
