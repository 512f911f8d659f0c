/// Offsets rise with the place of a column as the potential does whose gradient tells where each
/// row goes; so within a group they are nearly linear, and of a linear function over a box the
/// least is known.
#include "squad/assign.h"

#include <math.h>

enum {
    LEAST_SIZE = 12,  // points of a group: fewer are sooner looked at than thought about
    LEAST_GROUPS = 32 // with fewer it is as quick to look at all
};
// Of all that is added up, so much more than rounding.
static const double SLACK = 1e-12;

static uint32_t depth_of(uint32_t count)
{
    uint32_t depth = 0;
    while (count >> (depth + 1u) >= LEAST_SIZE) {
        depth++;
    }
    return depth;
}

uint32_t veer_assign_groups_count(uint32_t count)
{
    uint32_t groups = 1u << depth_of(count);
    return groups < LEAST_GROUPS ? 0u : groups;
}

void veer_assign_groups_lay_out(VeerAssignGroups *groups, uint32_t count, VeerArena *arena)
{
    size_t groups_count = (size_t)1 << depth_of(count);
    double **arrays[] = {&groups->x,       &groups->y,      &groups->z,       &groups->half_x,
                         &groups->half_y,  &groups->half_z, &groups->slope_x, &groups->slope_y,
                         &groups->slope_z, &groups->rest,   &groups->bound,   &groups->least};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i] = veer_arena_take(arena, groups_count, sizeof(double));
    }
}

// The middle and half the extent of some values, and a little more for rounding.
static void find_extent(const double *values, uint32_t begin, uint32_t end, double *middle,
                        double *half)
{
    double least = values[begin], most = least;
    for (uint32_t i = begin + 1u; i < end; i++) {
        least = values[i] < least ? values[i] : least;
        most = values[i] > most ? values[i] : most;
    }
    *middle = 0.5 * (least + most);
    *half = 0.5 * (most - least) + SLACK * (fabs(least) + fabs(most));
}

static double rest_of(const VeerAssignGroups *groups, uint32_t g, const VeerAssignPoints *points,
                      uint32_t begin, uint32_t end)
{
    double x = groups->slope_x[g], y = groups->slope_y[g], z = groups->slope_z[g];
    double least = HUGE_VAL, most = 0.0;
    for (uint32_t i = begin; i < end; i++) {
        double offset = points->offset[i];
        double rest = offset - (points->x[i] * x + points->y[i] * y + points->z[i] * z);
        least = rest < least ? rest : least;
        most = fabs(offset) > most ? fabs(offset) : most;
    }
    return least - SLACK * (fabs(least) + most);
}

void veer_assign_groups_rest(VeerAssignGroups *groups, const VeerAssignPoints *points)
{
    for (uint32_t g = 0; g < groups->count; g++) {
        uint32_t begin = veer_assign_part(points->count, groups->depth, g);
        uint32_t end = veer_assign_part(points->count, groups->depth, g + 1u);
        groups->rest[g] = rest_of(groups, g, points, begin, end);
    }
    groups->age = 0;
}

void veer_assign_groups_begin(VeerAssignGroups *groups, const VeerAssignPoints *points)
{
    groups->of = points;
    groups->depth = depth_of(points->count);
    groups->count = points->is_ordered ? veer_assign_groups_count(points->count) : 0u;
    groups->size = (points->count + (1u << groups->depth) - 1u) >> groups->depth;
    for (uint32_t g = 0; g < groups->count; g++) {
        uint32_t begin = veer_assign_part(points->count, groups->depth, g);
        uint32_t end = veer_assign_part(points->count, groups->depth, g + 1u);
        find_extent(points->x, begin, end, &groups->x[g], &groups->half_x[g]);
        find_extent(points->y, begin, end, &groups->y[g], &groups->half_y[g]);
        find_extent(points->z, begin, end, &groups->z[g], &groups->half_z[g]);
        groups->slope_x[g] = groups->slope_y[g] = groups->slope_z[g] = 0.0;
    }
}

void veer_assign_groups_bound(VeerAssignGroups *groups, VeerAssignAsker asker)
{
    groups->age++;
    for (uint32_t g = 0; g < groups->count; g++) {
        double x = groups->slope_x[g] - asker.x, y = groups->slope_y[g] - asker.y;
        double z = groups->slope_z[g] - asker.z;
        double middle = x * groups->x[g] + y * groups->y[g] + z * groups->z[g];
        double half =
            fabs(x) * groups->half_x[g] + fabs(y) * groups->half_y[g] + fabs(z) * groups->half_z[g];
        groups->bound[g] = groups->rest[g] + middle - half;
        groups->least[g] = HUGE_VAL;
    }
}

// All groups as if they were of one size: the first of the next one may come along.
static double look_at(const VeerAssignGroups *groups, uint32_t g, const VeerAssignPoints *points,
                      VeerAssignAsker asker, double *fill)
{
    uint32_t begin = veer_assign_part(points->count, groups->depth, g);
    const double *restrict xs = points->x + begin, *restrict ys = points->y + begin,
                           *restrict zs = points->z + begin,
                           *restrict offset = points->offset + begin;
    double *restrict out = fill + begin;
    for (uint32_t i = 0; i < groups->size; i++) {
        out[i] = offset[i] - (xs[i] * asker.x + ys[i] * asker.y + zs[i] * asker.z);
    }
    return veer_lanes_least_of(out, groups->size);
}

static uint32_t likeliest(const VeerAssignGroups *groups)
{
    uint32_t best = 0;
    for (uint32_t g = 1; g < groups->count; g++) {
        best = groups->bound[g] < groups->bound[best] ? g : best;
    }
    return best;
}

double veer_assign_groups_fill(VeerAssignGroups *groups, const VeerAssignPoints *points,
                               VeerAssignAsker asker, double *fill, double cheapest, double reach)
{
    if (cheapest == HUGE_VAL) {
        uint32_t g = likeliest(groups);
        cheapest = groups->least[g] = look_at(groups, g, points, asker, fill);
    }
    for (uint32_t g = 0; g < groups->count; g++) {
        if (groups->bound[g] <= cheapest + reach && groups->least[g] == HUGE_VAL) {
            groups->least[g] = look_at(groups, g, points, asker, fill);
            cheapest = groups->least[g] < cheapest ? groups->least[g] : cheapest;
        }
    }
    return cheapest;
}

uint32_t veer_assign_groups_first(const VeerAssignGroups *groups, uint32_t count,
                                  const double *fill, double cheapest)
{
    uint32_t g = 0;
    while (groups->least[g] > cheapest) {
        g++;
    }
    uint32_t i = veer_assign_part(count, groups->depth, g);
    while (fill[i] > cheapest) {
        i++;
    }
    return i;
}
