/// Regions: recursive coordinate bisection (Berger and Bokhari, 1987), of points that are spread
/// over ranks, by histograms that are summed over all.
#include "bridge/mpi/cuts.h"
#include "bridge/mpi/memory.h"
#include "bridge/mpi/wire.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BINS = 64, REFINEMENTS = 3 };

/// Ranks that share a region until it is cut.
typedef struct Group {
    int first, count; ///< of ranks
    VeerMpiBox region;
    int axis;
    double lower, upper;  ///< the cut is between, m
    double below, target; ///< weight below `lower`, and below the cut
} Group;

typedef struct Cutting {
    VeerMpi *mpi;
    VeerCutPoint *points;
    uint32_t count;
    double weight;
    Group *groups; ///< groups[group_count], of no more than there are ranks
    int group_count;
    double *sums;   ///< sums[ranks * BINS]
    float *extents; ///< extents[ranks * 6]: the greatest of each coordinate, and of its opposite
} Cutting;

/// The longest side of what each group's points fill.
static void choose_axes(Cutting *cutting)
{
    float *extents = cutting->extents;
    for (int i = 0; i < cutting->group_count * 6; ++i) {
        extents[i] = -INFINITY;
    }
    for (uint32_t i = 0; i < cutting->count; ++i) {
        const VeerCutPoint *point = &cutting->points[i];
        float *own = &extents[(size_t)point->group * 6];
        for (int k = 0; k < 3; ++k) {
            own[k] = fmaxf(own[k], point->at[k]);
            own[3 + k] = fmaxf(own[3 + k], -point->at[k]);
        }
    }
    veer_mpi_greatest(cutting->mpi, extents, cutting->group_count * 6);
    for (int i = 0; i < cutting->group_count; ++i) {
        Group *group = &cutting->groups[i];
        const float *own = &extents[(size_t)i * 6];
        group->axis = 0;
        for (int k = 1; k < 3; ++k) {
            bool is_longer = own[k] + own[3 + k] > own[group->axis] + own[3 + group->axis];
            group->axis = is_longer ? k : group->axis;
        }
        bool is_empty = isinf(own[group->axis]) != 0;
        group->lower = is_empty ? 0.0 : -(double)own[3 + group->axis];
        group->upper = is_empty ? 1.0 : (double)own[group->axis];
        group->upper += 1e-6 * (1.0 + fabs(group->upper));
        group->below = 0.0;
    }
}

static int bin_of(const Group *group, double at)
{
    double part = (at - group->lower) / (group->upper - group->lower) * BINS;
    return part < 0.0 ? -1 : part >= BINS ? BINS : (int)part;
}

static void fill_bins(Cutting *cutting)
{
    memset(cutting->sums, 0, (size_t)cutting->group_count * BINS * sizeof(double));
    for (uint32_t i = 0; i < cutting->count; ++i) {
        const VeerCutPoint *point = &cutting->points[i];
        const Group *group = &cutting->groups[point->group];
        int bin = bin_of(group, (double)point->at[group->axis]);
        if (bin >= 0 && bin < BINS) {
            cutting->sums[point->group * BINS + (uint32_t)bin] += cutting->weight;
        }
    }
    veer_mpi_sum_all(cutting->mpi, cutting->sums, cutting->group_count * BINS);
}

/// Leaves the bin in which the cut is.
static void narrow(Group *group, const double *sums, bool is_first)
{
    if (is_first) {
        double all = 0.0;
        for (int bin = 0; bin < BINS; ++bin) {
            all += sums[bin];
        }
        int lower = group->count / 2;
        group->target = all * lower / group->count;
    }
    int bin = 0;
    for (; bin < BINS - 1 && group->below + sums[bin] < group->target; ++bin) {
        group->below += sums[bin];
    }
    double width = (group->upper - group->lower) / BINS;
    group->lower += width * bin;
    group->upper = group->lower + width;
}

/// Where a group is cut: within its region, also where rounding, or having no points at all, would
/// have it elsewhere.
static float cut_of(const Group *group)
{
    float at = (float)(0.5 * (group->lower + group->upper));
    at = fmaxf(at, group->region.lower[group->axis]);
    return fminf(at, group->region.upper[group->axis]);
}

/// Cuts each group that has more than one rank: its upper part becomes a group at the end.
static void split(Cutting *cutting)
{
    int count = cutting->group_count;
    for (int i = 0; i < count; ++i) {
        Group *group = &cutting->groups[i];
        if (group->count < 2) {
            continue;
        }
        float at = cut_of(group);
        Group *upper = &cutting->groups[cutting->group_count++];
        *upper = *group;
        group->count /= 2;
        upper->first += group->count;
        upper->count -= group->count;
        group->region.upper[group->axis] = upper->region.lower[group->axis] = at;
        for (uint32_t k = 0; k < cutting->count; ++k) {
            VeerCutPoint *point = &cutting->points[k];
            bool is_upper = point->group == (uint32_t)i && point->at[group->axis] >= at;
            point->group = is_upper ? (uint32_t)(cutting->group_count - 1) : point->group;
        }
    }
}

static void cut_all(Cutting *cutting)
{
    choose_axes(cutting);
    for (int i = 0; i < REFINEMENTS; ++i) {
        fill_bins(cutting);
        for (int k = 0; k < cutting->group_count; ++k) {
            narrow(&cutting->groups[k], &cutting->sums[(size_t)k * BINS], i == 0);
        }
    }
    split(cutting);
}

void veer_mpi_cut(VeerMpi *mpi, VeerCutPoint *points, uint32_t count, double weight)
{
    size_t ranks = (size_t)mpi->ranks;
    Cutting cutting = {.mpi = mpi, .points = points, .count = count, .weight = weight};
    cutting.groups = veer_mpi_memory(mpi, NULL, ranks, sizeof(Group));
    cutting.sums = veer_mpi_memory(mpi, NULL, ranks, BINS * sizeof(double));
    cutting.extents = veer_mpi_memory(mpi, NULL, ranks, 6 * sizeof(float));
    Group all = {.count = mpi->ranks};
    for (int k = 0; k < 3; ++k) {
        all.region.lower[k] = -INFINITY;
        all.region.upper[k] = INFINITY;
    }
    cutting.groups[cutting.group_count++] = all;
    for (uint32_t i = 0; i < count; ++i) {
        points[i].group = 0;
    }
    while (cutting.group_count < mpi->ranks) {
        cut_all(&cutting);
    }
    for (int i = 0; i < cutting.group_count; ++i) {
        mpi->regions[cutting.groups[i].first] = cutting.groups[i].region;
    }
    free(cutting.groups);
    free(cutting.sums);
    free(cutting.extents);
}

// --- Where a point is ---

static float distance_along(const VeerMpiBox *region, int axis, float at)
{
    float below = region->lower[axis] - at, above = at - region->upper[axis];
    return fmaxf(fmaxf(below, above), 0.0f);
}

double veer_mpi_box_distance(const VeerMpiBox *region, VeerVec3 point)
{
    const float at[3] = {point.x, point.y, point.z};
    double square = 0.0;
    for (int k = 0; k < 3; ++k) {
        double along = (double)distance_along(region, k, at[k]);
        square += along * along;
    }
    return sqrt(square);
}

bool veer_mpi_box_is_near(const VeerMpiBox *region, VeerVec3 point, float distance)
{
    return veer_mpi_box_distance(region, point) <= (double)distance;
}

bool veer_mpi_box_has(const VeerMpiBox *region, VeerVec3 point)
{
    const float at[3] = {point.x, point.y, point.z};
    bool has = true;
    for (int k = 0; k < 3; ++k) {
        has = has && at[k] >= region->lower[k] && at[k] < region->upper[k];
    }
    return has;
}

int veer_mpi_rank_at(const VeerMpi *mpi, VeerVec3 point)
{
    int rank = mpi->rank;
    if (!veer_mpi_box_has(&mpi->regions[rank], point)) {
        for (rank = 0; !veer_mpi_box_has(&mpi->regions[rank], point); ++rank) {
        }
    }
    return rank;
}

static bool are_near(const VeerMpiBox *a, const VeerMpiBox *b, float distance)
{
    double square = 0.0;
    for (int k = 0; k < 3; ++k) {
        double along = fmax((double)a->lower[k] - (double)b->upper[k],
                            (double)b->lower[k] - (double)a->upper[k]);
        square += along > 0.0 ? along * along : 0.0;
    }
    return square <= (double)distance * (double)distance;
}

void veer_mpi_find_peers(VeerMpi *mpi, bool has_all)
{
    mpi->peer_count = 0;
    for (int i = 0; i < mpi->ranks - 1; ++i) {
        VeerMpiPeer *peer = &mpi->peers[i], *first = &mpi->peers[mpi->peer_count];
        const VeerMpiBox *own = &mpi->regions[mpi->rank], *other = &mpi->regions[peer->rank];
        if (has_all || are_near(own, other, 2.0f * mpi->halo)) {
            VeerMpiPeer held = *first;
            *first = *peer;
            *peer = held;
            mpi->peer_count++;
        }
    }
    for (int i = 0; i < mpi->ranks - 1; ++i) {
        mpi->peer_of[mpi->peers[i].rank] = (uint32_t)i;
    }
}
