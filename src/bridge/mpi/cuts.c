/// Regions: recursive coordinate bisection (Berger and Bokhari, 1987) by Zoltan, of points that are
/// spread over ranks.
#include "bridge/mpi/cuts.h"
#include "bridge/mpi/await.h"
#include "bridge/mpi/memory.h"
#include "bridge/mpi/wire.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zoltan.h>

typedef struct Cutting {
    VeerMpi *mpi;
    const VeerVec3 *points;
    int count;
    float weight;
} Cutting;

static int count_points(void *user, int *status)
{
    const Cutting *cutting = user;
    *status = ZOLTAN_OK;
    return cutting->count;
}

/// A point's name: its rank, and its number there.
static void list_points(void *user, int words, int local_words, ZOLTAN_ID_PTR names,
                        ZOLTAN_ID_PTR local_names, int weight_count, float *weights, int *status)
{
    const Cutting *cutting = user;
    (void)words, (void)local_words, (void)local_names, (void)weight_count;
    for (size_t i = 0; i < (size_t)cutting->count; ++i) {
        names[2 * i] = (ZOLTAN_ID_TYPE)cutting->mpi->rank;
        names[2 * i + 1] = (ZOLTAN_ID_TYPE)i;
        weights[i] = cutting->weight;
    }
    *status = ZOLTAN_OK;
}

static int count_axes(void *user, int *status)
{
    (void)user;
    *status = ZOLTAN_OK;
    return 3;
}

static void place_points(void *user, int words, int local_words, int count, ZOLTAN_ID_PTR names,
                         ZOLTAN_ID_PTR local_names, int axes, double *places, int *status)
{
    const Cutting *cutting = user;
    (void)words, (void)local_words, (void)local_names, (void)axes;
    for (size_t i = 0; i < (size_t)count; ++i) {
        VeerVec3 at = cutting->points[names[2 * i + 1]];
        places[3 * i] = (double)at.x;
        places[3 * i + 1] = (double)at.y;
        places[3 * i + 2] = (double)at.z;
    }
    *status = ZOLTAN_OK;
}

/// A region's bound, which is that of the region beyond, too. Zoltan's last ones are +-DBL_MAX.
static float bound_of(double at)
{
    return at <= -DBL_MAX ? -INFINITY : at >= DBL_MAX ? INFINITY : (float)at;
}

/// Takes over the regions if they tile space. Where ranks are left with no agents at all, Zoltan
/// cuts what they have anywhere, also out of it: that turns a region inside out.
static void take_regions(const Cutting *cutting, struct Zoltan_Struct *zoltan)
{
    VeerMpi *mpi = cutting->mpi;
    size_t ranks = (size_t)mpi->ranks;
    VeerMpiBox *found = veer_mpi_memory(mpi, NULL, ranks, sizeof *found);
    bool do_tile = true;
    for (int rank = 0; rank < mpi->ranks; ++rank) {
        double low[3], high[3];
        int axes;
        if (Zoltan_RCB_Box(zoltan, rank, &axes, &low[0], &low[1], &low[2], &high[0], &high[1],
                           &high[2]) != ZOLTAN_OK) {
            veer_mpi_fail(mpi, "Zoltan knows no region of rank", (size_t)rank);
        }
        for (int k = 0; k < 3; ++k) {
            do_tile = do_tile && low[k] <= high[k];
            found[rank].lower[k] = bound_of(low[k]);
            found[rank].upper[k] = bound_of(high[k]);
        }
    }
    if (do_tile) {
        memcpy(mpi->regions, found, ranks * sizeof *found);
    }
    free(found);
}

static bool set_up(Cutting *cutting, struct Zoltan_Struct *zoltan)
{
    static const char *const settings[][2] = {{"DEBUG_LEVEL", "0"},
                                              {"LB_METHOD", "RCB"},
                                              {"KEEP_CUTS", "1"},
                                              {"AVERAGE_CUTS", "1"},
                                              {"RETURN_LISTS", "NONE"},
                                              {"RCB_RECTILINEAR_BLOCKS", "1"},
                                              {"OBJ_WEIGHT_DIM", "1"},
                                              {"NUM_GID_ENTRIES", "2"},
                                              {"NUM_LID_ENTRIES", "0"},
                                              {"IMBALANCE_TOL", "1.01"},
                                              {"REMAP", "0"}};
    int status = ZOLTAN_OK; // which is 0
    for (size_t i = 0; i < sizeof settings / sizeof *settings; ++i) {
        status |= Zoltan_Set_Param(zoltan, settings[i][0], settings[i][1]);
    }
    status |= Zoltan_Set_Num_Obj_Fn(zoltan, count_points, cutting);
    status |= Zoltan_Set_Obj_List_Fn(zoltan, list_points, cutting);
    status |= Zoltan_Set_Num_Geom_Fn(zoltan, count_axes, cutting);
    status |= Zoltan_Set_Geom_Multi_Fn(zoltan, place_points, cutting);
    return status == ZOLTAN_OK;
}

/// What Zoltan would have to be moved, which is not asked for: all agents find their own region.
static bool partition(struct Zoltan_Struct *zoltan)
{
    int is_new, words, local_words, in, out;
    ZOLTAN_ID_PTR names[4];
    int *lists[4];
    return Zoltan_LB_Partition(zoltan, &is_new, &words, &local_words, &in, &names[0], &names[1],
                               &lists[0], &lists[1], &out, &names[2], &names[3], &lists[2],
                               &lists[3]) == ZOLTAN_OK;
}

static void cut_all(void *user)
{
    Cutting *cutting = user;
    float version;
    bool is_cut = Zoltan_Initialize(0, NULL, &version) == ZOLTAN_OK;
    struct Zoltan_Struct *zoltan = is_cut ? Zoltan_Create(cutting->mpi->comm) : NULL;
    is_cut = zoltan && set_up(cutting, zoltan) && partition(zoltan);
    if (!is_cut) {
        veer_mpi_fail(cutting->mpi, "Zoltan cuts no regions; points", (size_t)cutting->count);
    }
    take_regions(cutting, zoltan);
    Zoltan_Destroy(&zoltan);
}

void veer_mpi_cut(VeerMpi *mpi, const VeerVec3 *points, uint32_t count, double weight)
{
    double all = (double)count; // when it is known, all ranks are here
    veer_mpi_sum_all(mpi, &all, 1);
    if (mpi->ranks > 1 && all > 0.0) { // of nothing there are no regions
        Cutting cutting = {mpi, points, (int)count, (float)weight};
        double begin = MPI_Wtime();
        veer_mpi_await_call(mpi, cut_all, &cutting);
        mpi->wait += MPI_Wtime() - begin;
    }
}

void veer_mpi_cut_evenly(VeerMpi *mpi)
{
    for (int rank = 0; rank < mpi->ranks; ++rank) {
        VeerMpiBox *region = &mpi->regions[rank];
        for (int k = 0; k < 3; ++k) {
            region->lower[k] = -INFINITY;
            region->upper[k] = INFINITY;
        }
        region->lower[0] = rank > 0 ? (float)rank : -INFINITY;
        region->upper[0] = rank < mpi->ranks - 1 ? (float)(rank + 1) : INFINITY;
    }
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
